import CSwiftPager
import Glibc
import PagerThreads

/// The stream as a struct of functions, which keeps it.
extension ArrowStream {
  func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    stream.initialize(
      to: ArrowArrayStream(
        get_schema: getSchema, get_next: getNext, get_last_error: getLastError, release: releaseStream,
        private_data: Unmanaged.passRetained(self).toOpaque()))
  }

  /// The stream behind a struct; nil for one that was released.
  fileprivate static func behind(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> ArrowStream? {
    guard let stream, stream.pointee.release != nil, let data = stream.pointee.private_data else { return nil }
    return Unmanaged<ArrowStream>.fromOpaque(data).takeUnretainedValue()
  }
}

private let getSchema:
  @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?, UnsafeMutablePointer<ArrowSchema>?) -> CInt = {
    stream, out in
    guard let stream = ArrowStream.behind(stream), let out, stream.isAtHome else { return EINVAL }
    return ForkGate.inside { stream.giveSchema(to: out) }
  }

private let getNext:
  @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?, UnsafeMutablePointer<ArrowArray>?) -> CInt = { stream, out in
    guard let stream = ArrowStream.behind(stream), let out, stream.isAtHome else { return EINVAL }
    return ForkGate.inside { stream.giveNext(to: out) }
  }

private let getLastError: @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?) -> UnsafePointer<CChar>? = {
  stream in
  guard let stream = ArrowStream.behind(stream) else { return nil }
  guard stream.isAtHome else {
    return constant("FORKED: the stream belongs to the process that forked this one")
  }
  return ForkGate.inside { stream.errorText }
}

private let releaseStream: @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?) -> Void = { stream in
  guard let stream, stream.pointee.release != nil else { return }
  if let data = stream.pointee.private_data {
    let object = Unmanaged<ArrowStream>.fromOpaque(data)
    // A child of fork() does not touch its parent's objects: one of their locks may be held for ever.
    if object.takeUnretainedValue().isAtHome {
      ForkGate.inside {
        object.takeUnretainedValue().giveBack()
        object.release()
      }
    }
  }
  stream.pointee.private_data = nil
  stream.pointee.release = nil
}
