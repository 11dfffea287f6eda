import PagerThreads
import Testing

@testable import PagerABI

@Suite("How long a call runs callbacks")
struct RunProgressTests {
  @Test("a dispatch ends after the events that waited at its first callback", arguments: [1, 3])
  func dispatch(waiting: Int) {
    var progress = RunProgress(.dispatch(limit: .max), until: .never)
    progress.begin(with: 0)
    #expect(!progress.isDone)
    for _ in 0..<waiting {
      progress.begin(with: waiting)
      #expect(!progress.isDone)
      progress.beginEvent()
    }
    #expect(progress.isDone)
  }

  @Test("a dispatch is done at its limit")
  func limit() {
    var progress = RunProgress(.dispatch(limit: 2), until: .never)
    progress.begin(with: 5)
    progress.beginEvent()
    progress.count = 1
    #expect(!progress.isDone)
    progress.count = 2
    #expect(progress.isDone)
  }

  @Test("a wait is done when its goal is reached, and not before", arguments: [false, true])
  func wait(isReached: Bool) {
    var progress = RunProgress(.wait(isReached: { isReached }), until: .never)
    #expect(progress.isDone == isReached)
    progress.begin(with: 1)
    progress.beginEvent()
    #expect(progress.isDone == isReached)
  }

  @Test("a wait with a time of 0 runs the waiting events")
  func poll() {
    var progress = RunProgress(.wait(isReached: { false }), until: .now)
    progress.begin(with: 2)
    #expect(!progress.isDone)
    progress.beginEvent()
    #expect(!progress.isDone)
    progress.beginEvent()
    #expect(progress.isDone)
  }

  @Test("a drain is never done while something waits")
  func drain() {
    var progress = RunProgress(.drain, until: .now)
    progress.begin(with: 1)
    progress.beginEvent()
    progress.begin(with: 3)
    #expect(!progress.isDone)
  }
}
