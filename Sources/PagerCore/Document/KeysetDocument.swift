import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// The parts of a keyset list that one document describes, completed by the config. A class, as
/// ``ParsedDocument`` is.
final class KeysetDocument {
  /// A place that takes one key.
  private struct Place {
    let variable: String
    /// The way to it in the variable's value; empty: the variable is the key.
    let tokens: [String]

    /// Whether this place is another one, or one of them is inside the other.
    func overlaps(_ other: Place) -> Bool {
      variable == other.variable && (tokens.starts(with: other.tokens) || other.tokens.starts(with: tokens))
    }
  }

  let parsed: ParsedDocument
  /// The keys of an item, below the item.
  let keys: [JSONPointer]
  private let list: BareList
  /// For each end that the config names places for, a place for each key.
  private var places: [ListEnd: [Place]] = [:]

  /// - Parameter other: the document of the other pages, whose items have the same keys unless this one names its own.
  init(_ parsed: ParsedDocument, orAs other: ParsedDocument?) throws(DocumentPlanError) {
    self.parsed = parsed
    list = try BareList(parsed, "a keyset list", sizedBy: ["limit", "first", "last"])
    guard let keys = parsed.pagination.key ?? other?.pagination.key, !keys.isEmpty else {
      throw parsed.config.error(
        inNames: "key",
        "a keyset list needs `key`: the place of the value in each item by which the server orders the list, like "
          + "\"/id\"")
    }
    self.keys = keys
    try refuseUnselectedKey()
    for end in ListEnd.allCases {
      guard let texts = parsed.pagination.keyPlaces(toward: end) else { continue }
      places[end] = try readPlaces(texts, toward: end)
    }
    try refuseOverlaps()
  }

  // MARK: Places

  private func readPlaces(_ texts: [String], toward end: ListEnd) throws(DocumentPlanError) -> [Place] {
    let argument = end.cursorArgument
    guard texts.count == keys.count else {
      throw parsed.config.error(
        inNames: argument,
        "`key` names \(keys.count) and `\(argument)` \(texts.count): name a variable for each key, in the same order")
    }
    return try texts.map { text throws(DocumentPlanError) in
      let place = try readPlace(text, argument)
      _ = try parsed.declared(place.variable, as: argument)
      guard !place.tokens.isEmpty, parsed.variables[place.variable] == nil,
        parsed.value(of: place.variable) != nil
      else { return place }
      throw parsed.config.error(
        inNames: argument,
        "the document has a default for `$\(place.variable)`, and a value with the key in it would take its place: "
          + "give the default among the `variables`", at: parsed.declaration(of: place.variable)?.position)
    }
  }

  private func readPlace(_ text: String, _ argument: String) throws(DocumentPlanError) -> Place {
    guard text.hasPrefix("/") else { return Place(variable: text, tokens: []) }
    let tokens: [String]
    do throws(JSONPointerError) {
      tokens = try JSONPointer(parsing: text).tokens
    } catch {
      throw parsed.config.error(inNames: argument, error.message)
    }
    guard tokens.count <= KeyTemplate.deepestPlace else {
      throw parsed.config.error(
        inNames: argument,
        "the place has \(tokens.count) steps, and may have at most \(KeyTemplate.deepestPlace)")
    }
    return Place(variable: tokens[0], tokens: Array(tokens.dropFirst()))
  }

  private func refuseOverlaps() throws(DocumentPlanError) {
    var earlier: [Place] = []
    for end in ListEnd.allCases {
      for place in places[end] ?? [] {
        if earlier.contains(where: place.overlaps) {
          throw parsed.config.error(
            inNames: end.cursorArgument,
            "two keys have the same place in `$\(place.variable)`, or one is inside the other: use one place for each "
              + "key, and others for the other direction")
        }
        earlier.append(place)
      }
    }
  }

