import PagerJSON

/// The value of a variable that takes keys, or another value of a page, wholly or inside: its text with holes for them.
///
/// The rest of the value stays as the config has it, byte for byte.
package struct ValueTemplate: Sendable, Hashable {
  /// A place that a key has in the value of a variable.
  struct Place: Sendable, Hashable {
    /// The way to it; empty: the whole value.
    let tokens: [String]
    /// Which of the keys it takes; nil: what is there is left out.
    let key: Int?
  }

  /// Why keys cannot be put into a value.
  struct Misfit: Error {
    let message: String
  }

  /// The most steps to a place.
  static let deepestPlace = 64

  package let variable: String
  /// The text before the first hole, between the holes, and after the last one.
  private var texts: [[UInt8]] = [[]]
  /// Which key each hole takes.
  private var holes: [Int] = []

  /// - Parameters:
  ///   - value: what the config gives; nil: an empty object.
  ///   - places: none is inside another.
  init(_ variable: String, _ value: RawJSON?, _ places: [Place]) throws(Misfit) {
    self.variable = variable
    let steps = places.map { Step(rest: $0.tokens[...], key: $0.key) }
    do {
      let written = try (value ?? .null).read { node in
        Result { () throws(Misfit) in try write(Self.base(node, of: steps), steps) }
      }
      try written.get()
    } catch let misfit as Misfit {
      throw misfit
    } catch {
      throw Misfit(message: "\(error)")
    }
  }

  /// The value without holes; nil if there are some.
  var constant: RawJSON? { holes.isEmpty ? RawJSON(validated: texts[0]) : nil }

  /// What a request sets the variable to.
  func setting(_ keys: [VariableValue]) -> PageRequest.Setting {
    // The variable is the key itself.
    if holes.count == 1, texts.allSatisfy(\.isEmpty) { return PageRequest.Setting(variable, keys[holes[0]]) }
    let written = filled(with: keys.map(\.json.bytes))
    let isPlain = keys.allSatisfy { $0.compared == $0.json.bytes }
    return PageRequest.Setting(
      variable,
      VariableValue(
        json: RawJSON(validated: written), comparedAs: isPlain ? nil : filled(with: keys.map(\.compared))))
  }

  private func filled(with keys: [[UInt8]]) -> [UInt8] {
    var text = texts[0]
    for (hole, rest) in zip(holes, texts.dropFirst()) {
      text += keys[hole]
      text += rest
    }
    return text
  }

  // MARK: Writing

  /// The rest of the way to a place.
  private struct Step {
    let rest: ArraySlice<String>
    let key: Int?

    func inside(_ token: String) -> Step? {
      rest.first == token ? Step(rest: rest.dropFirst(), key: key) : nil
    }
  }

  private mutating func append(_ bytes: some Sequence<UInt8>) {
    texts[texts.count - 1] += bytes
  }

  private mutating func write(_ node: JSONNode?, _ steps: [Step]) throws(Misfit) {
    if let key = steps.first(where: \.rest.isEmpty)?.key {
      holes.append(key)
      texts.append([])
    } else if let node, steps.isEmpty {
      append(RawJSON(node).bytes)
    } else if let node, node.kind == .array {
      try writeArray(node, steps)
    } else if let node, node.kind != .object {
      if steps.contains(where: { $0.key != nil }) { throw Self.misfit(of: steps, in: node.kind.phrase) }
      append(RawJSON(node).bytes)
    } else {
      try writeObject(node, steps)
    }
  }

  private mutating func writeArray(_ node: JSONNode, _ steps: [Step]) throws(Misfit) {
    let count = node.count
    let outside = steps.filter { step in
      step.key != nil && !(step.rest.first.flatMap(JSONPointer.index).map { $0 < count } ?? false)
    }
    if !outside.isEmpty { throw Self.misfit(of: outside, in: "an array of \(count) elements") }
    append("[".utf8)
    for (index, element) in node.elements.enumerated() {
      if index > 0 { append(",".utf8) }
      // Leaving an element out of an array would move the elements after it, so the element stays.
      let inside = steps.compactMap { $0.inside("\(index)") }.filter { $0.key != nil || !$0.rest.isEmpty }
      try write(element, inside)
    }
    append("]".utf8)
  }

  private mutating func writeObject(_ node: JSONNode?, _ steps: [Step]) throws(Misfit) {
    append("{".utf8)
    var isEmpty = true
    var written: Set<String> = []
    if let node {
      for (name, value) in node.members {
        written.insert(name)
        let inside = steps.compactMap { $0.inside(name) }
        if inside.contains(where: { $0.rest.isEmpty && $0.key == nil }) { continue }
        // An object goes, too, if all its members are left out.
        if !inside.isEmpty, inside.allSatisfy({ $0.key == nil }), Self.isNothing(value, without: inside) { continue }
        try begin(name, &isEmpty)
        try write(Self.base(value, of: inside), inside)
      }
    }
    for step in steps where step.key != nil {
      guard let name = step.rest.first, written.insert(name).inserted else { continue }
      try begin(name, &isEmpty)
      try write(nil, steps.compactMap { $0.inside(name) }.filter { $0.key != nil })
    }
    append("}".utf8)
  }

  private mutating func begin(_ name: String, _ isFirst: inout Bool) throws(Misfit) {
    do {
      append("\(isFirst ? "" : ",")\(try JSONValue.string(name).text()):".utf8)
    } catch {
      throw Misfit(message: error.message)
    }
    isFirst = false
  }

  /// The value that keys are put into: a null counts as no value.
  private static func base(_ node: JSONNode, of steps: [Step]) -> JSONNode? {
    node.isNull && steps.contains { $0.key != nil } ? nil : node
  }

  /// Whether an object has no members but those that are left out.
  private static func isNothing(_ node: JSONNode, without steps: [Step]) -> Bool {
    guard node.kind == .object, node.count > 0 else { return false }
    return node.members.allSatisfy { member in
      let inside = steps.compactMap { $0.inside(member.key) }
      return inside.contains(where: \.rest.isEmpty) || (!inside.isEmpty && isNothing(member.value, without: inside))
    }
  }

  private static func misfit(of steps: [Step], in found: String) -> Misfit {
    let place = steps.first { $0.key != nil }.map { JSONPointer(tokens: Array($0.rest)).description } ?? ""
    return Misfit(message: "expected an object with the place \"\(place)\", found \(found)")
  }
}
