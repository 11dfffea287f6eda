import PagerJSON
import PagerSyntax

/// What a document shows of the items of a list.
package struct ShownItems: Sendable, Hashable {
  let nodeKeys: [JSONPointer: [String]]
  let inner: InnerConnections?
}
