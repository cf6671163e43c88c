import PawlKit

/// What stands between a caller and a service: input given already, an adapter, limits.
struct ServiceLayer: Sendable {
    /// Whose it is, for messages: a service or a binding.
    let owner: String
    /// The input given already; it wins over what comes from the caller.
    var frozen = ValueMap()
    /// Whether nothing of the caller's input goes through.
    var ignoresCaller = false
    var adapter: ServiceAdapter?
    var limiter: ServiceLimiter?

    /// The function with the layer around it.
    func around(_ inner: @escaping ServiceFunction) -> ServiceFunction {
        let given = giving(inner)
        guard adapter != nil || limiter != nil else { return given }
        return { input, context in
            guard let limiter else { return try await adapt(input, context, given) }
            return try await limiter.run(clock: context.ports.clock) { try await adapt(input, context, given) }
        }
    }

    // MARK: Input given already

    private func giving(_ inner: @escaping ServiceFunction) -> ServiceFunction {
        if frozen.isEmpty, !ignoresCaller { return inner }
        if !Value.map(frozen).hasSecrets { return { input, context in try await inner(merge(input, frozen), context) } }
        return { input, context in try await withSecrets(input, context, inner) }
    }

    private func merge(_ input: Value, _ frozen: ValueMap) -> Value {
        if ignoresCaller { return .map(frozen) }
        // What is no map or record is refused by the service.
        guard var map = input.fields else { return input }
        for entry in frozen.entries { map[entry.key] = entry.value }
        return .map(map)
    }

    /// Fills in the secrets, and hides them in all that comes back.
    private func withSecrets(_ input: Value, _ context: ServiceContext, _ inner: ServiceFunction) async throws -> Value {
        var filling = SecretMask()
        guard case .map(let filled) = try filling.fill(.map(frozen), from: context.ports.environment) else { return input }
        let mask = filling
        var ports = context.ports
        ports.log = MaskedLog(base: ports.log, mask: mask)
        let masked = context.with(ports: ports, elements: { element in try await context.emit(mask.mask(element)) })
        do {
            return mask.mask(try await inner(merge(input, filled), masked))
        } catch let failure as ServiceFailure {
            throw ServiceFailure(failure.code, mask.mask(failure.message))
        } catch let error as CancellationError {
            throw error
        } catch {
            throw MaskedError(description: mask.mask("\(error)"))
        }
    }

    // MARK: Adapting

    private func adapt(_ input: Value, _ context: ServiceContext, _ inner: ServiceFunction) async throws -> Value {
        guard let adapter else { return try await inner(input, context) }
        var call = BoundCall(input: input, timeZones: context.ports.timeZones)
        let mapped = try adapter.input?(call) ?? input
        do {
            let result = try await inner(mapped, adapter.elements.map { context.mapping($0, of: call) } ?? context)
            call.result = result
            try fail(call, by: adapter.errors.filter(\.isOfResult))
            return try adapter.output?(call) ?? result
        } catch let failure as ServiceFailure where call.result == nil {
            call.failure = failure
            try fail(call, by: adapter.errors.filter { !$0.isOfResult })
            throw failure
        } catch let error where call.result == nil && !(error is CancellationError) && adapter.replacesAllFailures {
            context.log.write(.error, "\(owner) failed: \(error)", [])
            call.failure = ServiceFailure(EngineErrorCode.internal.rawValue, "\(owner) failed; the log says how")
            try fail(call, by: adapter.errors.filter { !$0.isOfResult })
            throw error
        }
    }

    /// Throws what the first rule that applies makes of a call.
    private func fail(_ call: BoundCall, by rules: [ServiceAdapter.ErrorRule]) throws(ServiceFailure) {
        for rule in rules where try rule.condition?(call) ?? true {
            let own = call.failure?.message ?? "\(owner) answered with '\(rule.code)'"
            throw ServiceFailure(rule.code, try rule.message?(call).stringValue ?? own)
        }
    }
}

extension ServiceContext {
    /// The context of a service whose elements become others on the way.
    fileprivate func mapping(_ mapping: @escaping ServiceAdapter.Mapping, of call: BoundCall) -> ServiceContext {
        with(elements: { element in
            var call = call
            call.result = element
            try await emit(try mapping(call))
        })
    }
}

extension Value {
    /// Whether there is a secret in it.
    fileprivate var hasSecrets: Bool {
        switch self {
        case .secret: true
        case .list(let elements): elements.contains(where: \.hasSecrets)
        case .map(let map): map.entries.contains { $0.value.hasSecrets }
        case .record(let record): record.fields.contains { $0?.hasSecrets == true }
        default: false
        }
    }
}
