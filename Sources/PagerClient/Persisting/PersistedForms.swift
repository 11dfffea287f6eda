import CCrypto
import PagerBytes
import PagerJSON
import PagerSyntax
import PagerTransport

/// One request in all forms that a server may want.
struct PersistedForms: Sendable {
  /// The original request.
  let plain: TransportRequest
  /// The hash stands for the query.
  let hashed: TransportRequest
  /// The hash and the query, for a server that does not know the hash.
  let whole: TransportRequest
  /// Like `hashed`, but by GET; nil if GET is not allowed, or if the address would be too long.
  let get: TransportRequest?

  /// Many servers accept addresses of up to 8 kB. Half of that leaves room for the endpoint, and for what proxies add.
  private static let longestAddress = 4096

  init(_ request: TransportRequest, _ members: PersistedMembers, _ document: PersistedDocument, usesGet: Bool) {
    let extensions = #"{"persistedQuery":{"version":1,"sha256Hash":"\#(document.hash)"}}"#
    let start = Array(#"{"extensions":\#(extensions)"#.utf8)
    plain = request
    hashed = request.with(body: start + members.rest + [UInt8(ascii: "}")])
    whole = request.with(
      body: start + members.rest + Array(#","query":"#.utf8) + members.rawQuery + [UInt8(ascii: "}")])
    guard usesGet, document.reads(members.operationName) else {
      get = nil
      return
    }
    var address = "extensions=" + AddressText.encoded(extensions.utf8)
    if let name = members.operationName { address += "&operationName=" + AddressText.encoded(name.utf8) }
    if let variables = members.variables { address += "&variables=" + AddressText.encoded(variables) }
    get =
      address.utf8.count > Self.longestAddress
      ? nil : request.with(body: [], query: address)
  }
}

/// The parts of a GraphQL request.
struct PersistedMembers: Sendable {
  let query: String
  /// The query as it stands in the body.
  let rawQuery: [UInt8]
  let operationName: String?
  /// The variables as they stand in the body.
  let variables: [UInt8]?
  /// Everything except the query, as further members of an object.
  let rest: [UInt8]

  /// Nil if the body is not a GraphQL request, or has more in it than a request of this library.
  init?(_ body: [UInt8]) {
    let members = body.withUnsafeBytes { ReceivedBytes(copyOf: $0) }.flatMap { bytes in
      try? SpareReader.use { reader throws(JSONReadError) in try reader.read(bytes) { PersistedMembers($0) } }
    }
    guard let members = members ?? nil else { return nil }
    self = members
  }

  private init?(_ root: JSONNode) {
    guard let node = root["query"], let query = node.string else { return nil }
    var rest: [UInt8] = []
    for (key, value) in root.members where key != "query" {
      guard key == "variables" || key == "operationName" else { return nil }
      rest += Array(",\"\(key)\":".utf8) + RawJSON(value).bytes
    }
    self.query = query
    self.rest = rest
    rawQuery = RawJSON(node).bytes
    operationName = root["operationName"]?.string
    variables = root["variables"].map { RawJSON($0).bytes }
  }
}

/// Text as a part of an address: everything except letters, digits and four signs is percent-encoded.
enum AddressText {
  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.append(byte)
      default:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// What is computed once for each query: its hash, and which operations may go by GET.
struct PersistedDocument: Sendable {
  /// In hexadecimal digits.
  let hash: String
  /// The names of the operations that only read; nil stands for an operation without a name.
  private let reading: [String?]
  private let isSingle: Bool

  /// - Parameter isRead: whether to find out which operations only read.
  /// - Returns: nil if libcrypto has no memory for it.
  init?(_ text: String, isRead: Bool) {
    var text = text
    guard let hash = text.withUTF8({ Self.hash(of: UnsafeRawBufferPointer($0)) }) else { return nil }
    self.hash = hash
    // The server refuses a text that is not a document.
    let operations = isRead ? (try? ExecutableDocument(parsing: text))?.operations ?? [] : []
    reading = operations.filter { $0.kind == .query }.map(\.name)
    isSingle = operations.count == 1
  }

  /// Whether the operation of this name only reads.
  func reads(_ name: String?) -> Bool {
    name == nil ? isSingle && !reading.isEmpty : reading.contains(name)
  }

  static func hash(of bytes: UnsafeRawBufferPointer) -> String? {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.prefix(Int(count)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
