import PagerJSON
import PagerState

/// What a walk over the whole list does if the list has fewer items than its pages name.
package enum TotalRule: Sendable, Hashable {
  case ignore
  /// The walk ends well. The document shows a total, and the config does not say what it counts.
  case warn
  /// The walk ends with `fewerThanTotal`.
  case fail

  /// A list that is read since a mark loses for ever what it lacks, so each total counts there.
  ///
  /// Not inlined: a copy of a plan would take stack from the parser.
  ///
  /// - Parameter checks: whether the config lets the total count.
  @inline(never)
  init(for plan: DocumentPlan, checks: Bool) {
    let totals = [plan.first.shape, plan.further?.shape].compactMap { $0?.total }
    // A walk from the middle of a list has fewer items than the list.
    if !checks || totals.isEmpty || plan.opensInMiddle {
      self = .ignore
    } else {
      self = plan.since != nil || totals.contains { $0.isNamed } ? .fail : .warn
    }
  }
}

extension TotalPlace {
  /// The place that the config names, or else the one that the document shows by the words of servers. Nil: the answers
  /// do not have a total.
  init?(of shape: ConnectionShape, in parsed: ParsedDocument) {
    if let pointer = parsed.pagination.total {
      self.init(pointer, isNamed: true)
    } else if let pointer = parsed.pagination.foundTotal {
      self.init(pointer, isNamed: false, endsList: parsed.pagination.foundTotalEndsList)
    } else if parsed.pagination.absent.contains("total") {
      return nil
    } else {
      // The number of pages may have a word for totals.
      let totals = parsed.executed.totals(at: shape.connection.tokens).filter { $0 != parsed.pagination.pageCount }
      guard let first = totals.first else { return nil }
      self.init(first, isNamed: false, others: Array(totals.dropFirst()))
    }
  }
}
