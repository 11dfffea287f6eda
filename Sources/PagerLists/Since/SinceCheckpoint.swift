import PagerBytes
package import PagerJSON
package import PagerState

/// The text that one run leaves to the next: the mark, the versions of the items around it, and the token of a walk
/// that was cut off.
///
/// It is one JSON object with a checksum, as a ``ListToken`` is. A list without `since` has a token and no mark.
package struct SinceCheckpoint: Sendable {
  static let version: Int64 = 1

  /// Which list it is of, with the endpoint, and what makes it that list.
  private let list: UInt64
  private let parts: JSONValue?
  /// The value that the mark is one of; nil: the list has no `since`.
  private let path: String?
  private let type: String?
  private let mark: JSONValue
  private let known: String
  private let carried: String
  /// The least value of the overlap in which all items are known; null: there was no overlap, or the list was shorter.
  private let bottom: JSONValue
  /// The value from which the next run reads again; null: the lag has not shrunk.
  private let againFrom: JSONValue
  /// The token of a walk that was cut off; nil: the last walk was whole, or has to begin anew.
  package let token: JSONValue?
  private let window: JSONValue
  /// What the library found of the list; nil if it did not look for it.
  package let found: JSONValue?

  /// Whether it holds anything that a run without `since` can use or lose.
  package var hasMark: Bool { path != nil }

  // MARK: Reading

  /// Reads a checkpoint that is a text, or the object in it.
  ///
  /// - Throws: `ResumeTokenError` for a value that is not a checkpoint, is damaged, or has a newer version.
  package init(_ value: JSONValue) throws(ResumeTokenError) {
    guard var fields = try Self.object(value).object else { throw Self.damaged("it is not an object") }
    guard let version = fields["version"]?.integer, fields["window"] != nil else {
      throw Self.damaged(
        fields["fingerprints"] == nil
          ? "its fields are not those of a checkpoint" : "it is a resume token: pass it as `resume`")
    }
    guard version <= Self.version else {
      throw .unusable(
        message: "the checkpoint has version \(version), and this library reads up to \(Self.version): a newer library "
          + "wrote it")
    }
    guard let checksum = fields.removeValue(forKey: "checksum")?.string,
      Self.checksum(try Self.text(fields)) == checksum
    else { throw Self.damaged("its checksum does not match its content") }
    guard let list = fields["list"]?.string.flatMap({ UInt64(hexadecimal: $0) }),
      let mark = fields["mark"], let known = fields["known"]?.string, let window = fields["window"]
    else { throw Self.damaged("its fields are not those of a checkpoint") }
    self.list = list
    parts = fields["parts"]
    path = fields["since"]?["path"]?.string
    type = fields["since"]?["type"]?.string
    self.mark = mark
    self.known = known
    carried = fields["carried"]?.string ?? ""
    bottom = fields["bottom"] ?? .null
    againFrom = fields["again_from"] ?? .null
    self.window = window
    found = fields["found"]
    if let token = fields["token"], !token.isNull { self.token = token } else { token = Optional.none }
  }

  private static func object(_ value: JSONValue) throws(ResumeTokenError) -> JSONValue {
    guard let text = value.string else { return value }
    do {
      return try JSONValue(parsing: text, maximumDepth: JSONValue.maximumConfigDepth)
    } catch {
      throw error.isOutOfMemory ? .outOfMemory : damaged("it is not valid JSON: \(error.message)")
    }
  }

  /// Where a walk of a rule begins.
  ///
  /// - Throws: `ResumeTokenError` if the checkpoint belongs to another field.
  package func start(of rule: SinceRule) throws(ResumeTokenError) -> SinceStart {
    guard let path, let type else { return SinceStart() }
    guard path == rule.path.description, type == rule.type.rawValue else {
      throw .unusable(
        message: "the checkpoint belongs to another `since`: its mark is a value of the type \"\(type)\" at \(path), "
          + "and the config names the type \"\(rule.type.rawValue)\" at \(rule.path); leave the checkpoint out to "
          + "begin anew")
    }
    var start = SinceStart()
    if !mark.isNull {
      guard let value = SinceValue(kept: mark, as: rule.type) else { throw Self.damaged("its mark cannot be read") }
      start.mark = value
    }
    guard let versions = KnownItems.versions(in: known), let carried = KnownItems.versions(in: carried) else {
      throw Self.damaged("its items cannot be read")
    }
    start.known = KnownItems(versions, carried: carried)
    start.bottom = SinceValue(kept: bottom, as: rule.type)
    start.shrunk = SinceValue(kept: againFrom, as: rule.type).map { ShrunkLag(from: $0, bottom: start.bottom) }
    for chunk in window.array ?? [] {
      guard let value = SinceValue(kept: chunk["greatest"], as: rule.type),
        let versions = chunk["items"]?.string.flatMap(KnownItems.versions)
      else { throw Self.damaged("its window cannot be read") }
      start.window.add(versions.map { SinceWindow.Entry(version: $0, value: value) }, above: nil)
    }
    return start
  }

  /// Refuses a checkpoint of another list.
  package func check(_ signature: ListSignature) throws(ResumeTokenError) {
    guard signature.fits(list) else {
      throw .unusable(message: signature.difference(from: parts, of: "checkpoint"))
    }
  }

  private static func damaged(_ what: String) -> ResumeTokenError {
    .unusable(message: "the checkpoint is damaged: \(what)")
  }

  // MARK: Writing

  /// Writes the checkpoint of a pager.
  ///
  /// - Parameters:
  ///   - plan: nil: the list has no `since`.
  ///   - trail: what is known of the list at the position; nil: no page has come.
  ///   - isWhole: whether the list was read to its end, with nothing missing.
  ///   - found: what the library found of the list.
  ///   - doubts: what speaks against the list, if it is whole. Only readers of the text use them.
  ///   - token: writes the token of the position; it is not called if the list is whole.
  package static func text(
    _ plan: SincePlan?, of signature: ListSignature, after trail: SinceTrail?, isWhole: Bool, found: JSONValue? = nil,
    doubts: ListDoubts = [], token: () throws(ResumeTokenError) -> String?
  ) throws(ResumeTokenError) -> String {
    let progress = trail?.progress
    let moves = isWhole && progress.map { !$0.isBroken && !$0.isHeld } ?? false
    var fields: [String: JSONValue] = [
      "version": .integer(version), "list": .string(signature.hash.hexadecimal), "parts": signature.json,
      "since": plan.map {
        ["path": .string($0.rule.path.description), "type": .string($0.rule.type.rawValue)]
      } ?? .null,
      "mark": .null, "known": "", "window": [], "token": .null,
    ]
    if let found { fields["found"] = found }
    if !doubts.isEmpty { fields["doubts"] = .array(doubts.words.map { .string($0) }) }
    if let plan {
      let mark = moves ? [plan.mark, progress?.greatest].compactMap { $0 }.max() : plan.mark
      fields["mark"] = mark?.kept ?? .null
      let shrunk = moves ? trail.flatMap { plan.shrunkLag(after: $0, below: mark) } : plan.shrunk
      fields["again_from"] = shrunk?.from.kept
      fields["bottom"] = (moves ? shrunk?.bottom ?? progress?.bottom : plan.bottom)?.kept
      let known = (moves ? progress?.knownItems(plan, mark) : nil) ?? plan.known
      fields["known"] = .string(known.text)
      fields["carried"] = .string(known.carriedText)
    }
    // A walk that broke off because of what it read begins anew, and reads it again.
    if !isWhole, !(progress?.isBroken ?? false), let token = try token() {
      fields["token"] = try object(.string(token))
      fields["window"] = progress?.window.kept ?? []
    }
    let members = try text(fields)
    return #"{"checksum":"\#(checksum(members))",\#(members.dropFirst())"#
  }

  private static func text(_ fields: [String: JSONValue]) throws(ResumeTokenError) -> String {
    do {
      return try JSONValue.object(fields).text()
    } catch {
      if error.isOutOfMemory { throw .outOfMemory }
      throw .unusable(message: "the checkpoint cannot be written as JSON: \(error.message)")
    }
  }

  private static func checksum(_ text: String) -> String {
    var hash = StableHash()
    hash.combine(text)
    return hash.value.hexadecimal
  }
}

extension SinceProgress {
  /// What the next run knows, once the mark has moved.
  fileprivate func knownItems(_ plan: SincePlan, _ mark: SinceValue?) -> KnownItems {
    // A descending list keeps what was within reach when it came, and its overlap.
    let isDescending = plan.rule.order == .descending
    let threshold = isDescending ? nil : mark.map { plan.rule.floor(below: $0) }
    let known = KnownItems(window.entries(above: threshold).map(\.version))
    return isDescending && plan.overlap(after: self) > 0 ? known.carrying(plan.known) : known
  }
}

extension SinceWindow {
  /// The window for a checkpoint. Each chunk has the greatest value of its entries, which is enough to drop it later.
  fileprivate var kept: JSONValue {
    .array(
      keptChunks.map { chunk in
        ["greatest": chunk.greatest?.kept ?? .null, "items": .string(chunk.entries.map(\.version.text).joined())]
      })
  }
}
