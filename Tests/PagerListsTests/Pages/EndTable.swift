/// One list that a walk reads up to a page, and what that page says.
struct EndCase: Hashable, CustomStringConvertible {
  static let kinds = ["cursor", "keyset", "offset", "pages", "whole"]

  /// What names a page: a cursor, a key, an offset, or a page number; or the first page is the whole list.
  let kind: String
  /// How many pages come before: one, two, or none.
  let before: String
  /// What the page has: nothing, one item, two items (as many as were asked for), those of the page before, those of
  /// the first page, or a null.
  let page: String
  /// Whether it says that there is more: `-` means that the flag is missing, or that the config does not name one.
  let more: String
  /// Whether the total is above the items so far, or is reached, or is reached and round: `-` means that the config
  /// does not name one.
  let total: String
  /// The same for the number of pages.
  let count: String
  /// Where the walk began: at the beginning of the list, in its middle, or at a token after the first page.
  let begun: String
  /// Whether the list is read in one direction, or in both.
  let direction: String
  /// What the config says of repeated items: nothing, that items have an identity, or that repeats are allowed.
  let rule: String
  /// Whether an item at the mark came, in a list that is read since a mark with the newest items first: `-` means that
  /// it is not read since a mark.
  let mark: String

  var description: String {
    "\(kind) \(before) \(page) \(more) \(total) \(count) \(begun) \(direction) \(rule) \(mark)"
  }

  /// Every combination of one kind of list.
  static func all(of kind: String) -> [EndCase] {
    let isWhole = kind == "whole"
    var values: [[String]] = [
      isWhole ? ["none"] : ["one", "two"],
      ["empty", "short", "full", "null"] + (isWhole ? [] : ["repeated", "again"]),
      ["true", "false", "-"],
      ["above", "reached", "-"] + (kind == "offset" ? ["round"] : []),
      kind == "pages" || isWhole ? ["above", "reached", "-"] : ["-"],
      isWhole ? ["beginning"] : ["beginning", "middle", "token"],
      kind == "cursor" || kind == "keyset" ? ["one", "both"] : ["one"],
      kind == "keyset" || isWhole ? ["-"] : ["-", "identity", "allow"],
      kind == "cursor" || kind == "offset" || kind == "pages" ? ["-", "met", "unmet"] : ["-"],
    ]
    var cases: [[String]] = [[kind]]
    while !values.isEmpty {
      let next = values.removeFirst()
      cases = cases.flatMap { row in next.map { row + [$0] } }
    }
    return cases.map(EndCase.init).filter(\.isPossible)
  }

  private init(_ values: [String]) {
    (kind, before, page, more, total) = (values[0], values[1], values[2], values[3], values[4])
    (count, begun, direction, rule, mark) = (values[5], values[6], values[7], values[8], values[9])
  }

  private var isPossible: Bool {
    // After one page, the first page is the page before.
    if page == "again", before == "one" { return false }
    // An offset says how many items come before, so a walk in the middle may reach any total.
    if total == "round", begun != "middle" { return false }
    guard mark != "-" else { return true }
    // A list since a mark is read in one direction, and tells its items apart.
    return direction == "one" && rule == "identity" && page != "repeated" && page != "again"
  }
}

/// What a user wants of every combination. The first row that fits a case counts; `*` fits everything, and `|` stands
/// between words that fit.
///
/// "goes on" means that the walk asks for another page, "zero" that it asks for page 0, to find out whether the server
/// counts from there, and "look" that it asks for items beyond the total. "doubt" means that the list is complete, and
/// the state names a broken promise.
struct EndTable {
  struct Row {
    let words: [[Substring]]
    let end: String

    init(_ line: Substring) {
      let halves = line.split(separator: "→")
      words = halves[0].split(separator: " ").map { $0.split(separator: "|") }
      end = halves[1].trimmingPrefix(" ").description
    }

    func fits(_ example: EndCase) -> Bool {
      let values = example.description.split(separator: " ")
      return zip(words, values).allSatisfy { $0.contains("*") || $0.contains($1) }
    }
  }

  static let rows = text.split(separator: "\n").map { Row($0) }

