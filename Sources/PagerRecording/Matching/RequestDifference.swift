/// How a recorded request differs from a new one: how much, and in words.
struct RequestDifference: Comparable {
  /// The number of tokens of the query that differ.
  private let tokens: Int
  private let operationName: Int
  /// The number of variables that differ.
  private let variables: Int

  init(of recorded: RequestKey, from asked: RequestKey) {
    let differing = Self.part(of: recorded.tokens, notIn: asked.tokens)
    tokens = max(differing.recorded.count, differing.asked.count) + (recorded.extensions == asked.extensions ? 0 : 1)
    operationName = recorded.operationName == asked.operationName ? 0 : 1
    variables = Set(recorded.variables).symmetricDifference(asked.variables).count
  }

  static func < (left: RequestDifference, right: RequestDifference) -> Bool {
    (left.tokens, left.operationName, left.variables) < (right.tokens, right.operationName, right.variables)
  }

  /// What differs, as the second half of a sentence about the recorded request.
  static func words(of recorded: RequestKey, from asked: RequestKey) -> String {
    let (there, here) = part(of: recorded.tokens, notIn: asked.tokens)
    if !there.isEmpty || !here.isEmpty {
      return "its query has \(shown(there)), this one \(shown(here))"
    }
    if recorded.operationName != asked.operationName {
      return "it names the operation \"\(text(recorded.operationName))\", this one \"\(text(asked.operationName))\""
    }
    let differences = variables(of: recorded, from: asked)
    let more = differences.count - largestCount
    let words = differences.prefix(largestCount).joined(separator: ", ")
    return words.isEmpty ? "its extensions differ" : words + (more > 0 ? ", and \(more) more" : "")
  }

  // MARK: Parts

  private static let largestCount = 3
  private static let longestText = 120

  private static func variables(of recorded: RequestKey, from asked: RequestKey) -> [String] {
    let there = Dictionary(recorded.variables.map { ($0.name, $0.value) }) { first, _ in first }
    let here = Dictionary(asked.variables.map { ($0.name, $0.value) }) { first, _ in first }
    return Set(there.keys).union(here.keys).sorted { $0.lexicographicallyPrecedes($1) }.compactMap { name in
      switch (there[name], here[name]) {
      case (let value?, let other?):
        value == other ? nil : "its variable `\(text(name))` is \(shown(value)), not \(shown(other))"
      case (let value?, nil): "its variable `\(text(name))` is \(shown(value)), and this request has no such variable"
      case (nil, let other?): "it has no variable `\(text(name))`, which is \(shown(other)) here"
      case (nil, nil): nil
      }
    }
  }

  /// The tokens between the common beginning and the common end of two queries.
  private static func part(
    of recorded: [ArraySlice<UInt8>], notIn asked: [ArraySlice<UInt8>]
  ) -> (recorded: ArraySlice<ArraySlice<UInt8>>, asked: ArraySlice<ArraySlice<UInt8>>) {
    let start = zip(recorded, asked).prefix { $0 == $1 }.count
    let there = recorded.dropFirst(start)
    let here = asked.dropFirst(start)
    let end = zip(there.reversed(), here.reversed()).prefix { $0 == $1 }.count
    return (there.dropLast(end), here.dropLast(end))
  }

  private static func shown(_ tokens: ArraySlice<ArraySlice<UInt8>>) -> String {
    tokens.isEmpty ? "nothing" : "`\(short(tokens.map { text($0) }.joined(separator: " ")))`"
  }

  static func shown(_ value: [UInt8]) -> String { short(text(value)) }

  private static func short(_ text: String) -> String {
    text.count > longestText ? "\(text.prefix(longestText))…" : text
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
