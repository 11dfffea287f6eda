import PagerBytes
import PagerClient
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax

/// A failure as C sees it: a status, and a JSON object that says more.
struct ErrorReport: Error {
  let status: Status
  var message: String
  /// The part of a config that is at fault.
  var path: JSONPointer?
  /// The part of a response that is at fault, as the text of a JSON Pointer.
  var responsePath: String?
  /// The place in the query, or in a config text, that is at fault.
  var position: (line: Int, column: Int)?
  var httpStatus: Int?
  /// The system's `errno`, if it has no descriptor or thread left.
  var errorNumber: Int32?
  /// Whether the network took longer than a request may.
  var timedOut = false
  /// How long the server asks to wait.
  var retryAfter: Duration?
  /// How often the request was sent; 0 if it was not sent.
  var attempts = 0
  /// The errors beside the data of the list, as far as it was loaded.
  var partialData: PartialData?
  /// How many items the list has, and how many its pages named.
  var shortfall: TotalShortfall?
  /// What speaks against the end of the list.
  var doubts: ListDoubts = []
  /// The first of the server's GraphQL errors.
  var errors: RawJSON?
  /// The error object of what has led to this one.
  var cause: String?

  init(_ status: Status, _ message: String, path: JSONPointer? = nil) {
    self.status = status
    self.message = message
    self.path = path
  }

  /// The JSON object of the header's rules.
  var json: String {
    var fields: [String: JSONValue] = ["code": .string("\(status.name)"), "message": .string(message.printable)]
    if let path = path?.description ?? responsePath { fields["path"] = .string(path) }
    if let position {
      fields["position"] = .object(["line": .integer(Int64(position.line)), "column": .integer(Int64(position.column))])
    }
    if let retryAfter { fields["retry_after_ms"] = .integer(retryAfter.wholeMilliseconds) }
    if attempts > 0 { fields["attempts"] = .integer(Int64(attempts)) }
    if timedOut { fields["timed_out"] = .bool(true) }
    if let partialData { fields["partial"] = partialData.json }
    if let shortfall { fields["fewer"] = shortfall.json }
    if !doubts.isEmpty { fields["doubts"] = doubts.json }
    if let httpStatus { fields["http_status"] = .integer(Int64(httpStatus)) }
    if let errorNumber { fields["errno"] = .integer(Int64(errorNumber)) }
    do {
      var text = try JSONValue.object(fields).text()
      if let errors { text = "\(text.dropLast()),\"errors\":\(errors)}" }
      if let cause { text = "\(text.dropLast()),\"cause\":\(cause)}" }
      return text
    } catch {
      // Only if memory runs out. The status is all that is left.
      return "{\"code\":\"\(status.name)\"}"
    }
  }
}
