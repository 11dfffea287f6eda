import PagerThreads

/// The answers to the last few questions of one kind about an operation.
final class Answers<Question: Equatable & Sendable, Answer: Sendable>: Sendable {
  private let known = Lock<[(question: Question, answer: Answer)]>([])

  /// The known answer, or else the one that the function finds. It is kept in place of the oldest.
  func answer(to question: Question, _ find: () -> Answer) -> Answer {
    if let answer = known.withLock({ known in known.first { $0.question == question }?.answer }) { return answer }
    let answer = find()
    known.withLock { known in
      if known.count == AnswerLimit.most { known.removeFirst() }
      known.append((question, answer))
    }
    return answer
  }
}

/// How much is kept for one operation.
enum AnswerLimit {
  /// The most answers to questions of one kind: one config asks one question of each kind, and few configs share a
  /// query.
  static let most = 4
}
