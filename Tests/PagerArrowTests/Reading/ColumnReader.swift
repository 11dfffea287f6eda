import CSwiftPager

/// Reads one column through Arrow's C interface, and checks what Arrow requires of it.
struct ColumnReader {
  let format: String
  let count: Int
  let children: [ColumnReader]
  private let name: String
  private let isJSON: Bool
  private let validity: [Bool]
  private let values: UnsafeRawPointer?
  private let text: UnsafeRawPointer?

  init(_ schema: ArrowSchema, _ array: ArrowArray, isRoot: Bool = false) throws {
    name = String(cString: schema.name)
    format = String(cString: schema.format)
    count = Int(array.length)
    isJSON = try Self.isMarkedAsJSON(schema.metadata)
    try BatchError.require(schema.flags == (isRoot ? 0 : Int64(ARROW_FLAG_NULLABLE)), "\(name) has other flags")
    try BatchError.require(array.offset == 0 && array.dictionary == nil, "\(name) has an offset or a dictionary")
    let buffers = (0..<Int(array.n_buffers)).map { array.buffers[$0] }
    try BatchError.require(buffers.count == Self.bufferCount(format), "\(name) has \(buffers.count) buffers")
    validity = try Self.validity(buffers.first ?? nil, array, isNull: format == "n")
    values = buffers.count > 1 ? buffers[1] : nil
    text = buffers.count > 2 ? buffers[2] : nil
    try BatchError.require(schema.n_children == array.n_children, "\(name) has columns without a type")
    children = try (0..<Int(schema.n_children)).map { index in
      guard let schema = schema.children[index], let array = array.children[index] else {
        throw BatchError(description: "a column is missing")
      }
      return try ColumnReader(schema.pointee, array.pointee)
    }
    try checkLengths()
  }

  /// How many buffers Arrow has for a type.
  private static func bufferCount(_ format: String) -> Int {
    switch format {
    case "n": 0
    case "+s": 1
    case "u": 3
    default: 2
    }
  }

  private static func validity(_ bits: UnsafeRawPointer?, _ array: ArrowArray, isNull: Bool) throws -> [Bool] {
    let validity = (0..<Int(array.length)).map { index in
      if let bits { bit(index, bits) } else { !isNull }
    }
    let nulls = validity.count { !$0 }
    try BatchError.require(nulls == Int(array.null_count), "\(nulls) nulls, counted as \(array.null_count)")
    return validity
  }

  private static func bit(_ index: Int, _ bits: UnsafeRawPointer) -> Bool {
    bits.load(fromByteOffset: index / 8, as: UInt8.self) >> UInt8(index % 8) & 1 == 1
  }

  private func checkLengths() throws {
    if format == "+s" {
      try BatchError.require(children.allSatisfy { $0.count == count }, "\(name) has columns of other lengths")
    }
    guard format == "u" || format == "+l" else { return }
    let ends = (0...count).map { Int(number($0, as: Int32.self)) }
    try BatchError.require(ends.first == 0 && zip(ends, ends.dropFirst()).allSatisfy(<=), "\(name) ends at \(ends)")
    if format == "+l" { try BatchError.require(children.map(\.count) == [ends[count]], "\(name) has other elements") }
  }

  /// Whether the metadata is `{"swiftpager.type": "json"}`. No other metadata is allowed.
  private static func isMarkedAsJSON(_ metadata: UnsafePointer<CChar>?) throws -> Bool {
    guard let metadata = UnsafeRawPointer(metadata) else { return false }
    var position = 4
    var texts: [String] = []
    for _ in 0..<2 * metadata.load(as: Int32.self) {
      let length = Int(metadata.loadUnaligned(fromByteOffset: position, as: Int32.self))
      texts.append(
        String(decoding: UnsafeRawBufferPointer(start: metadata + position + 4, count: length), as: UTF8.self))
      position += 4 + length
    }
    try BatchError.require(texts == ["swiftpager.type", "json"], "the metadata is \(texts)")
    return true
  }
}

extension ColumnReader {
  /// The column with all of its values.
  func column() throws -> BatchColumn {
    BatchColumn(name: name, type: try type(), values: try (0..<count).map(value))
  }

  private func type() throws -> String {
    switch format {
    case "n": return "null"
    case "b": return "bool"
    case "l": return "int64"
    case "g": return "float64"
    case "u": return isJSON ? "json" : "string"
    case "tdD": return "date"
    case "tsu:UTC": return "timestamp"
    case "tsn:UTC": return "timestamp_ns"
    case "tsu:": return "timestamp_local"
    case "tsn:": return "timestamp_local_ns"
    case "+l":
      try BatchError.require(children.map(\.name) == ["item"], "the elements are called \(children.map(\.name))")
      return BatchColumn.list(try children.map { try $0.type() })
    case "+s": return BatchColumn.structure(try children.map { ($0.name, try $0.type()) })
    default: throw BatchError(description: "the format \(format) is unknown")
    }
  }

  private func value(_ index: Int) throws -> String {
    guard validity[index] else { return "null" }
    switch format {
    case "b": return "\(values.map { Self.bit(index, $0) } ?? false)"
    case "l": return "\(number(index, as: Int64.self))"
    case "g": return "\(number(index, as: Double.self))"
    case "tdD": return "@\(number(index, as: Int32.self))"
    case "u":
      guard let string = String(validating: bytes(index), as: UTF8.self) else {
        throw BatchError(description: "\(name) has text that is not UTF-8")
      }
      return isJSON ? "`\(string)`" : "\"\(string)\""
    case "+l": return BatchColumn.list(try range(index).map { try children[0].value($0) })
    case "+s": return BatchColumn.structure(try children.map { ($0.name, try $0.value(index)) })
    default: return "@\(number(index, as: Int64.self))"
    }
  }

  private func number<Number: BitwiseCopyable>(_ index: Int, as type: Number.Type) -> Number {
    guard let values else { fatalError("a column with values has a buffer for them") }
    return values.load(fromByteOffset: index * MemoryLayout<Number>.size, as: type)
  }

  /// Where the elements of a list, or the bytes of a text, are.
  private func range(_ index: Int) -> Range<Int> {
    Int(number(index, as: Int32.self))..<Int(number(index + 1, as: Int32.self))
  }

  private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    let range = range(index)
    return UnsafeRawBufferPointer(start: text.map { $0 + range.lowerBound }, count: text == nil ? 0 : range.count)
  }
}
