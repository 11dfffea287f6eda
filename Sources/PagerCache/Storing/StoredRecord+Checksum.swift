import PagerBytes

/// The checksum of a record in a file: what follows its value, a byte that no text has and then eight bytes.
///
/// A record without one is read as it is: earlier versions wrote none.
extension StoredRecord {
  /// No byte of UTF-8.
  private static let mark: UInt8 = 0xFF
  private static let sealSize = 9

  /// The value, and behind it the checksum of the record.
  func sealedValue() -> [UInt8] {
    var sealed: [UInt8] = []
    sealed.reserveCapacity(value.count + Self.sealSize)
    sealed += value
    sealed.append(Self.mark)
    withUnsafeBytes(of: checksum.littleEndian) { sealed.append(contentsOf: $0) }
    return sealed
  }

  /// The record without the checksum behind its value; nil if that is wrong.
  func checked() -> StoredRecord? {
    let end = value.endIndex - Self.sealSize
    guard end >= value.startIndex, value[end] == Self.mark else { return self }
    let record = StoredRecord(key: key, parent: parent, received: received, value: value[..<end], earlier: earlier)
    return withUnsafeBytes(of: record.checksum.littleEndian) { value[(end + 1)...].elementsEqual($0) } ? record : nil
  }

  private var checksum: UInt64 {
    var hash = StableHash()
    value.withUnsafeBytes { hash.combineWords($0) }
    earlier?.withUnsafeBytes { hash.combineWords($0) }
    var (key, parent) = (key, parent ?? "")
    key.withUTF8 { hash.combineWords(UnsafeRawBufferPointer($0)) }
    parent.withUTF8 { hash.combineWords(UnsafeRawBufferPointer($0)) }
    hash.combine(UInt64(bitPattern: received))
    return hash.value
  }
}
