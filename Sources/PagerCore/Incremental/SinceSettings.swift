import PagerJSON
import PagerState
import PagerSyntax

/// What a config says about the items that are new, before its documents are read. A class, because a caller's stack
/// may be small.
package final class SinceSettings: Sendable {
  let rule: SinceRule
  let start: SinceStart
  let variable: SinceVariable?

  package init(_ rule: SinceRule, from start: SinceStart, variable: SinceVariable?) {
    self.rule = rule
    self.start = start
    self.variable = variable
  }

  /// A document whose variable has the value that the list is read since.
  @inline(never)
  func applied(to document: PagedDocument, at config: ConfigPlace) throws(DocumentPlanError) -> PagedDocument {
    guard let variable else { return document }
    return try variable.applied(to: document, since: start.mark?.lowered(by: rule.reach), at: config)
  }

  /// The plan for a list, once its documents were read.
  ///
  /// - Throws: `DocumentPlanError` if the list cannot be read since a mark.
  @inline(never)
  func plan(
    of plan: DocumentPlan, _ documents: [ParsedDocument], _ rules: ListRules
  ) throws(DocumentPlanError) -> SincePlan {
    if plan.direction == .bidirectional {
      throw DocumentPlanError(
        ["pagination", "direction"],
        "a list that is read since a mark has one direction: set `direction` to \"forward\" or \"reverse\"")
    }
    let isOffsetList = plan.first.shape.offset != nil
    if isOffsetList, rule.order == .ascending {
      throw Self.error(
        "order",
        "an offset list cannot be read in ascending order: an updated item leaves its place, and the next page skips "
          + "another one; sort it the other way and set `order` to \"descending\", or page by cursors")
    }
    if rule.order != .descending, variable == nil {
      throw Self.error(
        "variable",
        "`variable` is missing: with `order` \"\(rule.order.rawValue)\" it names the variable that takes the value "
          + "from which the server sends items")
    }
    var nodeKeys: [[String]] = []
    var identity = rules.identity
    for (parsed, query) in zip(documents, [plan.first, plan.further].compactMap { $0 }) {
      let items = SinceItems(query.shape, in: parsed)
      nodeKeys += items.nodeKeys
      try items.check(rule, isBackward: plan.direction == .reverse)
      if identity == nil, items.select("id") { identity = JSONPointer(tokens: ["id"]) }
    }
    guard let identity else {
      throw DocumentPlanError(
        ["pagination", "identity"],
        "a list that is read since a mark must tell its items apart: name the place of their identity as `identity` of "
          + "`pagination`, like \"/id\"")
    }
    let limit = plan.first.shape.offset?.limit.map { Int(clamping: min($0, Int64(KnownItems.limit))) }
    return SincePlan(
      rule, from: start, identity: identity, overlap: isOffsetList ? limit ?? Self.usualPage : 0, nodeKeys: nodeKeys)
  }

  /// How many items a page of an offset list is taken to have if the config does not say it.
  private static let usualPage = 100

  static func error(_ key: String, _ message: String, at position: SourcePosition? = nil) -> DocumentPlanError {
    DocumentPlanError(["since", key], message, at: position)
  }
}

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
    to document: PagedDocument, since value: SinceValue?, at config: ConfigPlace
  ) throws(DocumentPlanError) -> PagedDocument {
    var document = document
    let operation = try ExecutableOperation(named: document.operationName, parsing: document.query, at: config)
    guard operation.definition.variables.contains(where: { $0.name == name }) else {
      throw SinceSettings.error(
        "variable", "\(operation.definition.label) declares no variable `$\(name)`", at: operation.definition.position)
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
