// swift-tools-version: 6.2
import PackageDescription

// In your own package, depend on swiftpager by its URL instead of its path.
let package = Package(
  name: "command",
  dependencies: [
    .package(name: "swiftpager", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "products",
      dependencies: [
        .product(name: "SwiftPager", package: "swiftpager"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ]
)
