import PagerJSON
import PagerSyntax

/// The variable that takes the value from which the server sends items.
package struct SinceVariable: Sendable, Hashable {
  let name: String
  /// The place inside the variable; empty: all of it.
  private let place: [String]
  /// A text with `{value}` in it; nil: the value itself.
  private let template: String?

  static let mark = "{value}"

  /// - Parameter text: a name, or a JSON Pointer whose first key is the name.
  /// - Throws: `DocumentPlanError` for a text that is neither, and for a template without a place for the value.
  package init(_ text: String, template: String?) throws(DocumentPlanError) {
    guard text.utf8.first == UInt8(ascii: "/") else {
      (name, place) = (text, [])
      self.template = try Self.checked(template)
      return
    }
    let tokens: [String]
    do {
      tokens = try JSONPointer(parsing: text).tokens
    } catch {
      throw SinceSettings.error("variable", error.message)
    }
    guard let name = tokens.first, !name.isEmpty else {
      throw SinceSettings.error("variable", "the pointer \"\(text)\" does not begin with the name of a variable")
    }
    self.name = name
    place = Array(tokens.dropFirst())
    self.template = try Self.checked(template)
  }

  private static func checked(_ template: String?) throws(DocumentPlanError) -> String? {
    guard let template else { return nil }
    guard template.pieces(around: mark).count == 2 else {
      throw SinceSettings.error("template", "the template must have `{value}` once, in the place of the value")
    }
    return template
  }

  /// A document whose variable has the value; without one it keeps what the config gives it.
  func applied(
    to document: PagedDocument, since value: SinceValue?, at config: ConfigPlace, _ queries: KnownQueries
  ) throws(DocumentPlanError) -> PagedDocument {
    var document = document
    let definition = try queries.query(document.query, document.operationName, at: config).definition
    guard definition.variables.contains(where: { $0.name == name }) else {
      throw SinceSettings.error("variable", definition.refusal(ofVariable: name), at: definition.position)
    }
    do {
      document.identityVariables = document.variables
      document.identityVariables?[name] = try place.isEmpty ? nil : put(nil, in: document.variables[name])
      if let value {
        let json = try json(of: value)
        document.variables[name] = try place.isEmpty ? json : put(json, in: document.variables[name])
      }
      return document
    } catch let error as DocumentPlanError {
      throw error
    } catch {
      throw config.error(inVariable: name, "the value cannot be put into the variable: \(error)")
    }
  }

  private func json(of value: SinceValue) throws(JSONTextError) -> RawJSON {
    guard let template else { return try value.json() }
    return try RawJSON(.string(template.pieces(around: Self.mark).joined(separator: value.text)))
  }

  /// The variable with a value in the place, or without one.
  private func put(_ value: RawJSON?, in variable: RawJSON?) throws -> RawJSON? {
    guard value != nil || variable != nil else { return nil }
    let given = try variable.map { try JSONValue(parsing: $0.description, maximumDepth: JSONValue.maximumConfigDepth) }
    let new = try value.map { try JSONValue(parsing: $0.description, maximumDepth: JSONValue.maximumConfigDepth) }
    return try RawJSON(Self.put(new, at: place[...], in: given ?? .null, name))
  }

  private static func put(
    _ value: JSONValue?, at place: ArraySlice<String>, in container: JSONValue, _ name: String
  ) throws(DocumentPlanError) -> JSONValue {
    guard let key = place.first else { return value ?? .null }
    guard container.isNull || container.object != nil else {
      throw SinceSettings.error(
        "variable", "the variable `$\(name)` has no object at the place that `variable` points into: give it one")
    }
    var members = container.object ?? [:]
    let rest = place.dropFirst()
    if value == nil, rest.isEmpty || members[key] == nil {
      members[key] = nil
    } else {
      members[key] = try put(value, at: rest, in: members[key] ?? .null, name)
    }
    return .object(members)
  }
}

extension String {
  /// The parts of the text before, between and after a mark.
  fileprivate func pieces(around mark: String) -> [String] {
    var pieces: [String] = []
    let (text, mark) = (Array(utf8), Array(mark.utf8))
    var start = 0
    var place = 0
    while place + mark.count <= text.count {
      if text[place..<place + mark.count].elementsEqual(mark) {
        pieces.append(String(decoding: text[start..<place], as: UTF8.self))
        place += mark.count
        start = place
      } else {
        place += 1
      }
    }
    return pieces + [String(decoding: text[start...], as: UTF8.self)]
  }
}
