import Dispatch
import Foundation
import Synchronization

/// SIGINT and SIGTERM, which end the walk in place of the process.
final class Signals {
  /// The first signal that came.
  private final class Caught: Sendable {
    let number = Mutex<Int32?>(nil)
  }

  private let caught = Caught()
  private let sources: [any DispatchSourceSignal]

  /// - Parameter handler: called for the first signal. A second one ends the process.
  init(handler: @escaping @Sendable () -> Void) {
    let numbers: [Int32] = [SIGINT, SIGTERM]
    sources = numbers.map { (number: Int32) -> any DispatchSourceSignal in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for (number, source) in zip(numbers, sources) {
      source.setEventHandler { [caught] in
        caught.number.withLock { $0 = number }
        for number in numbers { signal(number, SIG_DFL) }
        handler()
      }
      source.activate()
    }
  }

  /// The exit code that a shell gives a process that a signal ended; nil if no signal came.
  var code: Int32? { caught.number.withLock { $0.map { 128 + $0 } } }
}
