/// When a wait ends at the latest.
enum Deadline {
  case never
  case now
  case at(SuspendingClock.Instant)

  /// Whether it has come.
  var isOver: Bool {
    switch self {
    case .never: false
    case .now: true
    case .at(let instant): instant <= .now
    }
  }

  /// How long to wait, in milliseconds; -1 is without end.
  var milliseconds: Int32 {
    switch self {
    case .never: -1
    case .now: 0
    case .at(let instant): SuspendingClock.Instant.now.duration(to: instant).milliseconds
    }
  }

  /// The one of two that comes first.
  func earlier(_ other: Deadline) -> Deadline {
    switch (self, other) {
    case (.now, _), (_, .now): .now
    case (.never, let deadline), (let deadline, .never): deadline
    case (.at(let one), .at(let another)): .at(min(one, another))
    }
  }
}
