internal import CCurl

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
  struct NearEnd: Hashable {
    let address: String
    let port: Int
  }

  private let poll: EventPoll
  /// Hears of all sockets, too; nil: none of them speaks HTTP/2.
  let watchdog: Watchdog?
  private var sockets: [NearEnd: curl_socket_t] = [:]
  private var nearEnds: [curl_socket_t: NearEnd] = [:]

  /// - Parameter poll: watches the sockets. It hears of all that are opened and closed.
  init(_ poll: EventPoll, watchdog: Watchdog? = nil) {
    self.poll = poll
    self.watchdog = watchdog
    // As in `EventPoll`.
    sockets.reserveCapacity(EventPoll.usualCount)
    nearEnds.reserveCapacity(EventPoll.usualCount)
  }

  /// A socket was opened for a connection.
  func opened(_ socket: curl_socket_t) {
    poll.opened(socket)
    watchdog?.opened(socket)
  }

  /// Lists a connection that has answered over HTTP/1.1.
  func insert(_ socket: curl_socket_t, _ nearEnd: NearEnd) {
    sockets[nearEnd] = socket
    nearEnds[socket] = nearEnd
  }

  /// Whether no connection is listed.
  var isEmpty: Bool { sockets.isEmpty }

  /// Whether the connection is listed.
  func contains(_ nearEnd: NearEnd) -> Bool {
    sockets[nearEnd] != nil
  }

  /// Whether bytes wait on a connection on which no request is under way. Over TLS they may be a session ticket that
  /// came late. Then a new connection is the price of certainty.
  func haveBytes(at nearEnd: NearEnd) -> Bool {
    guard let socket = sockets[nearEnd] else { return false }
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// A socket of any connection is about to be closed.
  fileprivate func closing(_ socket: curl_socket_t) {
    if let nearEnd = nearEnds.removeValue(forKey: socket) {
      sockets[nearEnd] = nil
    }
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
