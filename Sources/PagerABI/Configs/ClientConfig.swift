import PagerCore
import PagerJSON
import PagerTransport

/// The config of a client: what its transport needs.
struct ClientConfig {
  let transport: TransportConfiguration

  init(_ text: String) throws(ErrorReport) {
    var reader = try ConfigReader("config_json", text: text)
    let endpoint = try reader.requiredString("endpoint")
    let headers = try Self.headers(&reader)
    let timeout = try reader.integer("timeout_ms", in: 0...Self.longest) ?? 30_000
    let connectTimeout = try reader.integer("connect_timeout_ms", in: 1...Self.longest) ?? 10_000
    let maximumBytes = try reader.integer("max_response_bytes", in: 1...0xffff_ffff) ?? 256 << 20
    let tls = try reader.object("tls") { tls throws(ErrorReport) in
      TLSConfiguration(
        caFile: try tls.string("ca_file"), clientCertificate: try tls.string("client_cert"),
        clientKey: try tls.string("client_key"))
    }
    let proxy = try reader.string("proxy")
    let version = try reader.choice(
      "http_version", ["automatic": HTTPVersion.automatic, "1.1": .http1, "2": .http2])
    _ = try reader.choice("cache", ["none": ()])
    _ = try reader.choice("delivery", ["dispatch": ()])
    let userAgent = try reader.string("user_agent") ?? "swiftpager/\(swiftPagerVersion)"
    try reader.finish()
    do {
      transport = try TransportConfiguration(
        endpoint: endpoint, headers: headers, timeout: .milliseconds(timeout),
        connectTimeout: .milliseconds(connectTimeout), maxResponseBytes: maximumBytes, userAgent: userAgent,
        tls: tls ?? TLSConfiguration(), proxy: proxy, httpVersion: version ?? .automatic)
    } catch {
      throw ErrorReport(.invalidConfig, error.message, path: JSONPointer(tokens: error.field.path))
    }
  }

  /// The longest time in milliseconds that fits libcurl's and the header's 32 bits.
  private static let longest: Int64 = 0x7fff_ffff

  private static func headers(_ reader: inout ConfigReader) throws(ErrorReport) -> [HTTPHeader] {
    let members = try reader.members("headers") ?? [:]
    var headers: [HTTPHeader] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let text = value.string else {
        throw ErrorReport(
          .invalidConfig, "the value of a header is a string", path: reader.path.appending("headers").appending(name))
      }
      headers.append(HTTPHeader(name: name, value: text))
    }
    return headers
  }
}

extension TransportConfigurationError.Field {
  /// The keys of the config that lead to the field.
  fileprivate var path: [String] {
    switch self {
    case .endpoint: ["endpoint"]
    case .header(_, let name): ["headers", name]
    case .timeout: ["timeout_ms"]
    case .connectTimeout: ["connect_timeout_ms"]
    case .maxResponseBytes: ["max_response_bytes"]
    case .userAgent: ["user_agent"]
    case .caFile: ["tls", "ca_file"]
    case .clientCertificate: ["tls", "client_cert"]
    case .clientKey: ["tls", "client_key"]
    case .proxy: ["proxy"]
    case .httpVersion: ["http_version"]
    }
  }
}
