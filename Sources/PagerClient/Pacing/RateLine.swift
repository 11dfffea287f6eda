import DequeModule

/// The requests of a client that leave at a fixed rate, in the order in which they came. It takes only numbers and has
/// no side effects.
///
/// A bucket's room is the number of requests that may leave at once. It begins empty but for the first request, and
/// fills at the rate. In any time, no more requests leave than its room and what has come into it. All times are in
/// nanoseconds, on a clock that only goes forward.
struct RateLine: Sendable {
  enum Arrival: Sendable, Hashable {
    /// The request leaves at once.
    case leaves
    /// The request has this place, and leaves at this time if all requests before it do.
    case waits(place: UInt64, until: Int64)
  }

  /// The time that the bucket takes to get room for one request. Rounded up, so that the rate is never higher.
  private let interval: Int64
  /// How long before the bucket is full a request may leave.
  private let slack: Int64
  /// When the bucket is full; nil: nothing has left yet.
  private var full: Int64?
  /// The places of the requests that wait, in their order.
  private var places: Deque<UInt64> = []
  private var lastPlace: UInt64 = 0

  /// Numbers outside of the policy's limits count as those limits.
  init(perSecond: Double, burst: Int) {
    let rates = RateLimitPolicy.rates
    let perSecond = perSecond.isNaN ? rates.lowerBound : min(max(perSecond, rates.lowerBound), rates.upperBound)
    let bursts = RateLimitPolicy.bursts
    interval = Int64((1e9 / perSecond).rounded(.up))
    slack = interval * Int64(min(max(burst, bursts.lowerBound), bursts.upperBound) - 1)
  }

  /// A request wants to leave.
  mutating func arrive(now: Int64) -> Arrival {
    let opening = opening ?? now
    guard !places.isEmpty || opening > now else {
      leave(now)
      return .leaves
    }
    lastPlace += 1
    let (wait, isTooLong) = interval.multipliedReportingOverflow(by: Int64(places.count))
    let (until, isTooLate) = opening.addingReportingOverflow(wait)
    places.append(lastPlace)
    return .waits(place: lastPlace, until: isTooLong || isTooLate ? .max : until)
  }

  /// When the first request of the line may leave; nil if no request waits.
  var due: Int64? { places.isEmpty ? nil : opening }

  /// Takes the first request of the line, if its time has come.
  mutating func next(now: Int64) -> UInt64? {
    guard let due, due <= now, let place = places.popFirst() else { return nil }
    leave(now)
    return place
  }

  /// Takes a request out of the line, and moves those behind it forward.
  ///
  /// - Returns: false if it has left.
  @discardableResult
  mutating func remove(_ place: UInt64) -> Bool {
    // The places are in order.
    var range = places.startIndex..<places.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if places[middle] == place {
        places.remove(at: middle)
        return true
      }
      range = places[middle] < place ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  private var opening: Int64? { full.map { $0 - slack } }

  private mutating func leave(_ now: Int64) {
    full = full.map { max($0, now) + interval } ?? now + interval + slack
  }
}
