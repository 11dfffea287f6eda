import CSwiftPager
import Glibc

/// Where C wants the error of a call: `char **error_json`.
typealias ErrorOutput = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs the body of an export and turns what it throws into a status and an error object.
func report(to output: ErrorOutput? = nil, _ body: () throws(ErrorReport) -> Void) -> swiftpager_status {
  output?.pointee = nil
  CallbackStack.noticeLeft()
  do {
    try body()
    return Status.ok.code
  } catch {
    output?.pointee = copyToC(error.json)
    return error.status.code
  }
}

/// A copy of a string that C frees with `swiftpager_free`; nil when memory runs out.
func copyToC(_ text: String) -> UnsafeMutablePointer<CChar>? {
  text.withCString { strdup($0) }
}

/// A pointer that C has to pass for a result.
func output<Value>(_ name: StaticString, _ pointer: UnsafeMutablePointer<Value>?) throws(ErrorReport)
  -> UnsafeMutablePointer<Value>
{
  guard let pointer else { throw ErrorReport(.invalidArgument, "\(name) is NULL: there is nowhere to put the result") }
  return pointer
}
