import PagerBytes
import PagerClient
import PagerJSON
import PagerSyntax
import PagerThreads
import PagerTransport

/// How far the lists inside one page are filled. It is a value: it decides what to request, and sends nothing.
///
/// All that a server can make longer is bounded: the requests for a page, and the bytes of their answers.
struct DrainProgress: Sendable {
  private var spliced: SplicedText
  private var fillings: [Filling] = []
  /// The lists whose next page must be requested, in the order in which they were found.
  private var waiting: [Int] = []
  private var nextWaiting = 0
  private var byteCount: Int
  private let plan: DrainPlan

  /// The requests that are under way, by the list that they are for.
  var underWay: [Int: Execution] = [:]
  /// The thread that starts requests.
  var runner = OneRunner()
  private(set) var requestCount = 0
  /// Why the first of the lists that failed could not be filled.
  private(set) var fault: DrainFault?

  init(of page: Answer, _ open: OpenLists, _ plan: DrainPlan) {
    spliced = SplicedText(page.response.body)
    byteCount = page.response.body.count
    self.plan = plan
    add(open, in: 0)
  }

  private mutating func add(_ open: OpenLists, in text: Int) {
    for list in open.lists {
      guard let filling = Filling(list, in: text) else { continue }
      waiting.append(fillings.count)
      fillings.append(filling)
    }
    fault = fault ?? open.fault
  }

  /// The list to ask for more of; nil if none waits, or if no further request is allowed.
  mutating func next() -> (index: Int, filling: Filling)? {
    guard nextWaiting < waiting.count, underWay.count < plan.rules.parallel else { return nil }
    guard requestCount < plan.rules.maximumRequests else {
      fault = fault ?? DrainFault("the page has used up its max_requests, \(plan.rules.maximumRequests)")
      return nil
    }
    guard byteCount <= plan.rules.maximumBytes else {
      fault = fault ?? DrainFault("the answers for its inner lists have more than \(plan.rules.maximumBytes) bytes")
      return nil
    }
    let index = waiting[nextWaiting]
    nextWaiting += 1
    requestCount += 1
    return (index, fillings[index])
  }

  /// Takes the answer for a list.
  mutating func receive(_ page: Result<DrainedPage, DrainFault>, _ body: ReceivedBytes, of index: Int) {
    underWay[index] = nil
    let list = fillings[index].list
    do throws(DrainFault) {
      let page = try page.get()
      byteCount += body.count
      let text = spliced.add(body)
      add(page.open, in: text)
      if try fillings[index].add(page.site, in: text) { waiting.append(index) }
    } catch {
      let pointer = plan.queries[list.place]?.connection.pointer ?? ""
      fault = fault ?? DrainFault("the list \"\(pointer)\" of \(list.owner.label): \(error.message)")
    }
  }

  /// The page with all that came in its place; nil if memory is out.
  func wholePage() -> ReceivedBytes? {
    var spliced = spliced
    for filling in fillings {
      guard let query = plan.queries[filling.list.place] else { continue }
      filling.splice(into: &spliced, isBackward: query.connection.isBackward)
    }
    return spliced.whole()
  }
}
