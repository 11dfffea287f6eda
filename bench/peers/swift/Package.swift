// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "swiftpager_peers",
  dependencies: [.package(name: "swiftpager", path: "../../..")],
  targets: [
    .target(name: "Peer", dependencies: [.product(name: "SwiftPager", package: "swiftpager")]),
    .executableTarget(
      name: "swiftpager_typed", dependencies: ["Peer", .product(name: "SwiftPager", package: "swiftpager")]),
    .executableTarget(
      name: "swiftpager_held", dependencies: ["Peer", .product(name: "SwiftPager", package: "swiftpager")]),
  ]
)
