import Foundation  // setrlimit
import PagerThreads
import TestSupport
import Testing

@Suite("A thread that runs jobs in their order", .timeLimit(.minutes(1)))
struct JobThreadTests {
  private let thread = JobThread()
  private let notes = Notebook<Int>()

  @Test("A stop runs the waiting jobs, and takes no later ones")
  func stopping() async throws {
    let gate = Gate()
    thread.run { gate.pass() }
    for number in 0..<100 { thread.run { [notes] in notes.note(number) } }
    thread.stop()
    let isTaken = thread.run { [notes] in notes.note(-1) }
    #expect(!isTaken)
    gate.open()
    try await eventually("its jobs have run") { notes.history.count == 100 }
    #expect(await ends())
    #expect(notes.history == Array(0..<100))
  }

  @Test("All threads that wait for the end see it, and none waits longer than its limit")
  func end() async {
    thread.run {}
    #expect(await !ends(within: .milliseconds(1)))
    thread.stop()
    for _ in 0..<3 { #expect(await ends()) }
  }

  @Test("A job that waits for another one of its thread runs it itself, and does not wait for its own thread's end")
  func onItself() async {
    let answer = await onOwnThread { [thread] in
      thread.runAndWait { () -> (Int, Bool, Duration) in
        let inner = thread.runAndWait { 7 }
        thread.stop()
        let start = ContinuousClock.now
        let hasEnded = thread.waitForEnd(until: Deadline(after: .seconds(20)))
        return (inner, hasEnded, start.duration(to: .now))
      }
    }
    #expect(answer.0 == 7)
    #expect(!answer.1)
    #expect(answer.2 < .seconds(10))
    #expect(await ends())
  }

  @Test("After its end, a caller that waits for a job runs it")
  func afterwards() async {
    thread.run {}
    thread.stop()
    #expect(await ends())
    let answer = await onOwnThread { [thread] in thread.runAndWait { 7 } }
    #expect(answer == 7)
  }

  @Test("If the system refuses a thread, callers run their jobs; the next job after that has a thread again")
  func refusedThread() async {
    await #expect(processExitsWith: .success) {
      await OwnProcess.run {
        let (thread, notes) = (JobThread(), Notebook<Bool>())
        // The limit does not hold for the superuser.
        if getuid() == 0 {
          try #require(setuid(65534) == 0)
        }
        var before = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &before)
        var none = before
        none.rlim_cur = 0
        setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &none)
        let caller = UInt(bitPattern: pthread_self().hashValue)
        let note = { @Sendable in notes.note(UInt(bitPattern: pthread_self().hashValue) == caller) }
        #expect(!thread.start())
        // A job that gives another one: that runs after it, and before `run` returns.
        thread.run {
          note()
          thread.run { note() }
          #expect(notes.history.count == 1)
          #expect(thread.runAndWait { 7 } == 7)
        }
        #expect(notes.history == [true, true])
        setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &before)
        #expect(thread.start())
        thread.runAndWait { note() }
        #expect(notes.history == [true, true, false])
        thread.stop()
        #expect(thread.waitForEnd(until: .never))
        exit(EXIT_SUCCESS)
      }
    }
  }

  private func ends(within limit: Duration = .seconds(30)) async -> Bool {
    await onOwnThread { [thread] in thread.waitForEnd(until: Deadline(after: limit)) }
  }
}
