internal import CCurl

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// libcurl as a whole: started once for the process, never torn down.
///
/// Nothing calls `curl_global_cleanup`. Other code of the process may use libcurl, too, and a handler at exit would
/// take the library away from a running transfer.
enum CurlLibrary {
  // A global constant is initialized once, however many threads ask for it first.
  private static let started: CURLcode = {
    keepOpenSSLUntilTheEnd()
    return ccurl_global_init()
  }()

  /// Starts libcurl unless that has been done; `curl_global_init`.
  ///
  /// - Returns: `CURLE_OK`, or why libcurl cannot be used; the same answer to every call.
  @discardableResult
  static func start() -> CURLcode {
    started
  }

  /// Asks OpenSSL, if libcurl uses it, not to tear itself down at exit.
  ///
  /// By default it registers an exit handler that frees its tables while other threads may be in the middle of TLS, and
  /// a program that exits with transfers in flight crashes now and then. Only the first to start OpenSSL in a process
  /// can choose. If the host was first, it has to shut its transports down before it exits.
  private static func keepOpenSSLUntilTheEnd() {
    typealias Initializer = @convention(c) (UInt64, UnsafeRawPointer?) -> Int32
    let withoutExitHandler: UInt64 = 0x0008_0000  // OPENSSL_INIT_NO_ATEXIT
    // Looked up and not linked, because libcurl may be built with another TLS library. Nil is RTLD_DEFAULT.
    guard let symbol = dlsym(nil, "OPENSSL_init_crypto") else { return }
    _ = unsafeBitCast(symbol, to: Initializer.self)(withoutExitHandler, nil)
  }
}

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
