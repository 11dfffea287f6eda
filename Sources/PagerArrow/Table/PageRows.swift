package import PagerBytes

/// Where the rows of a page are: the elements of an array in its body.
package struct PageRows: Sendable {
  /// The body that the array is in.
  let body: ReceivedBytes
  /// The array; nil: there are no rows.
  let array: Range<Int>?
  /// If an element is an object with one of these keys, the row is that key's value; with several of them, the first
  /// one's.
  let nodeKeys: [[UInt8]]
  /// The positions of the elements that are not rows, in order.
  let omitted: [Int]
  /// What a message shows of a text of the rows: the text without secrets.
  let shown: @Sendable (String) -> String

  package init(
    body: ReceivedBytes, array: Range<Int>?, nodeKeys: [String], omitted: [Int],
    shown: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.shown = shown
    self.body = body
    self.array = array
    self.nodeKeys = nodeKeys.map { Array($0.utf8) }
    self.omitted = omitted
  }
}

extension PageRows {
  /// Calls a function with the token of each row, in order, until it returns false.
  func forEachRow(of array: UInt32, in table: TokenTable, _ body: (UInt32) -> Bool) {
    let closing = table.closing(array)
    var omitted = omitted[...]
    var element = array + 1
    var index = 0
    while element < closing {
      if omitted.first == index {
        omitted.removeFirst()
      } else if !body(row(in: element, table)) {
        return
      }
      index += 1
      element = table.end(element)
    }
  }

  @inline(__always)
  private func row(in element: UInt32, _ table: TokenTable) -> UInt32 {
    for key in nodeKeys {
      if let value = table.firstMember(of: element, key) { return value }
    }
    return element
  }
}

extension TokenTable {
  /// The value of the first member with a key; nil if there is none, or if the value is not an object.
  @inline(__always)
  func firstMember(of object: UInt32, _ key: [UInt8]) -> UInt32? {
    guard byte(object) == UInt8(ascii: "{") else { return nil }
    let closing = closing(object)
    var member = object + 1
    while member < closing {
      if isEqual(string(member), key) { return member + 1 }
      member = end(member + 1)
    }
    return nil
  }

  @inline(__always)
  func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ key: [UInt8]) -> Bool {
    bytes.count == key.count && bytes.elementsEqual(key)
  }
}
