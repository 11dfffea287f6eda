import PagerJSON

/// Reading pages, once or twice.
extension ArrowTable {
  /// Calls a function with the tokens of a page's array.
  static func read(
    _ page: PageRows, _ array: Range<Int>,
    _ body: (UInt32, TokenTable) throws(FillFailure) -> Void, explain: (FillFailure) -> ArrowError
  ) throws(ArrowError) {
    var failure: FillFailure?
    do throws(JSONReadError) {
      try SpareReader.use { reader throws(JSONReadError) in
        try reader.read(page.body, part: array) { node throws(JSONReadError) in
          do throws(FillFailure) {
            try body(node.firstToken, TokenTable(of: node))
          } catch {
            failure = error
          }
        }
      }
    } catch {
      throw .unreadable(error)
    }
    if let failure { throw explain(failure) }
  }

  /// The chunks with their columns. Some are filled again from the bytes of their pages: chunks whose types have
  /// changed, and partial chunks after them, so that a few rows do not become a batch.
  func refilled() throws(ArrowError) -> [ColumnChunk] {
    var whole: [ColumnChunk] = []
    var refill: ColumnChunk?
    for chunk in chunks {
      let goesOn = refill.map { !$0.isFull } ?? false
      guard chunk.columns == nil || (goesOn && !chunk.isFull) else {
        if let filled = refill.take() { whole.append(filled) }
        whole.append(chunk)
        continue
      }
      for page in chunk.pages {
        guard let array = page.array else { continue }
        if let filled = refill, filled.isFull {
          whole.append(filled)
          refill = nil
        }
        try Self.read(page, array) { root, table throws(FillFailure) in
          let target: ColumnChunk
          if let refill { target = refill } else { target = try makeChunk() }
          refill = target
          try target.columns?.append(page, of: root, in: table, shape)
          target.note(page, keeping: true)
        } explain: {
          $0.explained(page: nil)
        }
      }
    }
    if let refill { whole.append(refill) }
    return whole
  }
}

extension FillFailure {
  /// - Parameter page: its number among the added pages, from 1; nil if the page was added before.
  func explained(page: Int?) -> ArrowError {
    let place = page.map { "page \($0)" } ?? "an earlier page"
    return switch self {
    case .noMemory: .outOfMemory
    case .full:
      .outOfMemory(
        "\(place) has more than 2 GiB of text in one column, more than Arrow can hold: request smaller pages")
    case .sparse(let columns):
      .outOfMemory(
        "the rows have \(columns) columns in all, and nearly all are empty in nearly all rows: name those you want")
    case .mismatch(let row, let message): .mismatch("\(place), item at index \(row): \(message)")
    }
  }
}
