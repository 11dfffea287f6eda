package import Dispatch

/// A transport that does something to requests or answers, and leaves the rest to the one below it.
package protocol LayeredTransport: Transport {
  /// The one below.
  var transport: any Transport { get }
}

extension LayeredTransport {
  package func shutdown(timeout: Duration) -> Bool {
    transport.shutdown(timeout: timeout)
  }

  package func wait(for semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool {
    transport.wait(for: semaphore, until: deadline)
  }

  package func signal(_ semaphore: DispatchSemaphore) {
    transport.signal(semaphore)
  }
}
