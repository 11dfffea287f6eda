import PagerBytes
import PagerJSON
import PagerTransport

/// What a response says about limits: GitHub and Shopify say it in the body of a 200.
///
/// A server's demand to be asked less often counts if the server sent no data. Data with only null fields counts as no
/// data if errors give the reason. A demand to be asked for less counts even if the response has data: GitHub then
/// leaves out a part of the data.
struct LimitNotice {
  private(set) var errors: GraphQLErrorList?
  /// The server wants to be asked less often.
  private(set) var isLimit = false
  /// The server wants to be asked for less.
  private(set) var isTooLarge = false
  /// One of GitHub's secondary limits, which may come without a statement of how long they last.
  private(set) var isSecondaryLimit = false
  /// How long it takes until there is enough budget for the request.
  private(set) var wait: Duration?
  /// Whether the server carried out nothing of the request. False if it tried a field and failed.
  private(set) var isUnprocessed = true

  /// A response with only errors is small. A larger one can only say that it is too large.
  private static let largestWithoutData = 16 << 10

  init(in response: TransportResponse, _ options: RetryOptions) {
    let body = response.body
    guard body.count <= Self.largestWithoutData || options.shrinksPages && !options.shrinkCodes.isEmpty,
      body.mayHaveErrors
    else { return }
    // A body that is not JSON says nothing about limits.
    let notice = try? SpareReader.use { reader throws(JSONReadError) in
      try reader.read(response.body) { LimitNotice($0, options) }
    }
    if let notice { self = notice }
  }

  private init(_ root: JSONNode, _ options: RetryOptions) {
    let message = root["message"]?.string ?? ""
    isSecondaryLimit = Self.isSecondary(message)
    let data = root["data"].flatMap { $0.isNull ? nil : $0 }
    let isNothing = data.map { data in data.kind == .object && data.members.allSatisfy { $0.value.isNull } } ?? true
    guard let list = root["errors"], list.kind == .array else { return }
    isUnprocessed = data == nil
    errors = GraphQLErrorList(list)
    for error in list.elements.prefix(GraphQLErrorList.largestCount) {
      let codes = [error["extensions"]?["code"]?.string, error["type"]?.string].compactMap { $0 }
      if codes.contains(where: options.shrinkCodes.contains) { isTooLarge = true }
      guard isNothing else { continue }
      if codes.contains(where: { $0 == "RATE_LIMITED" || $0 == "THROTTLED" }) { isLimit = true }
      if Self.isSecondary(error["message"]?.string ?? "") {
        isLimit = true
        isSecondaryLimit = true
      }
    }
    wait = root["extensions"]?["cost"].flatMap(Self.wait)
  }

  /// Shopify's: the missing part of the budget comes back at a rate. Nil if nothing is missing: the client then has to
  /// try.
  private static func wait(_ cost: JSONNode) -> Duration? {
    guard let requested = cost["requestedQueryCost"]?.double, let status = cost["throttleStatus"],
      let available = status["currentlyAvailable"]?.double, let rate = status["restoreRate"]?.double, rate > 0
    else { return nil }
    let seconds = (requested - available) / rate
    // Rounded up: a request that leaves a moment too early is refused again.
    return seconds.isFinite && seconds > 0 ? Duration(seconds: seconds) : nil
  }

  private static func isSecondary(_ message: String) -> Bool {
    let message = message.lowercased()
    return message.contains("secondary rate limit") || message.contains("abuse detection")
  }
}
