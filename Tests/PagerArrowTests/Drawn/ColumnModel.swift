/// A second, simple version of the rules in docs/python/arrow.md: the type that holds all of some values, and the
/// values in the notation of ``Batch``.
indirect enum ColumnModel {
  case null
  case bool
  case int64
  case float64
  case string
  case json
  case list(ColumnModel)
  case structure([(key: String, type: ColumnModel)])

  init(_ values: [DrawnValue]) {
    let present = values.filter { if case .null = $0 { false } else { true } }
    let integers = present.compactMap { if case .integer(let integer) = $0 { integer } else { nil } }
    let lists = present.compactMap { if case .list(let elements) = $0 { elements } else { nil } }
    let objects = present.compactMap { if case .object(let members) = $0 { members } else { nil } }
    let doubles = present.count { if case .double = $0 { true } else { false } }
    self =
      switch present.count {
      case 0: .null
      case present.count(where: { if case .bool = $0 { true } else { false } }): .bool
      case present.count(where: { if case .string = $0 { true } else { false } }): .string
      case integers.count: integers.allSatisfy { Int64(exactly: $0) != nil } ? .int64 : .json
      case integers.count + doubles: integers.allSatisfy { $0.magnitude <= 1 << 53 } ? .float64 : .json
      case lists.count: .list(ColumnModel(lists.flatMap(\.self)))
      case objects.count: Self.structure(of: objects)
      default: .json
      }
  }

  private static func structure(of objects: [[(key: String, value: DrawnValue)]]) -> ColumnModel {
    var keys: [String] = []
    for object in objects {
      guard Set(object.map(\.key)).count == object.count else { return .json }
      for member in object where !keys.contains(member.key) { keys.append(member.key) }
    }
    guard !keys.isEmpty, !keys.contains(where: { $0.contains("\0") }) else { return .json }
    return .structure(
      keys.map { key in (key, ColumnModel(objects.flatMap { $0.filter { $0.key == key }.map(\.value) })) })
  }

  /// The type in the words of a configuration.
  var text: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int64: "int64"
    case .float64: "float64"
    case .string: "string"
    case .json: "json"
    case .list(let element): BatchColumn.list([element.text])
    case .structure(let members): BatchColumn.structure(members.map { ($0.key, $0.type.text) })
    }
  }

  /// A value in a column of this type.
  func cell(_ value: DrawnValue) -> String {
    switch (self, value) {
    case (_, .null): "null"
    case (.json, _): "`\(value.text)`"
    case (.float64, .integer(let integer)): "\(Double(integer))"
    case (.string, .string(let string)): "\"\(string)\""
    case (.list(let element), .list(let elements)): BatchColumn.list(elements.map(element.cell))
    case (.structure(let members), .object(let object)):
      BatchColumn.structure(
        members.map { member in
          (member.key, object.first { $0.key == member.key }.map { member.type.cell($0.value) } ?? "null")
        })
    default: value.text
    }
  }
}

/// What a table makes of rows.
struct TableModel {
  let type: String
  let rows: [String]

  /// - Parameter all: also the rows that the types fit without being in the table, in the order in which it met them.
  init(_ rows: [DrawnValue], among all: [DrawnValue]) {
    let saysNothing = all.allSatisfy { row in
      switch row {
      case .null: true
      case .object(let members): members.isEmpty
      default: false
      }
    }
    let model = ColumnModel(all)
    switch model {
    case .structure(let members):
      type = model.text
      let nulls = BatchColumn.structure(members.map { ($0.key, "null") })
      self.rows = rows.map { if case .null = $0 { nulls } else { model.cell($0) } }
    case _ where saysNothing:
      type = "{}"
      self.rows = rows.map { _ in "{}" }
    default:
      type = BatchColumn.structure([("value", model.text)])
      self.rows = rows.map { BatchColumn.structure([("value", model.cell($0))]) }
    }
  }
}
