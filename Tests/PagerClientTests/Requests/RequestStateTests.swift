import Testing

@testable import PagerClient

@Suite("A request as a timeline")
struct RequestStateTests {
  /// A query has left, and the transport has named it.
  private let sent: [(event: RequestInput, action: String)] = [
    (.start, "write"), (.wrote("A"), "send A"), (.isTransfer(1), ""),
  ]

  @Test func itIsWrittenSentAndAnswered() {
    expectRequest(sent + [(.answered("200"), "end 200 at 1"), (.start, ""), (.cancel, "too late")])
  }

  @Test("an answer that comes before the transport has named the request is one")
  func quickAnswer() {
    expectRequest([
      (.start, "write"), (.wrote("A"), "send A"), (.answered("200"), "end 200 at 1"), (.isTransfer(1, of: 3), ""),
    ])
  }

  @Test("a request that cannot be written or sent ends before or in its first attempt")
  func failures() {
    expectRequest([(.start, "write"), (.failed("unwritable"), "end unwritable at 0")])
    expectRequest([(.start, "write"), (.wrote("A"), "send A"), (.failed("closed"), "end closed at 1")])
  }

  @Test("a late event of an earlier step has no effect")
  func late() {
    expectRequest(
      sent + [
        (.answered("503", .unavailable), "wait 250 ms for http_503"), (.answered("200", of: 3), ""),
        (.due(of: 3), ""), (.due(), "send A"), (.due(of: 4), ""), (.answered("200"), "end 200 at 2"),
        (.answered("200"), ""), (.due(of: 4), ""),
      ])
  }

  // MARK: The cache

  @Test func theCacheAnswersInPlaceOfTheServer() {
    for policy in [CachePolicy.returnCacheDataElseFetch, .returnCacheDataDontFetch] {
      expectRequest(
        policy: policy,
        [(.start, "write"), (.wrote("A", .readsAndWrites), "ask cache for A"), (.found("C"), "end C at 0")])
    }
    expectRequest(
      policy: .returnCacheDataElseFetch,
      [(.start, "write"), (.wrote("A", .readsAndWrites), "ask cache for A"), (.missed("miss"), "send A")])
  }

  @Test func theCacheAnswersAheadOfTheServer() {
    let asked: [(event: RequestInput, action: String)] = [
      (.start, "write"), (.wrote("A", .readsAndWrites), "ask cache for A"),
    ]
    expectRequest(
      policy: .returnCacheDataAndFetch,
      asked + [(.found("C"), "tell C"), (.told(), "send A"), (.answered("200"), "end 200 at 1")])
    expectRequest(
      policy: .returnCacheDataAndFetch, asked + [(.missed("miss"), "send A"), (.answered("200"), "end 200 at 1")])
    // The cache's answer was all that the caller wanted.
    expectRequest(
      policy: .returnCacheDataAndFetch, asked + [(.found("C"), "tell C"), (.cancel, "cancelled"), (.told(), "")])
  }

  @Test("a page from the cache alone gets smaller, too")
  func smallerPagesInTheCache() {
    let missed: [(event: RequestInput, action: String)] = [
      (.start, "write"), (.wrote("A", .readsAndWrites), "ask cache for A"), (.missed("miss"), "write halved 1"),
      (.wrote("A/2", .readsAndWrites), "ask cache for A/2"),
    ]
    expectRequest(policy: .returnCacheDataDontFetch, missed + [(.found("C"), "end C at 0")])
    let missedAgain = missed + [(.missed("other miss"), "write halved 2")]
    for last: RequestInput in [.noPageThatSmall, .failed("unwritable"), .wrote("A/4", .none)] {
      expectRequest(policy: .returnCacheDataDontFetch, missedAgain + [(last, "end miss at 0")])
    }
  }

  @Test("a request that the cache cannot read goes past it, unless only the cache was to be asked")
  func unreadableRequests() {
    for policy in CachePolicy.allCases {
      let action = policy == .returnCacheDataDontFetch ? "end unanswerable at 0" : "send A"
      expectRequest(policy: policy, [(.start, "write"), (.wrote("A", .none), action)])
      expectRequest(policy: policy, [(.start, "write"), (.wrote("A", .writes), "send A")])
    }
  }

  @Test("the cache answers where the server does not, and not in place of an error of another kind")
  func fetchElseCache() {
    let asked: [(event: RequestInput, action: String)] = [(.start, "write"), (.wrote("A", .readsAndWrites), "send A")]
    let failed = asked + [(.answered("no server"), "ask cache for A")]
    expectRequest(policy: .fetchElseReturnCacheData, failed + [(.found("C"), "end C at 1")])
    expectRequest(policy: .fetchElseReturnCacheData, failed + [(.missed("miss"), "end no server at 1")])
    expectRequest(policy: .fetchElseReturnCacheData, asked + [(.answered("500"), "end 500 at 1")])
    expectRequest(policy: .fetchElseReturnCacheData, asked + [(.failed("closed"), "end closed at 1")])
    expectRequest(
      policy: .fetchElseReturnCacheData,
      asked + [(.answered("429", .limit(.seconds(600))), "ask cache for A"), (.missed("miss"), "end limited at 1")])
    expectRequest(
      policy: .fetchElseReturnCacheData,
      [(.start, "write"), (.wrote("A", .writes), "send A"), (.answered("no server"), "end no server at 1")])
  }

