// swift-tools-version: 6.2
import PackageDescription

/// Imports are internal unless said otherwise, members need their module's import, existentials are written `any`.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// `make library` has simdjson inside the library, and links it by itself. Other builds link the system's.
let simdjson: [LinkerSetting] =
  Context.environment["SWIFTPAGER_SIMDJSON"] == "inside" ? [] : [.linkedLibrary("simdjson")]

/// The C library checks the sizes that the compiler knows of. Only where the optimizer runs, without which it cannot.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))]
let fortifiedCxx: [CXXSetting] = [.define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release))]

let package = Package(
  name: "swiftpager",
  products: [
    .library(name: "SwiftPager", targets: ["SwiftPager"]),
    // Transports and pages for the tests of an app.
    .library(name: "SwiftPagerTesting", targets: ["SwiftPagerTesting"]),
    // Foundation's schedulers for Combine's operators: `receive(on: RunLoop.main)`. SwiftPager itself is free of
    // Foundation.
    .library(name: "SwiftPagerFoundation", targets: ["SwiftPagerFoundation"]),
    // The C ABI. Build it with `make lib`, which adds the linker flags of a shared library for other languages.
    .library(name: "swiftpager", type: .dynamic, targets: ["PagerABI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.2.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // C and C++ libraries, behind the smallest shims.
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CSimdjson", cxxSettings: fortifiedCxx, linkerSettings: simdjson),
    .target(name: "CPlatform", cSettings: fortified),
    // The C contract: the header is its only declaration.
    .systemLibrary(name: "CSwiftPager", path: "include"),

    // From bytes to responses.
    .target(
      name: "PagerThreads",
      dependencies: ["CPlatform", .product(name: "DequeModule", package: "swift-collections")],
      swiftSettings: strict),
    .target(name: "PagerBytes", swiftSettings: strict),
    .target(
      name: "PagerJSON", dependencies: ["PagerBytes", "CJansson", "CSimdjson"],
      // For a value that cannot outlive the text it points into.
      swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "PagerTransport",
      dependencies: [
        "PagerThreads", "PagerBytes", "CCurl", "CCrypto", "CPlatform",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(name: "PagerSyntax", swiftSettings: strict),
    .target(
      name: "PagerCache",
      dependencies: [
        "PagerThreads", "PagerBytes", "PagerJSON", "PagerSyntax", "CPlatform", "CSQLite",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(
      name: "PagerRecording",
      dependencies: [
        "PagerThreads", "PagerBytes", "PagerJSON", "PagerTransport", "PagerSyntax", "CPlatform",
      ],
      swiftSettings: strict),
    .target(
      name: "PagerClient",
      dependencies: [
        "PagerThreads", "PagerBytes", "PagerJSON", "PagerTransport", "PagerSyntax", "PagerCache",
        "PagerRecording", "CCrypto", "CZlib", "CPlatform", .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),

    // From responses to updates. What PagerState and the engine declare is public, and not package like all else that
    // crosses targets: only public generic code can the compiler specialise in another module, and a page then costs
    // the network thread a third less. No product has these modules.
    .target(
      name: "PagerState",
      dependencies: [
        .product(name: "HashTreeCollections", package: "swift-collections"),
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .target(
      name: "PagerEngine", dependencies: ["PagerClient", "PagerState", "PagerTransport", "PagerThreads"],
      swiftSettings: strict),
    .target(
      name: "PagerLists",
      dependencies: [
        "PagerEngine", "PagerClient", "PagerCache", "PagerState", "PagerSyntax", "PagerTransport", "PagerJSON",
        "PagerBytes", "PagerThreads", "CPlatform", "CCrypto",
      ],
      resources: [.embedInCode("Finding/words.json")], swiftSettings: strict),

    // From updates to Swift.
    .target(
      name: "SwiftPager",
      dependencies: [
        "PagerLists", "PagerEngine", "PagerClient", "PagerState", "PagerCache", "PagerTransport", "PagerThreads",
        "PagerJSON", "PagerBytes", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux])),
        .product(name: "OpenCombineDispatch", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // From rows to columns.
    .target(
      name: "PagerArrow", dependencies: ["CSwiftPager", "PagerJSON", "PagerBytes", "CSimdjson"], swiftSettings: strict),

    .target(
      name: "SwiftPagerTesting",
      dependencies: ["SwiftPager", "PagerClient", "PagerTransport", "PagerJSON", "PagerBytes"], swiftSettings: strict),
    .target(
      name: "SwiftPagerFoundation",
      dependencies: [
        "SwiftPager", "PagerJSON",
        .product(name: "OpenCombineFoundation", package: "OpenCombine", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),

    // From updates to C.
    .target(
      name: "PagerABI",
      dependencies: [
        "CSwiftPager", "CPlatform", "PagerArrow", "PagerLists", "PagerEngine", "PagerClient", "PagerCache",
        "PagerRecording", "PagerState", "PagerTransport", "PagerSyntax", "PagerJSON", "PagerBytes", "PagerThreads",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),

    .testTarget(
      name: "PagerJSONTests", dependencies: ["PagerJSON", "PagerBytes", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PagerArrowTests", dependencies: ["PagerArrow", "CSwiftPager", "PagerJSON", "PagerBytes", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PagerThreadsTests", dependencies: ["PagerThreads", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PagerTransportTests", dependencies: ["PagerTransport", "PagerThreads", "PagerBytes", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PagerCacheTests",
      dependencies: [
        "PagerCache", "PagerThreads", "PagerJSON", "PagerBytes", "PagerSyntax", "TestSupport", "CacheTool",
      ],
      swiftSettings: strict),
    // A process that the tests start, and kill.
    .executableTarget(
      name: "CacheTool", dependencies: ["PagerCache", "PagerThreads", "PagerBytes"], path: "Tests/CacheTool",
      swiftSettings: strict),
    .testTarget(
      name: "PagerRecordingTests",
      dependencies: ["PagerRecording", "PagerTransport", "PagerJSON", "PagerBytes", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "PagerSyntaxTests", dependencies: ["PagerSyntax", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PagerClientTests",
      dependencies: [
        "PagerClient", "PagerCache", "PagerTransport", "PagerThreads", "PagerJSON", "PagerBytes", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "PagerStateTests", dependencies: ["PagerState", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PagerEngineTests",
      dependencies: [
        "PagerEngine", "PagerClient", "PagerState", "TestSupport",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PagerListsTests",
      dependencies: [
        "PagerLists", "PagerEngine", "PagerClient", "PagerCache", "PagerState", "PagerSyntax", "PagerTransport",
        "PagerThreads", "PagerJSON", "PagerBytes", "TestSupport",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SwiftPagerTests",
      dependencies: [
        "SwiftPager", "TestSupport", "PagerClient", "PagerCache", "PagerTransport", "PagerJSON",
        "PagerBytes",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PagerABITests",
      dependencies: [
        "PagerABI", "CSwiftPager", "CPlatform", "PagerThreads", "PagerLists", "PagerEngine", "PagerClient",
        "PagerState", "PagerJSON", "TestSupport",
      ],
      swiftSettings: strict),
    // With what is public alone, as an app has it.
    .testTarget(
      name: "SwiftPagerTestingTests", dependencies: ["SwiftPager", "SwiftPagerTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SwiftPagerFoundationTests", dependencies: ["SwiftPagerFoundation", "SwiftPagerTesting"],
      swiftSettings: strict),
    // What `swiftpager generate` writes, under the strictest settings of an app.
    .target(
      name: "GeneratedCode", dependencies: ["SwiftPager", "SwiftPagerFoundation"], path: "Tests/Generated/Code",
      exclude: ["market.graphql", "queries"],
      swiftSettings: [
        .defaultIsolation(MainActor.self), .strictMemorySafety(), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ]),
    .testTarget(
      name: "GeneratedCodeTests", dependencies: ["GeneratedCode", "SwiftPager", "SwiftPagerTesting", "TestSupport"],
      path: "Tests/Generated/Tests", swiftSettings: strict),
    // Apps that were written for ApolloPagination, and their tests.
    .testTarget(
      name: "Apollo1SampleTests", dependencies: ["SwiftPagerFoundation", "SwiftPagerTesting"],
      path: "Tests/Samples/Apollo1", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "Apollo2SampleTests", dependencies: ["SwiftPager", "SwiftPagerTesting"], path: "Tests/Samples/Apollo2"),
    // What several of the test targets use.
    .target(
      name: "TestSupport", dependencies: ["PagerTransport", "PagerJSON", "PagerBytes"], path: "Tests/TestSupport",
      swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
