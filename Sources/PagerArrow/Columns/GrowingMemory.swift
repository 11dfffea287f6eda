import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Memory that grows, from `malloc`: a server decides how much is needed, and only `malloc` can refuse.
///
/// A plain value without a `deinit`: the owner of the column frees it, or hands it to Arrow.
struct GrowingMemory {
  private(set) var start: UnsafeMutableRawPointer?
  /// How many bytes are used.
  var count = 0
  /// How many bytes there is room for.
  private(set) var capacity = 0
  private let reallocate: Reallocation

  private static let smallest = 256

  init(_ reallocate: Reallocation = realloc) {
    self.reallocate = reallocate
  }

  /// Makes room for more bytes. False if there is not enough memory; the bytes then stay as they are.
  @inline(__always)
  mutating func reserve(_ more: Int) -> Bool {
    count + more <= capacity || grow(by: more)
  }

  @inline(never)
  private mutating func grow(by more: Int) -> Bool {
    resize(to: max(count + more, capacity * 2, Self.smallest)) || resize(to: count + more)
  }

  private mutating func resize(to newCapacity: Int) -> Bool {
    guard let moved = reallocate(start, newCapacity) else { return false }
    (start, capacity) = (moved, newCapacity)
    return true
  }

  /// Appends a value. Room has to be there.
  @inline(__always)
  mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    start?.storeBytes(of: value, toByteOffset: count, as: Value.self)
    count += MemoryLayout<Value>.size
  }

  /// Appends bytes. Room has to be there.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start, let source = bytes.baseAddress { memcpy(start + count, source, bytes.count) }
    count += bytes.count
  }

  /// Appends zeros. False: there is not enough memory.
  mutating func appendZeros(_ zeros: Int) -> Bool {
    guard reserve(zeros) else { return false }
    if let start { memset(start + count, 0, zeros) }
    count += zeros
    return true
  }

  /// The value at an index among values of its size.
  @inline(__always)
  func value<Value: BitwiseCopyable>(at index: Int, as type: Value.Type) -> Value? {
    start?.load(fromByteOffset: index * MemoryLayout<Value>.size, as: type)
  }

  /// Gives the memory back.
  mutating func release() {
    free(start)
    self = GrowingMemory(reallocate)
  }

  /// Releases spare capacity, because a caller may keep the memory for long. A failure loses nothing.
  mutating func shrink() {
    if capacity - count > count / 8 + Self.smallest { _ = resize(to: max(count, 1)) }
  }

  /// The memory, which is the caller's from now on.
  mutating func handOver() -> UnsafeMutableRawPointer? {
    shrink()
    defer { self = GrowingMemory(reallocate) }
    return start
  }
}

/// Bits, eight to a byte, the lowest first.
struct Bitmap {
  var memory: GrowingMemory
  private(set) var count = 0

  init(_ memory: GrowingMemory = GrowingMemory()) {
    self.memory = memory
  }

  /// Appends a bit. False: there is not enough memory.
  @inline(__always)
  mutating func append(_ bit: Bool) -> Bool {
    let place = count & 7
    if place == 0 {
      guard memory.reserve(1) else { return false }
      memory.append(bit ? UInt8(1) : 0)
    } else if let start = memory.start {
      // Removed bits may still be set there.
      let byte = start.load(fromByteOffset: memory.count - 1, as: UInt8.self)
      let mask = UInt8(1) << UInt8(place)
      start.storeBytes(of: bit ? byte | mask : byte & ~mask, toByteOffset: memory.count - 1, as: UInt8.self)
    }
    count += 1
    return true
  }

  /// Appends the same bit many times. False: there is not enough memory.
  mutating func append(_ bit: Bool, count times: Int) -> Bool {
    var left = times
    while left > 0, count & 7 != 0 {
      guard append(bit) else { return false }
      left -= 1
    }
    let bytes = (left + 7) / 8
    guard memory.reserve(bytes) else { return false }
    if let start = memory.start { memset(start + memory.count, bit ? 0xFF : 0, bytes) }
    memory.count += bytes
    count += left
    return true
  }

  subscript(index: Int) -> Bool {
    guard let byte = memory.value(at: index >> 3, as: UInt8.self) else { return false }
    return byte >> UInt8(index & 7) & 1 == 1
  }

  /// Removes everything after the first bits.
  mutating func truncate(to newCount: Int) {
    guard newCount < count else { return }
    count = newCount
    memory.count = (newCount + 7) / 8
  }
}