  @Test("the cache looks up the page by its first request")
  func fetchElseCacheAfterHalving() {
    expectRequest(
      policy: .fetchElseReturnCacheData,
      [
        (.start, "write"), (.wrote("A", .readsAndWrites), "send A"),
        (.answered("200", .tooLarge), "write halved 1"), (.wrote("A/2", .readsAndWrites), "wait 0 ms for too_large"),
        (.due(), "send A/2"), (.answered("no server"), "ask cache for A"),
        (.missed("miss"), "end no server at 1, halved 1"),
      ])
  }

  @Test("errors of the network and the server are the server's, and errors of the caller and of the client are not")
  func serverFailures() {
    let errors: [(error: any Error, isServerFailure: Bool)] = [
      (ClientError.network(message: ""), true), (ClientError.timedOut(message: ""), true),
      (ClientError.hook(message: ""), false), (ClientError.closed, false), (CancellationError(), false),
    ]
    for (error, isServerFailure) in errors {
      #expect(RequestOutcome.failure(error).isServerFailure == isServerFailure)
    }
  }

  // MARK: Its turn

  @Test func aPacedRequestWaitsOnceForItsTurn() {
    expectRequest(
      isPaced: true,
      [
        (.start, "write"), (.wrote("A"), "take turn"), (.paced(by: 700), "wait 700 ms for pace"),
        (.waits, "pace after 0, 700 ms"), (.due(), "send A"), (.waits, "no"),
        (.answered("503", .unavailable), "wait 250 ms for http_503"), (.due(), "send A"),
        (.answered("200"), "end 200 at 2"),
      ])
    expectRequest(isPaced: true, [(.start, "write"), (.wrote("A"), "take turn"), (.paced(by: 0), "send A")])
  }

  @Test("without a thread for waits, a paced request leaves at once and a refusal is final")
  func noThread() {
    expectRequest(
      isPaced: true,
      [
        (.start, "write"), (.wrote("A"), "take turn"), (.paced(by: 700), "wait 700 ms for pace"),
        (.cannotWait, "send A"),
      ])
    expectRequest(
      sent + [(.answered("503", .unavailable), "wait 250 ms for http_503"), (.cannotWait, "end 503 at 1")])
    expectRequest(
      sent + [
        (.answered("429", .limit()), "wait 250 ms for rate_limit, in line"),
        (.cannotWait, "end limited at 1; leave line"),
      ])
  }

  // MARK: Grants

  private let authorized: [(event: RequestInput, action: String)] = [
    (.start, "write"), (.wrote("A"), "ask for a grant"), (.granted(3), "send A with 3"),
  ]

  @Test func aGrantThatIsRefusedIsAskedForOnceMore() {
    let refused =
      authorized + [
        (.answered("401", isUnauthorized: true), "ask for a grant after 3"), (.granted(4), "send A with 4"),
      ]
    expectRequest(asksForGrants: true, refused + [(.answered("200"), "end 200 at 1")])
    expectRequest(asksForGrants: true, refused + [(.answered("401", isUnauthorized: true), "end 401 at 1")])
    // It was refused for good, however often the request is sent.
    expectRequest(
      asksForGrants: true,
      refused + [
        (.answered("503", .unavailable), "wait 250 ms for http_503"), (.due(), "ask for a grant after 3"),
        (.granted(4), "send A with 4"), (.answered("401", isUnauthorized: true), "end 401 at 2"),
      ])
  }

  @Test("a 401 counts as refused first, also where requests are sent again after it")
  func faultAndRefusal() {
    let fault = RequestFault(kind: .status(401))
    expectRequest(
      asksForGrants: true,
      authorized + [
        (.answered("401", fault, isUnauthorized: true), "ask for a grant after 3"), (.granted(4), "send A with 4"),
        (.answered("401", fault, isUnauthorized: true), "wait 250 ms for http_401"),
      ])
  }

  @Test func withoutAGrantA401IsAnAnswer() {
    expectRequest(sent + [(.answered("401", isUnauthorized: true), "end 401 at 1")])
    expectRequest(
      asksForGrants: true, authorized.dropLast() + [(.failed("refused by the host"), "end refused by the host at 1")])
  }

  // MARK: Again, and smaller

  @Test func itIsSentAgainUntilItWasTriedOftenEnough() {
    expectRequest(
      sent + [
        (.answered("no connection", .refusedConnection), "wait 250 ms for connection"),
        (.waits, "connection after 1, 250 ms"), (.due(), "send A"),
        (.answered("503", .unavailable), "wait 500 ms for http_503"), (.due(), "send A"),
        (.answered("503", .unavailable), "wait 1000 ms for http_503"), (.due(), "send A"),
        (.answered("503", .unavailable), "end 503 at 4"),
      ])
  }

