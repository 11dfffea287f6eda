import PagerBytes
import PagerEngine
package import PagerJSON
package import PagerState

/// The request for one page of a list: the end of the list that the page extends, and the variables that are set for it
/// in addition to the constant ones.
///
/// Two equal requests ask for the same page. The end belongs to it: what comes after a cursor is not what comes before
/// it.
package struct PageRequest: Sendable, Hashable {
  /// Which of the pager's queries is sent.
  package let query: PagedQuery
  /// The end of the list that the page extends, and so the direction in which it is read.
  package let end: ListEnd
  /// The variables that it sets, in the order in which they are sent.
  package let settings: [Setting]
  /// The place of the page in its list.
  package let place: PagePlace
  /// What is known of the list up to the page before; nil: nothing is, or the pager does not look for what is new.
  private var carried = CarriedTrail(trail: nil)
  /// The same in every process, so that a resumed list notices a cycle back to a page of another one. Computed once:
  /// the state compares it several times for each page.
  let fingerprint: UInt64

  package struct Setting: Sendable, Hashable {
    package let variable: String
    package let value: VariableValue

    package init(_ variable: String, _ value: VariableValue) {
      self.variable = variable
      self.value = value
    }
  }

  package init(
    _ query: PagedQuery = .first, toward end: ListEnd, _ settings: [Setting] = [], at place: PagePlace = .cursor
  ) {
    self.query = query
    self.end = end
    self.settings = settings
    self.place = place
    fingerprint = Self.fingerprint(query, end, settings, place)
  }

  var trail: SinceTrail? { carried.trail }

  /// Whether it asks for the page with the number 0, to find out whether the list has one.
  var asksForPageZero: Bool { if case .offset(let offset) = place { offset.past.isPageZero } else { false } }

  /// The same request with what is known of the list before its page.
  func carrying(_ trail: SinceTrail?) -> PageRequest {
    var request = self
    request.carried = CarriedTrail(trail: trail)
    return request
  }

  /// What a resume token says of it.
  var token: JSONValue {
    switch place {
    // As text, so that it is sent back byte for byte even if other libraries change the token's numbers and escapes.
    case .cursor: ["cursor": .string(settings.first?.value.json.description ?? "null")]
    case .offset(let offset): offset.json
    case .keyset(let place): place.json
    // The page info and not the request: no token makes a pager send anything but its own queries.
    case .made(let request): ["page_info": .string(request.pageInfo)]
    }
  }

  private static func fingerprint(
    _ query: PagedQuery, _ end: ListEnd, _ settings: [Setting], _ place: PagePlace
  ) -> UInt64 {
    var hash = StableHash()
    hash.combine(query == .first ? 0 : 1)
    hash.combine(end == .next ? 0 : 1)
    if case .keyset(let place) = place, !place.keys.isEmpty {
      // The rest of a variable with a key inside is the same for all pages, but may be written differently in the
      // process that goes on.
      for key in place.keys { hash.combine(key.compared) }
    } else {
      for setting in settings {
        hash.combine(setting.variable)
        hash.combine(setting.value.compared)
      }
    }
    switch place {
    case .offset(let offset): hash.combine(UInt64(bitPattern: offset.number))
    case .made(let request): hash.combine(request.body)
    case .cursor, .keyset: break
    }
    return hash.value
  }
}

/// The place of a page in a list, by what its kind of list names pages.
package enum PagePlace: Sendable, Hashable {
  /// After the cursor that the request sets, or at the beginning of the list.
  case cursor
  case offset(ListOffset)
  case keyset(KeysetPlace)
  /// Where only a function of the host knows, which made the request.
  case made(MadeRequest)

  /// The number of the first item or of the page; nil if pages have none.
  package var number: Int64? { if case .offset(let offset) = self { offset.number } else { nil } }

  /// The identities of the items that come again, because the page begins where the one before ended.
  var seen: [UInt64] { if case .keyset(let place) = self { place.seen } else { [] } }

  /// The request that a function of the host made; nil for others.
  var made: MadeRequest? { if case .made(let request) = self { request } else { nil } }
}

/// A request that a function of the host made. Requests for the same page are equal, whatever page info they come from.
package struct MadeRequest: Sendable, Hashable {
  /// The whole body.
  let body: [UInt8]
  /// What the document shows of the items of its answer: it may be another document than the pager's.
  let items: ShownItems?
  /// The page info from which the function made the request, a JSON object.
  let pageInfo: String

  package init(_ plan: RequestPlan, from pageInfo: String) {
    body = plan.body
    items = plan.items
    self.pageInfo = pageInfo
  }

  package static func == (left: MadeRequest, right: MadeRequest) -> Bool {
    left.body == right.body && left.items == right.items
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(body)
    hasher.combine(items)
  }
}

/// The queries of a pager. If it has one only, that asks for all pages.
package enum PagedQuery: Sendable, Hashable {
  /// What asks for the first page.
  case first
  /// The query for further pages, if it is another query.
  case further
}

