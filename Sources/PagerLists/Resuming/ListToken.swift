import PagerBytes
package import PagerJSON
package import PagerState

/// The text in which a position is kept for another process: an object with a version, what list it is of, and a
/// checksum.
///
/// It knows the form, and not what is in it: see ``ResumePosition``.
package struct ListToken: Sendable, Hashable {
  /// The version that this library writes, and the newest one that it reads.
  static let version: Int64 = 1
  /// The most bytes of a token's text.
  package static let longest = 16_000
  /// The most bytes of an error's message and path in a token.
  static let longestErrorText = 300
  /// The names and the punctuation that the fingerprints and the checksum bring along.
  private static let roomForNames = 80

  /// Which list it is of, with the endpoint.
  let list: UInt64
  /// What makes it that list, as ``ListSignature`` writes it; nil in a token of an earlier version.
  let parts: JSONValue?
  var pageCount: Int
  var itemCount: Int
  /// The number of gaps: pages that do not begin where the page before ends. Written if there are any.
  var gapCount: Int
  /// What is beyond the ends, in the form that the maker of the token writes.
  var next: JSONValue
  var previous: JSONValue
  var fingerprints: [UInt64]
  /// The errors that came with the data of the pages.
  var partialData: PartialData?
  /// What is known of the items up to here, of a list that is read since a mark. Written if there is anything.
  var since: JSONValue?
  /// What the library found of the list. Written if it found it.
  package var found: JSONValue?
  /// The totals that the pages named; nil if they named none.
  var totals: ToldTotals?
  /// How many of their items were left out although the list has them once.
  var omittedCount = 0
  /// What speaks against the end of the list, as the pages say it.
  var doubts: ListDoubts = []
  /// Whether the list was opened in its middle.
  var beginsInMiddle = false

  // MARK: Writing

  /// The token: as the JSON library writes an object with all of the fields. Most of it is fingerprints, which need no
  /// escapes. They are written by hand, because the library would go over them four times, for their length and for the
  /// checksum too.
  ///
  /// - Throws: `ResumeTokenError` if it would become too long.
  package func text() throws(ResumeTokenError) -> String {
    var fields: [String: JSONValue] = [
      "version": .integer(Self.version), "list": .string(list.hexadecimal), "pages": .integer(Int64(pageCount)),
      "items": .integer(Int64(itemCount)), "next": next, "previous": previous,
    ]
    if gapCount > 0 { fields["gaps"] = .integer(Int64(gapCount)) }
    if let partialData { fields["partial"] = partialData.json }
    if let since { fields["since"] = since }
    if let found { fields["found"] = found }
    if let totals {
      fields["total"] = .integer(totals.least)
      fields["greatest_total"] = .integer(totals.greatest)
      if totals.countPages { fields["totals_of_pages"] = true }
    }
    if omittedCount > 0 { fields["omitted"] = .integer(Int64(omittedCount)) }
    if !doubts.isEmpty { fields["doubts"] = .array(doubts.words.map { .string($0) }) }
    if beginsInMiddle { fields["middle"] = true }
    if let parts { fields["parts"] = parts }
    var others = try Self.text(fields)
    if others.utf8.count > Self.longest - Self.roomForNames {
      // The names of many variables: without them a token of another list is refused with fewer words.
      fields["parts"] = .object([:])
      others = try Self.text(fields)
    }
    let room = Self.longest - Self.roomForNames - others.utf8.count
    guard room >= 0 else { throw .tooLong }
    let kept = Fingerprints.thinned(fingerprints, to: room / Fingerprints.length)
    // The names come in the order of the alphabet, and these before all others.
    let members = #""fingerprints":"\#(Fingerprints.text(kept))",\#(others.dropFirst())"#
    return #"{"checksum":"\#(Self.checksum("{" + members))",\#(members)"#
  }

  private static func text(_ fields: [String: JSONValue]) throws(ResumeTokenError) -> String {
    do {
      return try JSONValue.object(fields).text()
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      throw .unusable(message: "the resume token cannot be written as JSON: \(error.message)")
    }
  }

  /// The checksum of the fields as this library writes them, even if another library changed their order and white
  /// space.
  private static func checksum(_ text: String) -> String {
    var hash = StableHash()
    hash.combine(text)
    return hash.value.hexadecimal
  }

  // MARK: Reading

  /// Reads a token that is a text, or the object in it.
  ///
  /// - Throws: `ResumeTokenError` for a value that is not a token, is damaged, or has a newer version.
  package init(_ value: JSONValue) throws(ResumeTokenError) {
    guard var fields = try Self.object(value).object else { throw .damaged("it is not an object") }
    guard let version = fields["version"]?.integer else { throw .damaged("it has no version") }
    guard version <= Self.version else {
      throw .unusable(
        message: "the resume token has version \(version), and this library reads up to \(Self.version): "
          + "a newer library wrote it")
    }
    guard let checksum = fields.removeValue(forKey: "checksum")?.string else { throw .damaged("it has no checksum") }
    guard Self.checksum(try Self.text(fields)) == checksum else {
      throw .damaged("its checksum does not match its content")
    }
    guard version == Self.version,
      let list = fields["list"]?.string.flatMap({ UInt64(hexadecimal: $0) }),
      let pageCount = fields["pages"]?.integer.flatMap({ Int(exactly: $0) }), pageCount >= 0,
      let itemCount = fields["items"]?.integer.flatMap({ Int(exactly: $0) }), itemCount >= 0,
      let gapCount = Int(exactly: fields["gaps"]?.integer ?? 0), gapCount >= 0,
      let fingerprints = fields["fingerprints"]?.string.flatMap(Fingerprints.read),
      let next = fields["next"], let previous = fields["previous"]
    else { throw .damaged("its fields are not those of a token") }
    var partialData: PartialData?
    if let field = fields["partial"] {
      partialData = PartialData(field)
      guard partialData != nil else { throw .damaged("its errors cannot be read") }
    }
    self.init(
      list: list, parts: fields["parts"], pageCount: pageCount, itemCount: itemCount, gapCount: gapCount, next: next,
      previous: previous, fingerprints: fingerprints, partialData: partialData, since: fields["since"])
    found = fields["found"]
    totals = fields["total"]?.integer.map { least in
      ToldTotals(
        least: least, greatest: max(least, fields["greatest_total"]?.integer ?? least),
        countPages: fields["totals_of_pages"]?.bool ?? false)
    }
    omittedCount = max(0, fields["omitted"]?.integer.flatMap { Int(exactly: $0) } ?? 0)
    doubts = ListDoubts(words: fields["doubts"]?.array?.compactMap(\.string) ?? []) ?? []
    beginsInMiddle = fields["middle"]?.bool ?? false
  }

  init(
    list: UInt64, parts: JSONValue?, pageCount: Int, itemCount: Int, gapCount: Int, next: JSONValue,
    previous: JSONValue, fingerprints: [UInt64], partialData: PartialData?, since: JSONValue? = nil
  ) {
    self.list = list
    self.parts = parts
    self.pageCount = pageCount
    self.itemCount = itemCount
    self.gapCount = gapCount
    self.next = next
    self.previous = previous
    self.fingerprints = fingerprints
    self.partialData = partialData
    self.since = since
  }

  private static func object(_ value: JSONValue) throws(ResumeTokenError) -> JSONValue {
    guard let text = value.string else { return value }
    do {
      return try JSONValue(parsing: text, maximumDepth: JSONValue.maximumConfigDepth)
    } catch {
      throw error.isOutOfMemory ? .outOfMemory : .damaged("it is not valid JSON: \(error.message)")
    }
  }
}

