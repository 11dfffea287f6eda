import CPlatform
import Glibc
import PagerTransport

/// The pulled operations and subscriptions, by pager. Each is *readable* while there is something to pull, or while the
/// pulling thread would run an event of its pager that calls C. Its descriptor shows that, and `ReadyPulls`. Kept under
/// the queue's lock.
///
/// A change looks only at the descriptors that it concerns, however many others there are. So while a thread runs an
/// event, the descriptors of pagers that have further events stay as they are. Only when a thread comes for such an
/// event in vain do they wait for the end of the event that runs.
struct PullSignals {
  private var pulled: [ObjectIdentifier: [ObjectIdentifier: any Pulled]] = [:]
  /// Pagers with events that wait until no thread runs an event.
  private var waiting: Set<ObjectIdentifier> = []
  /// What is readable, for an event loop that asks for all at once; nil: none does.
  var ready: ReadyPulls?

  mutating func add(_ updates: any Pulled) {
    pulled[ObjectIdentifier(updates.owner), default: [:]][ObjectIdentifier(updates)] = updates
  }

  mutating func remove(_ updates: any Pulled) {
    let pager = ObjectIdentifier(updates.owner)
    pulled[pager]?[ObjectIdentifier(updates)] = nil
    if pulled[pager]?.isEmpty == true {
      pulled[pager] = nil
      waiting.remove(pager)
    }
    ready?.forget(updates)
  }

  /// From now on, keeps a list of what is readable.
  mutating func beginList(mayRun: Bool) {
    ready = ReadyPulls()
    for pager in Array(pulled.keys) { updateAll(of: pager, mayRun: mayRun) }
  }

  /// Looks whether a descriptor is to be readable.
  ///
  /// - Parameter mayRun: whether a thread that pulls may run its pager's events.
  mutating func update(_ updates: any Pulled, mayRun: Bool) {
    guard ready != nil || updates.isWatched else { return }
    let pager = ObjectIdentifier(updates.owner)
    guard pulled[pager]?[ObjectIdentifier(updates)] != nil else { return }
    let hasCalls = updates.runsCallbacks && EventList.callCount(of: updates.owner) > 0
    if hasCalls && !mayRun { waiting.insert(pager) }
    let isReadable = updates.isReady || hasCalls && mayRun
    updates.setReadable(isReadable)
    ready?.set(updates, isReadable: isReadable && !updates.hasToldEnd)
  }

  /// An event of a pager came or was taken. If others are left, that changes nothing.
  mutating func eventsChanged(of owner: EventOwner, mayRun: Bool) {
    guard !pulled.isEmpty, EventList.callCount(of: owner) <= 1 else { return }
    updateAll(of: ObjectIdentifier(owner), mayRun: mayRun)
  }

  /// No thread runs an event.
  mutating func noThreadRuns() {
    guard !waiting.isEmpty else { return }
    for pager in exchange(&waiting, with: []) { updateAll(of: pager, mayRun: true) }
  }

  private mutating func updateAll(of pager: ObjectIdentifier, mayRun: Bool) {
    for updates in (pulled[pager] ?? [:]).values { update(updates, mayRun: mayRun) }
  }
}

/// The descriptor of a client: readable while its signal is raised, or while an event loop has something to do.
struct ClientSignal: ~Copyable {
  let descriptor: Int32
  private var signal: ReadableSignal
  private var included: TurnDescriptor?

  /// Nil when the process has no free descriptor.
  init?() {
    let set = swiftpager_descriptor_set()
    guard set >= 0 else { return nil }
    guard let made = ReadableSignal() else {
      close(set)
      return nil
    }
    descriptor = set
    signal = made
    swiftpager_descriptor_set_add(set, signal.descriptor)
  }

  deinit {
    close(descriptor)
  }

  mutating func set(_ raised: Bool) { signal.set(raised) }

  /// Shows from now on what a transport has for the next turn. Its descriptor leaves by itself when it is closed.
  mutating func include(_ turns: TurnDescriptor) {
    guard included != turns else { return }
    included = turns
    swiftpager_descriptor_set_add(descriptor, turns.number)
  }
}

/// An eventfd that is readable while it is raised.
struct ReadableSignal: ~Copyable {
  let descriptor: Int32
  private var isRaised = false

  /// Nil when the process has no free descriptor.
  init?() {
    descriptor = swiftpager_eventfd()
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Makes the descriptor readable, or not. Costs a system call only if that changes something.
  mutating func set(_ raised: Bool) {
    guard raised != isRaised else { return }
    isRaised = raised
    var count: UInt64 = 1
    if raised {
      _ = write(descriptor, &count, MemoryLayout<UInt64>.size)
    } else {
      _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
  }
}
