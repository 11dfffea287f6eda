internal import CCurl
private import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The HTTP/1.1 connections that have answered. The list makes bytes visible that arrive on one of them between two
/// requests.
///
/// Such bytes would become the answer to the next request. HTTP/2 connections are not listed: their frames name the
/// request that they belong to, and may come at any time. Not `Sendable`: only the thread of the transfers touches it.
final class IdleConnections {
  /// The near end of a connection. libcurl names connections by it before it sends a request.
  ///
  /// Its address and its port as one number, which two ends share with a probability of 2⁻⁶⁴: a page compares it, and
  /// needs no text.
  struct NearEnd: Comparable {
    private let number: UInt64

    /// - Parameter address: a text that ends with a NUL.
    init(_ address: UnsafePointer<CChar>, port: Int32) {
      var hash = StableHash()
      address.withMemoryRebound(to: UInt8.self, capacity: strlen(address)) {
        hash.combine(UnsafeBufferPointer(start: $0, count: strlen(address)))
      }
      hash.combine(UInt64(UInt32(bitPattern: port)))
      number = hash.value
    }

    static func < (left: NearEnd, right: NearEnd) -> Bool { left.number < right.number }
  }

  private let poll: EventPoll
  /// Hears of all sockets, too; nil: none of them speaks HTTP/2.
  let watchdog: Watchdog?
  private var listed = SortedTable<NearEnd, curl_socket_t>()

  /// - Parameter poll: watches the sockets. It hears of all that are opened and closed.
  init(_ poll: EventPoll, watchdog: Watchdog? = nil) {
    self.poll = poll
    self.watchdog = watchdog
    // As in `EventPoll`.
    listed.reserveCapacity(EventPoll.usualCount)
  }

  /// A socket was opened for a connection.
  func opened(_ socket: curl_socket_t) {
    poll.opened(socket)
    watchdog?.opened(socket)
  }

  /// Lists a connection that has answered over HTTP/1.1.
  func insert(_ socket: curl_socket_t, _ nearEnd: NearEnd) {
    listed.put(socket, for: nearEnd)
  }

  /// Whether no connection is listed.
  var isEmpty: Bool { listed.isEmpty }

  /// The socket of a connection; nil if it is not listed.
  func socket(of nearEnd: NearEnd) -> curl_socket_t? { listed[nearEnd] }

  /// Whether bytes wait on a connection on which no request is under way. Over TLS they may be a session ticket that
  /// came late. Then a new connection is the price of certainty.
  static func haveBytes(at socket: curl_socket_t) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// A socket of any connection is about to be closed.
  fileprivate func closing(_ socket: curl_socket_t) {
    listed.removeAll { $0 == socket }
    watchdog?.closing(socket)
    poll.closing(socket)
  }
}

/// CURLOPT_CLOSESOCKETFUNCTION: closes a socket and forgets it in the `IdleConnections` at `context`.
func closeSocket(_ context: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> Int32 {
  guard let context else { return -1 }
  // Unretained, as it was given; see `Transfer.init`.
  Unmanaged<IdleConnections>.fromOpaque(context).takeUnretainedValue().closing(socket)
  return close(socket)
}
