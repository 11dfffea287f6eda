import PagerBytes
import PagerJSON
import PagerState
import Testing

@testable import PagerLists

private let listEndpoint = "http://127.0.0.1/graphql"

/// Tokens that the library wrote before version 2, each after the second page of a list.
@Suite("A token of version 1 continues its list")
struct EarlierTokenTests {
  struct Kept: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let plan: @Sendable () throws -> DocumentPlan
    /// What is kept beside the version, the number of pages, and what is beyond the beginning of the list.
    let members: String
    var itemCount = 2
  }

  static let kept = [
    Kept(
      testDescription: "of a connection", plan: { try plan(shopQuery, variables: ["first": 2]) },
      members: #"""
        "checksum":"28e11c386d4a2282","fingerprints":"a5e0dba6c385580aa01083ae6d4347ef","items":2,\#
        "list":"2b31afdf477e2b2b","next":{"count":2,"cursor":"\"2\"","largest_page":1,"opening":"1e51a84d3c1cc9b2",\#
        "opening_count":1,"promised":true,"repeated":"a07b9730b137f3f9"},\#
        "parts":{"endpoint":"54dd","pagination":"5ae8","query":"502c"}
        """#),
    Kept(
      testDescription: "with errors beside the data", plan: { try plan(shopQuery, variables: ["first": 7]) },
      members: #"""
        "checksum":"b3a2d3da35bace15","fingerprints":"a5e0dba6c385580aa01083ae6d4347ef","items":2,\#
        "list":"2b31afdf477e2b2b","next":{"count":2,"cursor":"\"2\"","largest_page":1,"opening":"1e51a84d3c1cc9b2",\#
        "opening_count":1,"promised":true,"repeated":"a07b9730b137f3f9"},\#
        "partial":{"errors":2,"first":{"message":"no price","page":1,"path":"/shop/products/nodes/0"},"pages":2},\#
        "parts":{"endpoint":"54dd","pagination":"5ae8","query":"502c"}
        """#),
    Kept(
      testDescription: "of an offset list",
      plan: {
        try plan(
          "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { nodes { id } total } }",
          variables: ["limit": 3]
        ) { ($0.connection, $0.offset, $0.total) = (.path("list"), "offset", .path("total")) }
      },
      members: #"""
        "checksum":"b4fb48899ac8e9ec","fingerprints":"7258b7475dff548f5a18ad5b87c01844","greatest_total":100,"items":6,\#
        "list":"d149b45447dadea8","next":{"count":6,"items_before":6,"largest_page":3,"offset":6,\#
        "opening":"1e51a84d3c1cc9b2a7c44831c845edb214030316a38a6d39","opening_count":3,"opening_total":100,\#
        "repeated":"3ee49f3f6b0caabc","total":100,"true_total":true},\#
        "parts":{"endpoint":"54dd","pagination":"f155","query":"3a04"},"total":100
        """#, itemCount: 6),
    Kept(
      testDescription: "of a keyset list",
      plan: {
        try plan(
          "query ($limit: Int, $lastId: Int) { orders(limit: $limit, lastId: $lastId) { id total } }",
          variables: ["limit": 2]
        ) { ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "lastId") }
      },
      members: #"""
        "checksum":"62cb7263c6b7a1f7","fingerprints":"a5e0dba6c385580aacbeb9a1aefc015f","items":4,\#
        "list":"91d232467bcda4a7","next":{"count":4,"keys":["4"],"largest":2,"largest_page":2,\#
        "opening":"94d345b8c59b2499b08e12a24c8d5d93","opening_count":2,"page":3,"repeated":"9a21eb9717d2c2ce"},\#
        "parts":{"endpoint":"54dd","pagination":"d002","query":"6a11"}
        """#, itemCount: 4),
    Kept(
      testDescription: "of a walk since a mark",
      plan: {
        let query = """
          query ($after: String, $from: Int) { list(after: $after, from: $from) { nodes { id v name } pageInfo { \
          hasNextPage endCursor } } }
          """
        let rule = SinceRule(path: .path("v"), type: .integer, order: .descending)
        return try DocumentPlan(paged(query), since: SinceSettings(rule, from: SinceStart(), variable: nil))
      },
      members: #"""
        "checksum":"c9cdb254b9bf4771","fingerprints":"a5e0dba6c385580aa01083ae6d4347ef","items":2,\#
        "list":"c37d69d365532ec0","next":{"count":2,"cursor":"\"2\"","largest_page":1,"opening":"836ace363bffdafb",\#
        "opening_count":1,"promised":true,"repeated":"a72226dec89d8e1c"},\#
        "parts":{"endpoint":"54dd","pagination":"5ae8","query":"8968"},\#
        "since":{"bound":{"index":0,"name":"1","page":2,"value":{"number":"999"}},"greatest":{"number":"1000"},\#
        "items":2,"pages":2}
        """#),
    Kept(
      testDescription: "of a list with lists inside",
      plan: {
        let query = """
          query Items($after: String) { items(after: $after) { nodes { id __typename parts(first: 9) { nodes { id } \
          pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }
          """
        return try DocumentPlan(paged(query), nested: .drain(DrainRules()))
      },
      members: #"""
        "checksum":"2b44a4322ef1462d","fingerprints":"a5e0dba6c385580aa01083ae6d4347ef","items":2,\#
        "list":"a3e4cce56006caa8","next":{"count":2,"cursor":"\"2\"","largest_page":1,"opening":"4b0f3bcaec9b8823",\#
        "opening_count":1,"promised":true,"repeated":"e4e5ba284d935fd8"},\#
        "parts":{"endpoint":"54dd","pagination":"5ae8","query":"3f4c"}
        """#),
    Kept(
      testDescription: "of a list with another query for its next pages",
      plan: {
        let further = paged(
          "query ($from: String!) { list(after: $from) { nodes { id } pageInfo { hasNextPage endCursor } } }")
        return try plan(
          "{ list(first: 2) { nodes { id } pageInfo { hasNextPage endCursor } } }", further: further)
      },
      members: #"""
        "checksum":"72a0172d28ee4179","fingerprints":"a5e0dba6c385580a9d09bb34efaf0bf4","items":2,\#
        "list":"21d76ea5ae7deb18","next":{"count":2,"cursor":"\"2\"","largest_page":1,"opening":"1e51a84d3c1cc9b2",\#
        "opening_count":1,"promised":true,"repeated":"a07b9730b137f3f9"},\#
        "parts":{"endpoint":"54dd","next_query.query":"6c68","pagination":"5ae8","query":"b2e0"}
        """#),
    Kept(
      testDescription: "of a list that was found",
      plan: {
        let query = "query ($after: String) { goods(after: $after) { rows { id } pageInfo { hasNextPage endCursor } } }"
        let found: JSONValue = [
          "first": [
            "names": ["absent": false, "connection": "/goods", "is_found": false, "items": "/rows"], "words": [:],
          ],
          "type": "cursor",
        ]
        return try CurrentPlan.make(paged(query), kept: found).current.plan
      },
      members: #"""
        "checksum":"d18283e8b993c804","fingerprints":"a5e0dba6c385580aa01083ae6d4347ef",\#
        "found":{"first":{"names":{"absent":false,"connection":"/goods","is_found":false,"items":"/rows"},"words":{}},\#
        "type":"cursor"},"items":2,"list":"94724c6e42c3cf54","next":{"count":2,"cursor":"\"2\"","largest_page":1,\#
        "opening":"1e51a84d3c1cc9b2","opening_count":1,"promised":true,"repeated":"a07b9730b137f3f9"},\#
        "parts":{"endpoint":"54dd","pagination":"5ae8","query":"b504"}
        """#),
  ]

  @Test("It is read, and its version 2 says the same", arguments: kept)
  func isRead(kept: Kept) throws {
    let token = #"{\#(kept.members),"pages":2,"previous":"complete","version":1}"#
    let plan = try kept.plan()
    let position = try plan.position(of: .string(token), at: listEndpoint)
    #expect(position.pageCount == 2 && position.itemCount == kept.itemCount && position.fingerprints.count == 2)
    #expect(position.previous == .closed)
    guard case .open? = position.next else {
      Issue.record("it does not continue: \(String(describing: position.next))")
      return
    }
    let renewed = try plan.resumeToken(for: position, at: listEndpoint)
    let (old, new) = (try JSONValue(parsing: token).object, try JSONValue(parsing: renewed).object)
    let differing = ["checksum", "version"]
    #expect(new?["version"] == 2)
    #expect(old?.filter { !differing.contains($0.key) } == new?.filter { !differing.contains($0.key) })
  }

  @Test("A change of it is noticed", arguments: kept)
  func isDamaged(kept: Kept) throws {
    let plan = try kept.plan()
    for (pages, version) in [(3, 1), (2, 2)] {
      let token = #"{\#(kept.members),"pages":\#(pages),"previous":"complete","version":\#(version)}"#
      let error = #expect(throws: ResumeTokenError.self) { try plan.position(of: .string(token), at: listEndpoint) }
      #expect(error == .damaged("its checksum does not match its content"))
    }
  }

  // MARK: Made by hand

  /// A token as version 1 wrote it: its text without fields that come before the fingerprints.
  private func token(_ checksum: String, _ fingerprints: [UInt64], _ rest: String) -> String {
    #"{"checksum":"\#(checksum)","fingerprints":"\#(Fingerprints.text(fingerprints))",\#(rest)}"#
  }

  @Test("A token with fingerprints that version 1 thinned is read")
  func thinned() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let requests = (1..<2_000).map { PageRequest(toward: .next, [.init("after", cursor($0))]) }
    let all = ([plan.initialRequest] + requests).map(\.fingerprint)
    // Version 1: half of the room for the newest, and of the older ones every n-th, anew for each token.
    let rest = #"""
      "items":2000,"list":"2b31afdf477e2b2b","next":{"count":2000,"cursor":"\"2000\"","largest_page":1,\#
      "opening":"1e51a84d3c1cc9b2","opening_count":1,"promised":true,"repeated":"ac394f7214ca272a"},"pages":2000,\#
      "parts":{"endpoint":"54dd","pagination":"5ae8","query":"502c"},"previous":"complete","version":1
      """#
    let room = (16_000 - 80 - rest.utf8.count - 2) / 16
    let newest = all.suffix((room + 1) / 2)
    let older = all.dropLast(newest.count)
    let step = (older.count + room - newest.count - 1) / (room - newest.count)
    let kept = stride(from: 0, to: older.count, by: step).map { older[$0] } + newest
    let text = token("18b8bf475c9f0096", kept, rest)
    #expect(text.utf8.count == 14_206)
    let position = try plan.position(of: .string(text), at: listEndpoint)
    #expect(position.fingerprints == kept && position.pageCount == 2_000)
  }

  private func cursor(_ number: Int) -> VariableValue {
    VariableValue(json: RawJSON(validated: Array("\"\(number)\"".utf8)), comparedAs: nil)
  }

  @Test("A token with doubts is read: its checksum has them behind the fingerprints")
  func doubts() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    let rest = #"""
      "doubts":["broken_promise"],"items":2,"list":"2b31afdf477e2b2b","next":"complete","pages":2,\#
      "parts":{"endpoint":"54dd","pagination":"5ae8","query":"502c"},"previous":"complete","version":1
      """#
    var hash = StableHash()
    hash.combine(#"{"fingerprints":"\#(Fingerprints.text([1, 2]))",\#(rest)}"#)
    let text = token(hash.value.hexadecimal, [1, 2], rest)
    #expect(try plan.position(of: .string(text), at: listEndpoint).doubts == .brokenPromise)
    #expect(throws: ResumeTokenError.self) {
      try plan.position(of: .string(text.replacing("broken", with: "brokem")), at: listEndpoint)
    }
  }
}
