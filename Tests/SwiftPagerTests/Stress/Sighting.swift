import SwiftPager

/// One output as a subscriber saw it: enough to tell it from the outputs before and after it.
struct Sighting: Hashable {
  private let fetch: Int?
  private let notation: String

  init(_ result: Result<HeroesOutput, any Error>) {
    fetch = try? result.get().place.fetch
    notation = result.notation
  }
}

/// What a subscriber saw, to be looked for in what another one saw.
struct SightedHistory {
  private let sightings: [Sighting]
  /// Where each sighting occurs: there may be thousands.
  private let places: [Sighting: [Int]]

  init(_ history: [Result<HeroesOutput, any Error>]) {
    sightings = history.map(Sighting.init)
    places = Dictionary(grouping: sightings.indices, by: { [sightings] in sightings[$0] })
  }

  /// Whether the other history is a part of this one, without a gap.
  func contains(_ other: SightedHistory) -> Bool {
    guard let first = other.sightings.first else { return true }
    return places[first, default: []].contains { sightings[$0...].starts(with: other.sightings) }
  }
}

extension [Result<HeroesOutput, any Error>] {
  /// Whether no output goes back behind an earlier one, to an older fetch or to fewer pages of the same fetch, and none
  /// lacks a page between others.
  var isInOrder: Bool {
    let outputs = compactMap { try? $0.get() }
    guard outputs.allSatisfy(\.isWithoutGaps) else { return false }
    let places = outputs.map(\.place)
    return zip(places, places.dropFirst()).allSatisfy { earlier, later in
      if earlier.fetch != later.fetch { return earlier.fetch < later.fetch }
      return earlier.previous <= later.previous && earlier.next <= later.next
    }
  }
}

extension PaginationOutput<HeroesQuery, HeroesQuery> {
  /// The fetch that it began with, and how many pages it has before and after the first one.
  fileprivate var place: (fetch: Int, previous: Int, next: Int) {
    (initialPage?.data?.hero.friends.totalCount ?? 0, previousPages.count, nextPages.count)
  }

  /// Whether each page follows the one before it. Only the newest page at an end may lack data.
  fileprivate var isWithoutGaps: Bool {
    let numbers = names.compactMap { Int($0) }
    let inner = previousPages.dropFirst().map(\.data) + [initialPage?.data] + nextPages.dropLast().map(\.data)
    return initialPage != nil && inner.allSatisfy { $0 != nil }
      && zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
  }
}
