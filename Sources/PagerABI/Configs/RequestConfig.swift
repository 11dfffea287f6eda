import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerTransport

/// A query or mutation that C wants executed.
struct RequestConfig {
  let body: [UInt8]
  let isMutation: Bool
  let options: RequestOptions
  /// How the request uses the cache.
  let policy: CachePolicy
  /// The records that show until the answer, as keys and fields; nil for none.
  let optimistic: ReceivedBytes?

  /// - Parameter hasCache: whether the client has one.
  init(_ text: String, hasCache: Bool) throws(ErrorReport) {
    let variables: RawMembers
    let optimistic: RawMembers
    do {
      variables = try RawMembers(of: ["variables"], in: text)
      optimistic = try RawMembers(of: ["optimistic"], in: variables.rest)
    } catch {
      throw ErrorReport(error, in: "request_json")
    }
    var reader = try ConfigReader("request_json", text: optimistic.rest)
    let query = try reader.requiredString("query")
    let operationName = try reader.string("operation_name")
    // Their place, which is empty here, has to hold an object.
    _ = try reader.members("variables")
    options = RequestOptions(
      headers: try reader.requestHeaders(), timeout: try reader.milliseconds("timeout_ms", atLeast: 0),
      tag: try reader.tag())
    policy = try reader.cachePolicy(hasCache: hasCache) ?? .fetchIgnoringCacheData
    let isOptimistic = try reader.members("optimistic") != nil
    try reader.finish()
    let plan: RequestPlan
    do {
      plan = try RequestPlan(query: query, operationName: operationName, variables: variables.values)
    } catch {
      throw ErrorReport(error)
    }
    body = plan.body
    isMutation = plan.isMutation
    if plan.isMutation, policy == .returnCacheDataDontFetch {
      throw ErrorReport(
        .invalidConfig, "only the server can answer a mutation: choose another `cache_policy`",
        path: JSONPointer(tokens: ["cache_policy"]))
    }
    self.optimistic = isOptimistic ? try Self.optimistic(optimistic.values, hasCache: hasCache) : nil
  }

  private static func optimistic(
    _ records: [String: RawJSON], hasCache: Bool
  ) throws(ErrorReport) -> ReceivedBytes {
    guard hasCache else {
      throw ErrorReport(
        .invalidConfig, "an optimistic change needs a cache: configure one with the client's \"cache\"",
        path: JSONPointer(tokens: ["optimistic"]))
    }
    var text: [UInt8] = []
    for (key, fields) in records.sorted(by: { $0.key < $1.key }) {
      text.append(text.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      do {
        text += try JSONValue.string(key).text().utf8
      } catch {
        throw ErrorReport(.noMemory, error.message)
      }
      text.append(UInt8(ascii: ":"))
      text += fields.bytes
    }
    if text.isEmpty { text.append(UInt8(ascii: "{")) }
    text.append(UInt8(ascii: "}"))
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw ErrorReport(.noMemory, "there is not enough memory for the optimistic change")
    }
    return bytes
  }

  /// The request that `resolve_page` made. Its variables are complete, and its other missing members keep the pager's
  /// values.
  static func plan(
    resolved text: String, _ document: PagedDocument, listAt shape: ConnectionShape
  ) throws(ErrorReport) -> RequestPlan {
    do {
      let variables = try RawMembers(of: ["variables"], in: text)
      var reader = try ConfigReader("resolve_page", text: variables.rest)
      let ownQuery = try reader.string("query")
      let ownName = try reader.string("operation_name")
      _ = try reader.members("variables")
      try reader.finish()
      return try RequestPlan(
        query: ownQuery ?? document.query,
        operationName: ownName ?? (ownQuery == nil ? document.operationName : nil),
        variables: variables.values, listAt: shape)
    } catch let error as ErrorReport {
      throw error
    } catch let error as DocumentPlanError {
      throw ErrorReport(error)
    } catch {
      throw ErrorReport(.hookFailed, "\(error)")
    }
  }
}
