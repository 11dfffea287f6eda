import PagerBytes
import PagerCache
import PagerClient
import PagerJSON

/// Reads and writes objects and queries of a cache. It is valid until the function that got it returns.
public final class ReadWriteTransaction: ReadTransaction {
  // MARK: Objects

  /// Writes some fields of an object; its other fields stay. The cache makes the object if it does not exist yet.
  ///
  /// - Parameters:
  ///   - fields: a value that encodes to an object with the fields by name. A field with arguments is called
  ///     `price(currency:"EUR")`, and an object that has a key is given as a `CacheReference`.
  ///   - key: the object's key: `Product:17`.
  /// - Throws: `ClientError.cache` if the value does not encode to an object, or if a name or the key is not valid; and
  ///   what `encode(to:)` throws.
  public func write(_ fields: some Encodable, to key: String) throws {
    try write(json(fields), to: key)
  }

  /// Changes an object: reads it, lets a function change it, and writes the fields that changed.
  ///
  /// - Throws: what `readObject` and `write` throw, and what the function throws. If the function throws, nothing is
  ///   written.
  public func updateObject<Object: Codable>(
    ofType type: Object.Type = Object.self, withKey key: String, _ body: (inout Object) throws -> Void
  ) throws {
    var object = try readObject(ofType: type, withKey: key)
    let before = try json(object).object ?? [:]
    try body(&object)
    let after = try json(object)
    guard let fields = after.object else { return try write(after, to: key) }
    let changed = fields.filter { before[$0.key] != $0.value }
    if !changed.isEmpty { try write(.object(changed), to: key) }
  }

  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONEncoding.value(value, coding: .forServers(dates))
  }

  private func write(_ fields: JSONValue, to key: String) throws {
    let text = try fields.received()
    try use { records throws(CacheError) in try records.write(text, to: key) }
  }

  /// Removes an object.
  ///
  /// A reference to the object is a miss until a response or a write brings it back. Pages that show the object stay.
  ///
  /// - Throws: `ClientError.cache` for a key that no object can have.
  public func removeObject(for key: String) throws {
    try use { records throws(CacheError) in try records.evict(key) }
  }

  /// Removes all objects whose keys contain a text, in upper or lower case.
  ///
  /// - Throws: `ClientError.cache` if the file of the cache cannot be read.
  public func removeObjects(matching pattern: String) throws {
    try use { records throws(CacheError) in try records.evict(matching: pattern) }
  }

  /// Removes all objects.
  ///
  /// - Throws: `ClientError.cache` if the file of the cache cannot be written.
  public func clearCache() throws {
    try use { records throws(CacheError) in try records.clear() }
  }

  // MARK: Queries

  /// Writes the data of a query, as if a server had answered it.
  ///
  /// Objects need their `__typename` to have keys. If the data has none, the object in the same place of the cache
  /// gives its `__typename`. Therefore data that was read and changed can be written as it is.
  ///
  /// - Throws: `ClientError.cache` if the query could not be read back because a field or a `__typename` is missing;
  ///   and what `encode(to:)` of the data or the variables throws. If the call throws, it writes nothing.
  public func write<Query: GraphQLQuery>(data: Query.Data, for query: Query) throws where Query.Data: Encodable {
    let request = try request(query)
    var data = try json(data)
    if case .success(let answer)? = try? use({ records throws(CacheError) in try records.read(request) }) {
      let known = answer.bytes.withUnsafeBytes { try? JSONValue(parsing: String(decoding: $0, as: UTF8.self))["data"] }
      data.takeTypenames(from: known)
    }
    let text = try JSONValue.object(["data": data]).received()
    try use { records throws(CacheError) in try records.write(text, to: request) }
  }

  /// Changes the data of a query: reads it, lets a function change it, and writes it.
  ///
  /// - Throws: what `read` and `write` throw, and what the function throws. If the function throws, nothing is written.
  public func update<Query: GraphQLQuery>(
    _ query: Query, _ body: (inout Query.Data) throws -> Void
  ) throws where Query.Data: Encodable {
    var data = try read(query)
    try body(&data)
    try write(data: data, for: query)
  }

  // MARK: The end

  func commit() throws {
    try use { records throws(CacheError) in try records.commit() }
  }

  func commitOptimistic() throws -> OptimisticWrite {
    try use { records throws(CacheError) in try records.commitOptimistic() }
  }
}

extension JSONValue {
  /// The value's text, in the form of received bytes.
  fileprivate func received() throws -> ReceivedBytes {
    guard let bytes = try bytes().withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw ClientError.outOfResources(message: "there is not enough memory for the data to write")
    }
    return bytes
  }

  /// Gives each object without a type the type of the object in the same place. In a list with objects of one type the
  /// place does not matter.
  fileprivate mutating func takeTypenames(from known: JSONValue?) {
    switch (self, known) {
    case (.object(var members), .object(let others)?):
      if members["__typename"] == nil, let name = others["__typename"] { members["__typename"] = name }
      for name in members.keys { members[name]?.takeTypenames(from: others[name]) }
      self = .object(members)
    case (.array(let elements), .array(let others)?):
      let isUniform = Set(others.map { $0["__typename"] }).count == 1
      self = .array(
        elements.enumerated().map { index, element in
          var element = element
          let same = index < others.count ? others[index] : isUniform ? others.first : nil
          element.takeTypenames(from: same)
          return element
        })
    default: break
    }
  }
}
