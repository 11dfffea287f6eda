internal import CCurl
internal import PagerBytes

/// A connection that failed on the way to the server, at a proxy.
///
/// libcurl has the codes of any connection for it; only its words tell which host it wanted to reach.
struct ProxyFault {
  /// The proxy's host and port if they are known, else "the proxy".
  private let proxy: String
  private let words: String

  /// Nil if the failure is not a proxy's.
  init?(_ ending: TransferEnding, of configuration: TransportConfiguration) {
    words = ending.words.printable
    switch ending.code {
    case CURLE_COULDNT_CONNECT:
      guard let place = Self.place(in: ending.words), let endpoint = try? configuration.parsedEndpoint(),
        !endpoint.isAt(host: place.host, port: place.port)
      else { return nil }
      proxy = "the proxy \(place.host):\(place.port)".printable
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
      proxy = "the proxy"
    case CURLE_RECV_ERROR where Self.isRefusal(ending.words):
      proxy = "the proxy"
    default:
      return nil
    }
    code = ending.code
  }

  private let code: CURLcode

  /// What went wrong, and what to do.
  func message(on endpoint: String) -> String {
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY:
      "could not find the address of the proxy on the way to \(endpoint) (\(words)); check the proxy's spelling and "
        + "the machine's name resolution"
    case CURLE_COULDNT_CONNECT:
      "could not connect to \(proxy) on the way to \(endpoint) (\(words)); check that the proxy runs, and check its "
        + "address in the configuration or the environment"
    default:
      "\(proxy) did not connect to \(endpoint) (\(words)); check the proxy's user and password, and what it allows"
    }
  }

  /// Whether a proxy did not open a tunnel; libcurl had other words for that before version 7.87.
  static func isRefusal(_ words: String) -> Bool {
    ["CONNECT tunnel failed", "from proxy after CONNECT"].contains { words.has($0) }
  }

  /// Which host could not be reached: `Failed to connect to HOST port PORT after …`.
  private static func place(in words: String) -> (host: String, port: String)? {
    let parts = words.split(separator: " ")
    guard parts.starts(with: ["Failed", "connect", "to"]) || parts.starts(with: ["Failed", "to", "connect", "to"]),
      let port = parts.firstIndex(of: "port"), port >= 1, parts.indices.contains(port + 1)
    else { return nil }
    return (String(parts[port - 1]), String(parts[port + 1]))
  }
}