  /// A key that the document does not select would end every walk.
  private func refuseUnselectedKey() throws(DocumentPlanError) {
    let array = list.connection.tokens + list.items.tokens
    guard array.isEmpty || ConnectionFinder.field(in: parsed.operation, at: array) != nil else { return }
    let nodes = ConnectionFinder.nodeKeys(in: parsed.operation, at: array) ?? []
    for key in keys {
      guard let name = key.tokens.first else { continue }
      let ways = nodes.isEmpty ? [array + [name]] : nodes.map { array + [$0, name] }
      if ways.contains(where: { ConnectionFinder.field(in: parsed.operation, at: $0) != nil }) { continue }
      throw parsed.config.error(
        inNames: "key", "\(parsed.definition.label) does not select \"\(key)\" of the items: add it",
        at: list.field?.position ?? parsed.definition.position)
    }
  }

  /// In which direction the list is read: as the config says, or else as far as it names places for the keys.
  func direction(_ rules: ListRules) throws(DocumentPlanError) -> ListDirection {
    let direction: ListDirection =
      rules.direction
      ?? (places[.next] == nil && places[.previous] != nil
        ? .reverse : places[.previous] != nil ? .bidirectional : .forward)
    for end in direction.ends where places[end] == nil {
      throw parsed.config.error(
        inNames: end.cursorArgument,
        "name the variable that takes the key as `\(parsed.config.name(end.cursorArgument))`, or a place in a "
          + "variable, like \"/where/id/_gt\"")
    }
    return direction
  }

  // MARK: Variables

  /// The value of a variable with these keys in their places, and without all other keys.
  private func template(_ variable: String, toward end: ListEnd?) throws(DocumentPlanError) -> KeyTemplate {
    try template(variable, parsed.variables[variable], toward: end)
  }

  private func template(
    _ variable: String, _ value: RawJSON?, toward end: ListEnd?
  ) throws(DocumentPlanError) -> KeyTemplate {
    var all: [KeyTemplate.Place] = []
    for (other, places) in places {
      for (key, place) in places.enumerated() where place.variable == variable {
        all.append(KeyTemplate.Place(tokens: place.tokens, key: other == end ? key : nil))
      }
    }
    do {
      return try KeyTemplate(variable, value, all)
    } catch {
      throw parsed.config.error(inVariable: variable, error.message)
    }
  }

  /// The variables with places for the keys of an end, each once.
  private func variables(toward end: ListEnd) -> [String] {
    var seen: Set<String> = []
    return (places[end] ?? []).map(\.variable).filter { seen.insert($0).inserted }
  }

  /// Whether a key takes all of a variable.
  private func isWhole(_ variable: String) -> Bool {
    places.values.joined().contains { $0.variable == variable && $0.tokens.isEmpty }
  }

  /// The variables that differ from page to page, or may differ without making it another list.
  var pageVariables: [String?] {
    places.values.joined().map { $0.tokens.isEmpty ? $0.variable : nil } + [list.limitVariable]
  }

  /// The variables with places for keys, without the content of those places.
  func bases() throws(DocumentPlanError) -> [String: RawJSON] {
    // The value that a list is read since may be in the same variable.
    let values = parsed.document.identityVariables ?? parsed.variables
    var bases: [String: RawJSON] = [:]
    for place in places.values.joined() where !place.tokens.isEmpty {
      guard let value = values[place.variable] else { continue }
      bases[place.variable] = try template(place.variable, value, toward: nil).constant
    }
    return bases
  }

  /// For each of the ends, the variables that stay the same in all requests toward it.
  func constants(toward ends: [ListEnd]) throws(DocumentPlanError) -> [ListEnd: [String: RawJSON]] {
    if let limit = parsed.pagination.limit { _ = try parsed.declared(limit, as: "limit") }
    var constants: [ListEnd: [String: RawJSON]] = [:]
    for end in ends {
      let own = variables(toward: end)
      var values = parsed.variables
      for variable in own { values[variable] = nil }
      for variable in variables(toward: end.opposite) where !own.contains(variable) {
        if isWhole(variable) {
          values[variable] = try parsed.leftOut(variable, toward: end)
        } else if values[variable] != nil {
          values[variable] = try template(variable, toward: nil).constant
        }
      }
      for variable in parsed.definition.variables where !own.contains(variable.name) {
        try parsed.check.refuseMissing(variable, values[variable.name])
      }
      constants[end] = values
    }
    return constants
  }

