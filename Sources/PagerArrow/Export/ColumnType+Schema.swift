package import CSwiftPager

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Handing types out.
extension ColumnType {
  /// Writes the type as Arrow describes it. False, and nothing in the schema: there is not enough memory.
  package func export(named name: String, to schema: UnsafeMutablePointer<ArrowSchema>, isNullable: Bool = true) -> Bool
  {
    schema.initialize(
      to: ArrowSchema(
        format: strdup(format), name: strdup(name), metadata: nil,
        flags: isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0, n_children: 0, children: nil, dictionary: nil,
        release: releaseSchema, private_data: nil))
    guard schema.pointee.format != nil, schema.pointee.name != nil, exportMetadata(to: schema),
      exportChildren(to: schema)
    else {
      schema.pointee.release?(schema)
      return false
    }
    return true
  }

  private var format: String {
    switch self {
    case .null: "n"
    case .bool: "b"
    case .int64: "l"
    case .float64: "g"
    case .string, .json, .emptyObject: "u"
    case .date: "tdD"
    case .timestamp(let timestamp):
      "ts\(timestamp.unit == .nanoseconds ? "n" : "u"):\(timestamp.isUTC ? "UTC" : "")"
    case .list: "+l"
    case .structure: "+s"
    }
  }

  private var children: [ColumnField] {
    switch self {
    case .list(let element): [ColumnField(name: "item", type: element)]
    case .structure(let structure): structure.fields
    default: []
    }
  }

  private func exportChildren(to schema: UnsafeMutablePointer<ArrowSchema>) -> Bool {
    let fields = children
    guard !fields.isEmpty else { return true }
    guard let memory = malloc(fields.count * MemoryLayout<UnsafeMutablePointer<ArrowSchema>?>.stride) else {
      return false
    }
    let pointers = memory.bindMemory(to: UnsafeMutablePointer<ArrowSchema>?.self, capacity: fields.count)
    schema.pointee.children = pointers
    for (index, field) in fields.enumerated() {
      guard let memory = malloc(MemoryLayout<ArrowSchema>.stride) else { return false }
      let child = memory.bindMemory(to: ArrowSchema.self, capacity: 1)
      guard field.type.export(named: field.name, to: child) else {
        free(memory)
        return false
      }
      (pointers + index).initialize(to: child)
      schema.pointee.n_children += 1
    }
    return true
  }

  /// Marks JSON text: {"swiftpager.type": "json"}.
  private func exportMetadata(to schema: UnsafeMutablePointer<ArrowSchema>) -> Bool {
    guard self == .json || self == .emptyObject else { return true }
    let key: StaticString = "swiftpager.type"
    let value: StaticString = "json"
    guard let memory = malloc(12 + key.utf8CodeUnitCount + value.utf8CodeUnitCount) else { return false }
    memory.storeBytes(of: Int32(1), as: Int32.self)
    var position = 4
    for text in [key, value] {
      memory.storeBytes(of: Int32(text.utf8CodeUnitCount), toByteOffset: position, as: Int32.self)
      memcpy(memory + position + 4, text.utf8Start, text.utf8CodeUnitCount)
      position += 4 + text.utf8CodeUnitCount
    }
    schema.pointee.metadata = UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
    return true
  }
}

/// Releases a schema: its children that were not moved elsewhere, its texts, and itself.
private let releaseSchema: @convention(c) (UnsafeMutablePointer<ArrowSchema>?) -> Void = { schema in
  guard let schema, schema.pointee.release != nil else { return }
  for index in 0..<Int(schema.pointee.n_children) {
    guard let child = schema.pointee.children?[index] else { continue }
    child.pointee.release?(child)
    free(child)
  }
  free(schema.pointee.children)
  free(UnsafeMutableRawPointer(mutating: schema.pointee.format))
  free(UnsafeMutableRawPointer(mutating: schema.pointee.name))
  free(UnsafeMutableRawPointer(mutating: schema.pointee.metadata))
  schema.pointee.release = nil
}
