import PagerLists
import Testing

@Suite("A document without a list that the library knows")
struct AdviceTests {
  @Test(
    "The message names the keys for what asks for pages by another word",
    arguments: [
      (
        "query ($id: ID) { tokens(first: 10, where: { id_gt: $id }) { id } }",
        #"takes `$id`: if that is the key of the last item, name both, as in {"key": "/id", "after": "id"}"#
      ),
      (
        "query ($s: String) { scroll(input: { count: 10, scrollId: $s }) { nextScrollId results { id } } }",
        #"if that is the cursor of the page, name it and where an answer has the next one, as in {"after": "s", "#
          + #""end_cursor": "/next", "end": "null_cursor"}"#
      ),
      (
        "query ($o: ListOptions) { products(options: $o) { items { id } totalItems } }",
        #"if that is an object that says which page to send, name the place in it, as in {"offset": "/o/skip"}"#
      ),
    ])
  func words(query: String, advice: String) throws {
    let error = try #require(throws: DocumentPlanError.self) { try CurrentPlan.make(paged(query)) }
    #expect(error.message.contains(advice))
    #expect(error.message.hasSuffix("docs/shapes.md has the lists of many products"))
  }

  @Test("An argument that chooses items gets no advice", arguments: ["id: ID", "filter: Filter", "name: String"])
  func others(argument: String) throws {
    let name = argument.split(separator: ":")[0]
    let query = "query ($\(argument)) { products(\(name): $\(name)) { items { id } } }"
    let error = try #require(throws: DocumentPlanError.self) { try CurrentPlan.make(paged(query)) }
    #expect(!error.message.contains("docs/shapes.md"))
  }
}
