internal import CCurl
internal import PagerBytes

/// A URL taken apart by libcurl, so that what is checked here is what curl will connect to. Owns a `CURLU`.
struct URLParts: ~Copyable {
  private let handle: OpaquePointer

  /// Why a text is not a URL, in libcurl's words.
  struct Failure: Error {
    let message: String
  }

  /// Parses an absolute URL of any scheme; `curl_url_set`.
  init(parsing text: String) throws(Failure) {
    guard !text.utf8.contains(0) else { throw Failure(message: "it holds a NUL character") }
    CurlLibrary.start()
    guard let handle = curl_url() else { throw Failure(message: "out of memory") }
    let code = curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME))
    guard code == CURLUE_OK else {
      curl_url_cleanup(handle)
      throw Failure(message: String(cString: curl_url_strerror(code)))
    }
    self.handle = handle
  }

  deinit {
    curl_url_cleanup(handle)
  }

  /// The scheme in lower case.
  var scheme: String? { Self.part(CURLUPART_SCHEME, of: handle)?.lowercased() }

  /// The host: a name, or an address (IPv6 in brackets).
  var host: String? { Self.part(CURLUPART_HOST, of: handle) }

  /// Whether the URL's server is at that place; IPv6 addresses have no brackets.
  borrowing func isAt(host: String, port: String) -> Bool {
    guard let own = self.host else { return false }
    let name = own.hasPrefix("[") ? String(own.dropFirst().dropLast()) : own
    return name.lowercased() == host.lowercased()
      && Self.part(CURLUPART_PORT, of: handle, UInt32(CURLU_DEFAULT_PORT)) == port
  }

  /// The user, the password and the values of the query, as they stand and decoded; and both of the first as Basic
  /// authentication joins them.
  var secrets: [String] {
    let decoded = UInt32(CURLU_URLDECODE)
    let users = [0, decoded].map { Self.part(CURLUPART_USER, of: handle, $0) }
    let passwords = [0, decoded].map { Self.part(CURLUPART_PASSWORD, of: handle, $0) }
    let pairs = zip(users, passwords).map { "\($0 ?? ""):\($1 ?? "")" }
    let queries = [0, decoded].compactMap { Self.part(CURLUPART_QUERY, of: handle, $0) }
    let values = queries.flatMap { $0.split(separator: "&") }.compactMap { parameter in
      parameter.utf8.firstIndex(of: UInt8(ascii: "=")).map { String(parameter[parameter.utf8.index(after: $0)...]) }
    }
    return users.compactMap(\.self) + passwords.compactMap(\.self) + pairs + queries + values
  }

  /// The URL as an error may show it: neither user and password nor the query, where people put keys. At most 1 KiB.
  consuming func forMessages() -> String? {
    remove([CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY, CURLUPART_FRAGMENT])
    return Self.part(CURLUPART_URL, of: handle)?.printable.cut(to: Self.largestCount)
  }

  private static let largestCount = 1 << 10

  private func remove(_ parts: [CURLUPart]) {
    for part in parts {
      // Removing a part that the URL lacks is not an error, and nothing else can go wrong.
      _ = curl_url_set(handle, part, nil, 0)
    }
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer, _ options: UInt32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, options) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
