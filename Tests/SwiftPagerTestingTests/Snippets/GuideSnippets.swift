// What docs/guides shows beside the articles of SwiftPager.docc. Tests/contract/test_site.py compares the two.
import SwiftPager

enum GuideSnippets {
  static func retries(of client: GraphQLClient) async {
    for await event in client.events {
      if case .waiting(let reason, let duration) = event.kind {
        print("request \(event.request), attempt \(event.attempt): \(reason), again in \(duration)")
      }
    }
  }

  static func state(of pager: AsyncGraphQLQueryPager<[ProductsQuery.Product]>) async {
    print(await pager.canLoadNext, pager.errorCounts?.pages ?? 0)
  }
}
