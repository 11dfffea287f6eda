import PagerBytes

/// Texts that are put into each other: a page, and the answers that bring the rest of its lists.
struct SplicedText: Sendable {
  /// What stands in place of a part of a text.
  struct Edit: Sendable {
    let range: Range<Int>
    let pieces: [Piece]
  }

  enum Piece: Sendable {
    case comma
    /// A part of a text, with the edits in it.
    case part(text: Int, Range<Int>)
  }

  /// The first one is the page.
  private(set) var texts: [ReceivedBytes]
  private var edits: [[Edit]]

  init(_ page: ReceivedBytes) {
    texts = [page]
    edits = [[]]
  }

  /// How many bytes the texts have.
  var count: Int { texts.reduce(0) { $0 + $1.count } }

  /// Adds a text, and returns its number.
  mutating func add(_ text: ReceivedBytes) -> Int {
    texts.append(text)
    edits.append([])
    return texts.count - 1
  }

  mutating func add(_ edit: Edit, to text: Int) {
    edits[text].append(edit)
  }

  /// The page with all that was put into it; nil if memory is out.
  mutating func whole() -> ReceivedBytes? {
    for index in edits.indices { edits[index].sort { $0.range.lowerBound < $1.range.lowerBound } }
    var collector = ByteCollector()
    guard collector.reserve(count), write(0, 0..<texts[0].count, to: &collector) else { return nil }
    return collector.finish()
  }

  /// No deeper than the query nests its lists.
  private func write(_ text: Int, _ range: Range<Int>, to collector: inout ByteCollector) -> Bool {
    var position = range.lowerBound
    for edit in edits[text] where edit.range.lowerBound >= range.lowerBound && edit.range.upperBound <= range.upperBound
    {
      guard copy(text, position..<edit.range.lowerBound, to: &collector) else { return false }
      for piece in edit.pieces {
        switch piece {
        case .comma:
          guard [UInt8(ascii: ",")].withUnsafeBytes({ collector.append($0) }) else { return false }
        case .part(let inner, let part):
          guard write(inner, part, to: &collector) else { return false }
        }
      }
      position = edit.range.upperBound
    }
    return copy(text, position..<range.upperBound, to: &collector)
  }

  private func copy(_ text: Int, _ range: Range<Int>, to collector: inout ByteCollector) -> Bool {
    texts[text].withUnsafeBytes { collector.append(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

/// A list that is being filled.
struct Filling: Sendable {
  let list: OpenList
  /// The text that it stands in.
  let text: Int
  /// What asks for its next page.
  private(set) var cursor: VariableValue
  private var cursors: Set<VariableValue>
  private var pages: [(text: Int, site: ListSite)] = []

  /// Nil for a list that has no more.
  init?(_ list: OpenList, in text: Int) {
    guard let cursor = list.site.cursor else { return nil }
    self.list = list
    self.text = text
    self.cursor = cursor
    cursors = [cursor]
  }

  /// Takes a page of it.
  ///
  /// - Returns: whether there is more.
  /// - Throws: `DrainFault` for a page that does not lead on, though it says that there is more.
  mutating func add(_ site: ListSite, in text: Int) throws(DrainFault) -> Bool {
    pages.append((text, site))
    guard let next = site.cursor else { return false }
    guard !site.isEmpty else { throw DrainFault("a page of it has no items, but says that there is more") }
    guard next != cursor else {
      throw DrainFault("a page of it says that there is more, but gives the cursor of its own request")
    }
    guard cursors.insert(next).inserted else {
      throw DrainFault("a page of it says that there is more, but gives the cursor of an earlier page")
    }
    cursor = next
    return true
  }

  /// Puts the pages in their place.
  func splice(into spliced: inout SplicedText, isBackward: Bool) {
    guard let last = pages.last else { return }
    for (index, elements) in list.site.arrays.enumerated() {
      let parts = pages.filter { !$0.site.arrays[index].isEmpty }.map {
        SplicedText.Piece.part(text: $0.text, $0.site.arrays[index].range)
      }
      guard !parts.isEmpty else { continue }
      var pieces: [SplicedText.Piece] = []
      for part in isBackward ? parts.reversed() : parts {
        if !pieces.isEmpty { pieces.append(.comma) }
        pieces.append(part)
      }
      if !elements.isEmpty { pieces.insert(.comma, at: isBackward ? pieces.endIndex : 0) }
      let place = isBackward ? elements.range.lowerBound : elements.range.upperBound
      spliced.add(.init(range: place..<place, pieces: pieces), to: text)
    }
    spliced.add(.init(range: list.site.flag, pieces: [.part(text: last.text, last.site.flag)]), to: text)
    if let place = list.site.cursorRange, let cursor = last.site.cursorRange {
      spliced.add(.init(range: place, pieces: [.part(text: last.text, cursor)]), to: text)
    }
  }
}
