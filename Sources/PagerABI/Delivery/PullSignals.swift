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
    ready?.remove(updates.handle)
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
    if isReadable && !updates.hasToldEnd { ready?.add(updates.handle) } else { ready?.remove(updates.handle) }
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
