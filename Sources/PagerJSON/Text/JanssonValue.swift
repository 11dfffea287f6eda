internal import CJansson

/// The owner of one reference to a jansson value.
///
/// Every initializer returns nil or throws if jansson runs out of memory.
struct JanssonValue: ~Copyable {
  let pointer: UnsafeMutablePointer<json_t>

  /// Takes over the reference that a jansson function returned; nil is what jansson returns when it fails.
  init?(adopting pointer: UnsafeMutablePointer<json_t>?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit {
    json_decref(pointer)
  }

  /// Gives the reference to a jansson function that takes it over, one whose name ends in `_new`.
  consuming func release() -> UnsafeMutablePointer<json_t> {
    let pointer = pointer
    discard self
    return pointer
  }
}
