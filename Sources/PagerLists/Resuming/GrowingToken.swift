import PagerBytes
package import PagerJSON
package import PagerState

/// What all tokens of one list have, as text.
package struct TokenFrame: Sendable {
  let list: String
  let parts: [UInt8]
  let found: [UInt8]?
  let beginsInMiddle: Bool

  /// - Parameters:
  ///   - found: what the library found of the list.
  ///   - beginsInMiddle: whether the pager opens the list in its middle.
  package init(
    _ signature: ListSignature, found: JSONValue? = nil, beginsInMiddle: Bool = false
  ) throws(ResumeTokenError) {
    list = signature.hash.hexadecimal
    parts = try ListToken.bytes(of: signature.json)
    self.found = try found.map { json throws(ResumeTokenError) in try ListToken.bytes(of: json) }
    self.beginsInMiddle = beginsInMiddle
  }
}

/// The token of a list, written again after each of its pages. What that costs does not grow with the list.
package struct GrowingToken: Sendable {
  /// Writes what another process makes a request of again: an object.
  package typealias WriteRequest = (ListRequest, inout MemberText) throws(ResumeTokenError) -> Void

  private var text = TokenText()
  private var members = MemberText()
  /// Up to where it has the list's fingerprints; nil: it has none.
  package private(set) var mark: FingerprintMark?

  package init() {}

  /// Writes the token of a position, and passes it on.
  ///
  /// - Throws: `ResumeTokenError` if it would become too long.
  package mutating func write<Result>(
    _ step: PositionStep, _ frame: TokenFrame, _ request: WriteRequest,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(ResumeTokenError) -> Result {
    let room = try writeMembers(step.position, frame, request)
    if !step.continues { text.forget() }
    mark = step.mark
    text.add(step.position.fingerprints, room: room)
    return text.with(members.bytes, room: room, body)
  }

  /// Writes the token of a position with all fingerprints of its list.
  ///
  /// - Throws: `ResumeTokenError` if it would become too long.
  mutating func write<Result>(
    _ position: ListPosition, _ frame: TokenFrame, _ request: WriteRequest,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(ResumeTokenError) -> Result {
    let room = try writeMembers(position, frame, request)
    text.forget()
    mark = nil
    text.add(position.fingerprints, room: room)
    return text.with(members.bytes, room: room, body)
  }

  /// Writes all members but the fingerprints. Returns for how many of these there is room.
  private mutating func writeMembers(
    _ position: ListPosition, _ frame: TokenFrame, _ request: WriteRequest
  ) throws(ResumeTokenError) -> Int {
    try members.write(position, frame, parts: frame.parts, request)
    if let room = TokenText.room(beside: members.bytes.count) { return room }
    // The names of many variables: without them a token of another list is refused with fewer words.
    try members.write(position, frame, parts: Array("{}".utf8), request)
    guard let room = TokenText.room(beside: members.bytes.count) else { throw .tooLong }
    return room
  }
}

extension MemberText {
  /// Writes what a token says of a position beside its fingerprints. The names come in the order of the alphabet.
  fileprivate mutating func write(
    _ position: ListPosition, _ frame: TokenFrame, parts: [UInt8],
    _ request: GrowingToken.WriteRequest
  ) throws(ResumeTokenError) {
    begin()
    if !position.doubts.isEmpty { try add("doubts", .array(position.doubts.words.map { .string($0) })) }
    if let found = frame.found { add("found", json: found) }
    if position.gapCount > 0 { add("gaps", Int64(position.gapCount)) }
    if let totals = position.totals { add("greatest_total", totals.greatest) }
    add("items", Int64(position.itemCount))
    add("list", plain: frame.list)
    if position.beginsInMiddle || frame.beginsInMiddle { add("middle", word: "true") }
    try add("next", position.next, request)
    if position.omittedCount > 0 { add("omitted", Int64(position.omittedCount)) }
    add("pages", Int64(position.pageCount))
    if let partialData = position.partialData {
      try add("partial", partialData.shortened(to: ListToken.longestErrorText).json)
    }
    add("parts", json: parts)
    try add("previous", position.previous, request)
    if let since = position.trail?.trail as? SinceTrail { try add("since", since.kept) }
    if let totals = position.totals { add("total", totals.least) }
    if position.totals?.countPages == true { add("totals_of_pages", word: "true") }
    add("version", ListToken.version)
    close()
  }

  /// Adds what is beyond an end.
  private mutating func add(
    _ name: StaticString, _ frontier: Frontier?, _ request: GrowingToken.WriteRequest
  ) throws(ResumeTokenError) {
    switch frontier {
    case .open(let open):
      add(name)
      try request(open, &self)
    case nil: add(name, word: "null")
    case .closed: add(name, plain: EndWord.complete.rawValue)
    case .unresolved: add(name, plain: EndWord.noQuery.rawValue)
    case .broken(let reason): add(name, plain: EndWord(reason).rawValue)
    }
  }
}