/// Why a resume token cannot be written or used.
package enum ResumeTokenError: Error, Sendable, Hashable {
  /// A page info of the host's cannot be written.
  case pageInfoIsNotCodable
  /// A function of the host, which makes the next request, failed.
  case hook(message: String)
  /// The token would be too long.
  case tooLong
  /// Each request moves the list, so no other process can continue it.
  case movesOn
  /// The token is not a token, is damaged, is newer than this library, or belongs to another list.
  case unusable(message: String)
  /// There is not enough memory to read or to write the token, which may be right.
  case outOfMemory

  /// What is wrong, and what to do.
  package var message: String {
    switch self {
    case .pageInfoIsNotCodable: "the page info cannot be written as JSON, so a resume token cannot hold it"
    case .tooLong:
      "the cursors of the list, or the page infos of its hook, are too long for a resume token, which may have at most "
        + "\(ListToken.longest) bytes: read the list in one walk"
    case .movesOn:
      "with \"cursor\": \"scroll\" each request moves the list, and the cursor does not name a page, so another walk "
        + "cannot continue this one: read the list in one walk, without a resume token or a checkpoint"
    case .hook(let message), .unusable(let message): message
    case .outOfMemory: "there is not enough memory for the resume token or the checkpoint"
    }
  }

  static func damaged(_ what: String) -> ResumeTokenError {
    .unusable(message: "the resume token is damaged: \(what)")
  }
}

