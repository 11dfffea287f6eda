/// How far one call that runs callbacks has got.
///
/// Events may come as fast as callbacks run. So a dispatch leaves those that came meanwhile to the next one, and a wait looks
/// at the clock between two.
struct RunProgress {
  let goal: EventQueue.Goal
  let deadline: Deadline
  /// How many callbacks ran.
  var count = 0
  /// Whether the call does not wait at all.
  private let isPoll: Bool
  /// How many of the events that waited when the call began to run are left; nil before there were any.
  private var left: Int?

  init(_ goal: EventQueue.Goal, until deadline: Deadline) {
    self.goal = goal
    self.deadline = deadline
    isPoll = deadline.isOver
  }

  /// Notes how many events wait, the first time there are any.
  mutating func begin(with waiting: Int) {
    if left == nil, waiting > 0 { left = waiting }
  }

  /// One of them is about to run.
  mutating func take() {
    left = left.map { max($0 - 1, 0) }
  }

  /// Whether the call is to return although more events wait.
  var isDone: Bool {
    if count >= goal.limit { return true }
    guard let isReached = goal.isReached else { return left == 0 }
    return isReached() || (isPoll ? left == 0 : left != nil && deadline.isOver)
  }
}
