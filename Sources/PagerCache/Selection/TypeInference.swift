/// What the keys of one object show of the fragments that apply.
struct TypeInference {
  private let keys: [PossibleFields.Key]
  private let present: [Bool]
  private var shown: [TypeQuestion: Bool] = [:]

  /// - Parameter present: which of the keys the object has.
  init(_ keys: [PossibleFields.Key], _ present: [Bool]) {
    self.keys = keys
    self.present = present
  }

  /// Learns what the object shows, first by itself, and then with what is known. What it contradicts is known no more.
  ///
  /// - Parameter isShown: whether another object of the answer had the keys that are missing here. They then show
  ///   nothing.
  consuming func teach(_ facts: inout TypeFacts, isShown: Bool) {
    derive { _ in nil }
    repeat {
      derive { [facts] in facts.applies($0) }
    } while !isShown && forgetContradicted(&facts)
    for (question, applies) in shown where applies || !isShown || facts.applies(question) != true {
      facts.learn(question, applies)
    }
  }

  private mutating func derive(_ known: (TypeQuestion) -> Bool?) {
    var count: Int
    repeat {
      count = shown.count
      derivePresent(known)
      // What is there says more than what is not: a server may leave out a field that it was asked for.
      if shown.count == count { deriveAbsent(known) }
    } while shown.count > count
  }

  /// A key is there: what all fields that may have brought it need is true.
  private mutating func derivePresent(_ known: (TypeQuestion) -> Bool?) {
    for (key, isPresent) in zip(keys, present) where isPresent {
      let open = key.candidates.filter { !$0.guards.contains { (shown[$0] ?? known($0)) == false } }
      for question in open.first?.guards ?? [] where (shown[question] ?? known(question)) == nil {
        if open.allSatisfy({ $0.guards.contains(question) }) { shown[question] = true }
      }
    }
  }

  /// A key is not there: where a field that would have brought it needs one thing more, that is false.
  private mutating func deriveAbsent(_ known: (TypeQuestion) -> Bool?) {
    for (key, isPresent) in zip(keys, present) where !isPresent {
      for candidate in key.candidates {
        let open = candidate.guards.filter { (shown[$0] ?? known($0)) != true }
        if open.count == 1, (shown[open[0]] ?? known(open[0])) == nil { shown[open[0]] = false }
      }
    }
  }

  /// Forgets what cannot all be true beside this object. Returns whether there was any.
  private func forgetContradicted(_ facts: inout TypeFacts) -> Bool {
    var contradicted: Set<TypeQuestion> = []
    for (key, isPresent) in zip(keys, present) {
      let answers = key.candidates.map { candidate in
        candidate.guards.map { (question: $0, applies: shown[$0] ?? facts.applies($0)) }
      }
      if isPresent {
        guard answers.allSatisfy({ $0.contains { $0.applies == false } }) else { continue }
        for answer in answers.joined() where answer.applies == false { contradicted.insert(answer.question) }
      } else {
        for answers in answers where answers.allSatisfy({ $0.applies == true }) {
          contradicted.formUnion(answers.map(\.question))
        }
      }
    }
    let old = contradicted.filter { shown[$0] == nil }
    for question in old { facts.forget(question) }
    return !old.isEmpty
  }
}
