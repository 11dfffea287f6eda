import Foundation  // ProcessInfo
import Synchronization
package import Testing

/// The servers that `scripts/with_servers.py` starts for tests. It names them in the environment.
package enum TestServer {
  /// What ends a test that asks a server if `swift test` runs by itself. At the end of the process, a line counts them.
  private static let skipped = Mutex(0)

  /// The value of a variable that `scripts/with_servers.py` sets.
  ///
  /// - Throws: what skips the test, if the variable is not set.
  package static func variable(_ name: String) throws -> String {
    guard let value = ProcessInfo.processInfo.environment[name] else {
      count()
      try Test.cancel("\(name) is not set: `make test-swift` starts the servers")
    }
    return value
  }

  private static func count() {
    skipped.withLock { number in
      if number == 0 {
        atexit { print("\(TestServer.skipped.withLock { $0 }) tests skipped: `make test-swift` starts their servers") }
      }
      number += 1
    }
  }
}

/// A trait for tests that ask a server which they start by themselves, with the Python that runs the others.
package struct ServerTrait: TestTrait, SuiteTrait {
  package var isRecursive: Bool { true }

  package func prepare(for test: Test) async throws {
    if !test.isSuite { _ = try TestServer.variable("SWIFTPAGER_PYTHON") }
  }
}

extension Trait where Self == ServerTrait {
  /// `swift test` by itself skips these tests.
  package static var asksAServer: Self { ServerTrait() }
}
