// Shows how watched pages follow changes:
//
//     swift run watch http://127.0.0.1:8080/graphql
import SwiftPager

@main
struct Watch {
  static func main() async {
    guard CommandLine.arguments.count == 2 else {
      print("usage: watch ENDPOINT, for example http://127.0.0.1:8080/graphql")
      return
    }
    do {
      try await Watching.run(endpoint: CommandLine.arguments[1]) { print($0) }
    } catch {
      print("Failed: \(error)")
    }
  }
}
