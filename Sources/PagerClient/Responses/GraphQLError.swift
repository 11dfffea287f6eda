public import PagerJSON

/// An error that a server put into a response.
public struct GraphQLError: Error, Sendable, Hashable {
  /// What went wrong, for a developer.
  public let message: String
  /// The places in the document that the error belongs to.
  public let locations: [Location]
  /// The field of the response that the error belongs to: keys, and indexes of lists.
  public let path: [PathElement]
  /// What else the server says.
  public let extensions: [String: JSONValue]

  /// A place in a document. Both numbers count from 1.
  public struct Location: Sendable, Hashable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// One step of a path.
  public enum PathElement: Sendable, Hashable {
    case field(String)
    case index(Int)
  }

  public init(
    message: String, locations: [Location] = [], path: [PathElement] = [], extensions: [String: JSONValue] = [:]
  ) {
    self.message = message
    self.locations = locations
    self.path = path
    self.extensions = extensions
  }
}

extension GraphQLError: CustomStringConvertible {
  public var description: String { message }
}

extension GraphQLError {
  /// Reads an error leniently: what a server got wrong in it must not hide the rest.
  init(_ value: JSONValue) {
    self.init(
      message: value["message"]?.string ?? "the server gave no message",
      locations: value["locations"]?.array?.compactMap(Location.init) ?? [],
      path: value["path"]?.array?.compactMap(PathElement.init) ?? [],
      extensions: value["extensions"]?.object ?? [:])
  }
}

extension GraphQLError.Location {
  fileprivate init?(_ value: JSONValue) {
    guard let line = value["line"]?.integer.flatMap(Int.init(exactly:)),
      let column = value["column"]?.integer.flatMap(Int.init(exactly:))
    else { return nil }
    self.init(line: line, column: column)
  }
}

extension GraphQLError.PathElement {
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .string(let key): self = .field(key)
    case .integer(let index): self = .index(Int(index))
    default: return nil
    }
  }
}
