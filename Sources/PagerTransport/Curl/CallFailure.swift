internal import CCurl

/// A call to libcurl or to the system that failed before anything was sent.
enum CallFailure: Error {
  /// A call on an easy handle, or on the library as a whole.
  case easy(CURLcode)
  /// A call on a multi handle.
  case multi(CURLMcode)
  /// A call to the system; the error number.
  case system(Int32)
  /// The system gave no thread; the error number.
  case thread(Int32)
  /// There is no memory for a handle.
  case outOfMemory

  /// Throws unless `code` says that all is well.
  static func check(_ code: CURLcode) throws(CallFailure) {
    guard code == CURLE_OK else { throw .easy(code) }
  }

  /// Throws unless `code` says that all is well.
  static func check(_ code: CURLMcode) throws(CallFailure) {
    guard code == CURLM_OK else { throw .multi(code) }
  }
}
