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

  /// Learns what the object shows, first on its own and then together with the known facts. Facts that it contradicts
  /// are forgotten.
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
      // Present fields are stronger evidence than missing ones: a server may leave out a requested field.
      if shown.count == count { deriveAbsent(known) }
    } while shown.count > count
  }

  /// A key is present: what all its possible fields need is true.
  private mutating func derivePresent(_ known: (TypeQuestion) -> Bool?) {
    for (key, isPresent) in zip(keys, present) where isPresent {
      let open = key.candidates.filter { !$0.guards.contains { (shown[$0] ?? known($0)) == false } }
      for question in open.first?.guards ?? [] where (shown[question] ?? known(question)) == nil {
        if open.allSatisfy({ $0.guards.contains(question) }) { shown[question] = true }
      }
    }
  }

  /// A key is missing: if a field with that key lacks only one condition, that condition is false.
  private mutating func deriveAbsent(_ known: (TypeQuestion) -> Bool?) {
    for (key, isPresent) in zip(keys, present) where !isPresent {
      for candidate in key.candidates {
        let open = candidate.guards.filter { (shown[$0] ?? known($0)) != true }
        if open.count == 1, (shown[open[0]] ?? known(open[0])) == nil { shown[open[0]] = false }
      }
    }
  }

  /// Forgets the facts that this object contradicts. Returns whether there were any.
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
