internal import CCurl

/// Owns a `CURLM`: the transfers of one thread and the connections that they share. One function per libcurl call.
struct MultiHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer

  /// A handle without transfers; `curl_multi_init`.
  init() throws(CurlFailure) {
    guard let pointer = curl_multi_init() else { throw .outOfMemory }
    self.pointer = pointer
  }

  /// Closes all connections. Every transfer must have been removed; `curl_multi_cleanup`.
  deinit {
    curl_multi_cleanup(pointer)
  }

  /// Adds a transfer, which moves at the next `perform`; `curl_multi_add_handle`.
  func add(_ easy: borrowing EasyHandle) throws(CurlFailure) {
    try CurlFailure.check(curl_multi_add_handle(pointer, easy.pointer))
  }

  /// Takes a transfer out and, unless it has ended, closes its connection or resets its stream;
  /// `curl_multi_remove_handle`, which fails only for a handle that was not added.
  func remove(_ easy: borrowing EasyHandle) {
    _ = curl_multi_remove_handle(pointer, easy.pointer)
  }

  /// Moves every transfer as far as it goes without waiting; `curl_multi_perform`.
  func perform() throws(CurlFailure) {
    var running: Int32 = 0
    try CurlFailure.check(curl_multi_perform(pointer, &running))
  }

  /// Waits until a socket is ready, a timer of libcurl is due or somebody calls the waker; `curl_multi_poll`.
  func poll() throws(CurlFailure) {
    try CurlFailure.check(curl_multi_poll(pointer, nil, 0, .max, nil))
  }

  /// The next transfer that has ended, and how; `curl_multi_info_read`.
  func nextEnded() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    guard ccurl_multi_next_ended(pointer, &easy, &code), let easy else { return nil }
    return (easy, code)
  }

  /// What other threads may hold of this handle.
  var waker: Waker { Waker(multi: pointer) }

  /// Ends a `poll`, from any thread.
  ///
  /// Unchecked because it holds a pointer; `curl_multi_wakeup` is the one libcurl call on a multi handle that every
  /// thread may make. It must not be made once the handle is gone, so its holder drops it first, under its lock.
  struct Waker: @unchecked Sendable {
    fileprivate let multi: UnsafeMutableRawPointer

    /// Ends the poll that runs, or else the next; `curl_multi_wakeup`.
    func wake() {
      // Fails only when the pipe is full of wake-ups, and then the poll ends anyway.
      _ = curl_multi_wakeup(multi)
    }
  }
}