  @Test("all waits together take no longer than the budget")
  func budget() {
    expectRequest(
      retry: RetryOptions(budget: .seconds(3)),
      sent + [
        (.answered("503", RequestFault(kind: .status(503), wait: .seconds(2))), "wait 2000 ms for http_503"),
        (.due(), "send A"), (.answered("503", RequestFault(kind: .status(503), wait: .seconds(2))), "end 503 at 2"),
      ])
  }

  @Test func aMutationIsSentAgainOnlyIfTheServerDidNothing() {
    expectRequest(isRepeatable: false, sent + [(.answered("no answer", .lostConnection), "end no answer at 1")])
    expectRequest(
      isRepeatable: false, sent + [(.answered("no server", .refusedConnection), "wait 250 ms for connection")])
    // It was carried out, whatever limit stands beside it.
    expectRequest(isRepeatable: false, sent + [(.answered("429", .limit(hasData: true)), "end 429 at 1")])
  }

  @Test func aPageThatIsTooMuchIsHalved() {
    let halved =
      sent + [
        (.answered("200", .tooLarge), "write halved 1"), (.wrote("A/2"), "wait 0 ms for too_large"),
        (.due(), "send A/2"), (.answered("504", .timedOutGateway), "write halved 2"),
      ]
    expectRequest(
      halved + [
        (.wrote("A/4"), "wait 250 ms for http_504"), (.due(), "send A/4"), (.answered("200"), "end 200 at 1, halved 2"),
      ])
    expectRequest(
      halved + [
        (.noPageThatSmall, "wait 250 ms for http_504"), (.due(), "send A/2"),
        (.answered("200"), "end 200 at 2, halved 1"),
      ])
    expectRequest(halved + [(.failed("unwritable"), "end unwritable at 1, halved 1")])
    expectRequest(
      sent + [(.answered("200", .tooLarge), "write halved 1"), (.noPageThatSmall, "end 200 at 1")])
    expectRequest(
      retry: RetryOptions(shrinksPages: false),
      sent + [(.answered("504", .timedOutGateway), "wait 250 ms for http_504")])
    // Where the wait cannot be, the page was not made smaller.
    expectRequest(
      sent + [
        (.answered("504", .timedOutGateway), "write halved 1"), (.wrote("A/2"), "wait 250 ms for http_504"),
        (.cannotWait, "end 504 at 1"),
      ])
  }

  @Test("a page begins as small as the last one was, if there is such a page")
  func beginsSmall() {
    expectRequest(
      halvings: 2,
      [(.start, "write halved 2"), (.wrote("A/4"), "send A/4"), (.answered("200"), "end 200 at 1, halved 2")])
    // What was not asked for was not refused.
    expectRequest(
      halvings: 2,
      [
        (.start, "write halved 2"), (.wrote("A/4"), "send A/4"), (.answered("200", .tooLarge), "write halved 3"),
        (.wrote("A/8"), "wait 0 ms for too_large"), (.due(), "send A/8"),
        (.answered("200"), "end 200 at 1, halved 3, refused 1"),
      ])
    expectRequest(
      halvings: 9,
      [
        (.start, "write halved 9"), (.noPageThatSmall, "write"), (.wrote("A"), "send A"),
        (.answered("200"), "end 200 at 1"),
      ])
  }

  // MARK: Limits

  @Test func aLimitThatLastsIsAnErrorOfItsOwn() {
    expectRequest(sent + [(.answered("429", .limit(.seconds(600))), "end limited at 1")])
  }

  @Test("an attempt that other requests displaced does not count, and the time in line does")
  func contests() {
    let second: [(event: RequestInput, action: String)] = [
      (.answered("429", .limit()), "wait 250 ms for rate_limit, in line"), (.waits, "rate_limit after 1, 250 ms"),
      (.due(late: 900), "send A"),
    ]
    expectRequest(
      retry: RetryOptions(maximumAttempts: 2),
      sent + second + [
        (.answered("429", .limit()), "wait 250 ms for rate_limit, in line"), (.due(), "send A"),
        (.answered("429", .limit()), "end limited at 3; leave line"),
      ])
    expectRequest(
      retry: RetryOptions(budget: .milliseconds(1200)),
      sent + second + [(.answered("429", .limit()), "end limited at 2; leave line")])
  }

  @Test func whatAnotherFaultEndsLeavesTheLineAsWell() {
    expectRequest(
      sent + [
        (.answered("429", .limit()), "wait 250 ms for rate_limit, in line"), (.due(), "send A"),
        (.answered("503", .unavailable), "wait 500 ms for http_503"), (.due(), "send A"),
        (.answered("200"), "end 200 at 3; leave line"),
      ])
  }
}
