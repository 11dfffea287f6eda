internal import CCurl

/// Owns a `CURL`, the handle of one transfer at a time, and the buffer in which libcurl words its errors.
///
/// A thin layer: one function per libcurl call, and libcurl's codes become `CallFailure`.
struct EasyHandle: ~Copyable {
  /// The handle itself; its address is also how a multi handle names the transfer.
  let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>

  /// A new handle without options; `curl_easy_init`.
  init() throws(CallFailure) {
    guard let pointer = curl_easy_init() else { throw .outOfMemory }
    let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.pointer = pointer
    self.errorText = errorText
    // Only stores the pointer: there is no failure to report.
    _ = ccurl_easy_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
  }

  deinit {
    curl_easy_cleanup(pointer)
    // After the handle, which may write to it until then.
    errorText.deallocate()
  }

  /// Sets a switch, a count, milliseconds or an enumerator; `curl_easy_setopt`.
  func set(_ option: CURLoption, _ value: Int) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_long(pointer, option, value))
  }

  /// Sets a string, which libcurl copies; nil takes the option back.
  func set(_ option: CURLoption, _ value: String?) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_string(pointer, option, value))
  }

  /// Sets the request's headers. libcurl keeps the pointer: `headers` has to outlive this handle.
  func set(_ headers: HeaderList) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_headers(pointer, headers.first))
  }

  /// Sets what receives the body's bytes. libcurl keeps `context`, which has to outlive this handle.
  func setWriter(
    _ callback: @escaping ccurl_write_callback, context: UnsafeMutableRawPointer
  ) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_writer(pointer, callback, context))
  }

  /// Sets what receives the lines of a response's head. libcurl keeps `context`, which has to outlive this handle.
  func setHeaderReader(
    _ callback: @escaping ccurl_write_callback, context: UnsafeMutableRawPointer
  ) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_header_reader(pointer, callback, context))
  }

  /// Sets what opens sockets. libcurl keeps `context`, which has to outlive this handle.
  func setOpener(
    _ callback: @escaping curl_opensocket_callback, context: UnsafeMutableRawPointer
  ) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_opener(pointer, callback, context))
  }

  /// Sets what closes sockets. libcurl keeps `context`, which has to outlive every connection.
  func setCloser(
    _ callback: @escaping curl_closesocket_callback, context: UnsafeMutableRawPointer
  ) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_closer(pointer, callback, context))
  }

  /// Sets what is asked before a request is sent. libcurl keeps `context`, which has to outlive this handle.
  func setPrerequest(
    _ callback: @escaping curl_prereq_callback, context: UnsafeMutableRawPointer
  ) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_prerequest(pointer, callback, context))
  }

  /// Ties a pointer to the handle, for `privatePointer(of:)`.
  func setPrivate(_ context: UnsafeMutableRawPointer) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_pointer(pointer, CURLOPT_PRIVATE, context))
  }

  /// Sets the body to POST. libcurl keeps the pointer: the bytes have to stay until the transfer ends.
  func setBody(_ bytes: UnsafeMutableRawBufferPointer) throws(CallFailure) {
    try CallFailure.check(ccurl_easy_set_pointer(pointer, CURLOPT_POSTFIELDS, bytes.baseAddress))
    try CallFailure.check(ccurl_easy_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
  }

  /// Has the requests that follow go by GET to an address, without a body.
  func setGet(_ address: String) throws(CallFailure) {
    try set(CURLOPT_HTTPGET, 1)
    try set(CURLOPT_URL, address)
  }

  /// Has the requests that follow go by POST to an address.
  func setPost(_ address: String) throws(CallFailure) {
    try set(CURLOPT_POST, 1)
    try set(CURLOPT_URL, address)
  }

  /// Whether the connection of the transfer in flight may serve others once that transfer is done.
  func setConnectionReuse(_ isAllowed: Bool) {
    // Only stores the number: there is no failure to report.
    _ = ccurl_easy_set_long(pointer, CURLOPT_FORBID_REUSE, isAllowed ? 0 : 1)
  }

  /// Whether the next transfer makes a connection of its own, even if one is idle.
  func setFreshConnection(_ isWanted: Bool) {
    // Only stores the number: there is no failure to report.
    _ = ccurl_easy_set_long(pointer, CURLOPT_FRESH_CONNECT, isWanted ? 1 : 0)
  }

  /// The socket of the connection that the last transfer used; nil when that was closed.
  var socket: curl_socket_t? {
    let socket = ccurl_easy_get_socket(pointer)
    return socket < 0 ? nil : socket
  }

  /// What libcurl knows as a `long`; 0 if it knows nothing.
  func number(_ info: CURLINFO) -> Int {
    ccurl_easy_get_long(pointer, info)
  }

  /// What libcurl knows as a `curl_off_t`; `missing` if it knows nothing.
  func size(_ info: CURLINFO, missing: Int = 0) -> Int {
    Int(clamping: ccurl_easy_get_size(pointer, info, curl_off_t(missing)))
  }

  /// What libcurl knows as a string.
  func text(_ info: CURLINFO) -> String? {
    ccurl_easy_get_string(pointer, info).map { String(cString: $0) }
  }

  /// How libcurl words the failure of the last transfer: in detail if it can, else in general.
  func words(for code: CURLcode) -> String {
    errorText.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
  }

  /// Forgets the words of an earlier transfer.
  func clearWords() {
    errorText.pointee = 0
  }

  /// The pointer that `setPrivate` tied to a handle.
  static func privatePointer(of pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    ccurl_easy_get_private(pointer)
  }
}