/// The value of a variable that a request sets, mostly a cursor. It is sent as written, and compared by its meaning.
///
/// A server may write one cursor in two ways (`"a/b"` and `"a\/b"`, `1` and `1.0`). They ask for the same page.
package struct VariableValue: Sendable {
  /// The value as JSON text.
  package let json: RawJSON
  /// Its meaning, if the text alone does not show it.
  private let meaning: [UInt8]?

  /// Copies a value that is being read.
  package init(_ node: JSONNode) {
    json = RawJSON(node)
    meaning =
      switch node.kind {
      case .string: json.bytes.contains(UInt8(ascii: "\\")) ? node.string.map { Array("\"\($0)\"".utf8) } : nil
      case .number: Self.meaning(ofNumber: node, writtenAs: json.bytes)
      case .object, .array, .bool, .null: nil
      }
  }

  /// Reads a value that was written as ``json``.
  ///
  /// - Throws: `JSONReadError` for text that is not JSON.
  init(parsing text: String) throws(JSONReadError) {
    try self.init(utf8: Array(text.utf8))
  }

  private init(utf8 text: [UInt8]) throws(JSONReadError) {
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw .outOfMemory
    }
    self = try JSONReader().read(bytes) { VariableValue($0) }
  }

  /// Takes a value that is made of others.
  ///
  /// - Parameter meaning: the text by which it is compared; nil: its own.
  init(json: RawJSON, comparedAs meaning: [UInt8]?) {
    self.json = json
    self.meaning = meaning
  }

  /// Whether it may be a cursor: a string, or a number.
  var isCursor: Bool {
    json.bytes.first.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
  }

  private static func meaning(ofNumber node: JSONNode, writtenAs text: [UInt8]) -> [UInt8]? {
    if let integer = node.int64 { return Array("\(integer)".utf8) }
    // A whole number that takes all 64 bits: a double would round it.
    if text.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) { return nil }
    return node.double.map { Array("\($0)".utf8) }
  }

  /// Takes an integer: an offset, or the number of a page.
  package init(integer: Int64) {
    json = RawJSON(integer: integer)
    meaning = nil
  }

  /// Takes a value from a config.
  ///
  /// - Throws: `JSONReadError` if memory runs out.
  init(_ json: RawJSON) throws(JSONReadError) {
    try self.init(utf8: json.bytes)
  }
}

extension VariableValue: Hashable {
  /// The text by which it is compared.
  var compared: [UInt8] { meaning ?? json.bytes }

  package static func == (left: VariableValue, right: VariableValue) -> Bool { left.compared == right.compared }

  package func hash(into hasher: inout Hasher) { hasher.combine(compared) }
}

/// Writes the request bodies of one operation.
///
/// All that stays the same from page to page is written once; a page's body is that, with the variables it sets put in.
package struct PageRequestEncoder: Sendable {
  /// Everything up to the variables that a request sets, for each end that the list can grow at.
  private let openings: [ListEnd: [UInt8]]
  /// The same without the variable that takes the size, for the ends with a known size.
  private let sizes: [ListEnd: (size: PageSize, opening: [UInt8])]

  /// - Parameters:
  ///   - constants: for each end, the variables that stay the same in all requests toward it.
  ///   - sizes: the variables that take the size of a page, if the size may be reduced.
  /// - Throws: `JSONTextError` if memory runs out.
  package init(
    query: String, operationName: String?, constants: [ListEnd: [String: RawJSON]], sizes: [ListEnd: PageSize] = [:]
  ) throws(JSONTextError) {
    var fields: [String: JSONValue] = ["query": .string(query)]
    if let operationName { fields["operationName"] = .string(operationName) }
    let head = Array("\(try JSONValue.object(fields).text().dropLast()),\"variables\":{".utf8)

    func opening(_ variables: [String: RawJSON]) throws(JSONTextError) -> [UInt8] {
      var opening = head
      for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
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
    self.openings = openings
    self.sizes = smaller
  }

  /// The body that asks for a page.
  ///
  /// - Throws: `JSONTextError` if memory runs out.
  package func body(of request: PageRequest) throws(JSONTextError) -> [UInt8] {
    try body(openings[request.end] ?? [], request)
  }

  /// The body that asks for a page with the number of items halved this many times.
  ///
  /// - Returns: nil if that is not known, or the page has one item already.
  package func body(of request: PageRequest, halvings: Int) throws(JSONTextError) -> [UInt8]? {
    guard let (size, opening) = sizes[request.end], halvings < 63, size.items >> (halvings - 1) > 1 else { return nil }
    var body = opening
    try body.append(member: size.variable, VariableValue(integer: size.items >> halvings).json)
    return try self.body(body, request)
  }

  private func body(_ opening: [UInt8], _ request: PageRequest) throws(JSONTextError) -> [UInt8] {
    var body = opening
    for setting in request.settings {
      try body.append(member: setting.variable, setting.value.json)
    }
    body += "}}".utf8
    return body
  }
}

extension [UInt8] {
  /// Adds a member to an object that is open.
  mutating func append(member name: String, _ value: RawJSON) throws(JSONTextError) {
    let separator = last == UInt8(ascii: "{") ? "" : ","
    let key = try JSONValue.string(name).text()
    self += "\(separator)\(key):".utf8
    self += value.bytes
  }
}

/// The variable that takes the number of items of a page, and what it is.
package struct PageSize: Sendable, Hashable {
  package let variable: String
  package let items: Int64
}
