package import PagerJSON
package import PagerState

/// Writes the request bodies of one operation.
///
/// All that stays the same from page to page is written once; a page's body is that, with the variables it sets put in.
package struct PageRequestEncoder: Sendable {
  /// Everything up to the variables that a request sets, for each end that the list can grow at.
  private let next: [UInt8]
  private let previous: [UInt8]
  /// The same without the variable that takes the size, for the ends with a known size.
  private let sizes: [ListEnd: (size: PageSize, opening: [UInt8])]
  /// The places inside variables that requests set, and the values of these variables for each end.
  private let places: [VariablePlace]
  private let bases: [ListEnd: [String: RawJSON]]

  /// - Parameters:
  ///   - constants: for each end, the variables that stay the same in all requests toward it.
  ///   - sizes: the variables that take the size of a page, if the size may be reduced.
  ///   - names: the variables that requests set, or places inside of them.
  /// - Throws: `JSONTextError` if memory runs out.
  package init(
    query: String, operationName: String?, constants: [ListEnd: [String: RawJSON]], sizes: [ListEnd: PageSize] = [:],
    setting names: [String] = []
  ) throws(JSONTextError) {
    try self.init(
      Self.opening(query: query, operationName: operationName), constants: constants, sizes: sizes, setting: names)
  }

  /// What the bodies of an operation begin with: everything up to the variables.
  static func opening(query: String, operationName: String?) throws(JSONTextError) -> [UInt8] {
    var fields: [String: JSONValue] = ["query": .string(query)]
    if let operationName { fields["operationName"] = .string(operationName) }
    return Array("\(try JSONValue.object(fields).text().dropLast()),\"variables\":{".utf8)
  }

  /// - Parameter head: what all bodies begin with.
  init(
    _ head: [UInt8], constants: [ListEnd: [String: RawJSON]], sizes: [ListEnd: PageSize], setting names: [String]
  ) throws(JSONTextError) {
    let places = names.compactMap(VariablePlace.init)
    let split = Set(places.map(\.variable))

    func opening(_ variables: [String: RawJSON]) throws(JSONTextError) -> [UInt8] {
      var opening = head
      for (name, value) in variables.sorted(by: { $0.key < $1.key }) where !split.contains(name) {
        try opening.append(member: name, value)
      }
      return opening
    }
    var openings: [ListEnd: [UInt8]] = [:]
    var smaller: [ListEnd: (size: PageSize, opening: [UInt8])] = [:]
    for (end, variables) in constants {
      openings[end] = try opening(variables)
      if let size = sizes[end] {
        smaller[end] = (size, try opening(variables.filter { $0.key != size.variable }))
      }
    }
    next = openings[.next] ?? []
    previous = openings[.previous] ?? []
    self.sizes = smaller
    self.places = places
    bases = constants.mapValues { values in values.filter { split.contains($0.key) } }
  }

  /// The body that asks for a page.
  ///
  /// - Throws: `JSONTextError` if memory runs out.
  package func body(of request: PageRequest) throws(JSONTextError) -> [UInt8] {
    try body(opening(toward: request.end), request)
  }

  /// The body that asks for a page with the number of items halved this many times.
  ///
  /// - Returns: nil if that is not known, or the page has one item already.
  package func body(of request: PageRequest, halvings: Int) throws(JSONTextError) -> [UInt8]? {
    guard let (size, opening) = sizes[request.end], halvings < 63, size.items >> (halvings - 1) > 1 else { return nil }
    let smaller = PageRequest.Setting(size.variable, VariableValue(integer: size.items >> halvings))
    return try body(opening, request, smaller)
  }

  private func opening(toward end: ListEnd) -> [UInt8] { end == .next ? next : previous }

  private func body(
    _ opening: [UInt8], _ request: PageRequest, _ size: PageRequest.Setting? = nil
  ) throws(JSONTextError) -> [UInt8] {
    var body = opening
    if places.isEmpty {
      if let size { try body.append(member: size.variable, size.value.json) }
      try request.settings.visit { setting throws(JSONTextError) in
        try body.append(member: setting.variable, setting.value.json)
      }
    } else {
      try append(request.settings + (size.map { [$0] } ?? []), toward: request.end, to: &body)
    }
    body += "}}".utf8
    return body
  }

  /// Adds settings of which some are places inside variables.
  @inline(never)
  private func append(
    _ settings: [PageRequest.Setting], toward end: ListEnd, to body: inout [UInt8]
  ) throws(JSONTextError) {
    for setting in settings where VariablePlace(setting.variable) == nil {
      try body.append(member: setting.variable, setting.value.json)
    }
    let bases = bases[end] ?? [:]
    let values = Dictionary(settings.map { ($0.variable, $0.value) }) { $1 }
    for variable in Set(places.map(\.variable)).sorted() {
      let filled = places.filter { $0.variable == variable && values[$0.name] != nil }
      guard !filled.isEmpty else {
        if let base = bases[variable] { try body.append(member: variable, base) }
        continue
      }
      // The plan has tried each place.
      guard let value = try? filled.value(of: variable, bases[variable], with: values) else { continue }
      try body.append(member: variable, value)
    }
  }
}

extension [UInt8] {
  /// Adds a member to an object that is open.
  mutating func append(member name: String, _ value: RawJSON) throws(JSONTextError) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    // A name of GraphQL needs no escapes.
    if name.utf8.allSatisfy({ $0.isOfName }) {
      append(UInt8(ascii: "\""))
      self += name.utf8
      append(UInt8(ascii: "\""))
    } else {
      self += try JSONValue.string(name).bytes()
    }
    append(UInt8(ascii: ":"))
    self += value.bytes
  }
}

extension UInt8 {
  /// Whether it may stand in a name of GraphQL.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// The variable that takes the number of items of a page, and what it is.
package struct PageSize: Sendable, Hashable {
  package let variable: String
  package let items: Int64
}
