import PagerTransport

/// The exchanges of a file, by their requests.
package struct Recording: Sendable {
  struct Exchange: Sendable {
    /// Where it stands in the file.
    let line: Int
    let request: RequestKey
    let result: Result<TransportResponse, TransportError>
  }

  let path: String
  private let exchanges: [Exchange]
  /// The places of exchanges with the same request, in the order of the file.
  private let places: [RequestKey: [Int]]

  init(_ path: String, _ exchanges: [Exchange]) {
    self.path = path
    self.exchanges = exchanges
    places = Dictionary(grouping: exchanges.indices) { exchanges[$0].request }
  }

  /// How a request ended when it was recorded.
  ///
  /// - Parameter count: how often it was made before. Equal requests get their answers in the order of the file, and
  ///   the last answer repeats.
  func result(of request: RequestKey, after count: Int) -> Result<TransportResponse, TransportError> {
    guard let places = places[request], let last = places.last else { return .failure(notRecorded(request)) }
    return exchanges[count < places.count ? places[count] : last].result
  }

  private func notRecorded(_ request: RequestKey) -> TransportError {
    let nearest = exchanges.map { (exchange: $0, difference: RequestDifference(of: $0.request, from: request)) }
      .min { $0.difference < $1.difference }
    let hint =
      nearest.map { nearest in
        let words = RequestDifference.words(of: nearest.exchange.request, from: request)
        return "the nearest is on line \(nearest.exchange.line): \(words)"
      } ?? "it contains no exchange"
    return TransportError(
      kind: .notRecorded,
      message: "the recording \(path) has no answer to \(request.label); \(hint). "
        + "If the request is right, record it again")
  }
}

extension RequestKey {
  /// The request in a few words: its operation and its variables.
  fileprivate var label: String {
    let isNamed = tokens.dropFirst().first?.first.map { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "{") } ?? false
    let beginning = tokens.prefix(isNamed ? 2 : 8).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    let operation = operationName.isEmpty ? beginning : "query \(String(decoding: operationName, as: UTF8.self))"
    let variables = variables.map { variable in
      "\(String(decoding: variable.name, as: UTF8.self)): \(RequestDifference.shown(variable.value))"
    }
    return "`\(operation.prefix(80))` with \(variables.isEmpty ? "no variables" : variables.joined(separator: ", "))"
  }
}
