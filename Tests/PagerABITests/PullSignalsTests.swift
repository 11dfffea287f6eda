import Testing

@testable import PagerABI

@Suite("The descriptors of what is pulled")
struct PullSignalsTests {
  private let fixture: CallbackFixture
  private let other: CallbackFixture
  private var signals = PullSignals()
  private var events = EventList()

  init() throws {
    fixture = try CallbackFixture()
    other = try CallbackFixture()
  }

  /// Something to pull from a pager, with its descriptor among the signals.
  private mutating func watched(of pager: PagerObject) throws -> (updates: PulledUpdates, descriptor: Int32) {
    let updates = PulledUpdates(of: .operation, of: pager)
    let descriptor = try #require(try updates.descriptor())
    signals.add(updates)
    return (updates, descriptor)
  }

  private mutating func addEvent(mayRun: Bool) {
    events.append(Destruction(userData: fixture.userData {}, owner: fixture.pager.events))
    signals.eventsChanged(of: fixture.pager.events, mayRun: mayRun)
  }

  private mutating func takeEvent() {
    _ = events.popFirst(for: fixture.pager.events)
    signals.eventsChanged(of: fixture.pager.events, mayRun: true)
  }

  @Test("a descriptor is readable while its pager's events wait, and other pagers' descriptors are not")
  mutating func ownEvents() throws {
    let own = try watched(of: fixture.pager)
    let foreign = try watched(of: other.pager)
    for _ in 1...2 { addEvent(mayRun: true) }
    #expect(isReadable(own.descriptor) && !isReadable(foreign.descriptor))
    takeEvent()
    #expect(isReadable(own.descriptor))
    takeEvent()
    #expect(!isReadable(own.descriptor) && !isReadable(foreign.descriptor))
  }

  @Test("the end of an operation without a pull makes no descriptor readable")
  mutating func unheardEnd() throws {
    let own = try watched(of: fixture.pager)
    let unheard = CompletionCallback(function: nil, userData: UserData(nil, nil))
    for operation in [OperationObject(of: fixture.pager, unheard), fixture.operation {}] {
      events.append(operation)
      signals.eventsChanged(of: fixture.pager.events, mayRun: true)
      #expect(isReadable(own.descriptor) == operation.mayCall)
      takeEvent()
      #expect(!isReadable(own.descriptor))
    }
  }

  @Test("a descriptor of a pull without callbacks is readable only for updates")
  mutating func withoutCallbacks() throws {
    let updates = PulledUpdates(of: .operation, of: fixture.pager, runningCallbacks: false)
    let descriptor = try #require(try updates.descriptor())
    signals.add(updates)
    addEvent(mayRun: true)
    #expect(!isReadable(descriptor))
    updates.close(dropping: false)
    signals.update(updates, mayRun: true)
    #expect(isReadable(descriptor))
  }

  @Test("a descriptor is readable once its own operation has an update")
  mutating func ownUpdates() throws {
    let own = try watched(of: fixture.pager)
    let sibling = try watched(of: fixture.pager)
    own.updates.close(dropping: false)
    signals.update(own.updates, mayRun: false)
    signals.update(sibling.updates, mayRun: true)
    #expect(isReadable(own.descriptor) && !isReadable(sibling.descriptor))
    addEvent(mayRun: true)
    takeEvent()
    #expect(isReadable(own.descriptor) && !isReadable(sibling.descriptor))
  }

  @Test("an event that comes during another one makes the descriptors readable at that one's end")
  mutating func whileRunning() throws {
    let own = try watched(of: fixture.pager)
    addEvent(mayRun: false)
    #expect(!isReadable(own.descriptor))
    signals.noThreadRuns()
    #expect(isReadable(own.descriptor))
  }

  @Test("a thread that found another one running is woken when that one has ended")
  mutating func inVain() throws {
    let own = try watched(of: fixture.pager)
    for _ in 1...2 { addEvent(mayRun: true) }
    takeEvent()
    signals.update(own.updates, mayRun: false)
    #expect(!isReadable(own.descriptor))
    signals.noThreadRuns()
    #expect(isReadable(own.descriptor))
  }

  @Test("a closed descriptor's number is never written to again")
  mutating func removed() throws {
    let own = try watched(of: fixture.pager)
    signals.remove(own.updates)
    addEvent(mayRun: true)
    signals.update(own.updates, mayRun: true)
    #expect(!isReadable(own.descriptor))
  }
}
