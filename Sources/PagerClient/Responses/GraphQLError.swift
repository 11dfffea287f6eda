import PagerBytes
public import PagerJSON

/// An error that a server put into a response.
public struct GraphQLError: Error, Sendable, Hashable {
  /// What went wrong, for a developer.
  public let message: String
  /// The places in the document to which the error belongs; empty if the server names none.
  public let locations: [Location]
  /// The field of the response to which the error belongs, as keys and indexes; empty if the server names none.
  public let path: [PathElement]
  /// Further information from the server; empty if it sends none.
  public let extensions: [String: JSONValue]

  /// A place in a document. Both numbers count from 1.
  public struct Location: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column in the line, from 1.
    public let column: Int

    /// A place, for the tests of an app.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// One step of a path.
  public enum PathElement: Sendable, Hashable {
    /// A field, by its key in the response.
    case field(String)
    /// An element of a list, by its index, from 0.
    case index(Int)
  }

  /// An error, for the tests of an app.
  public init(
    message: String, locations: [Location] = [], path: [PathElement] = [], extensions: [String: JSONValue] = [:]
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
  }
}

extension GraphQLError {
  /// The value under a key of the error's JSON: `message`, `locations`, `path` or `extensions`.
  ///
  /// It is nil under any other key, and if the server left the value out.
  public subscript(key: String) -> JSONValue? {
    switch key {
    case "message": .string(message)
    case "locations" where !locations.isEmpty:
      .array(locations.map { ["line": .integer(Int64($0.line)), "column": .integer(Int64($0.column))] })
    case "path" where !path.isEmpty: .array(path.map(\.json))
    case "extensions" where !extensions.isEmpty: .object(extensions)
    default: nil
    }
  }
}

extension GraphQLError.PathElement {
  fileprivate var json: JSONValue {
    switch self {
    case .field(let name): .string(name)
    case .index(let index): .integer(Int64(index))
    }
  }
}

extension GraphQLError: CustomStringConvertible {
  /// The message on one line: its control characters are escaped.
  public var description: String { message.printable }
}

extension GraphQLError {
  package static let noMessage = "the server gave no message"

  /// Reads an error leniently: a mistake of the server in one part must not hide the rest.
  init(_ node: JSONNode) {
    self.init(
      message: (node.kind == .string ? node : node["message"])?.string ?? Self.noMessage,
      locations: node["locations"]?.elements.compactMap(Location.init) ?? [],
      path: node["path"]?.elements.compactMap(PathElement.init) ?? [],
      extensions: node["extensions"]?.value().object ?? [:])
  }
}

extension GraphQLError.Location {
  fileprivate init?(_ node: JSONNode) {
    guard let line = node["line"]?.int64.flatMap(Int.init(exactly:)),
      let column = node["column"]?.int64.flatMap(Int.init(exactly:))
    else { return nil }
    self.init(line: line, column: column)
  }
}

extension GraphQLError.PathElement {
  fileprivate init?(_ node: JSONNode) {
    if let key = node.string {
      self = .field(key)
    } else if let index = node.int64.flatMap(Int.init(exactly:)) {
      self = .index(index)
    } else {
      return nil
    }
  }
}
