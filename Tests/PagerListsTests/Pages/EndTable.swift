/// One list that a walk reads up to a page, and what that page says.
struct EndCase: Hashable, CustomStringConvertible {
  static let kinds = ["cursor", "keyset", "offset", "pages"]

  /// What names a page: a cursor, a key, an offset, or a page number.
  let kind: String
  /// What the page has: nothing, one item, two items (as many as were asked for), those of the page before, or a null.
  let page: String
  /// Whether it says that there is more: `-` means that the flag is missing, or that the config does not name one.
  let more: String
  /// Whether the total is above the items so far, or is reached: `-` means that the config does not name one.
  let total: String
  /// The same for the number of pages.
  let count: String
  /// Where the walk began: at the beginning of the list, in its middle, or at a token after the first page.
  let begun: String
  /// Whether the list is read in one direction, or in both.
  let direction: String

  var description: String { "\(kind) \(page) \(more) \(total) \(count) \(begun) \(direction)" }

  /// Every combination of one kind of list.
  static func all(of kind: String) -> [EndCase] {
    var cases: [EndCase] = []
    for page in ["empty", "short", "full", "repeated", "null"] {
      for more in ["true", "false", "-"] {
        for total in ["above", "reached", "-"] {
          for count in kind == "pages" ? ["above", "reached", "-"] : ["-"] {
            for begun in ["beginning", "middle", "token"] {
              for direction in kind == "cursor" || kind == "keyset" ? ["one", "both"] : ["one"] {
                cases.append(
                  EndCase(
                    kind: kind, page: page, more: more, total: total, count: count, begun: begun, direction: direction))
              }
            }
          }
        }
      }
    }
    return cases
  }
}

/// What a user wants of every combination. The first row that fits a case counts; `*` fits everything, and `|` stands
/// between words that fit.
///
/// "goes on" means that the walk asks for another page. "zero" means that it asks for page 0, to find out whether the
/// server counts from there.
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

  // kind  page  more  total  number of pages  begun  direction
  private static let text = """
    offset|pages repeated            *     *       *       *               *    → repeatedPage
    cursor       null                true|- *      *       *               *    → nullList
    cursor       *                   -     *       *       *               *    → missing
    *            null                true  *       *       *               *    → nullList
    keyset       null                -     *       *       *               *    → nullList
    *            *                   false above   *       beginning|token *    → fewer
    cursor|keyset *                  false above   *       middle          both → fewer
    *            *                   false *       *       *               *    → complete
    cursor       *                   true  *       *       *               *    → goes on
    keyset       repeated            *     *       *       *               *    → cursorStuck
    keyset       empty               true  *       *       *               *    → cursorStuck
    keyset       empty               -     above   *       beginning|token *    → fewer
    keyset       empty               -     above   *       middle          both → fewer
    keyset       empty               -     *       *       *               *    → complete
    keyset       *                   *     *       *       *               *    → goes on
    offset       empty               true  *       *       *               *    → cursorStuck
    offset       *                   true  *       *       *               *    → goes on
    offset       *                   -     reached *       *               *    → complete
    offset       null                -     *       *       *               *    → nullList
    offset       empty               -     above   *       *               *    → cursorStuck
    offset       empty               -     -       *       *               *    → complete
    offset       *                   -     *       *       *               *    → goes on
    pages        *                   true  *       *       *               *    → goes on
    pages        null                -     *       above   *               *    → nullList
    pages        *                   -     *       above   *               *    → goes on
    pages        empty|null          -     -       reached beginning|token *    → zero
    pages        *                   -     above   reached beginning|token *    → fewer
    pages        *                   -     *       reached *               *    → complete
    pages        *                   -     reached -       beginning|token *    → complete
    pages        null                -     *       -       *               *    → nullList
    pages        empty               -     above   -       beginning|token *    → goes on
    pages        empty               -     *       -       *               *    → complete
    pages        *                   -     *       -       *               *    → goes on
    """
}
