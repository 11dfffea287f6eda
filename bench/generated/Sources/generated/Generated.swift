import Foundation
import SwiftPager

/// Processor time to read a page of 100 objects with five fields, by how its type reads itself.
///
///     swift run -c release generated [PAGES]
@main
struct Generated {
  static func main() async throws {
    let pages = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2000
    var times: [String: [Double]] = [:]
    // In turn, so that what else runs on the machine meets all of them.
    for _ in 0..<7 {
      times["nothing", default: []].append(try await time(NothingQuery(), pages))
      times["by hand", default: []].append(try await time(ByHandQuery(), pages))
      times["generated", default: []].append(try await time(PlainQuery(first: 100), pages))
      times["synthesized Decodable", default: []].append(try await time(SynthesizedQuery(), pages))
      times["JSONDecoder alone", default: []].append(try timeOfFoundation(pages))
    }
    let nothing = times["nothing"]?.min() ?? 0
    for (name, values) in times.sorted(by: { $0.value.min() ?? 0 < $1.value.min() ?? 0 }) {
      let least = values.min() ?? 0
      let reading = name == "JSONDecoder alone" ? least : least - nothing
      print("\(name): \(rounded(least)) µs a page, of which reading takes \(rounded(reading))")
    }
  }

  static func rounded(_ value: Double) -> String { String(format: "%.1f", value) }

  static func time<Query: GraphQLQuery>(_ query: Query, _ pages: Int) async throws -> Double {
    let client = try GraphQLClient(transport: SamePage(), cache: CacheOptions(store: .none))
    for _ in 0..<20 { _ = try await client.fetch(query) }
    let begin = processorTime()
    for _ in 0..<pages { _ = try await client.fetch(query) }
    return (processorTime() - begin) / Double(pages)
  }

  static func timeOfFoundation(_ pages: Int) throws -> Double {
    let body = Data(SamePage.body)
    let decoder = JSONDecoder()
    let begin = processorTime()
    for _ in 0..<pages { _ = try decoder.decode(Envelope.self, from: body) }
    return (processorTime() - begin) / Double(pages)
  }

  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}

/// Answers each request with the same page.
struct SamePage: HTTPTransport {
  static let body: [UInt8] = {
    let nodes = (0..<100).map { number in
      let rating = number % 3 == 0 ? "null" : "\(Double(number) / 10)"
      return """
        {"id":"p\(number)","name":"Product number \(number)","price":\(Double(number) * 1.5),"rating":\(rating),\
        "available":\(number % 2 == 0)}
        """
    }
    let info = #"{"hasNextPage":true,"endCursor":"99"}"#
    return Array(#"{"data":{"products":{"nodes":[\#(nodes.joined(separator: ","))],"pageInfo":\#(info)}}}"#.utf8)
  }()

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(headers: ["Content-Type": "application/json"], body: Self.body)
  }
}