/// Fingerprints of requests as a resume token keeps them: as many as there is room for.
enum Fingerprints {
  /// The digits that one takes.
  static let length = 16

  /// Removes some of the older ones if there are too many. The newer half of the result is complete; of the older ones
  /// every n-th stays.
  ///
  /// The next process may thin them again when it writes its token, so the oldest are the sparsest.
  static func thinned(_ fingerprints: [UInt64], to count: Int) -> [UInt64] {
    guard fingerprints.count > count else { return fingerprints }
    guard count > 0 else { return [] }
    let newest = fingerprints.suffix((count + 1) / 2)
    let older = fingerprints.dropLast(newest.count)
    let places = count - newest.count
    guard places > 0 else { return Array(newest) }
    let step = (older.count + places - 1) / places
    return stride(from: older.startIndex, to: older.endIndex, by: step).map { older[$0] } + newest
  }

  static func text(_ fingerprints: [UInt64]) -> String {
    String(unsafeUninitializedCapacity: fingerprints.count * length) { text in
      var place = text.startIndex
      for fingerprint in fingerprints {
        for digit in fingerprint.hexadecimalDigits {
          text.initializeElement(at: place, to: digit)
          place += 1
        }
      }
      return place
    }
  }

  /// Reads what ``text(_:)`` wrote; nil for anything else.
  static func read(_ text: String) -> [UInt64]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: length) else { return nil }
    var fingerprints: [UInt64] = []
    for start in stride(from: 0, to: digits.count, by: length) {
      let text = String(decoding: digits[start..<start + length], as: UTF8.self)
      guard let fingerprint = UInt64(hexadecimal: text) else { return nil }
      fingerprints.append(fingerprint)
    }
    return fingerprints
  }
}

extension PartialData {
  /// The counts as the header's JSON object: `pages`, `errors`, and the `first` one.
  package var json: JSONValue {
    [
      "pages": .integer(Int64(pages)), "errors": .integer(Int64(errors)),
      "first": [
        "page": .integer(Int64(first.page)), "message": first.message.map { .string($0) } ?? .null,
        "path": first.path.map { .string($0) } ?? .null,
      ],
    ]
  }

  /// The same with texts of at most this many bytes, because a token has little room.
  func shortened(to count: Int) -> PartialData {
    let cut = { (text: String?) in text.map { String(decoding: $0.utf8.prefix(count), as: UTF8.self) } }
    return PartialData(
      pages: pages, errors: errors,
      first: First(page: first.page, message: cut(first.message), path: cut(first.path)))
  }

  /// Reads what ``json`` wrote; nil for anything else.
  init?(_ json: JSONValue) {
    guard let pages = json["pages"]?.integer.flatMap({ Int(exactly: $0) }), pages > 0,
      let errors = json["errors"]?.integer.flatMap({ Int(exactly: $0) }), errors >= pages,
      let first = json["first"], let page = first["page"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(
      pages: pages, errors: errors,
      first: First(page: page, message: first["message"]?.string, path: first["path"]?.string))
  }
}
