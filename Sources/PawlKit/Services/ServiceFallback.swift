/// What a workflow performs when nothing provides a service that it declares: another service, with a binding around it.
package struct ServiceFallback: Sendable {
    /// The other service.
    package let use: String
    /// Makes the function that is called of the other service's.
    package let around: @Sendable (@escaping ServiceFunction) -> ServiceFunction

    package init(use: String, around: @escaping @Sendable (@escaping ServiceFunction) -> ServiceFunction) {
        self.use = use
        self.around = around
    }
}
