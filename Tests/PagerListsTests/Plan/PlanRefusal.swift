import PagerJSON
import PagerLists
import Testing

/// A list that cannot be paged as it is described, and how it is refused.
struct PlanRefusal: Sendable, CustomTestStringConvertible {
  var query = ""
  var variables: [String: JSONValue] = [:]
  var pagination: @Sendable (inout DocumentPagination) -> Void = { _ in }
  /// The path to the fault.
  var part: String
  /// What its message has to contain.
  var words: String

  var testDescription: String { "\(part): \(words)" }

  func check(_ plan: (PlanRefusal) throws -> DocumentPlan) {
    let error = #expect(throws: DocumentPlanError.self) { try plan(self) }
    #expect(error?.part.description == part)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
