import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How an offset list is read with one document, or with one for its first page and one for the further ones.
struct OffsetList {
  let queries: [PagedQuery: QueryParts]
  let initialRequest: PageRequest
  let identity: ListIdentity

  init(first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules) throws(DocumentPlanError) {
    if let direction = rules.direction, direction != .forward {
      throw DocumentPlanError(["pagination", "direction"], "an offset list has one direction, forward")
    }
    let opener = try OffsetDocument(first)
    let follower = try further.map { parsed throws(DocumentPlanError) in try OffsetDocument(parsed) }
    let place = try (follower ?? opener).place()
    let names = (further ?? first).pagination
    if rules.concurrency ?? 1 > 1, names.total == nil, names.pageCount == nil {
      throw DocumentPlanError(
        ["pagination", "concurrency"],
        "to request pages at once, the library must know how many there are: name the place of the number of all items "
          + "as `total`, or of all pages as `page_count`")
    }
    let openingPlace = follower == nil ? place : try opener.knownPlace()
    identity = ListIdentity(
      kind: place.countsPages ? "page" : "offset",
      [opener, follower].compactMap { $0 }.map { document in
        (document.parsed, [document.limitVariable, place.variable, openingPlace?.variable])
      })
    let start = try openingPlace.map { place throws(DocumentPlanError) in try opener.start(at: place) }
    let offset = start ?? ListOffset(number: place.countsPages ? 1 : 0, itemsBefore: 0)
    let setting = openingPlace.map { PageRequest.Setting($0.variable, VariableValue(integer: offset.number)) }
    initialRequest = PageRequest(toward: .next, setting.map { [$0] } ?? [], offset: offset)

    var shape = try opener.shape(place, rules)
    let constants = [ListEnd.next: try opener.constants(without: openingPlace?.variable)]
    guard let follower else {
      queries = [
        .first: QueryParts(
          shape: shape, constants: constants, sizes: opener.sizes(in: constants, place),
          variables: opener.variables(at: openingPlace))
      ]
      return
    }
    shape.furtherQuery = .further
    var furtherShape = try follower.shape(place, rules)
    furtherShape.furtherQuery = .further
    let furtherConstants = [ListEnd.next: try follower.constants(without: place.variable)]
    queries = [
      .first: QueryParts(
        shape: shape, constants: constants, sizes: opener.sizes(in: constants, place),
        variables: opener.variables(at: openingPlace)),
      .further: QueryParts(
        shape: furtherShape, constants: furtherConstants, sizes: follower.sizes(in: furtherConstants, place),
        variables: follower.variables(at: place)),
    ]
  }
}
