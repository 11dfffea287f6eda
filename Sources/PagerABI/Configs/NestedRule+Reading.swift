import PagerCore

extension NestedRule {
  /// Reads what is done about lists inside the pages that are not whole.
  init(reading reader: inout ConfigReader) throws(ErrorReport) {
    self = try reader.choice("nested", ["report": .report, "error": .error]) ?? .report
  }
}
