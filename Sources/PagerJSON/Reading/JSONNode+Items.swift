internal import CSimdjson

/// The keys of an edge's node, ready to be compared with those of a text. The first key that an edge has counts.
package struct NodeKeys: Sendable {
  private let keys: [[UInt8]]

  package init(_ keys: [String]) {
    self = keys.count == 1 && keys[0] == "node" ? .node : NodeKeys(bytes: keys.map { Array($0.utf8) })
  }

  private init(bytes: [[UInt8]]) {
    keys = bytes
  }

  /// The key as Relay names it.
  private static let node = NodeKeys(bytes: [Array("node".utf8)])

  /// The node of an edge; an element itself that is not one.
  package func node(of element: JSONNode) -> JSONNode {
    for key in keys {
      if let member = key.withUnsafeBufferPointer({ element.member($0) }) { return member }
    }
    return element
  }
}

extension JSONNode {
  /// How many of an array's elements are null, or edges whose node is.
  ///
  /// - Parameter nodeKeys: the keys of an edge's node; the first key that an edge has counts.
  package func nullCount(nodeKeys: [String]) -> Int {
    guard kind == .array, text.pointee.null_count > 0 else { return 0 }
    guard nodeKeys.count < 2 else {
      let keys = NodeKeys(nodeKeys)
      return elements.reduce(0) { $0 + (keys.node(of: $1).isNull ? 1 : 0) }
    }
    guard var key = nodeKeys.first else { return Int(csimdjson_count_nulls(text, token, nil, 0)) }
    return key.withUTF8 { Int(csimdjson_count_nulls(text, token, $0.baseAddress, $0.count)) }
  }

  /// Hashes the objects with these indexes in an array as they are written, or the nodes of such edges.
  ///
  /// - Parameter hashes: takes them; it has room for eight.
  /// - Returns: the index after the last one; less than the range's end if the array ends before, or has something else
  ///   than objects.
  // Here, where the compiler sees all parts: it runs for every page.
  package func hashItems(_ indexes: Range<Int>, nodeKeys: NodeKeys, into hashes: inout SIMD8<UInt64>) -> Int {
    var tokens = ElementTokens(of: self)
    var index = 0
    while index < indexes.upperBound, let token = tokens.next() {
      if index >= indexes.lowerBound {
        let item = nodeKeys.node(of: node(at: token))
        guard item.kind == .object else { return index }
        hashes[index] = item.writtenHash
      }
      index += 1
    }
    return index
  }

  /// The bytes of a string, unescaped; nil if the node is of another kind. They are valid as long as the node.
  package var stringBytes: UnsafeBufferPointer<UInt8>? { unescaped }

  /// The bytes of the value as it is written. They are valid as long as the node.
  package var writtenBytes: UnsafeBufferPointer<UInt8> { rawText }

  /// A hash of the value as it is written, the same in every process.
  ///
  /// It distinguishes values that differ by accident, and takes sixteen bytes at a time.
  package var writtenHash: UInt64 {
    let bytes = UnsafeRawBufferPointer(rawText)
    var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
    var place = 0
    while place + 16 <= bytes.count {
      let first = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let second = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
      // Both are mixed with something that no text has, so that neither is 0 because of what the text says.
      let product = (hash ^ first).multipliedFullWidth(by: second ^ 0xd6e8_feb8_6659_fd93)
      hash = product.high ^ product.low
      place += 16
    }
    if place + 8 <= bytes.count {
      hash = Self.mixed(hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    return Self.mixed(Self.mixed(hash ^ rest))
  }

  /// A hash of a long value as it is written, the same in every process.
  ///
  /// It distinguishes values that differ by accident. Four lanes take eight bytes each, so a page of 20 kB costs about
  /// 3 µs.
  package var bulkHash: UInt64 {
    let bytes = UnsafeRawBufferPointer(rawText)
    var lanes = SIMD4<UInt64>(0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 1)
    var place = 0
    while place + 32 <= bytes.count {
      for lane in 0..<4 {
        let word = bytes.loadUnaligned(fromByteOffset: place + lane * 8, as: UInt64.self)
        let product = (lanes[lane] ^ UInt64(littleEndian: word)) &* 0xd6e8_feb8_6659_fd93
        lanes[lane] = product ^ (product >> 32)
      }
      place += 32
    }
    var hash = UInt64(bytes.count)
    for lane in 0..<4 { hash = Self.mixed(hash ^ lanes[lane]) }
    for byte in bytes[place...] { hash = Self.mixed(hash ^ UInt64(byte)) }
    return hash
  }

  /// Each bit of the result depends on all bits of the number, and no two numbers have one result.
  private static func mixed(_ number: UInt64) -> UInt64 {
    var number = (number ^ (number >> 32)) &* 0xd6e8_feb8_6659_fd93
    number = (number ^ (number >> 32)) &* 0xd6e8_feb8_6659_fd93
    return number ^ (number >> 32)
  }
}

extension RawJSON {
  /// Writes an integer of any length.
  ///
  /// - Parameter digits: digits without leading zeros, after an optional minus sign.
  package init(digits: String) {
    self.init(validated: Array(digits.utf8))
  }
}
