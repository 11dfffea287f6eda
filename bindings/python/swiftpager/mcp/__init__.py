"""The lists of a GraphQL server for an assistant, by the Model Context Protocol: see `swiftpager mcp --help`."""
