package import PawlKit

extension Diagnostic {
    /// Writes the finding as one JSON object.
    package func write(to json: inout JSONWriter) {
        let wording = wording
        json.beginObject()
        json.member("file", file)
        json.member("code", code.rawValue)
        json.member("severity", severity.rawValue)
        json.member("message", wording.message)
        if !wording.label.isEmpty { json.member("label", wording.label) }
        if let help = wording.help { json.member("help", help) }
        range.write(to: &json)
        if let related {
            json.key("related")
            json.beginObject()
            json.member("file", relatedFile ?? file)
            if !wording.relatedLabel.isEmpty { json.member("label", wording.relatedLabel) }
            related.write(to: &json)
            json.endObject()
        }
        json.endObject()
    }
}

extension SourceRange {
    fileprivate func write(to json: inout JSONWriter) {
        for (name, position) in [("start", start), ("end", end)] {
            json.key(name)
            json.beginObject()
            json.member("line", Int64(position.line))
            json.member("column", Int64(position.column))
            json.member("offset", Int64(position.offset))
            json.endObject()
        }
    }
}