  /// What asks for the first page.
  func initialRequest(toward end: ListEnd) throws(DocumentPlanError) -> PageRequest {
    try refuseOppositeKey(toward: end)
    let own = variables(toward: end)
    for variable in own {
      guard let declaration = parsed.declaration(of: variable) else { continue }
      try parsed.check.refuseMissing(
        declaration, parsed.variables[variable],
        because: ", and the first page has no key: declare it without `!`, or give it the value for the first page")
    }
    var keys: [VariableValue] = []
    for place in places[end] ?? [] {
      if let key = try self.key(in: place), key.isCursor { keys.append(key) }
    }
    if !keys.isEmpty, keys.count == self.keys.count {
      let settings = try own.map { variable throws(DocumentPlanError) in
        try template(variable, toward: end).setting(keys)
      }
      return PageRequest(toward: end, settings, keyset: KeysetPlace(keys: keys))
    }
    var settings: [PageRequest.Setting] = []
    for variable in own {
      guard let value = parsed.variables[variable] else { continue }
      settings.append(PageRequest.Setting(variable, try parsed.read(value, of: variable) { VariableValue($0) }))
    }
    return PageRequest(toward: end, settings, keyset: KeysetPlace())
  }

  /// The key that the config's variables have in a place, or nil.
  private func key(in place: Place) throws(DocumentPlanError) -> VariableValue? {
    guard let value = parsed.variables[place.variable] else { return nil }
    return try parsed.read(value, of: place.variable) { node throws(JSONReadError) in
      try node.uniqueNode(at: JSONPointer(tokens: place.tokens)).map { VariableValue($0) }
    }
  }

  /// The config gives a key that no request would carry: its author meant something else.
  private func refuseOppositeKey(toward end: ListEnd) throws(DocumentPlanError) {
    for place in places[end.opposite] ?? [] {
      guard let key = try self.key(in: place), !key.json.isNull else { continue }
      throw parsed.config.error(
        inVariable: place.variable,
        "the first request asks with `\(end.cursorArgument)`, so it would not send the key for "
          + "`\(end.opposite.cursorArgument)`: leave the key out, or choose another `direction`")
    }
  }

  // MARK: The rest

  /// - Parameter asker: the document that asks for the further pages.
  func shape(
    _ ends: [ListEnd], _ asker: KeysetDocument, _ rules: ListRules
  ) throws(DocumentPlanError) -> ConnectionShape {
    var templates: [ListEnd: [KeyTemplate]] = [:]
    for end in ends {
      templates[end] = try asker.variables(toward: end).map { variable throws(DocumentPlanError) in
        try asker.template(variable, toward: end)
      }
    }
    var shape = ConnectionShape(connection: list.connection, items: [list.items], pageInfo: JSONPointer())
    shape.keyset = KeysetShape(
      keys: keys, templates: templates, isInclusive: rules.isInclusive == true, hasMore: parsed.pagination.hasMore,
      fullPage: rules.ending == .shortPage ? try list.fullPage() : nil, endsWithNull: rules.ending == .nullPage,
      limit: list.knownLimit)
    shape.identity = rules.identity
    return shape
  }

  /// The variables of pages at these ends.
  func variables(at ends: [ListEnd]) -> PageVariables {
    var variables = PageVariables()
    for end in ends {
      variables.keys[end] = parsed.pagination.keyPlaces(toward: end)
      variables.sizes[end] = list.limitVariable
    }
    return variables
  }

  /// The sizes of pages that may be reduced: not if the size of a page says that the list ends.
  func sizes(in constants: [ListEnd: [String: RawJSON]], _ rules: ListRules) -> [ListEnd: PageSize] {
    guard rules.ending != .shortPage, rules.isInclusive != true, let limit = list.limitVariable else { return [:] }
    return constants.compactMapValues { parsed.size(limit, in: $0) }
  }
}

extension ParsedDocument {
  /// Reads a variable's value.
  fileprivate func read<Result>(
    _ value: RawJSON, of variable: String, _ body: (JSONNode) throws(JSONReadError) -> Result
  ) throws(DocumentPlanError) -> Result {
    do {
      return try value.read(body)
    } catch {
      throw config.error(inVariable: variable, error.message)
    }
  }
}
