import PagerJSON
import PagerSyntax

/// The fields that a query selects of objects of one type.
final class TypedSelection {
  let type: String
  /// The name of the type, as keys begin with it.
  let typeName: [UInt8]
  /// The name of the type as a response has it, in quotes.
  let typeText: [UInt8]
  let fields: ContiguousArray<PlannedField>
  /// Which fields are values without fields and without arguments: most of them, by their place.
  let isValue: ContiguousArray<Bool>
  /// The keys of the fields in responses, in quotes.
  let responseKeys: KeyList
  /// What precedes their values there, with the comma between them.
  let openings: KeyList
  /// The fields that make the key of an object; nil if it has none.
  let keyFields: [Int]?
  /// Why it is not known which fields these are; nil if it is.
  let doubt: String?
  /// Whether fragments on types decide over some of the fields.
  let isConditional: Bool
  /// Whether objects keep all of these fields under their plain names.
  let hasArguments: Bool
  /// The fields that an object with a key keeps itself. Fields with arguments are separate records.
  let plain: Shape
  /// The state of the facts that it follows from.
  private var revision: Int
  /// Whether an object has contradicted it since.
  var isStale = false
  /// The last answer that had an object with just these fields.
  var answer: UInt64?

  init(
    type: String, fields: [PlannedField], doubt: String?, isConditional: Bool, revision: Int, keys: KeyFields
  ) {
    self.type = type
    typeName = Array(type.utf8)
    typeText = Array("\"\(type)\"".utf8)
    self.fields = ContiguousArray(fields)
    isValue = ContiguousArray(fields.map { $0.selection == nil && !$0.hasArguments })
    responseKeys = KeyList(fields.map { Array("\"\($0.field.responseKey)\"".utf8) })
    openings = KeyList(fields.enumerated().map { ($0.offset == 0 ? [] : [UInt8(ascii: ",")]) + $0.element.opening })
    self.doubt = doubt
    self.isConditional = isConditional
    self.revision = revision
    hasArguments = fields.contains { $0.hasArguments }
    plain = Shape(fields.filter { !$0.hasArguments }.map(\.name))
    keyFields = Self.keyFields(of: type, fields, keys)
  }

  /// Whether nothing was learned since that could have something to do with the fields.
  func isCurrent(_ facts: @autoclosure () -> TypeFacts) -> Bool {
    !isConditional || revision == facts().revision && !isStale
  }

  /// The facts have changed, and these are the fields still.
  func confirm(_ facts: TypeFacts) {
    revision = facts.revision
    isStale = false
  }

  private static func keyFields(of type: String, _ fields: [PlannedField], _ keys: KeyFields) -> [Int]? {
    guard !type.isEmpty, let names = keys.names(for: type) else { return nil }
    var indexes: [Int] = []
    for name in names {
      guard let index = fields.firstIndex(where: { $0.name == name && !$0.hasArguments && $0.selection == nil })
      else { return nil }
      indexes.append(index)
    }
    return indexes
  }
}

/// One field of an object, as a query selects it.
final class PlannedField {
  let field: Field
  let name: String
  let hasArguments: Bool
  /// What precedes its value in a response: its key in quotes, and a colon. Names need no escapes.
  let opening: [UInt8]
  /// Its place among all fields of the operation.
  let number: Int
  /// What is selected of its objects; nil for a value without fields.
  let selection: SelectionNode?

  init(_ field: Field, number: Int, selection: SelectionNode?) {
    self.field = field
    name = field.name
    hasArguments = !field.arguments.isEmpty
    self.number = number
    self.selection = selection
    opening = Array("\"\(field.responseKey)\":".utf8)
  }
}
