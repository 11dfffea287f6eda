import PagerJSON
import PagerSyntax

/// What selections mean in one operation with one set of conditions.
struct SelectionContext {
  let fragments: [String: FragmentDefinition]
  let conditions: SelectionConditions
  /// Each variable has its name as its value, because its value is the same in all places of the operation.
  let names: RequestVariables
}

/// A selection set that counts if all fragments around it apply.
struct GuardedSet {
  let set: SelectionSet
  let guards: [TypeQuestion]
}

/// All fields that a query may select of the objects of one type at one place, whichever fragments apply to it; and
/// which of them the newest answer had there.
///
/// The type of an object alone determines its keys at a place of a query. One answer therefore shows them for all
/// objects of the type, even if it does not show which fragments the fields came from.
final class PossibleFields {
  /// A field under a response key.
  struct Candidate {
    let field: Field
    /// What has to be true for the field to be selected: all of it.
    let guards: [TypeQuestion]
    /// Its place in the order in which a server meets the fields.
    let place: Int
    /// The field with its arguments, whatever it is called in the response.
    let meaning: String
  }

  struct Key {
    let name: String
    var candidates: [Candidate]
  }

  private(set) var keys: [Key] = []
  /// Whether fragments decide over some of them.
  private(set) var isConditional = false
  /// Whether there were too many ways to a field to look at all.
  private(set) var isIncomplete = false
  /// What is selected, as far as it is known.
  var current: TypedSelection?
  /// The planned fields, by their places among the keys and by their meanings.
  private var planned: [Int: [String: PlannedField]] = [:]
  /// Which keys the newest answer had.
  private(set) var observed: [Bool]?
  private var observation: (answer: UInt64, revision: Int, object: [Bool])?

  init(of type: String, _ sets: [GuardedSet], _ context: SelectionContext) {
    var collection = Collection(type: type, context)
    for set in sets { collection.add(set.set, set.guards) }
    keys = collection.keys.map { key in
      // Two fields under one key belong to two types that exclude each other. If one of them is present whenever the
      // other is, the other is never present.
      let possible = key.candidates.filter { candidate in
        !key.candidates.contains { other in
          other.meaning != candidate.meaning && other.guards.allSatisfy { candidate.guards.contains($0) }
            && (other.guards.count < candidate.guards.count || other.place < candidate.place)
        }
      }
      return Key(name: key.name, candidates: possible)
    }
    isConditional = keys.contains { $0.candidates.contains { !$0.guards.isEmpty } }
    isIncomplete = collection.isIncomplete
  }

  // MARK: What is selected

  /// The fields that are selected, in the order of a server; and a question that is open.
  func selected(
    _ facts: TypeFacts, plan: (_ candidates: [Candidate]) -> PlannedField
  ) -> (fields: [PlannedField], doubt: TypeQuestion?) {
    var chosen: [(place: Int, field: PlannedField)] = []
    var doubt: TypeQuestion?
    for (index, key) in keys.enumerated() {
      switch choice(index, key, facts) {
      case .none: break
      case .open(let question): doubt = doubt ?? question
      case .field(let candidate):
        let made =
          planned[index]?[candidate.meaning] ?? plan(key.candidates.filter { $0.meaning == candidate.meaning })
        planned[index, default: [:]][candidate.meaning] = made
        chosen.append((candidate.place, made))
      }
    }
    return (chosen.sorted { $0.place < $1.place }.map(\.field), doubt)
  }

  private enum Choice {
    case none
    case field(Candidate)
    case open(TypeQuestion?)
  }

  private func choice(_ index: Int, _ key: Key, _ facts: TypeFacts) -> Choice {
    var open: [(candidate: Candidate, question: TypeQuestion)] = []
    for candidate in key.candidates {
      let answers = candidate.guards.map { facts.applies($0) }
      if answers.contains(false) { continue }
      guard let unknown = answers.firstIndex(of: nil) else { return .field(candidate) }
      open.append((candidate, candidate.guards[unknown]))
    }
    guard let first = open.first else { return .none }
    guard let observed else { return .open(first.question) }
    guard observed[index] else { return .none }
    return open.allSatisfy { $0.candidate.meaning == first.candidate.meaning }
      ? .field(first.candidate) : .open(first.question)
  }

  // MARK: What an object shows

  /// Notes which keys an object has, and learns from it.
  ///
  /// - Parameter teaches: whether a server sent the object. An object that a program writes shows only what it selects
  ///   itself.
  func observe(_ object: JSONNode, _ facts: inout TypeFacts, teaches: Bool) {
    let present = keys.map { object[$0.name] != nil }
    if let observation, observation.answer == facts.answer, observation.revision == facts.revision,
      observation.object == present
    {
      return
    }
    // What this answer had in another object of the type, a server has left out here.
    let isShown = current?.answer == facts.answer
    if isShown, let current {
      let shown = Set(current.fields.map(\.field.responseKey))
      observed = keys.indices.map { present[$0] || shown.contains(keys[$0].name) }
    } else if observation?.answer == facts.answer, let observed {
      self.observed = zip(observed, present).map { $0 || $1 }
    } else {
      observed = present
    }
    if teaches { TypeInference(keys, present).teach(&facts, isShown: isShown) }
    observation = (facts.answer, facts.revision, present)
    current?.isStale = true
  }
}

/// Collects the fields that may be selected of an object, as a server does: in the order in which they are met.
private struct Collection {
  /// Fragments can make a short document hold exponentially many ways to a field.
  private static let mostSelections = 50_000

  let type: String
  let context: SelectionContext
  private(set) var keys: [PossibleFields.Key] = []
  private var indexByKey: [String: Int] = [:]
  private var spread: [String: [[TypeQuestion]]] = [:]
  private var count = 0

  init(type: String, _ context: SelectionContext) {
    self.type = type
    self.context = context
  }

  var isIncomplete: Bool { count > Self.mostSelections }

  mutating func add(_ set: SelectionSet, _ guards: [TypeQuestion]) {
    for selection in set.selections where context.conditions.select(selection) {
      count += 1
      guard !isIncomplete else { return }
      switch selection {
      case .field(let field):
        add(field, guards)
      case .inlineFragment(let fragment):
        add(fragment.selectionSet, on: fragment.typeCondition, guards)
      case .fragmentSpread(let name):
        guard let fragment = context.fragments[name.fragmentName] else { continue }
        // If it was spread already under some of the same conditions, it adds nothing.
        let earlier = spread[name.fragmentName] ?? []
        guard !earlier.contains(where: { $0.allSatisfy { guards.contains($0) } }) else { continue }
        spread[name.fragmentName] = earlier + [guards]
        add(fragment.selectionSet, on: fragment.typeCondition, guards)
      }
    }
  }

  private mutating func add(_ set: SelectionSet, on condition: String?, _ guards: [TypeQuestion]) {
    guard let condition, condition != type else { return add(set, guards) }
    let question = TypeQuestion(type: type, condition: condition)
    add(set, guards.contains(question) ? guards : guards + [question])
  }

  private mutating func add(_ field: Field, _ guards: [TypeQuestion]) {
    let candidate = PossibleFields.Candidate(
      field: field, guards: guards, place: count, meaning: field.key(with: context.names))
    if let index = indexByKey[field.responseKey] {
      keys[index].candidates.append(candidate)
    } else {
      indexByKey[field.responseKey] = keys.count
      keys.append(PossibleFields.Key(name: field.responseKey, candidates: [candidate]))
    }
  }
}
