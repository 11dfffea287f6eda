import DequeModule
import PagerThreads
import Synchronization

/// The objects that C holds handles of.
///
/// A handle is a key, never an address: the slot of the object, and the number of times that the slot was used. A stale
/// or forged handle therefore finds nothing, or an object of another kind.
final class HandleTable: Sendable {
  /// The table of this process.
  static var shared: HandleTable { current.table(of: HomeProcess.generation) }

  private static let current = CurrentTable()

  fileprivate struct Place {
    var object: (any Handled)?
    var uses: UInt32 = 0
  }

  fileprivate struct Places {
    var slots: [Place] = []
    /// Taken from the front, so that a released handle's slot rests as long as possible.
    var free: Deque<Int> = []
  }

  fileprivate let generation: UInt32
  private let guarded = Lock(Places())

  fileprivate init(generation: UInt32) {
    self.generation = generation
  }

  /// Adds an object. Nil when no key is left.
  func insert(_ object: any Handled) -> OpaquePointer? {
    guarded.withLock { table in
      let index: Int
      // A few slots rest before one is used again, so that a handle released twice does not hit its successor's.
      if table.free.count > 64, let reused = table.free.popFirst() {
        index = reused
      } else {
        index = table.slots.count
        guard index <= HandleKey.largestSlot else { return nil }
        table.slots.append(Place())
      }
      table.slots[index].object = object
      return HandleKey(slot: index, uses: table.slots[index].uses, generation: generation).pointer
    }
  }

  /// The object behind a handle; nil for a stale or foreign one, or one of another kind.
  func find<Object: Handled>(_ handle: OpaquePointer?, as kind: Object.Type) -> Object? {
    guard let key = key(handle) else { return nil }
    return guarded.withLock { $0.object(at: key) as? Object }
  }

  /// Takes an object out; its handle is stale from now on.
  func remove<Object: Handled>(_ handle: OpaquePointer?, as kind: Object.Type) -> Object? {
    guard let key = key(handle) else { return nil }
    return guarded.withLock { table in
      guard let object = table.object(at: key) as? Object else { return nil }
      table.slots[key.slot].object = nil
      table.slots[key.slot].uses = (table.slots[key.slot].uses + 1) & HandleKey.largestUses
      table.free.append(key.slot)
      return object
    }
  }

  /// Whether an ancestor of this process made a handle. In a process that is not a child, none did.
  func isOfAncestor(_ handle: OpaquePointer?) -> Bool {
    guard generation > 0, let key = HandleKey(handle) else { return false }
    return !key.isOf(generation)
  }

  private func key(_ handle: OpaquePointer?) -> HandleKey? {
    guard let key = HandleKey(handle), key.isOf(generation) else { return nil }
    return key
  }
}

/// The table that a process uses. The parent's table stays untouched, because its lock may be held for ever.
struct CurrentTable: ~Copyable, Sendable {
  // A table that stood here is never released.
  private let current = Atomic<Unmanaged<HandleTable>?>(nil)

  /// The table of a process, made at its first call.
  func table(of generation: UInt32) -> HandleTable {
    let known = current.load(ordering: .acquiring)
    if let table = known?.takeUnretainedValue(), table.generation == generation { return table }
    let made = HandleTable(generation: generation)
    let kept = Unmanaged.passRetained(made)
    let (isFirst, faster) = current.compareExchange(
      expected: known, desired: kept, ordering: .acquiringAndReleasing)
    if isFirst { return made }
    kept.release()
    return faster?.takeUnretainedValue() ?? made
  }
}

extension HandleTable.Places {
  fileprivate func object(at key: HandleKey) -> (any Handled)? {
    guard slots.indices.contains(key.slot), slots[key.slot].uses == key.uses else { return nil }
    return slots[key.slot].object
  }
}

/// An object that C can hold a handle of.
protocol Handled: AnyObject, Sendable {
  /// The header's name of it, for messages.
  static var handleName: StaticString { get }
  /// What has happened to it when its handle is stale, for messages.
  static var staleName: StaticString { get }
}

/// What a handle's bits mean.
///
/// From the lowest on: a 1, which no address of an object has; 28 bits of slot; 27 of uses; 6 of the process; a 1 and a
/// 0. The last two because Go ends a program that holds a small number or an address of its own heap as a pointer, and
/// because elsewhere the highest bit of a pointer is taken for a sign.
struct HandleKey {
  static let largestSlot = 0xfff_ffff
  static let largestUses: UInt32 = 0x7ff_ffff
  private static let largestGeneration: UInt32 = 0x3f

