import PagerCore
import PagerJSON
import PagerTransport

/// A query or mutation that C wants executed.
struct RequestConfig {
  let body: [UInt8]
  let options: RequestOptions

  init(_ text: String) throws(ErrorReport) {
    let variables: RawMembers
    do {
      variables = try RawMembers(of: ["variables"], in: text)
    } catch {
      throw ErrorReport(error, in: "request_json")
    }
    var reader = try ConfigReader("request_json", text: variables.rest)
    let query = try reader.requiredString("query")
    let operationName = try reader.string("operation_name")
    // Their place, which is empty here, has to hold an object.
    _ = try reader.members("variables")
    options = RequestOptions(
      headers: try Self.headers(&reader), timeout: try reader.milliseconds("timeout_ms", atLeast: 0))
    try reader.finish()
    do {
      body = try RequestPlan(query: query, operationName: operationName, variables: variables.values).body
    } catch {
      throw ErrorReport(error)
    }
  }

  /// The request that `resolve_page` made: its variables are all there are, and what else it leaves out stays.
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

  private static func headers(_ reader: inout ConfigReader) throws(ErrorReport) -> [HTTPHeader] {
    let headers = try reader.headers()?.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
    for (index, header) in (headers ?? []).enumerated() {
      do {
        try TransportConfiguration.check(header, at: index)
      } catch {
        throw ErrorReport(error)
      }
    }
    return headers ?? []
  }
}
