/// A way to set text off on a terminal. It never carries anything that the text does not.
package enum Style: String, Sendable, Hashable {
    /// Strong.
    case bold = "1"
    /// Weak.
    case dim = "2"
    /// For what failed.
    case red = "31"
    /// For what went well.
    case green = "32"
    /// For what to look at.
    case yellow = "33"
    /// For places.
    case cyan = "36"
}
