import PagerBytes
package import PagerJSON
package import PagerTransport

/// The errors that a server put into a response: their number, and the first ones.
///
/// A server can send millions of errors. The list keeps only the first ones: at most ``largestCount``, and as many as
/// fit ``largestByteCount`` of JSON text. It reads leniently: a mistake of the server in an error must not hide its
/// message.
public struct GraphQLErrorList: Sendable, Hashable {
  /// The largest number of errors that the list keeps: 100.
  public static let largestCount = 100
  /// The largest number of bytes of JSON text that the list keeps: 64 KiB.
  public static let largestByteCount = 64 << 10
  /// The largest number of bytes of the first message that the list keeps: 4 KiB.
  public static let largestMessageByteCount = 4 << 10
  /// How many steps of the first path are kept at most, and how many bytes of each: 64.
  static let largestPathLength = 64

  /// The number of errors that the server sent.
  public let count: Int
  /// The message of the first error, for display: cut if it is very long, with its control characters escaped.
  ///
  /// Nil if the error has no message.
  public let firstMessage: String?
  /// The field of the first error, as a JSON Pointer below `data`; nil if the error does not name one.
  ///
  /// It has at most 64 steps.
  public let firstPath: String?
  /// The errors that are kept, as a JSON array that any reader takes.
  package let json: RawJSON
  /// Whether the response has data, too.
  package let areBesideData: Bool

  /// Copies the first errors of an array that is being read; nil if it is not an array, or empty.
  package init?(_ node: JSONNode, areBesideData: Bool = false) {
    count = node.count
    self.areBesideData = areBesideData
    guard node.kind == .array, let first = node.elements.first(where: { _ in true }) else { return nil }
    let message = first.errorMessage
    firstMessage = message?.printable
    firstPath = first.errorPath?.printable
    json = Self.firstErrors(of: node, message: message)
  }

  /// The errors as they enter an error of this library: without what the request's headers and address keep secret.
  package func hiding(_ secrets: RequestSecrets?) -> GraphQLErrorList {
    guard let secrets else { return self }
    return GraphQLErrorList(hiding: secrets, of: self)
  }

  private init(hiding secrets: RequestSecrets, of list: GraphQLErrorList) {
    (count, firstPath, areBesideData) = (list.count, list.firstPath, list.areBesideData)
    firstMessage = list.firstMessage.map { secrets.hide(in: $0) }
    json = Self.shown(list.json, secrets) ?? RawJSON(elements: [Self.shown(firstMessage)].compactMap(\.self))
  }

  /// The list without secrets; the same text if it has none. Nil if there is not enough memory.
  private static func shown(_ json: RawJSON, _ secrets: RequestSecrets) -> RawJSON? {
    let text = json.description
    // Most servers repeat nothing. An escape may be a part of a secret.
    guard text.has("\\") || secrets.hide(in: text) != text else { return json }
    guard let value = try? JSONValue(parsing: text) else { return nil }
    let shown = value.hiding(secrets)
    return shown == value ? json : try? RawJSON(shown)
  }

  private static func shown(_ firstMessage: String?) -> RawJSON? {
    try? RawJSON(["message": .string(firstMessage ?? GraphQLError.noMessage)])
  }

  private static func firstErrors(of node: JSONNode, message: String?) -> RawJSON {
    var kept: [RawJSON] = []
    var byteCount = 0
    for element in node.elements.prefix(largestCount) {
      byteCount += element.range.count
      guard byteCount <= largestByteCount else { break }
      kept.append(RawJSON(plain: element))
    }
    if kept.isEmpty {
      do {
        kept = [try RawJSON(["message": .string(message ?? GraphQLError.noMessage)])]
      } catch {
        // Happens only if memory runs out. There is room for an empty list only.
      }
    }
    return RawJSON(elements: kept)
  }

  /// The errors of the list, read from their text.
  public var errors: [GraphQLError] {
    do {
      return try json.read { $0.elements.map(GraphQLError.init) }
    } catch {
      // Happens only if memory runs out: the first message is still available.
      return [GraphQLError(message: firstMessage ?? GraphQLError.noMessage)]
    }
  }
}

extension JSONValue {
  /// The value with other strings where they have secrets. Names stay: those of members, and of the fields of a path.
  fileprivate func hiding(_ secrets: RequestSecrets) -> JSONValue {
    switch self {
    case .string(let text): .string(secrets.hide(in: text))
    case .array(let elements): .array(elements.map { $0.hiding(secrets) })
    case .object(let members):
      .object(Dictionary(members.map { ($0, $0 == "path" ? $1 : $1.hiding(secrets)) }) { first, _ in first })
    case .null, .bool, .integer, .number: self
    }
  }
}

extension JSONNode {
  /// The message of an error: that of an object, or the error itself if the server sends a bare string.
  fileprivate var errorMessage: String? {
    (kind == .string ? self : self["message"])?.string(upTo: GraphQLErrorList.largestMessageByteCount)
  }

  /// Where an error belongs.
  fileprivate var errorPath: String? {
    guard kind == .object, let path = self["path"], path.kind == .array, path.count > 0 else { return nil }
    let longest = GraphQLErrorList.largestPathLength
    let steps = path.elements.prefix(longest).map { step in
      step.string(upTo: longest) ?? step.int64.map { "\($0)" } ?? "?"
    }
    return JSONPointer(tokens: Array(steps)).description
  }
}
