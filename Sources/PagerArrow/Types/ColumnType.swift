/// The type of a column, as Arrow has it.
package indirect enum ColumnType: Hashable, Sendable {
  /// Nothing but nulls so far.
  case null
  case bool
  case int64
  case float64
  case string
  /// The text of any JSON value: for values of several types, and for values that no other type holds without loss.
  case json
  /// Objects without members so far. Parquet cannot hold a structure without columns, so they are handed out as JSON
  /// text.
  case emptyObject
  case date
  case timestamp(Timestamp)
  case list(ColumnType)
  case structure(StructureType)

  /// Moments.
  package struct Timestamp: Hashable, Sendable {
    package enum Unit: Hashable, Sendable {
      case microseconds
      case nanoseconds
    }

    package var unit: Unit
    /// Whether they are moments in UTC, from text that names its zone. Otherwise they are local times.
    package var isUTC: Bool

    package init(unit: Unit, isUTC: Bool) {
      self.unit = unit
      self.isUTC = isUTC
    }
  }
}

/// The members of an object that become columns.
package struct StructureType: Hashable, Sendable {
  package var fields: [ColumnField]
  /// Whether only these fields of the object are wanted. Otherwise a member without a field is a contradiction.
  package var isSelection: Bool

  package init(fields: [ColumnField], isSelection: Bool) {
    self.fields = fields
    self.isSelection = isSelection
  }
}

/// A column with its name.
package struct ColumnField: Hashable, Sendable {
  package var name: String
  package var type: ColumnType

  package init(name: String, type: ColumnType) {
    self.name = name
    self.type = type
  }
}

extension ColumnType: CustomStringConvertible {
  /// The type as messages and the configuration of columns name it.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int64: "int64"
    case .float64: "float64"
    case .string: "string"
    case .json, .emptyObject: "json"
    case .date: "date"
    case .timestamp(let timestamp): timestamp.name
    case .list(let element): "[\(element)]"
    case .structure(let structure):
      "{\(structure.fields.map { "\($0.name): \($0.type)" }.joined(separator: ", "))}"
    }
  }
}

extension ColumnType.Timestamp {
  var name: String {
    "timestamp\(isUTC ? "" : "_local")\(unit == .nanoseconds ? "_ns" : "")"
  }
}

/// The words of a configuration for the types without parts.
extension ColumnType {
  /// All of them, in the order in which messages list them.
  package static let words: KeyValuePairs<String, ColumnType> = [
    "bool": .bool,
    "int64": .int64,
    "float64": .float64,
    "string": .string,
    "json": .json,
    "date": .date,
    "timestamp": .timestamp(Timestamp(unit: .microseconds, isUTC: true)),
    "timestamp_ns": .timestamp(Timestamp(unit: .nanoseconds, isUTC: true)),
    "timestamp_local": .timestamp(Timestamp(unit: .microseconds, isUTC: false)),
    "timestamp_local_ns": .timestamp(Timestamp(unit: .nanoseconds, isUTC: false)),
  ]

  /// The type with a name; nil if no type has it.
  package init?(word: String) {
    guard let type = Self.words.first(where: { $0.key == word })?.value else { return nil }
    self = type
  }
}
