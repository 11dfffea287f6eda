/// The fields of an object as a response has them.
///
/// `swiftpager generate` writes them for its types. The fields of fragments are among the object's own. A field that
/// several parts of the object have stands there once; objects and lists of objects under its key are merged.
///
///     var responseFields: ResponseFields {
///       ResponseFields(["id": id, "price": price], omittingNil: ["maker": maker], productCard)
///     }
public struct ResponseFields {
  private var members: [(key: String, value: any Encodable)]

  /// Fields, and the fields of other objects after them.
  ///
  /// - Parameters:
  ///   - fields: the values by their keys. A nil becomes null.
  ///   - conditional: the same of fields that an `@include` or `@skip` may leave out: those with nil are left out.
  ///   - parts: what has further fields: fragments, and what is asked of certain types. A nil has none.
  public init(
    _ fields: KeyValuePairs<String, any Encodable> = [:],
    omittingNil conditional: KeyValuePairs<String, any Encodable> = [:], _ parts: (any ResponseObject)?...
  ) {
    members = Array(fields)
    members += conditional.filter { ($0.value as? any PossiblyNil)?.content.isNil != true }
    for case let part? in parts { members += part.responseFields.members }
  }
}

extension ResponseFields: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for (key, values) in values {
      func put(_ value: some Encodable) throws { try container.encode(value, forKey: PathKey(stringValue: key)) }
      let value: any Encodable = values.count == 1 ? values[0] : MergedValues(values: values)
      try put(value)
    }
  }

  /// The values of each key, in the order of the keys.
  private var values: [(key: String, values: [any Encodable])] {
    var places: [String: Int] = [:]
    var found: [(key: String, values: [any Encodable])] = []
    for (key, value) in members {
      if let place = places[key] {
        found[place].values.append(value)
      } else {
        places[key] = found.count
        found.append((key, [value]))
      }
    }
    return found
  }

  /// Objects under one key.
  fileprivate init(merging objects: [any ResponseObject]) {
    members = objects.flatMap(\.responseFields.members)
  }
}

/// What several parts of an object say of one field. They say the same of a scalar.
private struct MergedValues: Encodable {
  let values: [any Encodable]

  func encode(to encoder: any Encoder) throws {
    let present = values.map { value in (value as? any PossiblyNil)?.content ?? .value(value) }.compactMap(\.value)
    let objects = present.compactMap { $0 as? any ResponseObject }
    let lists = present.compactMap { ($0 as? any ListOfValues)?.elements }
    if !objects.isEmpty, objects.count == present.count {
      try ResponseFields(merging: objects).encode(to: encoder)
    } else if let first = lists.first, lists.count == present.count {
      let merged = first.indices.map { index in
        MergedValues(values: lists.compactMap { index < $0.count ? $0[index] : nil })
      }
      try merged.encode(to: encoder)
    } else if let first = present.first {
      try first.encode(to: encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

/// A value that may be nil: an optional.
private protocol PossiblyNil {
  var content: PresentValue { get }
}

private enum PresentValue {
  case none
  case value(any Encodable)

  var isNil: Bool {
    if case .none = self { true } else { false }
  }

  var value: (any Encodable)? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Optional: PossiblyNil where Wrapped: Encodable {
  fileprivate var content: PresentValue {
    guard let self else { return .none }
    return (self as? any PossiblyNil)?.content ?? .value(self)
  }
}

/// A list whose elements can be merged with those of another one.
private protocol ListOfValues {
  var elements: [any Encodable] { get }
}

extension Array: ListOfValues where Element: Encodable {
  fileprivate var elements: [any Encodable] { map { $0 } }
}
