extension RecordType {
    /// Reads a record type off a Swift type by watching what it decodes.
    ///
    /// - Throws: ``PluginError`` when the type does not decode as a record.
    public convenience init<T: Decodable>(of type: T.Type) throws { throw PluginError("") }
}
