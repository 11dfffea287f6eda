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

  /// The type with a name; nil if there is none.
  package init?(word: String) {
    guard let type = Self.words.first(where: { $0.key == word })?.value else { return nil }
    self = type
  }
}