  let slot: Int
  let uses: UInt32
  /// The lowest bits of the process's generation.
  private let generation: UInt32

  init(slot: Int, uses: UInt32, generation: UInt32) {
    self.slot = slot
    self.uses = uses
    self.generation = generation & Self.largestGeneration
  }

  init?(_ pointer: OpaquePointer?) {
    let bits = UInt64(UInt(bitPattern: pointer))
    guard bits & 1 == 1, bits >> 62 == 1 else { return nil }
    slot = Int(bits >> 1) & Self.largestSlot
    uses = UInt32(truncatingIfNeeded: bits >> 29) & Self.largestUses
    generation = UInt32(truncatingIfNeeded: bits >> 56) & Self.largestGeneration
  }

  func isOf(_ generation: UInt32) -> Bool { self.generation == generation & Self.largestGeneration }

  var pointer: OpaquePointer? {
    let bits = 1 << 62 | UInt64(generation) << 56 | UInt64(uses) << 29 | UInt64(slot) << 1 | 1
    return OpaquePointer(bitPattern: UInt(truncatingIfNeeded: bits))
  }
}

/// How exports get from handles to objects and back.
extension Handled {
  static var staleName: StaticString { "released" }

  /// The object behind a handle.
  ///
  /// - Throws: `forked`, or `invalidHandle` for a stale, foreign or NULL one.
  static func find(_ handle: OpaquePointer?) throws(ErrorReport) -> Self {
    guard let object = HandleTable.shared.find(handle, as: Self.self) else { throw refusal(of: handle) }
    return object
  }

  /// The object behind a handle that is given back; nil for NULL, which is allowed.
  static func take(_ handle: OpaquePointer?) throws(ErrorReport) -> Self? {
    guard handle != nil else { return nil }
    guard let object = HandleTable.shared.remove(handle, as: Self.self) else { throw refusal(of: handle) }
    return object
  }

  /// The body of an accessor without a status: `part` of the object behind a handle. If `find` would throw, the result
  /// is nil, and the error is the thread's last one.
  ///
  /// - Parameter function: the export, for messages.
  static func read<Part>(
    _ handle: OpaquePointer?, in function: StaticString = #function, _ part: (Self) -> Part?
  ) -> Part? {
    ForkGate.inside {
      guard let object = HandleTable.shared.find(handle, as: Self.self) else {
        tell(of: refusal(of: handle), in: function)
        return nil
      }
      LastError.forget()
      return part(object)
    }
  }

  /// Not inlined, because it would take its part of the stack in every accessor.
  @inline(never)
  private static func tell(of error: ErrorReport, in function: StaticString) {
    CallbackStack.prepare
    LastError.remember(error)
    Debugging.tell(of: error, in: function)
  }

  /// Whether a handle is that of an object.
  static func isLive(_ handle: OpaquePointer?) -> Bool { HandleTable.shared.find(handle, as: Self.self) != nil }

  /// A handle for the object.
  func makeHandle() -> OpaquePointer? {
    HandleTable.shared.insert(self)
  }

  /// Begins the object's work, with its handle in C's place from the start: callbacks on another thread may want it.
  ///
  /// - Parameters:
  ///   - output: the place for the handle; nil: C wants none.
  ///   - work: if it throws, the place has no handle.
  func begin(
    withHandleIn output: UnsafeMutablePointer<OpaquePointer?>?, _ work: () throws(ErrorReport) -> Void
  ) throws(ErrorReport) {
    guard let output else { return try work() }
    output.pointee = makeHandle()
    do throws(ErrorReport) {
      try work()
    } catch {
      _ = HandleTable.shared.remove(output.pointee, as: Self.self)
      output.pointee = nil
      throw error
    }
  }

  /// The error for a handle without an object.
  static func invalid(_ handle: OpaquePointer?) -> ErrorReport {
    let what = handle == nil ? "is NULL" : "was \(staleName), or is a handle of another kind"
    return ErrorReport(.invalidHandle, "the \(handleName) \(what)")
  }

  private static func refusal(of handle: OpaquePointer?) -> ErrorReport {
    HandleTable.shared.isOfAncestor(handle) ? .forked(handleName) : invalid(handle)
  }
}

extension ErrorReport {
  /// The error for a handle in a child of the process that made it.
  static func forked(_ what: StaticString) -> ErrorReport {
    ErrorReport(
      .forked,
      "the \(what) belongs to the process that forked this one, and its threads run only there: "
        + "make a new client in this process")
  }
}
