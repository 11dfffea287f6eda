import PagerTransport

extension ConfigReader {
  /// The headers of one call, in addition to the client's.
  mutating func requestHeaders() throws(ErrorReport) -> [HTTPHeader] {
    let headers = try headers()?.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) } ?? []
    do throws(TransportConfigurationError) {
      for (index, header) in headers.enumerated() { try TransportConfiguration.check(header, at: index) }
    } catch {
      throw ErrorReport(error)
    }
    return headers
  }
}
