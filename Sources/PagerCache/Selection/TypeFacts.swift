/// Whether a fragment on `condition` applies to the objects of `type`.
struct TypeQuestion: Hashable {
  let type: String
  let condition: String
}

/// What responses have shown of the types of a schema: which fragments apply to which objects.
///
/// A client has no schema. Whether `... on Node` applies to a `Product` shows in a response with one: the server
/// sends the fragment's fields, or it does not. The newest answer counts.
struct TypeFacts {
  private struct Fact {
    var applies: Bool
    /// The answer that showed it last.
    var answer: UInt64
    /// Whether the fields were missing once, and came again.
    var hasReturned = false
  }

  private var known: [TypeQuestion: Fact] = [:]
  /// Grows with each change.
  private(set) var revision = 0
  /// The answer that is being read.
  private(set) var answer: UInt64 = 0
  /// The changes, in their order, for an archive to keep.
  var learned: [TypeFact] = []
  /// The most facts that are known: a server can make up types without end. Nil: any number.
  private let maximumCount: Int?

  /// Fewer are not worth a limit: no schema would fit.
  private static let leastMaximum = 1_000

  /// - Parameter maximumRecords: the most records that the cache keeps, because each has one type; nil: any number.
  init(maximumRecords: Int? = nil) {
    maximumCount = maximumRecords.map { max($0, Self.leastMaximum) }
  }

  /// How many facts are known.
  var count: Int { known.count }

  /// Whether a fragment applies; nil if that is not known.
  func applies(_ question: TypeQuestion) -> Bool? { known[question]?.applies }

  /// Another answer shows the facts from now on.
  mutating func beginAnswer() { answer += 1 }

  /// Learns what an answer shows.
  ///
  /// Present fields are a proof. Missing fields are not a proof if this same answer has shown them, or if they were
  /// missing before and came again. Such a server leaves out nulls, and a page would lose fields that it has.
  mutating func learn(_ question: TypeQuestion, _ applies: Bool) {
    var hasReturned = false
    if let fact = known[question] {
      guard fact.applies != applies else {
        known[question]?.answer = answer
        return
      }
      guard applies || fact.answer != answer && !fact.hasReturned else { return }
      hasReturned = applies
    }
    known[question] = Fact(applies: applies, answer: answer, hasReturned: hasReturned)
    note(question, applies)
    forgetOldest()
  }

  /// Forgets half of the facts if there are too many: those that no answer has shown for the longest time.
  private mutating func forgetOldest() {
    guard let maximumCount, known.count > maximumCount else { return }
    let oldest = known.sorted { $0.value.answer < $1.value.answer }.prefix(known.count / 2)
    for (question, _) in oldest { forget(question) }
  }

  /// Forgets what an answer contradicts.
  mutating func forget(_ question: TypeQuestion) {
    guard known.removeValue(forKey: question) != nil else { return }
    note(question, nil)
  }

  private mutating func note(_ question: TypeQuestion, _ applies: Bool?) {
    revision += 1
    learned.append(TypeFact(question: question, applies: applies))
  }

  /// Adopts the facts that other processes learned, except for facts learned here and not kept yet.
  mutating func adopt(_ facts: [TypeFact]) {
    let own = Set(learned.map(\.question))
    for fact in facts where !own.contains(fact.question) {
      guard let applies = fact.applies, known[fact.question]?.applies != applies else { continue }
      known[fact.question] = Fact(applies: applies, answer: 0)
      revision += 1
      forgetOldest()
    }
  }
}

/// Whether a fragment on a type applies to the objects of another.
struct TypeFact: Hashable {
  let question: TypeQuestion
  /// Nil: that is not known any more.
  let applies: Bool?
}
