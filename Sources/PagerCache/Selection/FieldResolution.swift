/// The keys of an operation's fields with one request's variables, worked out once each.
struct FieldResolution {
  private let variables: RequestVariables
  private var keys: [String?]
  /// With their selections: if one were released, another selection could get its identity.
  private var shapes: [ObjectIdentifier: (selection: TypedSelection, shape: Shape)] = [:]

  init(_ variables: RequestVariables, fieldCount: Int) {
    self.variables = variables
    keys = Array(repeating: nil, count: fieldCount)
  }

  /// The key under which an object keeps a field.
  mutating func key(of field: PlannedField) -> String {
    guard field.hasArguments else { return field.name }
    // Fields may be met for the first time in the middle of a response.
    while keys.count <= field.number { keys.append(nil) }
    if let known = keys[field.number] { return known }
    let key = field.field.key(with: variables)
    keys[field.number] = key
    return key
  }

  /// The shape of objects without a key, which keep fields with arguments together with the others.
  mutating func shape(of selection: TypedSelection) -> Shape {
    guard selection.hasArguments else { return selection.plain }
    if let known = shapes[ObjectIdentifier(selection)] { return known.shape }
    let shape = Shape(selection.fields.map { key(of: $0) })
    shapes[ObjectIdentifier(selection)] = (selection, shape)
    return shape
  }
}
