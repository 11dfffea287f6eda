/// What a response holds at one place: the fields of all the selection sets that apply there, by response key.
///
/// It includes fragments with any type condition, because the type is known only when the operation runs. It also
/// includes fields with `@skip` and `@include`, except for those that the operation's ``SelectionConditions`` know.
struct ResponseSelection {
  /// The fields in the order in which they are first met.
  private(set) var fields: [ResponseField] = []
  private var indexByKey: [String: Int] = [:]
  /// The fragments spread so far. A second spread into the same place adds nothing, and following it would make a
  /// document of n fragments cost 2ⁿ steps.
  private var spreadFragments: Set<String> = []

  init(_ selectionSets: [SelectionSet], in operation: ExecutableOperation) {
    for selectionSet in selectionSets { collect(selectionSet, operation) }
  }

  /// The first field with that name in the schema, under any response key.
  func field(named name: String) -> ResponseField? {
    fields.first { $0.field.name == name }
  }

  private mutating func collect(_ selectionSet: SelectionSet, _ operation: ExecutableOperation) {
    for selection in selectionSet.selections where operation.selects(selection) {
      switch selection {
      case .field(let field):
        add(field)
      case .inlineFragment(let fragment):
        collect(fragment.selectionSet, operation)
      case .fragmentSpread(let spread):
        guard spreadFragments.insert(spread.fragmentName).inserted,
          let fragment = operation.fragments[spread.fragmentName]
        else { continue }
        collect(fragment.selectionSet, operation)
      }
    }
  }

  private mutating func add(_ field: Field) {
    if let index = indexByKey[field.responseKey] {
      fields[index].add(field)
    } else {
      indexByKey[field.responseKey] = fields.count
      fields.append(ResponseField(field))
    }
  }
}

/// A field of the response, and the way to it.
struct ResponsePlace {
  /// The field that stands there.
  let response: ResponseField
  /// The response keys from `data` to it, its own included.
  let path: [String]
  /// The path of the nearest connection with this place in its `edges` or `nodes`, or nil.
  let enclosingConnection: [String]?

  /// The place of a field that is selected here.
  ///
  /// - Parameter isConnection: whether this place is a connection, so that its `edges` and `nodes` are lists. Without
  ///   the schema other lists look like objects.
  func place(of child: ResponseField, isConnection: Bool) -> ResponsePlace {
    let isList = isConnection && (child.field.name == RelayField.edges || child.field.name == RelayField.nodes)
    return ResponsePlace(
      response: child, path: path + [child.key], enclosingConnection: isList ? path : enclosingConnection)
  }
}

/// The fields of a selection that share a response key, merged into one (specification, section 6.3.2,
/// `CollectFields`).
///
/// Validation at the server makes them agree on name and arguments, so the first one speaks for all.
struct ResponseField {
  let key: String
  /// The field that stands first.
  let field: Field
  /// The selection sets of all these fields. Together they select what the response has below the key.
  private(set) var selectionSets: [SelectionSet] = []

  init(_ field: Field) {
    key = field.responseKey
    self.field = field
    add(field)
  }

  mutating func add(_ field: Field) {
    if let selectionSet = field.selectionSet { selectionSets.append(selectionSet) }
  }
}
