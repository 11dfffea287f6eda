import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// The parts of a keyset list that one document describes, completed by the config. A class, as
/// ``ParsedDocument`` is.
final class KeysetDocument {
  let parsed: ParsedDocument
  /// The keys of an item, below the item.
  let keys: [JSONPointer]
  private let list: BareList
  private let places: KeyPlaces

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
    try Self.refuseUnselected(keys, of: list)
    places = try KeyPlaces(of: keys.count, in: parsed)
  }

  /// A key that the document does not select would end every walk.
  private static func refuseUnselected(_ keys: [JSONPointer], of list: BareList) throws(DocumentPlanError) {
    let parsed = list.parsed
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

  /// In which direction the list is read: the number that the config says, or else that of the places that it names for
  /// keys.
  func direction(_ rules: ListRules) throws(DocumentPlanError) -> ListDirection {
    let shown: ListDirection =
      switch (places[.next] != nil, places[.previous] != nil) {
      case (true, true): .bidirectional
      case (false, true): .reverse
      case (_, false): .forward
      }
    let direction = rules.direction ?? shown
    for end in direction.ends where places[end] == nil {
      throw parsed.config.error(
        inNames: end.cursorArgument,
        "name the variable that takes the key as `\(parsed.config.name(end.cursorArgument))`, or a place in a "
          + "variable, like \"/where/id/_gt\"")
    }
    return direction
  }

  // MARK: Variables

  /// The variables that differ from page to page, or may differ without making it another list.
  var pageVariables: [String?] {
    places.all.map { $0.tokens.isEmpty ? $0.variable : nil } + [list.limitVariable]
  }

  /// The variables with places for keys, without the content of those places.
  func bases() throws(DocumentPlanError) -> [String: RawJSON] { try places.bases() }

  /// For each of the ends, the variables that stay the same in all requests toward it.
  func constants(toward ends: [ListEnd]) throws(DocumentPlanError) -> [ListEnd: [String: RawJSON]] {
    if let limit = parsed.pagination.limit { _ = try parsed.declared(limit, as: "limit") }
    var constants: [ListEnd: [String: RawJSON]] = [:]
    for end in ends {
      let own = places.variables(toward: end)
      var values = parsed.variables
      for variable in own { values[variable] = nil }
      for variable in places.variables(toward: end.opposite) where !own.contains(variable) {
        if places.isWhole(variable) {
          values[variable] = try parsed.leftOut(variable, toward: end)
        } else if values[variable] != nil {
          values[variable] = try places.template(variable, toward: nil).constant
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
    let own = places.variables(toward: end)
    for variable in own {
      guard let declaration = parsed.declaration(of: variable) else { continue }
      try parsed.check.refuseMissing(
        declaration, parsed.variables[variable],
        because: ", and the first page has no key: declare it without `!`, or give it the value for the first page")
    }
    var keys: [VariableValue] = []
    for place in places[end] ?? [] {
      if let key = try places.key(in: place), key.isCursor { keys.append(key) }
    }
    if !keys.isEmpty, keys.count == self.keys.count {
      let settings = try own.map { variable throws(DocumentPlanError) in
        try places.template(variable, toward: end).setting(keys)
      }
      return PageRequest(toward: end, .init(settings), at: .keyset(KeysetPlace(keys: keys)))
    }
    var settings: [PageRequest.Setting] = []
    for variable in own {
      guard let value = parsed.variables[variable] else { continue }
      settings.append(PageRequest.Setting(variable, try parsed.read(value, of: variable) { VariableValue($0) }))
    }
    return PageRequest(toward: end, .init(settings), at: .keyset(KeysetPlace()))
  }

  /// The config gives a key that no request would carry: its author meant something else.
  private func refuseOppositeKey(toward end: ListEnd) throws(DocumentPlanError) {
    for place in places[end.opposite] ?? [] {
      guard let key = try places.key(in: place), !key.json.isNull else { continue }
      throw parsed.config.error(
        inVariable: place.variable,
        "the first request asks with `\(end.cursorArgument)`, so it would not send the key for "
          + "`\(end.opposite.cursorArgument)`: leave the key out, or choose another `direction`")
    }
  }

  // MARK: The rest

  func shape(_ rules: ListRules) -> ConnectionShape {
    ConnectionShape(connection: list.connection, items: [list.items], rules)
  }

  /// - Parameter asker: the document that asks for the further pages.
  func kind(_ ends: [ListEnd], _ asker: KeysetDocument, _ rules: ListRules) throws(DocumentPlanError) -> ListKind {
    var templates: [ListEnd: [ValueTemplate]] = [:]
    for end in ends {
      templates[end] = try asker.places.variables(toward: end).map { variable throws(DocumentPlanError) in
        try asker.places.template(variable, toward: end)
      }
    }
    var end = EndRules(.key, rules)
    if rules.ending == .shortPage { end.fullPage = try list.fullPage() }
    end.limit = list.knownLimit
    return .keyset(
      KeysetShape(
        keys: keys, templates: templates, isInclusive: rules.isInclusive == true, hasMore: parsed.pagination.hasMore,
        end))
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
    guard rules.ending != .shortPage, rules.isInclusive != true, let limit = list.limitVariable,
      VariablePlace(limit) == nil
    else { return [:] }
    return constants.compactMapValues { parsed.size(limit, in: $0) }
  }
}
