import SwiftPager
import TestSupport

/// What a server answers to a `HeroesQuery`.
struct HeroPage {
  var names: [String] = []
  /// The cursor of the next page; nil where there is none.
  var next: String?
  /// The cursor of the previous page; nil where there is none.
  var previous: String?
  var totalCount = 3
  /// The messages of the errors beside the data.
  var errors: [String] = []
  /// Says that there is a next page, and gives no cursor.
  var losesCursor = false

  var answer: ScriptedAnswer {
    var response: [String: JSONValue] = [
      "data": [
        "hero": [
          "__typename": "Droid", "id": "2001", "name": "R2-D2",
          "friends": [
            "__typename": "FriendsConnection",
            "totalCount": .integer(Int64(totalCount)),
            "nodes": .array(names.map { ["__typename": "Human", "name": .string($0)] }),
            "pageInfo": [
              "__typename": "PageInfo",
              "hasNextPage": .bool(next != nil || losesCursor), "endCursor": next.map(JSONValue.string) ?? .null,
              "hasPreviousPage": .bool(previous != nil), "startCursor": previous.map(JSONValue.string) ?? .null,
            ],
          ],
        ]
      ]
    ]
    if !errors.isEmpty { response["errors"] = Self.list(errors) }
    return .json(.object(response))
  }

  /// A response with errors and no data.
  static func errorsOnly(_ messages: String...) -> ScriptedAnswer {
    .json(["data": .null, "errors": list(messages)])
  }

  private static func list(_ messages: [String]) -> JSONValue {
    .array(messages.map { ["message": .string($0)] })
  }
}
