import CSwiftPager
import Glibc

/// Where C wants the error of a call: `char **error_json`.
typealias ErrorOutput = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// Runs the body of an export and turns what it throws into a status and an error object.
func report(to output: ErrorOutput? = nil, _ body: () throws(ErrorReport) -> Void) -> swiftpager_status {
  output?.pointee = nil
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

/// A string that C passed in.
///
/// - Throws: `invalidArgument` for NULL and for bytes that are not UTF-8.
func string(_ name: StaticString, _ text: UnsafePointer<CChar>?) throws(ErrorReport) -> String {
  guard let text else { throw ErrorReport(.invalidArgument, "\(name) is NULL") }
  guard let string = String(validatingCString: text) else {
    throw ErrorReport(.invalidArgument, "\(name) is not valid UTF-8")
  }
  return string
}

/// A pointer that C has to pass for a result.
func output<Value>(_ name: StaticString, _ pointer: UnsafeMutablePointer<Value>?) throws(ErrorReport)
  -> UnsafeMutablePointer<Value>
{
  guard let pointer else { throw ErrorReport(.invalidArgument, "\(name) is NULL: there is nowhere to put the result") }
  return pointer
}
