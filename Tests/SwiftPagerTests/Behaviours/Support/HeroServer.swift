import PagerCache
import PagerClient
import SwiftPager
import TestSupport

/// A server with heroes, and a client of it, which has a cache as every client of Swift's. It answers each announced
/// request once.
struct HeroServer {
  let transport: ScriptedTransport
  let client: GraphQLClient

  init(hasCache: Bool = true, fallback: ScriptedTransport.Fallback? = nil) {
    transport = ScriptedTransport(fallback: fallback)
    client = GraphQLClient(RequestChannel(transport), cache: hasCache ? Cache(CacheConfiguration()) : nil)
  }

  func announce(_ query: HeroesQuery, _ answer: ScriptedAnswer) {
    transport.announce(query.sentVariables, answer)
  }

  func announce(_ query: HeroesQuery, _ page: HeroPage) {
    announce(query, page.answer)
  }

  // MARK: The reference's fixtures

  /// FWD: three people, read forward in pages of two.
  static func forward() -> HeroServer {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["Luke", "Han"], next: "K2"))
    server.announce(.forward(after: "K2"), HeroPage(names: ["Leia"]))
    return server
  }

  /// REV: the same people, read backward.
  static func reverse() -> HeroServer {
    let server = HeroServer()
    server.announce(.backward(before: "K3"), HeroPage(names: ["Han", "Leia"], previous: "K2"))
    server.announce(.backward(before: "K2"), HeroPage(names: ["Luke"]))
    return server
  }

  /// BI: from Leia in the middle both ways, in pages of one.
  static func bidirectional() -> HeroServer {
    let server = HeroServer()
    server.announce(.forward(after: "K1", first: 1), HeroPage(names: ["Leia"], next: "K2", previous: "K1"))
    server.announce(.forward(after: "K2", first: 1), HeroPage(names: ["Han"], previous: "K2"))
    server.announce(.backward(before: "K1", last: 1), HeroPage(names: ["Luke"], next: "K1"))
    return server
  }

  // MARK: Longer lists

  /// People called 1, 2, 3, … in pages of two; the page after page n is asked for with the cursor `cn`.
  static func numbered(pages: Int, except others: [Int: ScriptedAnswer] = [:]) -> HeroServer {
    let server = HeroServer()
    for number in 1...pages {
      server.announce(.numbered(number), others[number] ?? HeroPage.numbered(number, of: pages).answer)
    }
    return server
  }
}

extension HeroesQuery {
  /// What is sent for page `number` of a numbered list.
  static func numbered(_ number: Int) -> HeroesQuery {
    .forward(after: number == 1 ? nil : "c\(number - 1)")
  }
}

extension HeroPage {
  static func numbered(_ number: Int, of pages: Int) -> HeroPage {
    HeroPage(
      names: ["\(2 * number - 1)", "\(2 * number)"], next: number < pages ? "c\(number)" : nil, totalCount: 2 * pages)
  }
}

extension GraphQLOperation {
  /// The variables as they arrive at a server.
  var sentVariables: JSONValue {
    (try? JSONValue(parsing: String(decoding: requestBody(), as: UTF8.self))["variables"]) ?? .null
  }
}

extension [HeroesQuery] {
  /// The variables as they arrive at a server.
  var sentVariables: [JSONValue] { map(\.sentVariables) }

  /// What is sent for these pages of a numbered list.
  static func numbered(_ numbers: some Sequence<Int>) -> [HeroesQuery] {
    numbers.map { .numbered($0) }
  }
}
