import PagerClient
import PagerJSON
import Testing

@testable import PagerABI

@Suite("A client's config sets what Swift's configuration sets")
struct ClientConfigurationTests {
  private let endpoint = "https://localhost/graphql"

  @Test func whatItLeavesOutIsAsEverywhere() throws {
    var calls = CallRules()
    let configuration = try ClientConfiguration(reading: #"{"endpoint": "\#(endpoint)"}"#, calls: &calls)
    // But for the cache, which C has to ask for.
    #expect(configuration == ClientConfiguration(endpoint: endpoint, cache: CacheOptions(store: .none)))
    #expect(configuration.timeout == .seconds(30))
    #expect(configuration.connectTimeout == .seconds(10))
    #expect(configuration.maximumResponseBytes == 64 << 20)
    #expect(configuration.userAgent.hasPrefix("swiftpager/"))
  }

  @Test func everyKeyFillsItsPart() throws {
    var calls = CallRules()
    let configuration = try ClientConfiguration(
      reading: #"""
        {"endpoint": "\#(endpoint)", "headers": {"a": "b"}, "timeout_ms": 0, "connect_timeout_ms": 5,
         "max_response_bytes": 7, "tls": {"ca_file": "ca", "client_cert": "cert", "client_key": "key"},
         "proxy": "", "http_version": "1.1", "delivery": "thread", "interruptible": true, "user_agent": "me",
         "cache": {"sqlite": "a.db"}, "key_fields": {"*": ["sku"], "Shop": []}, "max_records": 9,
         "max_age_ms": {"*": 1, "Shop": 2000}, "add_typename": false,
         "persisted_queries": {"get": true}, "compress_requests": false, "rate_limit": "pace"}
        """#, calls: &calls)
    #expect(
      configuration
        == ClientConfiguration(
          endpoint: endpoint, headers: ["a": "b"], timeout: .zero, connectTimeout: .milliseconds(5),
          maximumResponseBytes: 7, certificateAuthorityFile: "ca", clientCertificateFile: "cert", clientKeyFile: "key",
          proxy: "", httpVersion: .http1, userAgent: "me",
          cache: CacheOptions(
            store: .sqlite(path: "a.db"), keyFields: ["sku"], keyFieldsByType: ["Shop": []], maximumRecords: 9,
            maximumAge: .milliseconds(1), maximumAgeByType: ["Shop": .seconds(2)], addsTypename: false),
          persistedQueries: PersistedQueryOptions(usesGet: true), compressesRequests: false, rateLimit: .pace))
    #expect(calls.delivery == .thread && calls.areInterruptible)
  }

  @Test(
    "rates, shares and connections",
    arguments: [
      (#""rate_limit": {"mode": "rate", "per_second": 0.5}"#, RateLimitPolicy.rate(perSecond: 0.5, burst: 1)),
      (#""rate_limit": {"mode": "rate", "per_second": 10, "burst": 3}"#, .rate(perSecond: 10, burst: 3)),
      (#""rate_limit": {"mode": "pace", "share": 0.25}"#, .pace(share: 0.25)),
      (#""rate_limit": {"mode": "pace", "share": 1}"#, .pace), (#""rate_limit": {"mode": "pace"}"#, .pace),
      (#""rate_limit": "pace""#, .pace), (#""rate_limit": "react""#, .react),
    ])
  func rates(member: String, policy: RateLimitPolicy) throws {
    var calls = CallRules()
    let configuration = try ClientConfiguration(
      reading: #"{"endpoint": "\#(endpoint)", \#(member), "max_connections": 4}"#, calls: &calls)
    #expect(configuration.rateLimit == policy)
    #expect(configuration.maximumConnections == 4)
  }

  @Test(
    "What only a cache needs is refused without one",
    arguments: [
      ("\"key_fields\": [\"id\"]", "/key_fields"), ("\"max_records\": 1", "/max_records"),
      ("\"max_age_ms\": 1, \"cache\": \"none\"", "/max_age_ms"), ("\"add_typename\": true", "/add_typename"),
    ])
  func withoutCache(member: String, path: String) throws {
    var calls = CallRules()
    let error = #expect(throws: ErrorReport.self) {
      try ClientConfiguration(reading: #"{"endpoint": "\#(endpoint)", \#(member)}"#, calls: &calls)
    }
    #expect(error?.status == .invalidConfig)
    #expect(error?.path?.description == path)
    #expect(error?.message.contains(#""cache" is "none""#) == true)
  }

  @Test(
    "What no client can be made of is refused with its key",
    arguments: [
      ("\"headers\": {\"a b\": \"c\"}", "/headers"), ("\"tls\": {\"client_key\": \"key\"}", "/tls/client_key"),
      ("\"proxy\": \"ftp://host\"", "/proxy"), ("\"user_agent\": \"a\\nb\"", "/user_agent"),
    ])
  func refused(member: String, path: String) throws {
    var calls = CallRules()
    let configuration = try ClientConfiguration(
      reading: #"{"endpoint": "\#(endpoint)", \#(member)}"#, calls: &calls)
    let error = #expect(throws: ErrorReport.self) { try ClientObject(configuration, calls: calls) }
    #expect(error?.status == .invalidConfig)
    #expect(error?.path?.description == path)
  }
}
