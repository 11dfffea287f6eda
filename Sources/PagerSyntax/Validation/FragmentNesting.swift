/// Measures how deep selection sets nest when fragments are followed, and refuses cycles on the way.
///
/// Every fragment is measured once, so a document that spreads each fragment many times costs no more than its text.
/// The recursion goes one step per fragment entered, each at least one level deep, and so ends at the limit.
struct FragmentNesting {
  private let usesByFragment: [String: DefinitionUses]
  /// The levels inside each measured fragment, its own selection set included.
  private var levels: [String: Int] = [:]
  /// The fragments being measured, outermost first.
  private var entered: [String] = []

  /// - Parameter usesByFragment: what each fragment uses; every spread in it must name a key.
  init(_ usesByFragment: [String: DefinitionUses]) {
    self.usesByFragment = usesByFragment
  }

  /// Measures everything that a definition spreads.
  ///
  /// - Returns: how many levels nest in the definition.
  /// - Throws: `fragmentCycle`, or `nestedTooDeeply` at the spread that crosses the limit.
  @discardableResult
  mutating func measure(_ uses: DefinitionUses, at depth: Int = 0) throws(GraphQLDocumentError) -> Int {
    var deepest = uses.depth
    for spread in uses.spreads {
      deepest = max(deepest, spread.depth + (try measure(spread, at: depth + spread.depth)))
    }
    return deepest
  }

  private mutating func measure(_ spread: DefinitionUses.SpreadUse, at depth: Int) throws(GraphQLDocumentError) -> Int {
    if let start = entered.firstIndex(of: spread.name) { throw cycle(entered[start...], closedBy: spread) }
    guard let uses = usesByFragment[spread.name] else { return 0 }
    guard depth + (levels[spread.name] ?? uses.depth) <= NestingLimit.levels else {
      throw GraphQLDocumentError(
        .nestedTooDeeply,
        "with the fragment \"\(spread.name)\" spread at \(spread.position), selection sets nest more than"
          + " \(NestingLimit.levels) levels deep: flatten the document",
        at: spread.position)
    }
    if let known = levels[spread.name] { return known }
    entered.append(spread.name)
    let measured = try measure(uses, at: depth)
    entered.removeLast()
    levels[spread.name] = measured
    return measured
  }

  private func cycle(_ names: ArraySlice<String>, closedBy spread: DefinitionUses.SpreadUse) -> GraphQLDocumentError {
    let path = (names + [spread.name]).map { "\"\($0)\"" }.joined(separator: " → ")
    return GraphQLDocumentError(
      .fragmentCycle,
      "fragments must not spread themselves, but \(path) does, through the spread at \(spread.position)",
      at: spread.position)
  }
}
