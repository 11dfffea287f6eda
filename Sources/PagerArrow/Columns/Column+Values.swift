/// Putting the values of a text into columns.
extension Column {
  /// Appends the value that begins at a token.
  mutating func append(_ token: UInt32, in table: TokenTable, _ report: inout MismatchReport) -> PutResult {
    let first = table.byte(token)
    if first == UInt8(ascii: "n") { return appendNulls(1) }
    let outcome =
      switch storage {
      case .null: PutResult.mismatch
      case .bool: appendBool(first)
      case .int64: appendInteger(token, first, in: table)
      case .float64: appendDouble(token, first, in: table)
      case .string: first == UInt8(ascii: "\"") ? appendText(table.string(token)) : .mismatch
      case .json: appendText(table.rawText(token))
      case .emptyObject:
        first == UInt8(ascii: "{") && table.closing(token) == token + 1 ? appendText(table.rawText(token)) : .mismatch
      case .date, .timestamp: appendMoment(token, first, in: table, &report)
      case .list: appendList(token, first, in: table, &report)
      case .structure: appendObject(token, first, in: table, &report)
      }
    if outcome == .mismatch { report.note(token, in: self) }
    return outcome
  }

  private mutating func appendBool(_ first: UInt8) -> PutResult {
    guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { return .mismatch }
    return bits.append(first == UInt8(ascii: "t")) && countValue() ? .done : .noMemory
  }

  @inline(__always)
  private mutating func appendInteger(_ token: UInt32, _ first: UInt8, in table: TokenTable) -> PutResult {
    guard Self.beginsNumber(first) else { return .mismatch }
    let (type, bits) = table.number(token)
    var value = Int64(bitPattern: bits)
    if type != NumberType.signed {
      // A configured integer column also takes numbers like 2.0, in the range in which doubles have no gaps.
      let double = Double(bitPattern: bits)
      guard isGiven, type != NumberType.unsigned, double.magnitude <= Double(largestExactInteger),
        let whole = Int64(exactly: double)
      else { return .mismatch }
      value = whole
    }
    if value.magnitude > largestExactInteger { hasLarge = true }
    return appendNumber(value)
  }

  @inline(__always)
  private mutating func appendDouble(_ token: UInt32, _ first: UInt8, in table: TokenTable) -> PutResult {
    guard Self.beginsNumber(first) else { return .mismatch }
    let (type, bits) = table.number(token)
    switch type {
    case NumberType.signed:
      let integer = Int64(bitPattern: bits)
      guard integer.magnitude <= largestExactInteger else { return .mismatch }
      return appendNumber(Double(integer))
    case NumberType.unsigned: return .mismatch
    default: return appendNumber(bits)
    }
  }

  private mutating func appendMoment(
    _ token: UInt32, _ first: UInt8, in table: TokenTable, _ report: inout MismatchReport
  ) -> PutResult {
    guard first == UInt8(ascii: "\"") else { return .mismatch }
    do {
      let moment = try Moment(parsing: table.string(token))
      if storage == .date { return appendNumber(try moment.date()) }
      return appendNumber(try moment.timestamp(timestamp))
    } catch {
      report.reason = error.message
      return .mismatch
    }
  }

  /// Appends a number of the column's width.
  @inline(__always)
  private mutating func appendNumber<Number: BitwiseCopyable>(_ number: Number) -> PutResult {
    guard values.reserve(MemoryLayout<Number>.size), countValue() else { return .noMemory }
    values.append(number)
    return .done
  }

  @inline(__always)
  private mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>) -> PutResult {
    guard let end = Int32(exactly: text.count + bytes.count) else { return .full }
    guard text.reserve(bytes.count), values.reserve(4), countValue() else { return .noMemory }
    text.append(bytes)
    values.append(end)
    return .done
  }

  private mutating func appendList(
    _ token: UInt32, _ first: UInt8, in table: TokenTable, _ report: inout MismatchReport
  ) -> PutResult {
    guard first == UInt8(ascii: "["), let element = children else { return .mismatch }
    let closing = table.closing(token)
    var next = token + 1
    while next < closing {
      let outcome = element.pointee.append(next, in: table, &report)
      guard outcome == .done else {
        report.isInside(list: outcome)
        return outcome
      }
      next = table.end(next)
    }
    guard let end = Int32(exactly: element.pointee.count) else { return .full }
    guard values.reserve(4), countValue() else { return .noMemory }
    values.append(end)
    return .done
  }

  private mutating func appendObject(
    _ token: UInt32, _ first: UInt8, in table: TokenTable, _ report: inout MismatchReport
  ) -> PutResult {
    guard first == UInt8(ascii: "{") else { return .mismatch }
    let outcome = appendMembers(of: token, in: table, &report)
    guard outcome == .done else { return outcome }
    return countValue() ? .done : .noMemory
  }

  /// Appends the members of an object to the columns below. The object itself is still to be counted.
  @inline(__always)
  mutating func appendMembers(
    of token: UInt32, in table: TokenTable, _ report: inout MismatchReport
  ) -> PutResult {
    guard let children else { return .mismatch }
    let closing = table.closing(token)
    var key = token + 1
    var expected = 0
    while key < closing {
      let value = key + 1
      if let index = childIndex(of: table.string(key), expected: expected) {
        let child = children + index
        guard child.pointee.count <= count else {
          report.reason = "the object has the key \(report.quoted(table.string(key))) twice"
          return .mismatch
        }
        var outcome = child.pointee.fill(to: count)
        if outcome == .done { outcome = child.pointee.append(value, in: table, &report) }
        guard outcome == .done else {
          report.isInside(child.pointee.name, outcome)
          return outcome
        }
        expected = index + 1
      } else if !isSelection {
        report.reason = "there is no column for the key \(report.quoted(table.string(key)))"
        return .mismatch
      }
      key = table.end(value)
    }
    return .done
  }

  /// The column of a key, which mostly is the expected one; nil if there is none.
  @inline(__always)
  private func childIndex(of key: UnsafeBufferPointer<UInt8>, expected: Int) -> Int? {
    guard let children else { return nil }
    if expected < childCount, children[expected].hasKey(key) { return expected }
    for index in 0..<childCount where children[index].hasKey(key) { return index }
    return nil
  }

  @inline(__always)
  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10
  }
}
