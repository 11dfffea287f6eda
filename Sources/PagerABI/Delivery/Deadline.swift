import Dispatch

/// How long a call may wait.
enum Deadline {
  case never
  case at(DispatchTime)

  /// The header's form of a time: milliseconds, 0 = now, −1 = no limit.
  init(milliseconds: Int32) throws(ErrorReport) {
    switch milliseconds {
    case -1: self = .never
    case 0...: self = .at(.now() + .milliseconds(Int(milliseconds)))
    default: throw ErrorReport(.invalidArgument, "timeout_ms is \(milliseconds): pass at least 0, or -1 for no limit")
    }
  }

  /// A deadline that is over: for calls that do not wait.
  static var now: Deadline { .at(.now()) }

  /// The moment; nil where there is none.
  var time: DispatchTime? {
    switch self {
    case .never: nil
    case .at(let time): time
    }
  }

  var isOver: Bool {
    switch self {
    case .never: false
    case .at(let time): time <= .now()
    }
  }
}
