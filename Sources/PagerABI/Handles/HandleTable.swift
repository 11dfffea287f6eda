import DequeModule
import PagerLocks
import Synchronization

/// The objects that C holds handles of.
///
/// A handle is a key, never an address: the slot of the object, and the number of times that the slot was used. A stale
/// or forged handle therefore finds nothing, or an object of another kind.
final class HandleTable: Sendable {
  /// The table of this process. The parent's table stays untouched, because its lock may be held for ever.
  static var shared: HandleTable {
    let generation = HomeProcess.generation
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

  // A table that stood here is never released.
  private static let current = Atomic<Unmanaged<HandleTable>?>(nil)

  fileprivate struct Place {
    var object: (any Handled)?
    var uses: UInt32 = 0
  }

  fileprivate struct Places {
    var slots: [Place] = []
    /// Taken from the front, so that a released handle's slot rests as long as possible.
    var free: Deque<Int> = []
  }

  private let generation: UInt32
  private let guarded = Lock(Places())

  private init(generation: UInt32) {
    self.generation = generation
  }

  /// Adds an object. Nil when there are so many that no key is left.
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
}
