import CSwiftPager

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Hands columns out: Arrow gets the buffers as they are.
///
/// All memory is from `malloc`, and each array has its own buffers. The owner of an array or of a child can therefore
/// release it on any thread, in any order, and also in a child of fork().
extension Column {
  /// Moves the column's values into an array, and leaves the column without memory. False, and nothing in the array:
  /// there is not enough memory.
  mutating func export(to array: UnsafeMutablePointer<ArrowArray>) -> Bool {
    let bufferCount = storage.bufferCount
    guard let bufferMemory = malloc(max(1, bufferCount) * MemoryLayout<UnsafeRawPointer?>.stride) else { return false }
    let buffers = bufferMemory.bindMemory(to: UnsafeRawPointer?.self, capacity: bufferCount)
    for index in 0..<bufferCount { (buffers + index).initialize(to: nil) }
    // From here on the array is valid with its contents so far. A later failure releases it.
    array.initialize(
      to: ArrowArray(
        length: Int64(count), null_count: Int64(nullCount), offset: 0, n_buffers: Int64(bufferCount), n_children: 0,
        buffers: buffers, children: nil, dictionary: nil, release: releaseArray, private_data: nil))
    guard exportChildren(to: array) else {
      array.pointee.release?(array)
      return false
    }
    guard bufferCount > 0 else { return true }
    if nullCount > 0 { buffers[0] = UnsafeRawPointer(validity.memory.handOver()) }
    if bufferCount > 1 { buffers[1] = UnsafeRawPointer(storage == .bool ? bits.memory.handOver() : values.handOver()) }
    if bufferCount > 2 { buffers[2] = UnsafeRawPointer(text.handOver()) }
    return true
  }

  private mutating func exportChildren(to array: UnsafeMutablePointer<ArrowArray>) -> Bool {
    guard childCount > 0 else { return true }
    guard let memory = malloc(childCount * MemoryLayout<UnsafeMutablePointer<ArrowArray>?>.stride) else { return false }
    let pointers = memory.bindMemory(to: UnsafeMutablePointer<ArrowArray>?.self, capacity: childCount)
    array.pointee.children = pointers
    for index in 0..<childCount {
      guard let memory = malloc(MemoryLayout<ArrowArray>.stride) else { return false }
      let child = memory.bindMemory(to: ArrowArray.self, capacity: 1)
      guard let column = children.map({ $0 + index }), column.pointee.export(to: child) else {
        free(memory)
        return false
      }
      (pointers + index).initialize(to: child)
      array.pointee.n_children += 1
    }
    return true
  }
}

extension Column.Storage {
  /// How many buffers Arrow has for the type: validity, values or offsets, text.
  fileprivate var bufferCount: Int {
    switch self {
    case .null: 0
    case .structure: 1
    case .bool, .int64, .float64, .date, .timestamp, .list: 2
    case .string, .json, .emptyObject: 3
    }
  }
}

/// Releases an array: its children that were not moved elsewhere, its buffers, and itself.
private let releaseArray: @convention(c) (UnsafeMutablePointer<ArrowArray>?) -> Void = { array in
  guard let array, array.pointee.release != nil else { return }
  for index in 0..<Int(array.pointee.n_children) {
    guard let child = array.pointee.children?[index] else { continue }
    child.pointee.release?(child)
    free(child)
  }
  free(array.pointee.children)
  for index in 0..<Int(array.pointee.n_buffers) {
    free(UnsafeMutableRawPointer(mutating: array.pointee.buffers?[index]))
  }
  free(UnsafeMutableRawPointer(array.pointee.buffers))
  array.pointee.release = nil
}
