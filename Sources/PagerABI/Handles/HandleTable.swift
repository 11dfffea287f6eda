import DequeModule
import Synchronization

/// The objects that C holds handles of.
///
/// A handle is a key, never an address: the slot of the object and how often that slot has been used, so that a stale or
/// forged handle finds nothing, or an object of another kind.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  fileprivate struct Slot {
    var object: (any Handled)?
    var uses: UInt32 = 0
  }

  fileprivate struct Slots {
    var slots: [Slot] = []
    /// Taken from the front, so that a released handle's slot rests as long as possible.
    var free: Deque<Int> = []
  }

  private let guarded = Mutex(Slots())

  /// Adds an object.
  func insert(_ object: any Handled) -> OpaquePointer? {
    guarded.withLock { table in
      let index: Int
      // A few slots rest before one is used again, so that a handle released twice does not hit its successor's.
      if table.free.count > 64, let reused = table.free.popFirst() {
        index = reused
      } else {
        index = table.slots.count
        table.slots.append(Slot())
      }
      table.slots[index].object = object
      return HandleKey(slot: index, uses: table.slots[index].uses).pointer
    }
  }

  /// The object behind a handle; nil for a stale or foreign one, or one of another kind.
  func find<Object: Handled>(_ handle: OpaquePointer?, as kind: Object.Type) -> Object? {
    guard let key = HandleKey(handle) else { return nil }
    return guarded.withLock { $0.object(at: key) as? Object }
  }

  /// Takes an object out; its handle is stale from now on.
  func remove<Object: Handled>(_ handle: OpaquePointer?, as kind: Object.Type) -> Object? {
    guard let key = HandleKey(handle) else { return nil }
    return guarded.withLock { table in
      guard let object = table.object(at: key) as? Object else { return nil }
      table.slots[key.slot].object = nil
      table.slots[key.slot].uses &+= 1
      table.free.append(key.slot)
      return object
    }
  }
}

extension HandleTable.Slots {
  fileprivate func object(at key: HandleKey) -> (any Handled)? {
    guard slots.indices.contains(key.slot), slots[key.slot].uses == key.uses else { return nil }
    return slots[key.slot].object
  }
}

/// An object that C can hold a handle of.
protocol Handled: AnyObject, Sendable {
  /// What the header calls it, for messages.
  static var handleName: StaticString { get }
}

/// What a handle's bits mean. The lowest bit is set, which no address of an object has. Then come 31 bits of slot and 30 of
/// uses. Bit 62 is set and bit 63 clear: Go ends a program that holds a small number, or an address of its own heap, as a
/// pointer, and elsewhere the highest bits of pointers are used for tags.
private struct HandleKey {
  let slot: Int
  let uses: UInt32

  init(slot: Int, uses: UInt32) {
    self.slot = slot
    self.uses = uses
  }

  init?(_ pointer: OpaquePointer?) {
    let bits = UInt64(UInt(bitPattern: pointer))
    guard bits & 1 == 1 else { return nil }
    slot = Int((bits >> 1) & 0x7fff_ffff)
    uses = UInt32(truncatingIfNeeded: bits >> 32)
  }

  var pointer: OpaquePointer? {
    OpaquePointer(bitPattern: UInt(truncatingIfNeeded: UInt64(uses) << 32 | UInt64(slot) << 1 | 1))
  }
}
