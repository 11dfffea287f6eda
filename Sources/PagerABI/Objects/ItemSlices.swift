import PagerBytes
import PagerJSON
import PagerLists

/// The places of a page's shown items in its body.
struct ItemSlices {
  private let shown: ElementSlices

  /// The items as they came.
  ///
  /// - Throws: an error if memory runs out.
  init(itemsAt array: Range<Int>, of page: ConnectionPage) throws(JSONReadError) {
    try self.init(ElementSlices(of: array, in: page.body, valuesOf: []), of: page)
  }

  /// The node of each edge.
  ///
  /// - Throws: an error if memory runs out.
  init(nodesAt array: Range<Int>, of page: ConnectionPage) throws(JSONReadError) {
    page.interest.show()
    if let places = page.places {
      try self.init(places, of: page)
    } else {
      try self.init(ElementSlices(of: array, in: page.body, valuesOf: page.nodeKeys), of: page)
    }
  }

  private init(_ all: ElementSlices, of page: ConnectionPage) throws(JSONReadError) {
    if let omission = page.omission {
      shown = try ElementSlices(at: omission.remaining(of: all.count), of: all)
    } else {
      shown = all
    }
  }

  var count: Int { shown.count }

  /// The place of an item; nil beyond the last.
  subscript(index: Int) -> Range<Int>? { shown[index] }

  /// All places as C gets them at once. Valid as long as these slices.
  var pairs: UnsafeRawBufferPointer { shown.pairs }
}

/// The items that a page shows as one JSON array, if that is not the array that came. Written directly and not in
/// pieces, because a loop over items wants it of each page.
struct ItemArray {
  let items: ItemSlices
  let body: ReceivedBytes

  /// How many bytes the text has.
  var count: Int {
    // The brackets, and the commas between the items.
    var count = max(items.count, 1) + 1
    for index in 0..<items.count { count += items[index]?.count ?? 0 }
    return count
  }

  /// Writes the text to memory of `count` bytes.
  func write(to memory: UnsafeMutableRawBufferPointer) {
    body.withUnsafeBytes { bytes in
      var end = 1
      for index in 0..<items.count {
        guard let item = items[index] else { break }
        if index > 0 {
          memory[end] = UInt8(ascii: ",")
          end += 1
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[item]))
        end += item.count
      }
      memory[0] = UInt8(ascii: "[")
      memory[end] = UInt8(ascii: "]")
    }
  }
}

/// The items of a page, one a line: NDJSON.
struct ItemLines: TextInPieces {
  private let items: ItemSlices
  private let body: ReceivedBytes
  /// Whether an item may span lines: one look at all of them is faster than one at each.
  private let isBroken: Bool

  /// - Parameter array: the place of all items in the body.
  init(items: ItemSlices, in array: Range<Int>, of body: ReceivedBytes) {
    self.items = items
    self.body = body
    isBroken = body.withUnsafeBytes { JSONLine.isBroken(UnsafeRawBufferPointer(rebasing: $0[array])) }
  }

  func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void) {
    body.withUnsafeBytes { bytes in
      for index in 0..<items.count {
        guard let item = items[index] else { return }
        let text = UnsafeRawBufferPointer(rebasing: bytes[item])
        if isBroken { JSONLine.forEachPiece(of: text, give) } else { give(text) }
        StaticString("\n").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) }
      }
    }
  }
}
