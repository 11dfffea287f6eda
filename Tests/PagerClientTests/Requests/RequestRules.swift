@testable import PagerClient

/// The rules that hold for any request, whatever the order of events: a second, plainer model, which rejects what a
/// request must not do.
struct RequestRules {
  /// What a request asks of the world around it: one thing at a time.
  enum Question: Hashable {
    case body
    case cache
    case report
    case turn
    case grant
    case server
    case time
  }

  private(set) var violations: [String] = []
  /// What is under way.
  private(set) var open: (question: Question, step: Int)?
  private(set) var isOver = false
  private(set) var sends = 0
  private(set) var isInLine = false

  /// What the cache and the server may be asked for.
  private var bodies: Set<String> = []
  /// What was answered last.
  private var answered: Question?
  private var grant: UInt64?
  private var refusals = 0
  /// The name of what is under way, once the request knows it.
  private var handle: RequestHandle?

  private mutating func require(_ condition: Bool, _ rule: String) {
    if !condition { violations.append(rule) }
  }

  // MARK: Events

  /// The question under way is answered.
  mutating func answer() {
    answered = open?.question
    open = nil
    handle = nil
  }

  mutating func wrote(_ body: String) {
    bodies.insert(body)
  }

  mutating func granted(_ number: UInt64?) {
    grant = number
  }

  mutating func name(_ handle: RequestHandle, _ step: Int, isGivenUp: Bool, isCancelled: Bool) {
    if open?.step == step { self.handle = handle }
    require(isGivenUp == isCancelled, "\(handle.notation) is not given up after a cancel, or is without one")
  }

  /// - Parameter remains: what the request left to be given up; nil: it was over.
  mutating func cancel(_ remains: (handle: RequestHandle?, leavesLine: Bool)?) {
    require((remains == nil) == isOver, "a request can be cancelled before its end, and only then")
    guard let remains, !isOver else { return }
    require(remains.handle == handle, "what is under way is not given up")
    require(remains.leavesLine == isInLine, "a cancelled request stays in line")
    isOver = true
    answer()
  }

  // MARK: Actions

  /// Takes in what the request does next.
  mutating func observe(_ action: RequestAction) {
    switch action {
    case .none: return require(isOver || open != nil, "the request hangs")
    case .leaveLine: return require(isOver, "it leaves the line before its end")
    default: break
    }
    require(!isOver, "\(action.notation) after the end")
    require(open == nil, "\(action.notation) before the answer to what is under way")
    switch action {
    case .none, .leaveLine: break
    case .write(_, let step): open = (.body, step)
    case .read(let body, let step):
      require(bodies.contains(body.text), "the cache is asked for what was not written")
      open = (.cache, step)
    case .tell(_, let step): open = (.report, step)
    case .takeTurn(let step):
      require(sends == 0, "a request that was sent takes another turn")
      open = (.turn, step)
    case .authorize(let refused, let step):
      if refused != nil, refused == grant { refusals = 1 }
      open = (.grant, step)
    case .send(let body, let grant, let step):
      require(bodies.contains(body.text), "the server is asked for what was not written")
      require(grant?.number == self.grant, "the request leaves without the grant that it was given")
      sends += 1
      open = (.server, step)
    case .wait(let pause):
      if pause.isForLimit { isInLine = true }
      open = (.time, pause.step)
    case .end(_, let efforts, let leavesLine):
      // A send is an attempt, or has another grant or fewer items than the one before it.
      // An attempt that gets no grant is not sent.
      require(efforts.attempts <= sends + (answered == .grant ? 1 : 0), "more attempts than sends")
      require(sends <= efforts.attempts + efforts.refusals + refusals, "a send that is not an attempt")
      require(efforts.refusals <= efforts.halvings, "a size that was refused, and is not smaller now")
      require(leavesLine == isInLine, "a request that has ended stays in line")
      isOver = true
    }
  }
}
