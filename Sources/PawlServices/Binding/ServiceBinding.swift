package import PawlKit

/// A name that pawl.yaml gives to a service, with some of its input given already.
package struct ServiceBinding: Sendable {
    /// The name that is bound.
    package var name: String
    /// The service that it stands for: of a plugin, or bound itself.
    ///
    /// A binding may bear the name of what it uses, a plugin's service or a binding of a lower layer: then all who call the name get the
    /// upper one.
    package var use: String
    /// The input given already, a map or a record.
    package var with: Value
    /// Where the name stands.
    package var place: SourcePlace
    /// Where the name of the service it stands for is; ``place`` when unknown.
    package var usePlace: SourcePlace?
    /// Where the pieces of `with` stand; ``place`` for those that are not here.
    package var argumentPlaces: [ByteString: SourcePlace]
    /// What it makes of input, result and failures; nil when they go through as they are.
    package var adapter: ServiceAdapter?
    /// How many calls there may be.
    package var limits: ServiceLimits?
    /// Which layer it is of: 0 for pawl.yaml, 1 for a profile. One of a higher layer stands over those below it.
    package var layer: Int

    package init(
        name: String, use: String, with: Value = .map(ValueMap()), place: SourcePlace, usePlace: SourcePlace? = nil,
        argumentPlaces: [ByteString: SourcePlace] = [:], adapter: ServiceAdapter? = nil, limits: ServiceLimits? = nil, layer: Int = 0
    ) {
        self.name = name
        self.use = use
        self.with = with
        self.place = place
        self.usePlace = usePlace
        self.argumentPlaces = argumentPlaces
        self.adapter = adapter
        self.limits = limits
        self.layer = layer
    }

    /// The input given already, by name.
    var arguments: [(name: String, value: Value)] {
        let map: ValueMap =
            switch with {
            case .map(let map): map
            case .record(let record): record.asMap
            default: ValueMap()
            }
        return map.entries.compactMap { entry in entry.key.text.map { ($0, entry.value) } }
    }

    /// The names of what is given already.
    package var givenNames: [String] { arguments.map(\.name) }

    func place(of argument: String) -> SourcePlace { argumentPlaces[ByteString(argument)] ?? place }
}

/// A service that a workflow needs, under the interface that it declares.
package struct RequiredService: Sendable {
    /// The name.
    package var name: String
    /// What the workflow gives and expects.
    package var interface: ServiceInterface
    /// Where it is declared.
    package var place: SourcePlace
    /// Whether the workflow writes the interface out, and does not take the one that the service has.
    package var isDeclared: Bool

    package init(name: String, interface: ServiceInterface, place: SourcePlace, isDeclared: Bool = true) {
        self.name = name
        self.interface = interface
        self.place = place
        self.isDeclared = isDeclared
    }
}
