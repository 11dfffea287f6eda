package import PagerState

/// What asks for one page of a connection: the end of the list that the page extends, and the variables that are set for
/// it beside those that stay the same.
///
/// Two equal requests ask for the same page. The end belongs to it: what comes after a cursor is not what comes before it.
package struct PageRequest: Sendable, Hashable {
  /// The end of the list that the page extends, and so the direction in which it is read.
  package let end: ListEnd
  /// The variables that it sets, in the order in which they are sent.
  package let settings: [Setting]

  package struct Setting: Sendable, Hashable {
    package let variable: String
    package let value: VariableValue

    package init(_ variable: String, _ value: VariableValue) {
      self.variable = variable
      self.value = value
    }
  }

  package init(toward end: ListEnd, _ settings: [Setting] = []) {
    self.end = end
    self.settings = settings
  }
}
