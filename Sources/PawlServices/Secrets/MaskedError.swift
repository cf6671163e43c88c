/// An error of a handler whose text is covered where it tells secrets.
struct MaskedError: Error, CustomStringConvertible {
    let description: String
}
