import PagerJSON
import PagerState
import PagerSyntax

/// The places in the variables of a document that take the keys of a keyset list: whole variables, or places inside.
struct KeyPlaces {
  /// A place that takes one key.
  struct Place {
    let variable: String
    /// The way to it in the variable's value; empty: the variable is the key.
    let tokens: [String]

    /// Whether this place is another one, or one of them is inside the other.
    func overlaps(_ other: Place) -> Bool {
      variable == other.variable && (tokens.starts(with: other.tokens) || other.tokens.starts(with: tokens))
    }
  }

  private let parsed: ParsedDocument
  /// For each end that the config names places for, a place for each key.
  private var places: [ListEnd: [Place]] = [:]

  /// Reads the places that the config names in a document.
  ///
  /// - Parameter keyCount: the number of keys; each needs a place.
  init(of keyCount: Int, in parsed: ParsedDocument) throws(DocumentPlanError) {
    self.parsed = parsed
    for end in ListEnd.allCases {
      guard let texts = parsed.pagination.keyPlaces(toward: end) else { continue }
      places[end] = try Self.read(texts, toward: end, of: keyCount, in: parsed)
    }
    try refuseOverlaps()
  }

  /// The places for the keys of requests toward an end; nil if the config names none.
  subscript(end: ListEnd) -> [Place]? { places[end] }

  /// The places for both ends.
  var all: some Sequence<Place> { places.values.joined() }

  // MARK: Reading the config

  /// Reads the places for the keys of an end, as the config names them.
  private static func read(
    _ texts: [String], toward end: ListEnd, of keyCount: Int, in parsed: ParsedDocument
  ) throws(DocumentPlanError) -> [Place] {
    let argument = end.cursorArgument
    guard texts.count == keyCount else {
      throw parsed.config.error(
        inNames: argument,
        "`key` names \(keyCount) and `\(argument)` \(texts.count): name a variable for each key, in the same order")
    }
    return try texts.map { text throws(DocumentPlanError) in
      let place = try read(text, argument, in: parsed)
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

  private static func read(
    _ text: String, _ argument: String, in parsed: ParsedDocument
  ) throws(DocumentPlanError) -> Place {
    guard text.hasPrefix("/") else { return Place(variable: text, tokens: []) }
    let tokens: [String]
    do throws(JSONPointerError) {
      tokens = try JSONPointer(parsing: text).tokens
    } catch {
      throw parsed.config.error(inNames: argument, error.message)
    }
    guard tokens.count <= ValueTemplate.deepestPlace else {
      throw parsed.config.error(
        inNames: argument,
        "the place has \(tokens.count) steps, and may have at most \(ValueTemplate.deepestPlace)")
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

  // MARK: Variables

  /// The value of a variable with these keys in their places, and without all other keys.
  func template(_ variable: String, toward end: ListEnd?) throws(DocumentPlanError) -> ValueTemplate {
    try template(variable, parsed.variables[variable], toward: end)
  }

  private func template(
    _ variable: String, _ value: RawJSON?, toward end: ListEnd?
  ) throws(DocumentPlanError) -> ValueTemplate {
    var inVariable: [ValueTemplate.Place] = []
    for (other, places) in places {
      for (key, place) in places.enumerated() where place.variable == variable {
        inVariable.append(ValueTemplate.Place(tokens: place.tokens, key: other == end ? key : nil))
      }
    }
    do {
      return try ValueTemplate(variable, value, inVariable)
    } catch {
      throw parsed.config.error(inVariable: variable, error.message)
    }
  }

  /// The variables with places for the keys of an end, each once.
  func variables(toward end: ListEnd) -> [String] {
    var seen: Set<String> = []
    return (places[end] ?? []).map(\.variable).filter { seen.insert($0).inserted }
  }

  /// Whether a key takes all of a variable.
  func isWhole(_ variable: String) -> Bool {
    all.contains { $0.variable == variable && $0.tokens.isEmpty }
  }

  /// The variables that have places inside, without what is in those places.
  func bases() throws(DocumentPlanError) -> [String: RawJSON] {
    // The value that a list is read since may be in the same variable.
    let values = parsed.document.identityVariables ?? parsed.variables
    var bases: [String: RawJSON] = [:]
    for place in all where !place.tokens.isEmpty {
      guard let value = values[place.variable] else { continue }
      bases[place.variable] = try template(place.variable, value, toward: nil).constant
    }
    return bases
  }

  /// The key that the config's variables have in a place, or nil.
  func key(in place: Place) throws(DocumentPlanError) -> VariableValue? {
    guard let value = parsed.variables[place.variable] else { return nil }
    return try parsed.read(value, of: place.variable) { node throws(JSONReadError) in
      try node.uniqueNode(at: JSONPointer(tokens: place.tokens)).map { VariableValue($0) }
    }
  }
}

extension ParsedDocument {
  /// Reads a variable's value.
  func read<Result>(
    _ value: RawJSON, of variable: String, _ body: (JSONNode) throws(JSONReadError) -> Result
  ) throws(DocumentPlanError) -> Result {
    do {
      return try value.read(body)
    } catch {
      throw config.error(inVariable: variable, error.message)
    }
  }
}
