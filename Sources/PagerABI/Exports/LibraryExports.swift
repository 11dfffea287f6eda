public import CSwiftPager
import Glibc
import PagerClient
import PagerLists
import PagerThreads

@_cdecl("swiftpager_version") @implementation
public func swiftpager_version() -> UnsafePointer<CChar>! {
  constant(swiftPagerVersion)
}

@_cdecl("swiftpager_abi_version") @implementation
public func swiftpager_abi_version() -> UInt32 {
  1
}

@_cdecl("swiftpager_list_words") @implementation
public func swiftpager_list_words() -> UnsafePointer<CChar>! {
  UnsafePointer(listWords)
}

/// Nil if memory for the text runs out. The compiler cannot know that the text never changes.
private nonisolated(unsafe) let listWords = strdup(WordTable.text)

@_cdecl("swiftpager_status_name") @implementation
public func swiftpager_status_name(_ status: swiftpager_status) -> UnsafePointer<CChar>! {
  constant(Status.allCases.first { $0.code == status }?.name ?? "UNKNOWN")
}

@_cdecl("swiftpager_free") @implementation
public func swiftpager_free(_ memory: UnsafeMutableRawPointer!) {
  free(memory)
}

@_cdecl("swiftpager_alloc") @implementation
public func swiftpager_alloc(_ size: Int) -> UnsafeMutableRawPointer! {
  // C's sizes have no sign: a negative one is more than there is.
  size < 0 ? nil : malloc(max(size, 1))
}

@_cdecl("swiftpager_last_error") @implementation
public func swiftpager_last_error() -> UnsafePointer<CChar>! {
  ForkGate.inside { LastError.text }
}

@_cdecl("swiftpager_callback_abandon") @implementation
public func swiftpager_callback_abandon() -> swiftpager_status {
  report { () throws(ErrorReport) in
    guard CallbackStack.abandonInnermost() else {
      throw ErrorReport(.invalidArgument, "this thread is not inside a callback")
    }
  }
}

/// A literal of the program. It lives as long as the program and ends with a NUL.
func constant(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
