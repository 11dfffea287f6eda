/// Which fields make the key of an object: those of its type, or else those of all types.
package struct KeyFields: Sendable, Hashable {
  /// For types without an entry of their own; empty: they have no keys.
  package var common: [String]
  /// By type; an empty list: its objects have no keys.
  package var byType: [String: [String]]

  package init(common: [String] = ["id"], byType: [String: [String]] = [:]) {
    self.common = common
    self.byType = byType
  }

  func names(for type: String) -> [String]? {
    let names = byType[type] ?? common
    return names.isEmpty ? nil : names
  }
}
