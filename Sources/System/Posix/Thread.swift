import Glibc

/// Runs a function on its own thread, with signals blocked. Nothing waits for its end.
///
/// - Throws: ``SystemError`` when the system grants no more threads.
public func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 256 * 1024)
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body))
    let error = withSignalsBlocked {
        pthread_create(
            &thread, &attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
    }
    guard error == 0 else {
        argument.release()
        throw SystemError(code: error, operation: "starting a thread")
    }
}

/// Returns a function's result. The threads that it starts, or a library starts in it, take no signal: they inherit the mask.
public func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
    var (all, mask) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    return body()
}

private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
