import CPlatform
import Glibc

/// The error of the calling thread's last call, for C to ask for.
///
/// Most calls succeed, and C asks about few of the others. So a call only leaves its error with its thread, and the
/// first question makes the text.
final class LastError {
  private let report: ErrorReport
  /// The process of the call. A child of fork() leaves its parent's error alone.
  private let generation = HomeProcess.generation
  private var madeText: UnsafeMutablePointer<CChar>?

  private init(_ report: ErrorReport) {
    self.report = report
  }

  deinit {
    free(madeText)
  }

  /// A call of this thread has failed.
  static func remember(_ report: ErrorReport) {
    // The first call of a process can be the one that fails. Without memory the thread's end goes unnoticed.
    try? HomeProcess.settle()
    replace(with: LastError(report))
  }

  /// A call of this thread went well, or the thread ends.
  static func forget() {
    if swiftpager_thread_error() != nil { replace(with: nil) }
  }

  /// The text of the error; nil if there is none, or if memory runs out. It lives until the thread's next call.
  static var text: UnsafePointer<CChar>? {
    guard let error = current else { return nil }
    if error.madeText == nil { error.madeText = copyToC(error.report.json) }
    return UnsafePointer(error.madeText)
  }

  private static var current: LastError? {
    guard let known = swiftpager_thread_error() else { return nil }
    let error = Unmanaged<LastError>.fromOpaque(known).takeUnretainedValue()
    return error.generation == HomeProcess.generation ? error : nil
  }

  /// The thread's variable owns one reference.
  private static func replace(with error: LastError?) {
    let old = current
    swiftpager_set_thread_error(error.map { Unmanaged.passRetained($0).toOpaque() })
    if let old { Unmanaged.passUnretained(old).release() }
  }
}
