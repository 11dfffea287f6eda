import SwiftPager
import TestSupport

extension PaginationOutput<HeroesQuery, HeroesQuery> {
  /// The pages in the order of the list, the initial one in brackets: `"Luke [Leia] Han"`, `"[1+2] 3+4 nothing!"`. An
  /// exclamation mark stands for errors.
  var notation: String {
    (previousPages.map(\.notation) + (initialPage.map { ["[\($0.notation)]"] } ?? []) + nextPages.map(\.notation))
      .joined(separator: " ")
  }

  /// The names of all people, in the order of the list.
  var names: [String] { allData.flatMap(\.names) }
}

extension GraphQLResponse<HeroesQuery> {
  var notation: String {
    let names = data.map { $0.names.isEmpty ? "none" : $0.names.joined(separator: "+") } ?? "nothing"
    return errors.isEmpty ? names : "\(names)!"
  }
}

extension Result<HeroesOutput, any Error> {
  /// The output, or the kind of failure: `"failure: HTTP 500"`, `"incomplete: cursor stuck"`.
  var notation: String {
    switch self {
    case .success(let output): output.notation
    case .failure(let error as IncompleteListError): "incomplete: \(error.name)"
    case .failure(ClientError.network): "failure: network"
    case .failure(ClientError.http(let status, _, _, _)): "failure: HTTP \(status)"
    case .failure(ClientError.badResponse): "failure: bad response"
    case .failure(ClientError.closed): "failure: closed"
    case .failure(let error): "failure: \(type(of: error))"
    }
  }
}

extension IncompleteListError {
  fileprivate var name: String {
    switch self {
    case .cursorStuck: "cursor stuck"
    case .cursorCycle: "cursor cycle"
    case .nullCursor: "null cursor"
    case .missingPageInfo: "missing page info"
    case .nullList: "null list"
    case .pagesChanged: "pages changed"
    case .duplicateKey: "duplicate key"
    }
  }
}

extension RecordingSubscriber<Result<HeroesOutput, any Error>> {
  /// The history in short.
  var notation: [String] { history.map(\.notation) }

  /// The output that came last.
  var lastOutput: HeroesOutput? { history.last.flatMap { try? $0.get() } }
}
