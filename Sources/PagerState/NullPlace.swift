/// The place of a null, as a JSON Pointer into the response. A class, because reasons are copied with every state.
public final class NullPlace: Sendable, Hashable {
  public let pointer: String

  public init(_ pointer: String) {
    self.pointer = pointer
  }

  public static func == (left: NullPlace, right: NullPlace) -> Bool { left.pointer == right.pointer }

  public func hash(into hasher: inout Hasher) { hasher.combine(pointer) }
}

extension NullPlace: CustomStringConvertible {
  public var description: String { pointer }
}
