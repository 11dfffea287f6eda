import Dispatch
import Glibc

/// A server of one connection that reads requests and never answers.
final class SilentServer: Sendable {
  let endpoint: String
  private let listener: CInt
  private let arrivals = Collected<Bool>()

  struct Failure: Error {
    let call: String
    let code = errno
  }

  /// Listens on a free port of the loopback address.
  init() throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw Failure(call: "bind, listen or getsockname")
    }
    self.listener = listener
    endpoint = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/graphql"
    DispatchQueue(label: "silent server").async { [arrivals] in Self.serve(listener, arrivals) }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }

  /// Waits for the first bytes of a request.
  func requestArrived() async throws {
    try await expect(true, at: 0)
  }

  /// Waits until the client has closed the connection.
  func connectionClosed() async throws {
    try await expect(false, at: 1)
  }

  private func expect(_ event: Bool, at place: Int) async throws {
    guard await arrivals.wait(for: place + 1).dropFirst(place).first == event else { throw Failure(call: "accept") }
  }

  /// Reports true when the first bytes arrive, and false when the connection is closed.
  private static func serve(_ listener: CInt, _ arrivals: Collected<Bool>) {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var isFirst = true
    while read(connection, &buffer, buffer.count) > 0 {
      if isFirst { arrivals.add(true) }
      isFirst = false
    }
    arrivals.add(false)
  }
}
