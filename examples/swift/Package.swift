// swift-tools-version: 6.2
import PackageDescription

// In your own package, depend on swiftpager by its URL instead of its path.
let package = Package(
  name: "walk",
  dependencies: [.package(name: "swiftpager", path: "../..")],
  targets: [
    .executableTarget(name: "walk", dependencies: [.product(name: "SwiftPager", package: "swiftpager")]),
    .executableTarget(name: "watch", dependencies: [.product(name: "SwiftPager", package: "swiftpager")]),
  ]
)
