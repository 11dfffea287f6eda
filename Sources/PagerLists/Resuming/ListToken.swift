import PagerBytes
package import PagerJSON
package import PagerState

/// The text in which a position is kept for another process: an object with a version, what list it is of, and a
/// checksum.
///
/// It knows the form, and not what is in it: see ``ResumePosition``. ``TokenText`` writes it.
package struct ListToken: Sendable, Hashable {
  /// The version that this library writes, and the newest one that it reads. Version 1 has a checksum over all members,
  /// byte by byte.
  static let version: Int64 = 2
  /// The most bytes of a token's text.
  package static let longest = 16_000
  /// The most bytes of an error's message and path in a token.
  static let longestErrorText = 300

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

  // MARK: Checksums

  /// The checksum of a token.
  ///
  /// - Parameters:
  ///   - fingerprints: the hash of the digits of its fingerprints. It is known before the other members are.
  ///   - members: the other members but the checksum, as this library writes them, even if another library changed
  ///     their order and white space.
  static func checksum(_ fingerprints: StableHash, digitCount: Int, members: UnsafeRawBufferPointer) -> UInt64 {
    var hash = fingerprints
    hash.add(word: UInt64(digitCount))
    hash.combineWords(members)
    return hash.value
  }

  /// Whether a checksum is that of the other fields of a token.
  static func fits(_ checksum: String, _ fields: [String: JSONValue]) throws(ResumeTokenError) -> Bool {
    var members = fields
    var digits = members.removeValue(forKey: "fingerprints")?.string ?? ""
    guard fields["version"]?.integer != 1 else { return try fitsVersion1(checksum, fields, members, digits) }
    var hash = StableHash()
    digits.withUTF8 { hash.addWords(UnsafeRawBufferPointer($0)) }
    let sum = try text(of: members).withUnsafeBytes {
      self.checksum(hash, digitCount: digits.utf8.count, members: $0)
    }
    return sum.hexadecimal == checksum
  }

  /// An object as ``MemberText`` writes it. A number may have other digits in the text of the whole object.
  private static func text(of members: [String: JSONValue]) throws(ResumeTokenError) -> [UInt8] {
    var text: [UInt8] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      text.append(text.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      text += try bytes(of: .string(name))
      text.append(UInt8(ascii: ":"))
      text += try bytes(of: value)
    }
    text.append(UInt8(ascii: "}"))
    return text
  }

  /// - Parameter members: the fields without the fingerprints.
  private static func fitsVersion1(
    _ checksum: String, _ fields: [String: JSONValue], _ members: [String: JSONValue], _ digits: String
  ) throws(ResumeTokenError) -> Bool {
    let sum = { (text: [UInt8]) in
      var hash = StableHash()
      hash.combine(text)
      return hash.value.hexadecimal
    }
    if sum(try bytes(of: .object(fields))) == checksum { return true }
    // A token with doubts had them behind the fingerprints when its checksum was made.
    guard fields["doubts"] != nil else { return false }
    let others = try bytes(of: .object(members)).dropFirst()
    return sum(Array(#"{"fingerprints":"\#(digits)","#.utf8) + others) == checksum
  }

  /// A value as this library writes it.
  static func bytes(of value: JSONValue) throws(ResumeTokenError) -> [UInt8] {
    do {
      return try value.bytes()
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      throw .unusable(message: "the resume token cannot be written as JSON: \(error.message)")
    }
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
    guard try Self.fits(checksum, fields) else {
      throw .damaged("its checksum does not match its content")
    }
    guard version > 0,
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
