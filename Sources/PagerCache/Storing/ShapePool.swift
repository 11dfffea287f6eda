/// The shapes of the objects that were loaded last: most have the fields of another.
final class ShapePool {
  private var shapes: [Shape] = []
  private var next = 0
  private static let size = 16

  func shape(_ names: [String]) -> Shape {
    if let known = shapes.first(where: { $0.names == names }) { return known }
    let made = Shape(names)
    if shapes.count < Self.size { shapes.append(made) } else { shapes[next] = made }
    next = (next + 1) % Self.size
    return made
  }
}
