import PagerJSON

/// The places of a response that a server could not fill, as its errors name them: nothing of them enters the cache.
///
/// A null that comes from an error is not the field's value. In the cache it would look like the value.
struct WithheldPlaces {
  /// The first tokens of the values.
  private var tokens: Set<UInt32> = []

  var isEmpty: Bool { tokens.isEmpty }

  func contains(_ node: JSONNode) -> Bool { tokens.contains(node.firstToken) }

  /// Whether there is such a place in a value without fields, which is stored as a whole.
  func areWithin(_ node: JSONNode) -> Bool {
    var open = [node]
    while let node = open.popLast() {
      for value in node.elements {
        if contains(value) { return true }
        if value.kind == .array || value.kind == .object { open.append(value) }
      }
      for (_, value) in node.members {
        if contains(value) { return true }
        if value.kind == .array || value.kind == .object { open.append(value) }
      }
    }
    return false
  }

  /// No places, for a response without errors.
  init() {}

  /// Nil if one of the errors does not name a place of the data. Any part of it may then be the part that the server
  /// could not fill.
  init?(of errors: JSONNode, in data: JSONNode) {
    guard let paths = ErrorPaths(errors) else { return nil }
    var open = [(node: data, path: 0)]
    while let (node, path) = open.popLast() {
      // A null above the place comes from a non-null field.
      if paths.isEnd(path) || node.isNull {
        guard path > 0 else { return nil }
        tokens.insert(node.firstToken)
        continue
      }
      let wanted = paths.steps(from: path)
      var found: Set<ErrorPaths.Step> = []
      func visit(_ step: ErrorPaths.Step, _ value: JSONNode) {
        guard let next = wanted[step] else { return }
        found.insert(step)
        open.append((value, next))
      }
      for (key, value) in node.members { visit(.key(key), value) }
      for (index, value) in node.elements.enumerated() {
        if found.count == wanted.count { break }
        visit(.index(index), value)
      }
      guard found.count == wanted.count else { return nil }
    }
  }
}

/// The paths of errors, as a tree: each part of a response is looked at once, however many errors name it.
private struct ErrorPaths {
  enum Step: Hashable {
    case key(String)
    case index(Int)
  }

  /// The target of each step, by its start; 0 is the data itself.
  private var steps: [[Step: Int]] = [[:]]
  private var ends: Set<Int> = []

  /// Nil if one of the errors has no path.
  init?(_ errors: JSONNode) {
    guard errors.kind == .array else { return nil }
    for error in errors.elements {
      guard let path = error["path"], path.kind == .array else { return nil }
      var place = 0
      for node in path.elements {
        guard let step = Self.step(node) else { return nil }
        if let next = steps[place][step] {
          place = next
        } else {
          steps.append([:])
          steps[place][step] = steps.count - 1
          place = steps.count - 1
        }
      }
      ends.insert(place)
    }
  }

  private static func step(_ node: JSONNode) -> Step? {
    if let key = node.string { return .key(key) }
    return node.int64.flatMap { Int(exactly: $0) }.map { .index($0) }
  }

  func isEnd(_ place: Int) -> Bool { ends.contains(place) }
  func steps(from place: Int) -> [Step: Int] { steps[place] }
}
