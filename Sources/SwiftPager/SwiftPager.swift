// `import SwiftPager` is enough: it also imports the client, its queries and responses, and Combine's names.
@_exported public import PagerClient
@_exported public import PagerJSON
