// `import SwiftPager` is enough: it brings the client, its queries and responses, and Combine's names along.
@_exported public import PagerClient
@_exported public import PagerJSON
@_exported public import PagerPublishing
