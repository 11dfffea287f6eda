import PagerJSON
import PagerState

/// The places at which the answers of a list say how it continues. Errors name them.
package struct ListSignposts: Sendable, Hashable {
  /// Whether requests name offsets.
  package let isOffsetList: Bool
  /// Where the cursors are: `/data/products/pageInfo/endCursor`. Several are joined by "or".
  package let cursors: String
  /// The places of the flags for more pages.
  package let flags: String

  init(_ shapes: [ConnectionShape]) {
    isOffsetList = shapes.contains { $0.offset != nil }
    var cursors: [String] = []
    var flags: [String] = []
    for shape in shapes {
      let pageInfo = "/data\(shape.connection)\(shape.pageInfo)"
      for end in ListEnd.allCases {
        guard let place = shape[end] else { continue }
        cursors.append("\(pageInfo)\(place.cursor)")
        flags.append("\(pageInfo)\(place.hasMore)")
      }
      if let pointer = shape.offset?.hasMore ?? shape.offset?.pageCount ?? shape.offset?.total {
        flags.append("/data\(shape.connection)\(pointer)")
      }
    }
    // If a hook reads the page info, the answers are not looked at.
    self.cursors = cursors.isEmpty ? "end_cursor or start_cursor of the hook's page info" : Self.listed(cursors)
    self.flags = flags.isEmpty ? "can_load_next or can_load_previous of the hook's page info" : Self.listed(flags)
  }

  private static func listed(_ places: [String]) -> String {
    var seen: Set<String> = []
    return places.filter { seen.insert($0).inserted }.joined(separator: " or ")
  }
}
