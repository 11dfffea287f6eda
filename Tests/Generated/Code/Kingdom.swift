// Written by `swiftpager generate` from a schema and its documents: do not edit.
// swift-format-ignore-file
public import SwiftPager

nonisolated public enum Kingdom {
  nonisolated public struct AllAnimalsQuery: GraphQLQuery {
    public static let operationName = "AllAnimals"
    public static let document = [
      #"""
      query AllAnimals {
        allAnimals {
          __typename
          height { feet inches }
          ...HeightInMeters
          ... on WarmBlooded {
            ...WarmBloodedDetails
            ... on HousePet { humanName livesWith { ...ClassroomPetDetails } }
          }
          species
          skinCovering
          ... on Pet {
            ...PetDetails
            ...WarmBloodedDetails
            ... on Animal { height { relativeSize centimeters } }
          }
          ... on Cat { isJellicle }
          ... on ClassroomPet { ... on Bird { wingspan } }
          ... on Dog { ...DogFragment birthdate }
          predators {
            __typename
            species
            ... on WarmBlooded { predators { species } ...WarmBloodedDetails laysEggs }
          }
        }
      }
      """#,
      HeightInMeters.definition, WarmBloodedDetails.definition, ClassroomPetDetails.definition, PetDetails.definition,
      DogFragment.definition,
    ].joined(separator: "\n")

    public init() {}

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var allAnimals: [Animal]

      public init(allAnimals: [Animal]) { self.allAnimals = allAnimals }

      public init(from node: ResponseNode) throws { allAnimals = try node["allAnimals"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["allAnimals": allAnimals]) }

      @dynamicMemberLookup
      nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
        public var height: Height
        public var species: String
        public var skinCovering: SkinCovering?
        public var predators: [PredatorsAnimal]
        public var heightInMeters: HeightInMeters
        public var on: On

        public init(
          height: Height, species: String, skinCovering: SkinCovering? = nil, predators: [PredatorsAnimal],
          heightInMeters: HeightInMeters, on: On
        ) {
          (self.height, self.species, self.skinCovering) = (height, species, skinCovering)
          (self.predators, self.heightInMeters, self.on) = (predators, heightInMeters, on)
        }

        public init(from node: ResponseNode) throws {
          height = try node["height"].decode()
          species = try node["species"].string
          skinCovering = try node.optional("skinCovering")?.decode()
          predators = try node["predators"].decode()
          heightInMeters = try node.decode()
          on = try node.decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(
            ["height": height, "species": species, "skinCovering": skinCovering, "predators": predators],
            heightInMeters, on)
        }

        public subscript<Member>(dynamicMember path: KeyPath<HeightInMeters, Member>) -> Member {
          heightInMeters[keyPath: path]
        }

        nonisolated public enum On: ResponseObject, Hashable, Sendable {
          case dog(Dog)
          case cat(Cat)
          case bird(Bird)
          case human(WarmBloodedDetails)
          case petAnimal(PetAnimal)
          /// A type that the document does not ask for, or that the schema did not have.
          case other(String)

          public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }
          public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
          public var asBird: Bird? { if case .bird(let value) = self { value } else { nil } }
          public var asHuman: WarmBloodedDetails? { if case .human(let value) = self { value } else { nil } }
          public var asPetAnimal: PetAnimal? { if case .petAnimal(let value) = self { value } else { nil } }

          public init(from node: ResponseNode) throws {
            switch try node["__typename"].string {
            case "Dog": self = .dog(try node.decode())
            case "Cat": self = .cat(try node.decode())
            case "Bird": self = .bird(try node.decode())
            case "Human": self = .human(try node.decode())
            case "Fish", "Rat": self = .petAnimal(try node.decode())
            case let name: self = .other(name)
            }
          }

          public var responseFields: ResponseFields {
            switch self {
            case .dog(let value): value.responseFields
            case .cat(let value): value.responseFields
            case .bird(let value): value.responseFields
            case .human(let value): ResponseFields(["__typename": "Human"], value)
            case .petAnimal(let value): value.responseFields
            case .other(let name): ResponseFields(["__typename": name])
            }
          }
        }

        nonisolated public struct Height: ResponseObject, Hashable, Sendable {
          public var feet: Int
          public var inches: Int?

          public init(feet: Int, inches: Int? = nil) { (self.feet, self.inches) = (feet, inches) }

          public init(from node: ResponseNode) throws {
            feet = try node["feet"].int
            inches = try node.optional("inches")?.int
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Height", "feet": feet, "inches": inches])
          }
        }

        nonisolated public struct PredatorsAnimal: ResponseObject, Hashable, Sendable {
          public var species: String
          public var on: On

          public init(species: String, on: On) { (self.species, self.on) = (species, on) }

          public init(from node: ResponseNode) throws {
            species = try node["species"].string
            on = try node.decode()
          }

          public var responseFields: ResponseFields { ResponseFields(["species": species], on) }

          nonisolated public enum On: ResponseObject, Hashable, Sendable {
            case warmBlooded(WarmBlooded)
            /// A type that the document does not ask for, or that the schema did not have.
            case other(String)

            public var asWarmBlooded: WarmBlooded? { if case .warmBlooded(let value) = self { value } else { nil } }

            public init(from node: ResponseNode) throws {
              switch try node["__typename"].string {
              case "Human", "Cat", "Dog", "Bird": self = .warmBlooded(try node.decode())
              case let name: self = .other(name)
              }
            }

            public var responseFields: ResponseFields {
              switch self {
              case .warmBlooded(let value): value.responseFields
              case .other(let name): ResponseFields(["__typename": name])
              }
            }
          }

          @dynamicMemberLookup
          nonisolated public struct WarmBlooded: ResponseObject, Hashable, Sendable {
            public var __typename: String
            public var predators: [PredatorsAnimal2]
            public var laysEggs: Bool
            public var warmBloodedDetails: WarmBloodedDetails

            public init(
              __typename: String, predators: [PredatorsAnimal2], laysEggs: Bool, warmBloodedDetails: WarmBloodedDetails
            ) {
              (self.__typename, self.predators) = (__typename, predators)
              (self.laysEggs, self.warmBloodedDetails) = (laysEggs, warmBloodedDetails)
            }

            public init(from node: ResponseNode) throws {
              __typename = try node["__typename"].string
              predators = try node["predators"].decode()
              laysEggs = try node["laysEggs"].bool
              warmBloodedDetails = try node.decode()
            }

            public var responseFields: ResponseFields {
              ResponseFields(
                ["__typename": __typename, "predators": predators, "laysEggs": laysEggs],
                warmBloodedDetails)
            }

            public subscript<Member>(dynamicMember path: KeyPath<WarmBloodedDetails, Member>) -> Member {
              warmBloodedDetails[keyPath: path]
            }

            nonisolated public struct PredatorsAnimal2: ResponseObject, Hashable, Sendable {
              public var species: String

              public init(species: String) { self.species = species }

              public init(from node: ResponseNode) throws { species = try node["species"].string }

              public var responseFields: ResponseFields { ResponseFields(["species": species]) }
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
          public var humanName: String?
          public var livesWith: ClassroomPetDetails?
          public var height: Height
          public var birthdate: JSONValue?
          public var warmBloodedDetails: WarmBloodedDetails
          public var petDetails: PetDetails
          public var dogFragment: DogFragment

          public init(
            humanName: String? = nil, livesWith: ClassroomPetDetails? = nil, height: Height,
            birthdate: JSONValue? = nil, warmBloodedDetails: WarmBloodedDetails, petDetails: PetDetails,
            dogFragment: DogFragment
          ) {
            (self.humanName, self.livesWith, self.height) = (humanName, livesWith, height)
            (self.birthdate, self.warmBloodedDetails, self.petDetails) = (birthdate, warmBloodedDetails, petDetails)
            self.dogFragment = dogFragment
          }

          public init(from node: ResponseNode) throws {
            humanName = try node.optional("humanName")?.string
            livesWith = try node.optional("livesWith")?.decode()
            height = try node["height"].decode()
            birthdate = node.optional("birthdate")?.value
            warmBloodedDetails = try node.decode()
            petDetails = try node.decode()
            dogFragment = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              [
                "__typename": "Dog", "humanName": humanName, "livesWith": livesWith, "height": height,
                "birthdate": birthdate,
              ],
              warmBloodedDetails, petDetails, dogFragment)
          }

          public subscript<Member>(dynamicMember path: KeyPath<WarmBloodedDetails, Member>) -> Member {
            warmBloodedDetails[keyPath: path]
          }
          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }
          public subscript<Member>(dynamicMember path: KeyPath<DogFragment, Member>) -> Member {
            dogFragment[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
          public var height: Height
          public var isJellicle: Bool
          public var warmBloodedDetails: WarmBloodedDetails
          public var petDetails: PetDetails

          public init(
            height: Height, isJellicle: Bool, warmBloodedDetails: WarmBloodedDetails, petDetails: PetDetails
          ) {
            (self.height, self.isJellicle) = (height, isJellicle)
            (self.warmBloodedDetails, self.petDetails) = (warmBloodedDetails, petDetails)
          }

          public init(from node: ResponseNode) throws {
            height = try node["height"].decode()
            isJellicle = try node["isJellicle"].bool
            warmBloodedDetails = try node.decode()
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              ["__typename": "Cat", "height": height, "isJellicle": isJellicle],
              warmBloodedDetails, petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<WarmBloodedDetails, Member>) -> Member {
            warmBloodedDetails[keyPath: path]
          }
          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Bird: ResponseObject, Hashable, Sendable {
          public var height: Height
          public var wingspan: Double
          public var warmBloodedDetails: WarmBloodedDetails
          public var petDetails: PetDetails

          public init(
            height: Height, wingspan: Double, warmBloodedDetails: WarmBloodedDetails, petDetails: PetDetails
          ) {
            (self.height, self.wingspan) = (height, wingspan)
            (self.warmBloodedDetails, self.petDetails) = (warmBloodedDetails, petDetails)
          }

          public init(from node: ResponseNode) throws {
            height = try node["height"].decode()
            wingspan = try node["wingspan"].double
            warmBloodedDetails = try node.decode()
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              ["__typename": "Bird", "height": height, "wingspan": wingspan],
              warmBloodedDetails, petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<WarmBloodedDetails, Member>) -> Member {
            warmBloodedDetails[keyPath: path]
          }
          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct PetAnimal: ResponseObject, Hashable, Sendable {
          public var __typename: String
          public var height: Height
          public var petDetails: PetDetails

          public init(__typename: String, height: Height, petDetails: PetDetails) {
            (self.__typename, self.height, self.petDetails) = (__typename, height, petDetails)
          }

          public init(from node: ResponseNode) throws {
            __typename = try node["__typename"].string
            height = try node["height"].decode()
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": __typename, "height": height], petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }
      }
    }
  }

  nonisolated public struct AllAnimalsIncludeSkipQuery: GraphQLQuery {
    public static let operationName = "AllAnimalsIncludeSkip"
    public static let document = [
      #"""
      query AllAnimalsIncludeSkip(
        $includeSpecies: Boolean!
        $skipHeightInMeters: Boolean!
        $getCat: Boolean!
        $varA: Boolean!
      ) {
        allAnimals {
          __typename
          height { feet inches }
          ...HeightInMeters @skip(if: $skipHeightInMeters)
          ... on WarmBlooded @include(if: $getCat) { ...WarmBloodedDetails }
          species @include(if: $includeSpecies)
          skinCovering
          ... on Pet {
            ...PetDetails
            ... on Animal { height { relativeSize centimeters } }
          }
          ... on Cat @include(if: $getCat) { isJellicle }
          ... on ClassroomPet { ... on Bird { wingspan } }
          predators {
            __typename
            species @include(if: $varA)
            ... on WarmBlooded @include(if: $includeSpecies) {
              species
              ...WarmBloodedDetails
              laysEggs @include(if: $getCat)
            }
          }
        }
      }
      """#,
      HeightInMeters.definition, WarmBloodedDetails.definition, PetDetails.definition,
    ].joined(separator: "\n")

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var includeSpecies: Bool
      public var skipHeightInMeters: Bool
      public var getCat: Bool
      public var varA: Bool
    }
    public var variables: Variables

    public init(includeSpecies: Bool, skipHeightInMeters: Bool, getCat: Bool, varA: Bool) {
      variables = Variables(
        includeSpecies: includeSpecies, skipHeightInMeters: skipHeightInMeters, getCat: getCat, varA: varA)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var allAnimals: [Animal]

      public init(allAnimals: [Animal]) { self.allAnimals = allAnimals }

      public init(from node: ResponseNode) throws { allAnimals = try node["allAnimals"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["allAnimals": allAnimals]) }

      nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
        public var height: Height
        public var species: String?
        public var skinCovering: SkinCovering?
        public var predators: [PredatorsAnimal]
        public var heightInMeters: HeightInMeters?
        public var on: On

        public init(
          height: Height, species: String? = nil, skinCovering: SkinCovering? = nil, predators: [PredatorsAnimal],
          heightInMeters: HeightInMeters? = nil, on: On
        ) {
          (self.height, self.species, self.skinCovering) = (height, species, skinCovering)
          (self.predators, self.heightInMeters, self.on) = (predators, heightInMeters, on)
        }

        public init(from node: ResponseNode) throws {
          height = try node["height"].decode()
          species = try node.contains("species") ? node["species"].string : nil
          skinCovering = try node.optional("skinCovering")?.decode()
          predators = try node["predators"].decode()
          heightInMeters = try !node.flag("skipHeightInMeters") ? node.decode() : nil
          on = try node.decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(
            ["height": height, "skinCovering": skinCovering, "predators": predators],
            omittingNil: ["species": species],
            heightInMeters, on)
        }

        nonisolated public enum On: ResponseObject, Hashable, Sendable {
          case cat(Cat)
          case bird(Bird)
          case dog(Dog)
          case human(Human)
          case petAnimal(PetAnimal)
          /// A type that the document does not ask for, or that the schema did not have.
          case other(String)

          public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
          public var asBird: Bird? { if case .bird(let value) = self { value } else { nil } }
          public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }
          public var asHuman: Human? { if case .human(let value) = self { value } else { nil } }
          public var asPetAnimal: PetAnimal? { if case .petAnimal(let value) = self { value } else { nil } }

          public init(from node: ResponseNode) throws {
            switch try node["__typename"].string {
            case "Cat": self = .cat(try node.decode())
            case "Bird": self = .bird(try node.decode())
            case "Dog": self = .dog(try node.decode())
            case "Human": self = .human(try node.decode())
            case "Fish", "Rat": self = .petAnimal(try node.decode())
            case let name: self = .other(name)
            }
          }

          public var responseFields: ResponseFields {
            switch self {
            case .cat(let value): value.responseFields
            case .bird(let value): value.responseFields
            case .dog(let value): value.responseFields
            case .human(let value): value.responseFields
            case .petAnimal(let value): value.responseFields
            case .other(let name): ResponseFields(["__typename": name])
            }
          }
        }

        nonisolated public struct Height: ResponseObject, Hashable, Sendable {
          public var feet: Int
          public var inches: Int?

          public init(feet: Int, inches: Int? = nil) { (self.feet, self.inches) = (feet, inches) }

          public init(from node: ResponseNode) throws {
            feet = try node["feet"].int
            inches = try node.optional("inches")?.int
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Height", "feet": feet, "inches": inches])
          }
        }

        nonisolated public struct PredatorsAnimal: ResponseObject, Hashable, Sendable {
          public var species: String?
          public var on: On

          public init(species: String? = nil, on: On) { (self.species, self.on) = (species, on) }

          public init(from node: ResponseNode) throws {
            species = try node.contains("species") ? node["species"].string : nil
            on = try node.decode()
          }

          public var responseFields: ResponseFields { ResponseFields(omittingNil: ["species": species], on) }

          nonisolated public enum On: ResponseObject, Hashable, Sendable {
            case warmBlooded(WarmBlooded)
            /// A type that the document does not ask for, or that the schema did not have.
            case other(String)

            public var asWarmBlooded: WarmBlooded? { if case .warmBlooded(let value) = self { value } else { nil } }

            public init(from node: ResponseNode) throws {
              switch try node["__typename"].string {
              case "Human", "Cat", "Dog", "Bird": self = .warmBlooded(try node.decode())
              case let name: self = .other(name)
              }
            }

            public var responseFields: ResponseFields {
              switch self {
              case .warmBlooded(let value): value.responseFields
              case .other(let name): ResponseFields(["__typename": name])
              }
            }
          }

          nonisolated public struct WarmBlooded: ResponseObject, Hashable, Sendable {
            public var __typename: String
            public var species: String?
            public var laysEggs: Bool?
            public var warmBloodedDetails: WarmBloodedDetails?

            public init(
              __typename: String, species: String? = nil, laysEggs: Bool? = nil,
              warmBloodedDetails: WarmBloodedDetails? = nil
            ) {
              (self.__typename, self.species) = (__typename, species)
              (self.laysEggs, self.warmBloodedDetails) = (laysEggs, warmBloodedDetails)
            }

            public init(from node: ResponseNode) throws {
              __typename = try node["__typename"].string
              species = try node.contains("species") ? node["species"].string : nil
              laysEggs = try node.contains("laysEggs") ? node["laysEggs"].bool : nil
              warmBloodedDetails = try node.flag("includeSpecies") ? node.decode() : nil
            }

            public var responseFields: ResponseFields {
              ResponseFields(
                ["__typename": __typename],
                omittingNil: ["species": species, "laysEggs": laysEggs],
                warmBloodedDetails)
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
          public var height: Height
          public var isJellicle: Bool?
          public var warmBloodedDetails: WarmBloodedDetails?
          public var petDetails: PetDetails

          public init(
            height: Height, isJellicle: Bool? = nil, warmBloodedDetails: WarmBloodedDetails? = nil,
            petDetails: PetDetails
          ) {
            (self.height, self.isJellicle) = (height, isJellicle)
            (self.warmBloodedDetails, self.petDetails) = (warmBloodedDetails, petDetails)
          }

          public init(from node: ResponseNode) throws {
            height = try node["height"].decode()
            isJellicle = try node.contains("isJellicle") ? node["isJellicle"].bool : nil
            warmBloodedDetails = try node.flag("getCat") ? node.decode() : nil
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              ["__typename": "Cat", "height": height],
              omittingNil: ["isJellicle": isJellicle],
              warmBloodedDetails, petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Bird: ResponseObject, Hashable, Sendable {
          public var height: Height
          public var wingspan: Double
          public var warmBloodedDetails: WarmBloodedDetails?
          public var petDetails: PetDetails

          public init(
            height: Height, wingspan: Double, warmBloodedDetails: WarmBloodedDetails? = nil, petDetails: PetDetails
          ) {
            (self.height, self.wingspan) = (height, wingspan)
            (self.warmBloodedDetails, self.petDetails) = (warmBloodedDetails, petDetails)
          }

          public init(from node: ResponseNode) throws {
            height = try node["height"].decode()
            wingspan = try node["wingspan"].double
            warmBloodedDetails = try node.flag("getCat") ? node.decode() : nil
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              ["__typename": "Bird", "height": height, "wingspan": wingspan],
              warmBloodedDetails, petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
          public var height: Height
          public var warmBloodedDetails: WarmBloodedDetails?
          public var petDetails: PetDetails

          public init(height: Height, warmBloodedDetails: WarmBloodedDetails? = nil, petDetails: PetDetails) {
            (self.height, self.warmBloodedDetails, self.petDetails) = (height, warmBloodedDetails, petDetails)
          }

          public init(from node: ResponseNode) throws {
            height = try node["height"].decode()
            warmBloodedDetails = try node.flag("getCat") ? node.decode() : nil
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Dog", "height": height], warmBloodedDetails, petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }

        nonisolated public struct Human: ResponseObject, Hashable, Sendable {
          public var warmBloodedDetails: WarmBloodedDetails?

          public init(warmBloodedDetails: WarmBloodedDetails? = nil) { self.warmBloodedDetails = warmBloodedDetails }

          public init(from node: ResponseNode) throws {
            warmBloodedDetails = try node.flag("getCat") ? node.decode() : nil
          }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "Human"], warmBloodedDetails) }
        }

        @dynamicMemberLookup
        nonisolated public struct PetAnimal: ResponseObject, Hashable, Sendable {
          public var __typename: String
          public var height: Height
          public var petDetails: PetDetails

          public init(__typename: String, height: Height, petDetails: PetDetails) {
            (self.__typename, self.height, self.petDetails) = (__typename, height, petDetails)
          }

          public init(from node: ResponseNode) throws {
            __typename = try node["__typename"].string
            height = try node["height"].decode()
            petDetails = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": __typename, "height": height], petDetails)
          }

          public subscript<Member>(dynamicMember path: KeyPath<PetDetails, Member>) -> Member {
            petDetails[keyPath: path]
          }

          nonisolated public struct Height: ResponseObject, Hashable, Sendable {
            public var relativeSize: RelativeSize
            public var centimeters: Double

            public init(relativeSize: RelativeSize, centimeters: Double) {
              (self.relativeSize, self.centimeters) = (relativeSize, centimeters)
            }

            public init(from node: ResponseNode) throws {
              relativeSize = try node["relativeSize"].decode()
              centimeters = try node["centimeters"].double
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Height", "relativeSize": relativeSize, "centimeters": centimeters])
            }
          }
        }
      }
    }
  }

  nonisolated public struct ClassroomPetsQuery: GraphQLQuery {
    public static let operationName = "ClassroomPets"
    public static let document = [
      #"""
      query ClassroomPets { classroomPets { ...ClassroomPetDetails } }
      """#,
      ClassroomPetDetails.definition,
    ].joined(separator: "\n")

    public init() {}

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var classroomPets: [ClassroomPetDetails]?

      public init(classroomPets: [ClassroomPetDetails]? = nil) { self.classroomPets = classroomPets }

      public init(from node: ResponseNode) throws { classroomPets = try node.optional("classroomPets")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["classroomPets": classroomPets]) }
    }
  }

  nonisolated public struct DogQuery: GraphQLQuery {
    public static let operationName = "Dog"
    public static let document = [
      #"""
      query Dog {
        allAnimals { __typename id skinCovering ... on Dog { ...DogFragment } }
      }
      """#,
      DogFragment.definition,
    ].joined(separator: "\n")

    public init() {}

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var allAnimals: [Animal]

      public init(allAnimals: [Animal]) { self.allAnimals = allAnimals }

      public init(from node: ResponseNode) throws { allAnimals = try node["allAnimals"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["allAnimals": allAnimals]) }

      nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
        public var id: String
        public var skinCovering: SkinCovering?
        public var on: On

        public init(id: String, skinCovering: SkinCovering? = nil, on: On) {
          (self.id, self.skinCovering, self.on) = (id, skinCovering, on)
        }

        public init(from node: ResponseNode) throws {
          id = try node["id"].id
          skinCovering = try node.optional("skinCovering")?.decode()
          on = try node.decode()
        }

        public var responseFields: ResponseFields { ResponseFields(["id": id, "skinCovering": skinCovering], on) }

        nonisolated public enum On: ResponseObject, Hashable, Sendable {
          case dog(DogFragment)
          /// A type that the document does not ask for, or that the schema did not have.
          case other(String)

          public var asDog: DogFragment? { if case .dog(let value) = self { value } else { nil } }

          public init(from node: ResponseNode) throws {
            switch try node["__typename"].string {
            case "Dog": self = .dog(try node.decode())
            case let name: self = .other(name)
            }
          }

          public var responseFields: ResponseFields {
            switch self {
            case .dog(let value): value.responseFields
            case .other(let name): ResponseFields(["__typename": name])
            }
          }
        }
      }
    }
  }

  nonisolated public struct FindPetQuery: GraphQLQuery {
    public static let operationName = "FindPet"
    public static let document = #"""
      query FindPet($input: PetSearchInput!) {
        findPet(input: $input) { id humanName }
      }
      """#

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var input: PetSearchInput
    }
    public var variables: Variables

    public init(input: PetSearchInput) {
      variables = Variables(input: input)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var findPet: [Pet]

      public init(findPet: [Pet]) { self.findPet = findPet }

      public init(from node: ResponseNode) throws { findPet = try node["findPet"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["findPet": findPet]) }

      nonisolated public struct Pet: ResponseObject, Hashable, Sendable {
        public var id: String
        public var humanName: String?

        public init(id: String, humanName: String? = nil) { (self.id, self.humanName) = (id, humanName) }

        public init(from node: ResponseNode) throws {
          id = try node["id"].id
          humanName = try node.optional("humanName")?.string
        }

        public var responseFields: ResponseFields { ResponseFields(["id": id, "humanName": humanName]) }
      }
    }
  }

  nonisolated public struct PetSearchQuery: GraphQLQuery {
    public static let operationName = "PetSearch"
    public static let document = #"""
      query PetSearch(
        $filters: PetSearchFilters = {species: ["Dog", "Cat"], size: SMALL, measurements: {height: 10.5, weight: 5.0}}
      ) {
        pets(filters: $filters) { id humanName }
      }
      """#

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var filters: GraphQLNullable<PetSearchFilters>
    }
    public var variables: Variables

    public init(
      filters: GraphQLNullable<PetSearchFilters> = .some(PetSearchFilters(species: ["Dog", "Cat"], size: .some(.small), measurements: .some(MeasurementsInput(height: 10.5, weight: 5.0))))
    ) {
      variables = Variables(filters: filters)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var pets: [Pet]

      public init(pets: [Pet]) { self.pets = pets }

      public init(from node: ResponseNode) throws { pets = try node["pets"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["pets": pets]) }

      nonisolated public struct Pet: ResponseObject, Hashable, Sendable {
        public var id: String
        public var humanName: String?

        public init(id: String, humanName: String? = nil) { (self.id, self.humanName) = (id, humanName) }

        public init(from node: ResponseNode) throws {
          id = try node["id"].id
          humanName = try node.optional("humanName")?.string
        }

        public var responseFields: ResponseFields { ResponseFields(["id": id, "humanName": humanName]) }
      }
    }
  }

  nonisolated public struct PetAdoptionMutation: GraphQLMutation {
    public static let operationName = "PetAdoption"
    public static let document = #"""
      mutation PetAdoption($input: PetAdoptionInput!) {
        adoptPet(input: $input) { id humanName }
      }
      """#

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var input: PetAdoptionInput
    }
    public var variables: Variables

    public init(input: PetAdoptionInput) {
      variables = Variables(input: input)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var adoptPet: Pet

      public init(adoptPet: Pet) { self.adoptPet = adoptPet }

      public init(from node: ResponseNode) throws { adoptPet = try node["adoptPet"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["adoptPet": adoptPet]) }

      nonisolated public struct Pet: ResponseObject, Hashable, Sendable {
        public var id: String
        public var humanName: String?

        public init(id: String, humanName: String? = nil) { (self.id, self.humanName) = (id, humanName) }

        public init(from node: ResponseNode) throws {
          id = try node["id"].id
          humanName = try node.optional("humanName")?.string
        }

        public var responseFields: ResponseFields { ResponseFields(["id": id, "humanName": humanName]) }
      }
    }
  }

  nonisolated public struct HeightInMeters: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment HeightInMeters on Animal { height { meters } }
      """#

    public var height: Height

    public init(height: Height) { self.height = height }

    public init(from node: ResponseNode) throws { height = try node["height"].decode() }

    public var responseFields: ResponseFields { ResponseFields(["height": height]) }

    nonisolated public struct Height: ResponseObject, Hashable, Sendable {
      public var meters: Int

      public init(meters: Int) { self.meters = meters }

      public init(from node: ResponseNode) throws { meters = try node["meters"].int }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Height", "meters": meters]) }
    }
  }

  @dynamicMemberLookup
  nonisolated public struct WarmBloodedDetails: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment WarmBloodedDetails on WarmBlooded { bodyTemperature ...HeightInMeters }
      """#

    public var bodyTemperature: Int
    public var heightInMeters: HeightInMeters

    public init(bodyTemperature: Int, heightInMeters: HeightInMeters) {
      (self.bodyTemperature, self.heightInMeters) = (bodyTemperature, heightInMeters)
    }

    public init(from node: ResponseNode) throws {
      bodyTemperature = try node["bodyTemperature"].int
      heightInMeters = try node.decode()
    }

    public var responseFields: ResponseFields { ResponseFields(["bodyTemperature": bodyTemperature], heightInMeters) }

    public subscript<Member>(dynamicMember path: KeyPath<HeightInMeters, Member>) -> Member {
      heightInMeters[keyPath: path]
    }
  }

  nonisolated public struct PetDetails: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment PetDetails on Pet { humanName favoriteToy owner { firstName } }
      """#

    public var humanName: String?
    public var favoriteToy: String
    public var owner: Human?

    public init(humanName: String? = nil, favoriteToy: String, owner: Human? = nil) {
      (self.humanName, self.favoriteToy, self.owner) = (humanName, favoriteToy, owner)
    }

    public init(from node: ResponseNode) throws {
      humanName = try node.optional("humanName")?.string
      favoriteToy = try node["favoriteToy"].string
      owner = try node.optional("owner")?.decode()
    }

    public var responseFields: ResponseFields {
      ResponseFields(["humanName": humanName, "favoriteToy": favoriteToy, "owner": owner])
    }

    nonisolated public struct Human: ResponseObject, Hashable, Sendable {
      public var firstName: String

      public init(firstName: String) { self.firstName = firstName }

      public init(from node: ResponseNode) throws { firstName = try node["firstName"].string }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Human", "firstName": firstName]) }
    }
  }

  nonisolated public struct DogFragment: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment DogFragment on Dog { species }
      """#

    public var species: String

    public init(species: String) { self.species = species }

    public init(from node: ResponseNode) throws { species = try node["species"].string }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Dog", "species": species]) }
  }

  nonisolated public enum ClassroomPetDetails: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment ClassroomPetDetails on ClassroomPet {
        __typename
        ... on Animal { species }
        ... on Pet { humanName }
        ... on WarmBlooded { laysEggs }
        ... on Cat { bodyTemperature isJellicle }
        ... on Bird { wingspan }
        ... on PetRock { favoriteToy }
      }
      """#

    case cat(Cat)
    case bird(Bird)
    case rat(Rat)
    case petRock(PetRock)
    /// A type that the document does not ask for, or that the schema did not have.
    case other(String)

    public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
    public var asBird: Bird? { if case .bird(let value) = self { value } else { nil } }
    public var asRat: Rat? { if case .rat(let value) = self { value } else { nil } }
    public var asPetRock: PetRock? { if case .petRock(let value) = self { value } else { nil } }

    public init(from node: ResponseNode) throws {
      switch try node["__typename"].string {
      case "Cat": self = .cat(try node.decode())
      case "Bird": self = .bird(try node.decode())
      case "Rat": self = .rat(try node.decode())
      case "PetRock": self = .petRock(try node.decode())
      case let name: self = .other(name)
      }
    }

    public var responseFields: ResponseFields {
      switch self {
      case .cat(let value): value.responseFields
      case .bird(let value): value.responseFields
      case .rat(let value): value.responseFields
      case .petRock(let value): value.responseFields
      case .other(let name): ResponseFields(["__typename": name])
      }
    }

    nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
      public var species: String
      public var humanName: String?
      public var laysEggs: Bool
      public var bodyTemperature: Int
      public var isJellicle: Bool

      public init(species: String, humanName: String? = nil, laysEggs: Bool, bodyTemperature: Int, isJellicle: Bool) {
        (self.species, self.humanName) = (species, humanName)
        (self.laysEggs, self.bodyTemperature, self.isJellicle) = (laysEggs, bodyTemperature, isJellicle)
      }

      public init(from node: ResponseNode) throws {
        species = try node["species"].string
        humanName = try node.optional("humanName")?.string
        laysEggs = try node["laysEggs"].bool
        bodyTemperature = try node["bodyTemperature"].int
        isJellicle = try node["isJellicle"].bool
      }

      public var responseFields: ResponseFields {
        ResponseFields(
          [
            "__typename": "Cat", "species": species, "humanName": humanName, "laysEggs": laysEggs,
            "bodyTemperature": bodyTemperature, "isJellicle": isJellicle,
          ])
      }
    }

    nonisolated public struct Bird: ResponseObject, Hashable, Sendable {
      public var species: String
      public var humanName: String?
      public var laysEggs: Bool
      public var wingspan: Double

      public init(species: String, humanName: String? = nil, laysEggs: Bool, wingspan: Double) {
        (self.species, self.humanName, self.laysEggs, self.wingspan) = (species, humanName, laysEggs, wingspan)
      }

      public init(from node: ResponseNode) throws {
        species = try node["species"].string
        humanName = try node.optional("humanName")?.string
        laysEggs = try node["laysEggs"].bool
        wingspan = try node["wingspan"].double
      }

      public var responseFields: ResponseFields {
        ResponseFields(
          [
            "__typename": "Bird", "species": species, "humanName": humanName, "laysEggs": laysEggs,
            "wingspan": wingspan,
          ])
      }
    }

    nonisolated public struct Rat: ResponseObject, Hashable, Sendable {
      public var species: String
      public var humanName: String?

      public init(species: String, humanName: String? = nil) { (self.species, self.humanName) = (species, humanName) }

      public init(from node: ResponseNode) throws {
        species = try node["species"].string
        humanName = try node.optional("humanName")?.string
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "Rat", "species": species, "humanName": humanName])
      }
    }

    nonisolated public struct PetRock: ResponseObject, Hashable, Sendable {
      public var humanName: String?
      public var favoriteToy: String

      public init(humanName: String? = nil, favoriteToy: String) {
        (self.humanName, self.favoriteToy) = (humanName, favoriteToy)
      }

      public init(from node: ResponseNode) throws {
        humanName = try node.optional("humanName")?.string
        favoriteToy = try node["favoriteToy"].string
      }

      public var responseFields: ResponseFields {
        ResponseFields(["__typename": "PetRock", "humanName": humanName, "favoriteToy": favoriteToy])
      }
    }
  }

  nonisolated public enum RelativeSize: ResponseEnum {
    case large
    case average
    case small
    /// A value that the schema did not have.
    case unknown(String)

    public static let allCases: [RelativeSize] = [.large, .average, .small]

    public init(rawValue: String) {
      switch rawValue {
      case "LARGE": self = .large
      case "AVERAGE": self = .average
      case "SMALL": self = .small
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .large: "LARGE"
      case .average: "AVERAGE"
      case .small: "SMALL"
      case .unknown(let value): value
      }
    }
  }

  nonisolated public enum SkinCovering: ResponseEnum {
    case fur
    case hair
    case feathers
    case scales
    /// A value that the schema did not have.
    case unknown(String)

    public static let allCases: [SkinCovering] = [.fur, .hair, .feathers, .scales]

    public init(rawValue: String) {
      switch rawValue {
      case "FUR": self = .fur
      case "HAIR": self = .hair
      case "FEATHERS": self = .feathers
      case "SCALES": self = .scales
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .fur: "FUR"
      case .hair: "HAIR"
      case .feathers: "FEATHERS"
      case .scales: "SCALES"
      case .unknown(let value): value
      }
    }
  }

  nonisolated public struct MeasurementsInput: Encodable, Hashable, Sendable {
    public var height: Double
    public var weight: Double
    public var wingspan: GraphQLNullable<Double>

    public init(height: Double, weight: Double, wingspan: GraphQLNullable<Double> = .none) {
      self.height = height
      self.weight = weight
      self.wingspan = wingspan
    }
  }

  nonisolated public struct PetAdoptionInput: Encodable, Hashable, Sendable {
    public var petID: String
    public var ownerID: String
    public var humanName: GraphQLNullable<String>
    public var favoriteToy: String
    public var isSpayedOrNeutered: GraphQLNullable<Bool>
    public var measurements: GraphQLNullable<MeasurementsInput>

    public init(
      petID: String, ownerID: String, humanName: GraphQLNullable<String> = .none, favoriteToy: String,
      isSpayedOrNeutered: GraphQLNullable<Bool> = .none, measurements: GraphQLNullable<MeasurementsInput> = .none
    ) {
      self.petID = petID
      self.ownerID = ownerID
      self.humanName = humanName
      self.favoriteToy = favoriteToy
      self.isSpayedOrNeutered = isSpayedOrNeutered
      self.measurements = measurements
    }
  }

  nonisolated public struct PetSearchFilters: Encodable, Hashable, Sendable {
    public var species: [String]
    public var size: GraphQLNullable<RelativeSize>
    public var measurements: GraphQLNullable<MeasurementsInput>

    public init(
      species: [String], size: GraphQLNullable<RelativeSize> = .none,
      measurements: GraphQLNullable<MeasurementsInput> = .none
    ) {
      self.species = species
      self.size = size
      self.measurements = measurements
    }
  }

  nonisolated public indirect enum PetSearchInput: Encodable, Hashable, Sendable {
    case id(String?)
    case name(String?)
    case owner(String?)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch self {
      case .id(let value): try container.encode(value, forKey: .id)
      case .name(let value): try container.encode(value, forKey: .name)
      case .owner(let value): try container.encode(value, forKey: .owner)
      }
    }

    private enum Keys: String, CodingKey {
      case id
      case name
      case owner
    }
  }
}
