import PawlKit
import Testing

@Suite("Nearest names")
struct NearestNameTests {
    @Test(
        "The name that was meant is found",
        arguments: [
            ("quantty", ["sku", "quantity", "price"], "quantity"), ("form", ["from", "on", "to"], "from"),
            ("Paing", ["Paying", "Shipping"], "Paying"),
            ("SKU", ["sku"], "sku"), ("to", ["from", "do"], "do"), ("xyz", ["from", "on"], nil), ("", ["a"], "a"), ("a", [], nil),
            ("completely", ["different"], nil), ("usd", ["EUR", "USD", "USN"], "USD"), ("naïve", ["naive"], "naive"),
        ] as [(String, [String], String?)])
    func table(name: String, candidates: [String], expected: String?) { #expect(NearestName.find(name, among: candidates) == expected) }

    @Test("Long names do not cost more than their first 64 letters")
    func long() {
        let name = String(repeating: "x", count: 100_000)
        #expect(NearestName.find(name, among: [name + "y", "z"]) == name + "y")
    }
}