  // kind  before  page  more  total  number of pages  begun  direction  rule  mark
  private static let text = """
    whole         *   null       true    *       *       *               *    *          *     → nullList
    whole         *   null       -       *       above   *               *    *          *     → nullList
    whole         *   null       -       above   -       *               *    *          *     → nullList
    whole         *   null       -       -       -       *               *    *          *     → nullList
    whole         *   *          true    *       *       *               *    *          *     → beyondFirstPage
    whole         *   *          -       *       above   *               *    *          *     → beyondFirstPage
    whole         *   *          *       above   *       *               *    *          *     → fewer
    whole         *   full       -       -       -       *               *    *          *     → missing
    whole         *   *          *       *       *       *               *    *          *     → complete

    offset|pages  *   repeated   *       *       *       *               *    -          *     → repeatedPage
    cursor        one repeated   *       *       *       *               *    -          *     → firstPageAgain
    offset        *   repeated|again -   reached *       *               *    identity   *     → complete
    pages         *   repeated|again -   reached -       beginning|token *    identity   *     → complete
    *             *   again      *       *       *       *               *    -|identity *     → firstPageAgain
    offset|pages  one repeated   false   *       *       beginning|middle *   identity   *     → cursorCycle
    pages         one repeated   -       *       reached beginning|middle *   identity   *     → cursorCycle
    offset|pages  two repeated   false   *       *       token           *    identity   *     → cursorCycle
    pages         two repeated   -       *       reached token           *    identity   *     → cursorCycle
    cursor        *   null       true|-  *       *       *               *    *          *     → nullList
    *             *   null       true    *       *       *               *    *          *     → nullList
    cursor        *   *          -       *       *       *               *    *          *     → missing
    keyset        *   null       -       *       *       *               *    *          *     → nullList
    keyset        *   repeated   false   *       *       *               *    *          *     → cursorStuck

    *             *   *          false   above   *       beginning|token *    *          *     → fewer
    cursor|keyset *   *          false   above   *       middle          both *          *     → fewer
    *             *   *          false   -       *       *               *    *          unmet → markNotReached
    *             *   *          false   *       *       middle          *    *          unmet → markNotReached
    *             *   empty|null false   -       *       *               *    *          *     → doubt
    *             *   empty|null false   *       *       middle          *    *          *     → doubt
    *             *   *          false   *       *       *               *    *          *     → complete

    cursor        *   *          true    *       *       *               *    *          *     → goes on
    keyset        *   repeated   *       *       *       *               *    *          *     → cursorStuck
    keyset        *   empty      true    *       *       *               *    *          *     → cursorStuck
    keyset        *   empty      -       above   *       beginning|token *    *          *     → fewer
    keyset        *   empty      -       above   *       middle          both *          *     → fewer
    keyset        *   empty      -       *       *       *               *    *          *     → complete
    keyset        *   *          *       *       *       *               *    *          *     → goes on

    offset        *   empty      true    *       *       *               *    *          *     → cursorStuck
    offset        *   *          true    *       *       *               *    *          *     → goes on
    offset        *   empty      -       -       *       *               *    *          unmet → markNotReached
    offset        *   *          -       reached *       middle          *    *          unmet → markNotReached
    offset        *   empty|null -       round   *       *               *    *          unmet → markNotReached
    offset        *   *          -       reached *       *               *    *          *     → complete
    offset        *   empty|null -       round   *       *               *    *          *     → complete
    offset        *   repeated   -       round   *       *               *    identity   *     → goes on
    offset        *   *          -       round   *       *               *    *          *     → look
    offset        *   null       -       *       *       *               *    *          *     → nullList
    offset        *   empty      -       above   *       *               *    *          *     → cursorStuck
    offset        *   empty      -       -       *       *               *    *          *     → complete
    offset        *   *          -       *       *       *               *    *          *     → goes on

    pages         *   *          true    *       *       *               *    *          *     → goes on
    pages         *   null       -       *       above   *               *    *          *     → nullList
    pages         *   *          -       *       above   *               *    *          *     → goes on
    pages         *   empty|null -       -       reached beginning|token *    *          *     → zero
    pages         *   *          -       above   reached beginning|token *    *          *     → fewer
    pages         *   *          -       -       reached *               *    *          unmet → markNotReached
    pages         *   *          -       *       reached middle          *    *          unmet → markNotReached
    pages         *   empty|null -       *       reached middle          *    *          *     → doubt
    pages         *   *          -       *       reached *               *    *          *     → complete
    pages         *   *          -       reached -       beginning|token *    *          *     → complete
    pages         *   null       -       *       -       *               *    *          *     → nullList
    pages         *   empty      -       above   -       beginning|token *    *          *     → goes on
    pages         *   empty      -       *       -       *               *    *          unmet → markNotReached
    pages         *   empty      -       *       -       *               *    *          *     → complete
    pages         *   *          -       *       -       *               *    *          *     → goes on
    """
}
