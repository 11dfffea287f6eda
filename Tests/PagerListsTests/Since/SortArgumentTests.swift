import PagerJSON
import Testing

@testable import PagerLists

@Suite("What an argument says about the order of a list")
struct SortArgumentTests {
  @Test(
    "The field and the direction, as far as they can be read",
    arguments: [
      ("UPDATED_AT", "UPDATED_AT", nil), ("UPDATED_AT_DESC", "UPDATED_AT", true), ("updatedAt_asc", "updatedAt", false),
      ("-updated_at", "updated_at", true), ("updated_at:desc", "updated_at", true), ("DESC", nil, true),
      ("description", "description", nil), ("", nil, nil),
    ] as [(String, String?, Bool?)])
  func texts(text: String, field: String?, isDescending: Bool?) {
    let sort = SortArgument(.string(text))
    #expect(sort?.field == field)
    #expect(sort?.isDescending == isDescending)
  }

  @Test("Objects and lists of objects")
  func objects() {
    let github = SortArgument(["field": "UPDATED_AT", "direction": "DESC"])
    #expect(github?.field == "UPDATED_AT" && github?.isDescending == true)
    let hasura = SortArgument([["updated_at": "asc_nulls_last"], ["id": "desc"]])
    #expect(hasura?.field == "updated_at" && hasura?.isDescending == false)
    #expect(SortArgument(["a": "b", "c": "d"]) == nil)
    #expect(SortArgument(.integer(1)) == nil)
    #expect(SortArgument([]) == nil)
  }

  @Test("Names are alike without regard to case, underscores, and endings that enums leave out")
  func names() {
    #expect(SortArgument.areAlike("UPDATED_AT", "updatedAt"))
    #expect(SortArgument.areAlike("UPDATED", "updatedAt"))
    #expect(!SortArgument.areAlike("CREATED_AT", "updatedAt"))
    #expect(!SortArgument.areAlike("at", "on"))
  }
}
