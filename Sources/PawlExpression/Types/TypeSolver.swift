import PawlKit

/// Finds out what the unknown types are, by what they must fit.
///
/// The rules are those of CEL's gradual checker
/// (https://github.com/google/cel-spec/blob/master/doc/langdef.md#gradual-type-checking), with one difference: what an
/// `any` flows into becomes `any` as well, so that a proven type is never wrong at run time.
struct TypeSolver {
    private var bindings: [StaticType?] = []
    /// Whether a null was let into a place of another type, as CEL does for times, records and optionals.
    private(set) var admittedNull = false

    mutating func fresh() -> StaticType {
        bindings.append(nil)
        return .variable(bindings.count - 1)
    }

    /// The type with what is known put in; only the outermost level.
    func shallow(_ type: StaticType) -> StaticType {
        var type = type
        while case .variable(let number) = type, let bound = bindings[number] { type = bound }
        return type
    }

    /// The type with all that is known put in.
    func resolved(_ type: StaticType) -> StaticType { shallow(type).mappingInner(resolved) }

    /// The type with all that is known put in, and `any` for what nothing decided.
    func final(_ type: StaticType) -> StaticType {
        if case .variable = shallow(type) { return .any }
        return shallow(type).mappingInner(final)
    }

    /// The type with unknown types in place of its parameters.
    mutating func instantiate(_ type: StaticType, _ names: inout [String: StaticType]) -> StaticType {
        if case .parameter(let name) = type {
            if let known = names[name] { return known }
            let new = fresh()
            names[name] = new
            return new
        }
        if type.inner.isEmpty { return type }
        var result: [StaticType] = []
        for inner in type.inner { result.append(instantiate(inner, &names)) }
        var position = 0
        return type.mappingInner { _ in
            position += 1
            return result[position - 1]
        }
    }

    /// Whether values of the first types can go into places of the second; keeps what it learned only then.
    mutating func assign(_ types: [StaticType], to places: [StaticType]) -> Bool {
        guard types.count == places.count else { return false }
        var attempt = self
        for (type, place) in zip(types, places) {
            guard attempt.fit(type, place) else { return false }
        }
        self = attempt
        return true
    }

    private mutating func fit(_ left: StaticType, _ right: StaticType) -> Bool {
        let (type, place) = (shallow(left), shallow(right))
        if case .variable(let number) = place {
            if type == place { return true }
            guard !occurs(number, in: type) else { return false }
            bindings[number] = type
            return true
        }
        if case .variable(let number) = type {
            guard !occurs(number, in: place) else { return false }
            bindings[number] = place
            return true
        }
        // A bound variable takes the more general of both from now on.
        if case .variable = right { return widen(right, from: place, with: type) }
        if case .variable = left { return widen(left, from: type, with: place, reversed: true) }
        return fitKnown(type, place)
    }

    private mutating func widen(_ variable: StaticType, from bound: StaticType, with other: StaticType, reversed: Bool = false) -> Bool {
        guard reversed ? fitKnown(bound, other) : fitKnown(other, bound) || fitKnown(bound, other) else { return false }
        let general = join(bound, other)
        guard case .variable(let number) = last(variable), !occurs(number, in: general) else { return true }
        bindings[number] = general
        return true
    }

    /// The variable at the end of a chain of bound variables.
    private func last(_ variable: StaticType) -> StaticType {
        var variable = variable
        while case .variable(let number) = variable, let bound = bindings[number], case .variable = bound { variable = bound }
        return variable
    }

    private mutating func fitKnown(_ type: StaticType, _ place: StaticType) -> Bool {
        switch (type, place) {
        case (.any, _), (.error, _):
            loosen(place)
            return true
        case (_, .any), (_, .error): return true
        case (.null, .null): return true
        case (.null, .timestamp), (.null, .duration), (.null, .optional), (.null, .abstract), (.null, .record):
            admittedNull = true
            return true
        case (.timestamp, .null), (.duration, .null), (.optional, .null), (.abstract, .null), (.record, .null):
            admittedNull = true
            return true
        case (.list(let a), .list(let b)), (.optional(let a), .optional(let b)): return fit(a, b)
        case (.map(let key, let value), .map(let placeKey, let placeValue)): return fit(key, placeKey) && fit(value, placeValue)
        case (.abstract(let name, let arguments), .abstract(let other, let places)):
            guard name == other, arguments.count == places.count else { return false }
            for (argument, place) in zip(arguments, places) {
                guard fit(argument, place) else { return false }
            }
            return true
        case (.type, .type): return true
        case (.enumeration, .string): return true
        case (.enumeration(let a), .enumeration(let b)): return ValueType.enumeration(a).fits(.enumeration(b))
        case (.record(let a), .record(let b)): return a.fits(b)
        default: return type == place
        }
    }

    /// What an `any` went into may hold anything.
    private mutating func loosen(_ place: StaticType) {
        for inner in place.inner {
            switch inner {
            case .variable:
                if case .variable(let number) = last(inner) { bindings[number] = .any }
            default: loosen(inner)
            }
        }
    }

    private func occurs(_ number: Int, in type: StaticType) -> Bool {
        let type = shallow(type)
        return type == .variable(number) || type.inner.contains { occurs(number, in: $0) }
    }

    /// The type that holds the values of both, which fit one another.
    func join(_ left: StaticType, _ right: StaticType) -> StaticType {
        let (a, b) = (shallow(left), shallow(right))
        switch (a, b) {
        case (.any, _), (_, .any): return .any
        case (.error, _), (_, .error): return .error
        case (.variable, _): return b
        case (_, .variable): return a
        case (.null, _): return b
        case (_, .null): return a
        case (.enumeration(let one), .enumeration(let other)): return one == other ? a : .string
        case (.enumeration, .string), (.string, .enumeration): return .string
        case (.record(let one), .record(let other)): return one.fits(other) ? b : a
        case (.list(let one), .list(let other)): return .list(join(one, other))
        case (.optional(let one), .optional(let other)): return .optional(join(one, other))
        case (.map(let key, let value), .map(let otherKey, let otherValue)): return .map(join(key, otherKey), join(value, otherValue))
        case (.abstract(let name, let one), .abstract(_, let other)) where one.count == other.count:
            return .abstract(name, zip(one, other).map(join))
        default: return a
        }
    }
}
