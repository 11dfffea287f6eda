internal import CCurl

/// libcurl as a whole: started once for the process, never torn down.
///
/// There is no counterpart that calls `curl_global_cleanup`: other code of the process may use libcurl too, and a
/// handler that runs at exit would pull the library away from under a transfer that is still running.
enum CurlLibrary {
  // A global constant is initialized once, however many threads ask for it first.
  private static let started = ccurl_global_init()

  /// Starts libcurl if nobody has; `curl_global_init`.
  ///
  /// - Returns: `CURLE_OK`, or why libcurl cannot be used; the same answer to every call.
  @discardableResult
  static func start() -> CURLcode {
    started
  }
}

/// A call to libcurl that failed before anything was sent.
enum CurlFailure: Error {
  /// A call on an easy handle, or on the library as a whole.
  case easy(CURLcode)
  /// A call on a multi handle.
  case multi(CURLMcode)
  /// There is no memory for a handle.
  case outOfMemory

  /// Throws unless `code` says that all is well.
  static func check(_ code: CURLcode) throws(CurlFailure) {
    guard code == CURLE_OK else { throw .easy(code) }
  }

  /// Throws unless `code` says that all is well.
  static func check(_ code: CURLMcode) throws(CurlFailure) {
    guard code == CURLM_OK else { throw .multi(code) }
  }
}
