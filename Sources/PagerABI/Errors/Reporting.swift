import CSwiftPager
import Glibc
import PagerThreads

/// The place for the error of a call from C: `char **error_json`.
typealias ErrorOutput = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// The user data that a call takes over, once the call knows it.
final class TakenOver {
  var userData: UserData?

  init(_ userData: UserData? = nil) {
    self.userData = userData
  }
}

/// Runs the body of an export, and turns its error into a status and an error object.
///
/// - Parameters:
///   - plain: statuses that need no error object.
///   - taken: the data that the call takes over. If it fails, C gets the data back before it returns.
func report(
  to output: ErrorOutput? = nil, exceptFor plain: [Status] = [], takingOver taken: TakenOver? = nil,
  _ body: () throws(ErrorReport) -> Void
) -> swiftpager_status {
  output?.pointee = nil
  return ForkGate.inside {
    CallbackStack.noticeLeft()
    do throws(ErrorReport) {
      try body()
      LastError.forget()
      return Status.ok.code
    } catch {
      return fail(error, to: output, exceptFor: plain, taken)
    }
  }
}

/// What a call does about its error. Not inlined, because it would take its part of the stack during the call.
@inline(never)
private func fail(
  _ error: ErrorReport, to output: ErrorOutput?, exceptFor plain: [Status], _ taken: TakenOver?
) -> swiftpager_status {
  // First, because the destroy function may make calls, which have errors of their own.
  taken?.userData?.destroyNow()
  // A thread that ends forgets its last error.
  CallbackStack.prepare
  LastError.remember(error)
  if let output, !plain.contains(error.status) { output.pointee = copyToC(error.json) }
  return error.status.code
}

/// A copy of a string that C frees with `swiftpager_free`; nil when memory runs out.
func copyToC(_ text: String) -> UnsafeMutablePointer<CChar>? {
  text.withCString { strdup($0) }
}

/// A copy of bytes, with a NUL behind them, that C frees with `swiftpager_free`; nil when memory runs out.
func copyToC(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<CChar>? {
  guard let copy = malloc(bytes.count + 1) else { return nil }
  if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
  copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
  return copy.assumingMemoryBound(to: CChar.self)
}

/// A pointer that C has to pass for a result.
func output<Value>(_ name: StaticString, _ pointer: UnsafeMutablePointer<Value>?) throws(ErrorReport)
  -> UnsafeMutablePointer<Value>
{
  guard let pointer else { throw ErrorReport(.invalidArgument, "\(name) is NULL: pass a place for the result") }
  return pointer
}

/// Runs the body of an export that hands out a descriptor. It fails if the process has no free descriptor.
func descriptor(
  to output: UnsafeMutablePointer<CInt>?, _ body: () throws(ErrorReport) -> Int32?
) -> swiftpager_status {
  output?.pointee = -1
  return report { () throws(ErrorReport) in
    let output = try PagerABI.output("out_fd", output)
    guard let descriptor = try body() else { throw ErrorReport(.noMemory, "no file descriptor is free") }
    output.pointee = descriptor
  }
}
