/// What a list with `"cursor": "scroll"` cannot have. Each request moves such a list.
///
/// The library looks at a config for this before it looks for the list in the documents: a list that it finds has other
/// names than the config.
enum ScrollRules {
  /// - Throws: `DocumentPlanError` for a config that asks for another direction, or for what is new.
  static func check(
    _ documents: (first: PagedDocument, further: PagedDocument?), _ rules: ListRules, isReadSinceMark: Bool
  ) throws(DocumentPlanError) {
    guard rules.scrolls == true, rules.type ?? .cursor == .cursor else { return }
    let start = "with \"cursor\": \"scroll\" each request moves the list"
    if isReadSinceMark {
      throw DocumentPlanError(
        ["since"], "\(start), so a run that ends early leaves no place to the next one: leave `since` out")
    }
    if let direction = rules.direction, direction != .forward {
      throw DocumentPlanError(
        ["pagination", "direction"], "\(start) forward: set `direction` to \"forward\", or leave it out")
    }
    for (document, config) in [(documents.first, ConfigPlace.first), (documents.further, .further)]
    where document?.pagination.before != nil {
      throw config.error(inNames: "before", "\(start) forward: leave `before` out")
    }
  }
}
