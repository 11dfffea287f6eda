#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs `work` on a thread of its own with the 512 KiB of stack that secondary threads have on some systems, and waits
/// for it. An overflow ends the whole test run, so such a test cannot pass by accident.
func onSmallStack(_ work: @escaping @Sendable () -> Void) {
  final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 512 << 10)
  var thread = pthread_t()
  let status = pthread_create(
    &thread, &attributes,
    { context in
      if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(Work(work)).toOpaque())
  // Without the thread there is no test; nobody but the test run is hurt.
  guard status == 0 else { fatalError("no thread: \(status)") }
  pthread_join(thread, nil)
}
