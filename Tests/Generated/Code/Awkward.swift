// Written by `swiftpager generate` from a schema and its documents: do not edit.
// swift-format-ignore-file
public import Foundation
public import SwiftPager
import SwiftPagerFoundation

nonisolated public enum Awkward {
  nonisolated public struct EverythingQuery: GraphQLQuery {
    public static let operationName = "Everything"
    public static let document = [
      #"""
      query Everything {
        everything {
          __typename
          ... on Cat { name lives }
          ... on Dog { tricks name }
          ... on Animal {
            name
            related { __typename name ... on Cat { lives } ... on Pet { owner { id } } }
          }
          ... on Other { other { id other { errors } } error task }
          ... on Data { ...DataFields }
        }
      }
      """#,
      DataFields.definition,
    ].joined(separator: "\n")

    public init() {}

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var everything: [Everything?]?

      public init(everything: [Everything?]? = nil) { self.everything = everything }

      public init(from node: ResponseNode) throws {
        everything = try node.optional("everything")?.map { try $0.isNull ? nil : $0.decode(Everything.self) }
      }

      public var responseFields: ResponseFields { ResponseFields(["everything": everything]) }

      nonisolated public enum Everything: ResponseObject, Hashable, Sendable {
        case cat(Cat)
        case dog(Dog)
        case animal(Animal)
        case otherType(Other)
        case data(DataFields)
        /// A type that the document does not ask for, or that the schema did not have.
        case other(String)

        public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
        public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }
        public var asAnimal: Animal? { if case .animal(let value) = self { value } else { nil } }
        public var asOther: Other? { if case .otherType(let value) = self { value } else { nil } }
        public var asData: DataFields? { if case .data(let value) = self { value } else { nil } }

        public init(from node: ResponseNode) throws {
          switch try node["__typename"].string {
          case "Cat": self = .cat(try node.decode())
          case "Dog": self = .dog(try node.decode())
          case "Fish", "Bird": self = .animal(try node.decode())
          case "Other": self = .otherType(try node.decode())
          case "Data": self = .data(try node.decode())
          case let name: self = .other(name)
          }
        }

        public var responseFields: ResponseFields {
          switch self {
          case .cat(let value): value.responseFields
          case .dog(let value): value.responseFields
          case .animal(let value): value.responseFields
          case .otherType(let value): value.responseFields
          case .data(let value): value.responseFields
          case .other(let name): ResponseFields(["__typename": name])
          }
        }

        nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
          public var name: String
          public var lives: Int
          public var related: [Animal]?

          public init(name: String, lives: Int, related: [Animal]? = nil) {
            (self.name, self.lives, self.related) = (name, lives, related)
          }

          public init(from node: ResponseNode) throws {
            name = try node["name"].string
            lives = try node["lives"].int
            related = try node.optional("related")?.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Cat", "name": name, "lives": lives, "related": related])
          }

          nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
            public var name: String
            public var on: On

            public init(name: String, on: On) { (self.name, self.on) = (name, on) }

            public init(from node: ResponseNode) throws {
              name = try node["name"].string
              on = try node.decode()
            }

            public var responseFields: ResponseFields { ResponseFields(["name": name], on) }

            nonisolated public enum On: ResponseObject, Hashable, Sendable {
              case cat(OnCat)
              case dog(Dog)
              /// A type that the document does not ask for, or that the schema did not have.
              case other(String)

              public var asCat: OnCat? { if case .cat(let value) = self { value } else { nil } }
              public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }

              public init(from node: ResponseNode) throws {
                switch try node["__typename"].string {
                case "Cat": self = .cat(try node.decode())
                case "Dog": self = .dog(try node.decode())
                case let name: self = .other(name)
                }
              }

              public var responseFields: ResponseFields {
                switch self {
                case .cat(let value): value.responseFields
                case .dog(let value): value.responseFields
                case .other(let name): ResponseFields(["__typename": name])
                }
              }
            }

            nonisolated public struct OnCat: ResponseObject, Hashable, Sendable {
              public var lives: Int
              public var owner: Other?

              public init(lives: Int, owner: Other? = nil) { (self.lives, self.owner) = (lives, owner) }

              public init(from node: ResponseNode) throws {
                lives = try node["lives"].int
                owner = try node.optional("owner")?.decode()
              }

              public var responseFields: ResponseFields {
                ResponseFields(["__typename": "Cat", "lives": lives, "owner": owner])
              }

              nonisolated public struct Other: ResponseObject, Hashable, Sendable {
                public var id: String

                public init(id: String) { self.id = id }

                public init(from node: ResponseNode) throws { id = try node["id"].id }

                public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
              }
            }

            nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
              public var owner: Other?

              public init(owner: Other? = nil) { self.owner = owner }

              public init(from node: ResponseNode) throws { owner = try node.optional("owner")?.decode() }

              public var responseFields: ResponseFields { ResponseFields(["__typename": "Dog", "owner": owner]) }

              nonisolated public struct Other: ResponseObject, Hashable, Sendable {
                public var id: String

                public init(id: String) { self.id = id }

                public init(from node: ResponseNode) throws { id = try node["id"].id }

                public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
              }
            }
          }
        }

        nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
          public var tricks: [[String?]]
          public var name: String
          public var related: [Animal]?

          public init(tricks: [[String?]], name: String, related: [Animal]? = nil) {
            (self.tricks, self.name, self.related) = (tricks, name, related)
          }

          public init(from node: ResponseNode) throws {
            tricks = try node["tricks"].map { try $0.map { try $0.isNull ? nil : $0.string } }
            name = try node["name"].string
            related = try node.optional("related")?.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Dog", "tricks": tricks, "name": name, "related": related])
          }

          nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
            public var name: String
            public var on: On

            public init(name: String, on: On) { (self.name, self.on) = (name, on) }

            public init(from node: ResponseNode) throws {
              name = try node["name"].string
              on = try node.decode()
            }

            public var responseFields: ResponseFields { ResponseFields(["name": name], on) }

            nonisolated public enum On: ResponseObject, Hashable, Sendable {
              case cat(Cat)
              case dog(OnDog)
              /// A type that the document does not ask for, or that the schema did not have.
              case other(String)

              public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
              public var asDog: OnDog? { if case .dog(let value) = self { value } else { nil } }

              public init(from node: ResponseNode) throws {
                switch try node["__typename"].string {
                case "Cat": self = .cat(try node.decode())
                case "Dog": self = .dog(try node.decode())
                case let name: self = .other(name)
                }
              }

              public var responseFields: ResponseFields {
                switch self {
                case .cat(let value): value.responseFields
                case .dog(let value): value.responseFields
                case .other(let name): ResponseFields(["__typename": name])
                }
              }
            }

            nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
              public var lives: Int
              public var owner: Other?

              public init(lives: Int, owner: Other? = nil) { (self.lives, self.owner) = (lives, owner) }

              public init(from node: ResponseNode) throws {
                lives = try node["lives"].int
                owner = try node.optional("owner")?.decode()
              }

              public var responseFields: ResponseFields {
                ResponseFields(["__typename": "Cat", "lives": lives, "owner": owner])
              }

              nonisolated public struct Other: ResponseObject, Hashable, Sendable {
                public var id: String

                public init(id: String) { self.id = id }

                public init(from node: ResponseNode) throws { id = try node["id"].id }

                public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
              }
            }

            nonisolated public struct OnDog: ResponseObject, Hashable, Sendable {
              public var owner: Other?

              public init(owner: Other? = nil) { self.owner = owner }

              public init(from node: ResponseNode) throws { owner = try node.optional("owner")?.decode() }

              public var responseFields: ResponseFields { ResponseFields(["__typename": "Dog", "owner": owner]) }

              nonisolated public struct Other: ResponseObject, Hashable, Sendable {
                public var id: String

                public init(id: String) { self.id = id }

                public init(from node: ResponseNode) throws { id = try node["id"].id }

                public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
              }
            }
          }
        }

        nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
          public var __typename: String
          public var name: String
          public var related: [RelatedAnimal]?

          public init(__typename: String, name: String, related: [RelatedAnimal]? = nil) {
            (self.__typename, self.name, self.related) = (__typename, name, related)
          }

          public init(from node: ResponseNode) throws {
            __typename = try node["__typename"].string
            name = try node["name"].string
            related = try node.optional("related")?.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": __typename, "name": name, "related": related])
          }

          nonisolated public struct RelatedAnimal: ResponseObject, Hashable, Sendable {
            public var name: String
            public var on: On

            public init(name: String, on: On) { (self.name, self.on) = (name, on) }

            public init(from node: ResponseNode) throws {
              name = try node["name"].string
              on = try node.decode()
            }

            public var responseFields: ResponseFields { ResponseFields(["name": name], on) }

            nonisolated public enum On: ResponseObject, Hashable, Sendable {
              case cat(Cat)
              case dog(Dog)
              /// A type that the document does not ask for, or that the schema did not have.
              case other(String)

              public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
              public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }

              public init(from node: ResponseNode) throws {
                switch try node["__typename"].string {
                case "Cat": self = .cat(try node.decode())
                case "Dog": self = .dog(try node.decode())
                case let name: self = .other(name)
                }
              }

              public var responseFields: ResponseFields {
                switch self {
                case .cat(let value): value.responseFields
                case .dog(let value): value.responseFields
                case .other(let name): ResponseFields(["__typename": name])
                }
              }
            }

            nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
              public var lives: Int
              public var owner: Other?

              public init(lives: Int, owner: Other? = nil) { (self.lives, self.owner) = (lives, owner) }

              public init(from node: ResponseNode) throws {
                lives = try node["lives"].int
                owner = try node.optional("owner")?.decode()
              }

              public var responseFields: ResponseFields {
                ResponseFields(["__typename": "Cat", "lives": lives, "owner": owner])
              }

              nonisolated public struct Other: ResponseObject, Hashable, Sendable {
                public var id: String

                public init(id: String) { self.id = id }

                public init(from node: ResponseNode) throws { id = try node["id"].id }

                public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
              }
            }

            nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
              public var owner: Other?

              public init(owner: Other? = nil) { self.owner = owner }

              public init(from node: ResponseNode) throws { owner = try node.optional("owner")?.decode() }

              public var responseFields: ResponseFields { ResponseFields(["__typename": "Dog", "owner": owner]) }

              nonisolated public struct Other: ResponseObject, Hashable, Sendable {
                public var id: String

                public init(id: String) { self.id = id }

                public init(from node: ResponseNode) throws { id = try node["id"].id }

                public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
              }
            }
          }
        }

        nonisolated public struct Other: ResponseObject, Hashable, Sendable {
          public var other: OtherOther?
          public var error: ErrorEnum?
          public var task: TaskEnum?

          public init(other: OtherOther? = nil, error: ErrorEnum? = nil, task: TaskEnum? = nil) {
            (self.other, self.error, self.task) = (other, error, task)
          }

          public init(from node: ResponseNode) throws {
            other = try node.optional("other")?.decode()
            error = try node.optional("error")?.decode()
            task = try node.optional("task")?.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Other", "other": other, "error": error, "task": task])
          }

          nonisolated public struct OtherOther: ResponseObject, Hashable, Sendable {
            public var id: String
            public var other: OtherOther2?

            public init(id: String, other: OtherOther2? = nil) { (self.id, self.other) = (id, other) }

            public init(from node: ResponseNode) throws {
              id = try node["id"].id
              other = try node.optional("other")?.decode()
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Other", "id": id, "other": other])
            }

            nonisolated public struct OtherOther2: ResponseObject, Hashable, Sendable {
              public var errors: [ErrorEnum]

              public init(errors: [ErrorEnum]) { self.errors = errors }

              public init(from node: ResponseNode) throws { errors = try node["errors"].decode() }

              public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "errors": errors]) }
            }
          }
        }
      }
    }
  }

  nonisolated public struct AnimalsQuery: GraphQLQuery {
    public static let operationName = "Animals"
    public static let document = [
      #"""
      query Animals($yes: Boolean!, $no: Boolean! = false) {
        animal {
          __typename
          on
          name @include(if: $yes) @skip(if: $no)
          ... on Animal { name }
          ... on Pet @include(if: $yes) { owner { id } }
          ... on Cat { lives related { name } }
          ... on Dog { ...Dogs ...Animals }
          ... on Pet { ...Pets }
          related { ...Animals related { ...Animals name } }
        }
      }
      """#,
      Dogs.definition, Animals.definition, Pets.definition,
    ].joined(separator: "\n")

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var yes: Bool
      public var no: Bool
    }
    public var variables: Variables

    public init(yes: Bool, no: Bool = false) {
      variables = Variables(yes: yes, no: no)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var animal: Animal?

      public init(animal: Animal? = nil) { self.animal = animal }

      public init(from node: ResponseNode) throws { animal = try node.optional("animal")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["animal": animal]) }

      nonisolated public struct Animal: ResponseObject, Hashable, Sendable {
        public var on: Bool
        public var name: String
        public var related: [RelatedAnimal]?
        public var onType: On

        public init(on: Bool, name: String, related: [RelatedAnimal]? = nil, onType: On) {
          (self.on, self.name, self.related, self.onType) = (on, name, related, onType)
        }

        public init(from node: ResponseNode) throws {
          on = try node["on"].bool
          name = try node["name"].string
          related = try node.optional("related")?.decode()
          onType = try node.decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(["on": on, "name": name, "related": related], onType)
        }

        nonisolated public enum On: ResponseObject, Hashable, Sendable {
          case cat(Cat)
          case dog(Dog)
          /// A type that the document does not ask for, or that the schema did not have.
          case other(String)

          public var asCat: Cat? { if case .cat(let value) = self { value } else { nil } }
          public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }

          public init(from node: ResponseNode) throws {
            switch try node["__typename"].string {
            case "Cat": self = .cat(try node.decode())
            case "Dog": self = .dog(try node.decode())
            case let name: self = .other(name)
            }
          }

          public var responseFields: ResponseFields {
            switch self {
            case .cat(let value): value.responseFields
            case .dog(let value): value.responseFields
            case .other(let name): ResponseFields(["__typename": name])
            }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct RelatedAnimal: ResponseObject, Hashable, Sendable {
          public var related: [RelatedAnimal2]?
          public var animals: Animals

          public init(related: [RelatedAnimal2]? = nil, animals: Animals) {
            (self.related, self.animals) = (related, animals)
          }

          public init(from node: ResponseNode) throws {
            related = try node.optional("related")?.decode()
            animals = try node.decode()
          }

          public var responseFields: ResponseFields { ResponseFields(["related": related], animals) }

          public subscript<Member>(dynamicMember path: KeyPath<Animals, Member>) -> Member { animals[keyPath: path] }

          @dynamicMemberLookup
          nonisolated public struct RelatedAnimal2: ResponseObject, Hashable, Sendable {
            public var name: String
            public var animals: Animals

            public init(name: String, animals: Animals) { (self.name, self.animals) = (name, animals) }

            public init(from node: ResponseNode) throws {
              name = try node["name"].string
              animals = try node.decode()
            }

            public var responseFields: ResponseFields { ResponseFields(["name": name], animals) }

            public subscript<Member>(dynamicMember path: KeyPath<Animals, Member>) -> Member { animals[keyPath: path] }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Cat: ResponseObject, Hashable, Sendable {
          public var owner: Other?
          public var lives: Int
          public var related: [RelatedAnimal]?
          public var pets: Pets

          public init(owner: Other? = nil, lives: Int, related: [RelatedAnimal]? = nil, pets: Pets) {
            (self.owner, self.lives, self.related, self.pets) = (owner, lives, related, pets)
          }

          public init(from node: ResponseNode) throws {
            owner = try node.flag("yes") ? node.optional("owner")?.decode() : nil
            lives = try node["lives"].int
            related = try node.optional("related")?.decode()
            pets = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              ["__typename": "Cat", "lives": lives, "related": related],
              omittingNil: ["owner": owner],
              pets)
          }

          public subscript<Member>(dynamicMember path: KeyPath<Pets, Member>) -> Member { pets[keyPath: path] }

          nonisolated public struct Other: ResponseObject, Hashable, Sendable {
            public var id: String

            public init(id: String) { self.id = id }

            public init(from node: ResponseNode) throws { id = try node["id"].id }

            public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
          }

          nonisolated public struct RelatedAnimal: ResponseObject, Hashable, Sendable {
            public var name: String

            public init(name: String) { self.name = name }

            public init(from node: ResponseNode) throws { name = try node["name"].string }

            public var responseFields: ResponseFields { ResponseFields(["name": name]) }
          }
        }

        @dynamicMemberLookup
        nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
          public var owner: Other?
          public var dogs: Dogs
          public var animals: Animals
          public var pets: Pets

          public init(owner: Other? = nil, dogs: Dogs, animals: Animals, pets: Pets) {
            (self.owner, self.dogs, self.animals, self.pets) = (owner, dogs, animals, pets)
          }

          public init(from node: ResponseNode) throws {
            owner = try node.flag("yes") ? node.optional("owner")?.decode() : nil
            dogs = try node.decode()
            animals = try node.decode()
            pets = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Dog"], omittingNil: ["owner": owner], dogs, animals, pets)
          }

          public var name: String { dogs.name }

          public subscript<Member>(dynamicMember path: KeyPath<Dogs, Member>) -> Member { dogs[keyPath: path] }
          public subscript<Member>(dynamicMember path: KeyPath<Animals, Member>) -> Member { animals[keyPath: path] }
          public subscript<Member>(dynamicMember path: KeyPath<Pets, Member>) -> Member { pets[keyPath: path] }

          nonisolated public struct Other: ResponseObject, Hashable, Sendable {
            public var id: String

            public init(id: String) { self.id = id }

            public init(from node: ResponseNode) throws { id = try node["id"].id }

            public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
          }
        }
      }
    }
  }

  nonisolated public struct DataQuery: GraphQLQuery {
    public static let operationName = "data"
    public static let document = [
      #"""
      query data(
        $at: Date
        $range: Range = {low: 3, self: {high: 4, low: 1}}
        $type: Type
        $in: Deep
        $self: Int!
      ) {
        data(at: $at) {
          data { data { ...DataFields error } error ...DataFields2 }
          range(range: $range, type: $type, deep: $in)
          more: range(range: {low: $self})
          type {
            Type
            self
            init
            Self
            protocol
            hashValue
            responseFields
            node { node { id x } }
          }
          again: type { Type }
          value
        }
        optional { id }
        any
      }
      """#,
      DataFields.definition, DataFields2.definition,
    ].joined(separator: "\n")

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var at: GraphQLNullable<Foundation.Date>
      public var range: GraphQLNullable<RangeInput>
      public var type: GraphQLNullable<TypeInput>
      public var `in`: GraphQLNullable<Deep>
      public var self_: Int

      private enum CodingKeys: String, CodingKey {
        case at
        case range
        case type
        case `in`
        case self_ = "self"
      }
    }
    public var variables: Variables

    public init(
      at: GraphQLNullable<Foundation.Date> = .none,
      range: GraphQLNullable<RangeInput> = .some(RangeInput(low: .some(3), self_: .some(RangeInput(low: .some(1), high: .some(4))))),
      type: GraphQLNullable<TypeInput> = .none, `in`: GraphQLNullable<Deep> = .none, self_: Int
    ) {
      variables = Variables(at: at, range: range, type: type, in: `in`, self_: self_)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var data: DataData?
      public var optional: [Other?]?
      public var any: JSONValue?

      public init(data: DataData? = nil, optional: [Other?]? = nil, any: JSONValue? = nil) {
        (self.data, self.optional, self.any) = (data, optional, any)
      }

      public init(from node: ResponseNode) throws {
        data = try node.optional("data")?.decode()
        optional = try node.optional("optional")?.map { try $0.isNull ? nil : $0.decode(Other.self) }
        any = node.optional("any")?.value
      }

      public var responseFields: ResponseFields { ResponseFields(["data": data, "optional": optional, "any": any]) }

      nonisolated public struct DataData: ResponseObject, Hashable, Sendable {
        public var data: DataData2?
        public var range: Int?
        public var more: Int?
        public var type: Type_?
        public var again: AgainType_?
        public var value: String?

        public init(
          data: DataData2? = nil, range: Int? = nil, more: Int? = nil, type: Type_? = nil, again: AgainType_? = nil,
          value: String? = nil
        ) {
          (self.data, self.range, self.more) = (data, range, more)
          (self.type, self.again, self.value) = (type, again, value)
        }

        public init(from node: ResponseNode) throws {
          data = try node.optional("data")?.decode()
          range = try node.optional("range")?.int
          more = try node.optional("more")?.int
          type = try node.optional("type")?.decode()
          again = try node.optional("again")?.decode()
          value = try node.optional("value")?.string
        }

        public var responseFields: ResponseFields {
          ResponseFields(
            [
              "__typename": "Data", "data": data, "range": range, "more": more, "type": type, "again": again,
              "value": value,
            ])
        }

        @dynamicMemberLookup
        nonisolated public struct DataData2: ResponseObject, Hashable, Sendable {
          public var data: DataData3?
          public var error: ErrorEnum?
          public var dataFields2: DataFields2

          public init(data: DataData3? = nil, error: ErrorEnum? = nil, dataFields2: DataFields2) {
            (self.data, self.error, self.dataFields2) = (data, error, dataFields2)
          }

          public init(from node: ResponseNode) throws {
            data = try node.optional("data")?.decode()
            error = try node.optional("error")?.decode()
            dataFields2 = try node.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Data", "data": data, "error": error], dataFields2)
          }

          public subscript<Member>(dynamicMember path: KeyPath<DataFields2, Member>) -> Member {
            dataFields2[keyPath: path]
          }

          @dynamicMemberLookup
          nonisolated public struct DataData3: ResponseObject, Hashable, Sendable {
            public var error: ErrorEnum?
            public var dataFields: DataFields

            public init(error: ErrorEnum? = nil, dataFields: DataFields) {
              (self.error, self.dataFields) = (error, dataFields)
            }

            public init(from node: ResponseNode) throws {
              error = try node.optional("error")?.decode()
              dataFields = try node.decode()
            }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "Data", "error": error], dataFields)
            }

            public subscript<Member>(dynamicMember path: KeyPath<DataFields, Member>) -> Member {
              dataFields[keyPath: path]
            }
          }
        }

        nonisolated public struct Type_: ResponseObject, Hashable, Sendable {
          public var type: String?
          public var self_: String?
          public var `init`: Int?
          public var self_2: Int?
          public var `protocol`: String?
          public var hashValue_: String?
          public var responseFields_: Int?
          public var node: Node?

          public init(
            type: String? = nil, self_: String? = nil, `init`: Int? = nil, self_2: Int? = nil,
            `protocol`: String? = nil, hashValue_: String? = nil, responseFields_: Int? = nil, node: Node? = nil
          ) {
            (self.type, self.self_, self.`init`) = (type, self_, `init`)
            (self.self_2, self.`protocol`, self.hashValue_) = (self_2, `protocol`, hashValue_)
            (self.responseFields_, self.node) = (responseFields_, node)
          }

          public init(from node: ResponseNode) throws {
            type = try node.optional("Type")?.string
            self_ = try node.optional("self")?.string
            `init` = try node.optional("init")?.int
            self_2 = try node.optional("Self")?.int
            `protocol` = try node.optional("protocol")?.string
            hashValue_ = try node.optional("hashValue")?.string
            responseFields_ = try node.optional("responseFields")?.int
            self.node = try node.optional("node")?.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(
              [
                "__typename": "Type_", "Type": type, "self": self_, "init": `init`, "Self": self_2,
                "protocol": `protocol`, "hashValue": hashValue_, "responseFields": responseFields_, "node": node,
              ])
          }

          nonisolated public struct Node: ResponseObject, Hashable, Sendable {
            public var node: NodeNode?

            public init(node: NodeNode? = nil) { self.node = node }

            public init(from node: ResponseNode) throws { self.node = try node.optional("node")?.decode() }

            public var responseFields: ResponseFields { ResponseFields(["__typename": "Node", "node": node]) }

            nonisolated public struct NodeNode: ResponseObject, Hashable, Sendable {
              public var id: String
              public var x: Int?

              public init(id: String, x: Int? = nil) { (self.id, self.x) = (id, x) }

              public init(from node: ResponseNode) throws {
                id = try node["id"].id
                x = try node.optional("x")?.int
              }

              public var responseFields: ResponseFields { ResponseFields(["__typename": "Node", "id": id, "x": x]) }
            }
          }
        }

        nonisolated public struct AgainType_: ResponseObject, Hashable, Sendable {
          public var type: String?

          public init(type: String? = nil) { self.type = type }

          public init(from node: ResponseNode) throws { type = try node.optional("Type")?.string }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "Type_", "Type": type]) }
        }
      }

      nonisolated public struct Other: ResponseObject, Hashable, Sendable {
        public var id: String

        public init(id: String) { self.id = id }

        public init(from node: ResponseNode) throws { id = try node["id"].id }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
      }
    }
  }

  nonisolated public struct UsersQuery: GraphQLQuery {
    public static let operationName = "Users"
    public static let document = #"""
      query Users {
        users { id users { id users_aggregate { count } } inner: users { id } }
      }
      """#

    public init() {}

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var users: [Users]

      public init(users: [Users]) { self.users = users }

      public init(from node: ResponseNode) throws { users = try node["users"].decode() }

      public var responseFields: ResponseFields { ResponseFields(["users": users]) }

      nonisolated public struct Users: ResponseObject, Hashable, Sendable {
        public var id: String
        public var users: [UsersUsers]
        public var inner: [InnerUsers]

        public init(id: String, users: [UsersUsers], inner: [InnerUsers]) {
          (self.id, self.users, self.inner) = (id, users, inner)
        }

        public init(from node: ResponseNode) throws {
          id = try node["id"].id
          users = try node["users"].decode()
          inner = try node["inner"].decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "users", "id": id, "users": users, "inner": inner])
        }

        nonisolated public struct UsersUsers: ResponseObject, Hashable, Sendable {
          public var id: String
          public var users_aggregate: Users_aggregate?

          public init(id: String, users_aggregate: Users_aggregate? = nil) {
            (self.id, self.users_aggregate) = (id, users_aggregate)
          }

          public init(from node: ResponseNode) throws {
            id = try node["id"].id
            users_aggregate = try node.optional("users_aggregate")?.decode()
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "users", "id": id, "users_aggregate": users_aggregate])
          }

          nonisolated public struct Users_aggregate: ResponseObject, Hashable, Sendable {
            public var count: Int?

            public init(count: Int? = nil) { self.count = count }

            public init(from node: ResponseNode) throws { count = try node.optional("count")?.int }

            public var responseFields: ResponseFields {
              ResponseFields(["__typename": "users_aggregate", "count": count])
            }
          }
        }

        nonisolated public struct InnerUsers: ResponseObject, Hashable, Sendable {
          public var id: String

          public init(id: String) { self.id = id }

          public init(from node: ResponseNode) throws { id = try node["id"].id }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "users", "id": id]) }
        }
      }
    }
  }

  nonisolated public struct ItemsQuery: PagedQuery {
    public static let operationName = "Items"
    public static let document = #"""
      query Items($first: Int = 10, $after: Cursor, $range: Range! = {default: OTHER}) {
        items(first: $first, after: $after, range: $range) {
          edges { node { id } }
          pageInfo { endCursor hasNextPage }
        }
      }
      """#

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var first: GraphQLNullable<Int>
      public var after: GraphQLNullable<String>
      public var range: RangeInput
    }
    public var variables: Variables

    public init(
      first: GraphQLNullable<Int> = 10, after: GraphQLNullable<String> = .none,
      range: RangeInput = RangeInput(default: .some(.other))
    ) {
      variables = Variables(first: first, after: after, range: range)
    }

    public func pageInfo(of data: Data) -> CursorBasedPagination.Forward {
      CursorBasedPagination.Forward(
        hasNext: data.items?.pageInfo?.hasNextPage, endCursor: data.items?.pageInfo?.endCursor)
    }

    public func query(beyond info: CursorBasedPagination.Forward, toward direction: PaginationDirection) -> Self? {
      guard direction == .next else { return nil }
      var query = self
      query.variables.after = info.endCursor ?? .none
      return query
    }

    public static func items(of data: Data) -> [Data.Items.Edge.Other]? { data.items?.edges?.compactMap { $0?.node } }

    public static func itemCount(of data: Data) -> Int? { data.items?.edges?.count }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var items: Items?

      public init(items: Items? = nil) { self.items = items }

      public init(from node: ResponseNode) throws { items = try node.optional("items")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["items": items]) }

      nonisolated public struct Items: ResponseObject, Hashable, Sendable {
        public var edges: [Edge?]?
        public var pageInfo: Info?

        public init(edges: [Edge?]? = nil, pageInfo: Info? = nil) { (self.edges, self.pageInfo) = (edges, pageInfo) }

        public init(from node: ResponseNode) throws {
          edges = try node.optional("edges")?.map { try $0.isNull ? nil : $0.decode(Edge.self) }
          pageInfo = try node.optional("pageInfo")?.decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "Items", "edges": edges, "pageInfo": pageInfo])
        }

        nonisolated public struct Edge: ResponseObject, Hashable, Sendable {
          public var node: Other?

          public init(node: Other? = nil) { self.node = node }

          public init(from node: ResponseNode) throws { self.node = try node.optional("node")?.decode() }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "Edge", "node": node]) }

          nonisolated public struct Other: ResponseObject, Hashable, Sendable {
            public var id: String

            public init(id: String) { self.id = id }

            public init(from node: ResponseNode) throws { id = try node["id"].id }

            public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
          }
        }

        nonisolated public struct Info: ResponseObject, Hashable, Sendable {
          public var endCursor: String?
          public var hasNextPage: Bool?

          public init(endCursor: String? = nil, hasNextPage: Bool? = nil) {
            (self.endCursor, self.hasNextPage) = (endCursor, hasNextPage)
          }

          public init(from node: ResponseNode) throws {
            endCursor = try node.optional("endCursor")?.string
            hasNextPage = try node.optional("hasNextPage")?.bool
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Info", "endCursor": endCursor, "hasNextPage": hasNextPage])
          }
        }
      }
    }
  }

  nonisolated public struct NumberedQuery: PagedQuery {
    public static let operationName = "Numbered"
    public static let document = #"""
      query Numbered($page: Int, $perPage: Int! = 20) {
        numbered(page: $page, perPage: $perPage) {
          items { id }
          pageInfo { total lastPage }
        }
      }
      """#

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var page: GraphQLNullable<Int>
      public var perPage: Int
    }
    public var variables: Variables

    public init(page: GraphQLNullable<Int> = .none, perPage: Int = 20) {
      variables = Variables(page: page, perPage: perPage)
    }

    public func pageInfo(of data: Data) -> OffsetPagination.Forward {
      // The number of a page stands where other lists have an offset.
      let next = (variables.page.unwrapped ?? 1) + 1
      return OffsetPagination.Forward(offset: next, canLoadNext: (data.numbered?.pageInfo?.lastPage).map { next <= $0 })
    }

    public func query(beyond info: OffsetPagination.Forward, toward direction: PaginationDirection) -> Self? {
      guard direction == .next else { return nil }
      var query = self
      query.variables.page = .some(info.offset)
      return query
    }

    public static func items(of data: Data) -> [Data.Numbered.Other]? { data.numbered?.items?.compactMap { $0 } }

    public static func itemCount(of data: Data) -> Int? { data.numbered?.items?.count }

    public static func total(of data: Data) -> Int? { data.numbered?.pageInfo?.total }

    public var beginsInMiddle: Bool { variables.page.unwrapped ?? 1 > 1 }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var numbered: Numbered?

      public init(numbered: Numbered? = nil) { self.numbered = numbered }

      public init(from node: ResponseNode) throws { numbered = try node.optional("numbered")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["numbered": numbered]) }

      nonisolated public struct Numbered: ResponseObject, Hashable, Sendable {
        public var items: [Other?]?
        public var pageInfo: Info2?

        public init(items: [Other?]? = nil, pageInfo: Info2? = nil) { (self.items, self.pageInfo) = (items, pageInfo) }

        public init(from node: ResponseNode) throws {
          items = try node.optional("items")?.map { try $0.isNull ? nil : $0.decode(Other.self) }
          pageInfo = try node.optional("pageInfo")?.decode()
        }

        public var responseFields: ResponseFields {
          ResponseFields(["__typename": "Numbered", "items": items, "pageInfo": pageInfo])
        }

        nonisolated public struct Other: ResponseObject, Hashable, Sendable {
          public var id: String

          public init(id: String) { self.id = id }

          public init(from node: ResponseNode) throws { id = try node["id"].id }

          public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
        }

        nonisolated public struct Info2: ResponseObject, Hashable, Sendable {
          public var total: Int?
          public var lastPage: Int?

          public init(total: Int? = nil, lastPage: Int? = nil) { (self.total, self.lastPage) = (total, lastPage) }

          public init(from node: ResponseNode) throws {
            total = try node.optional("total")?.int
            lastPage = try node.optional("lastPage")?.int
          }

          public var responseFields: ResponseFields {
            ResponseFields(["__typename": "Info2", "total": total, "lastPage": lastPage])
          }
        }
      }
    }
  }

  nonisolated public struct AliasedQuery: GraphQLQuery {
    public static let operationName = "Aliased"
    public static let document = [
      #"""
      query Aliased {
        first: string { string }
        string: string { first: string }
        ...Roots
      }
      """#,
      Roots.definition,
    ].joined(separator: "\n")

    public init() {}

    @dynamicMemberLookup
    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var first: String_?
      public var string: StringString_?
      public var roots: Roots

      public init(first: String_? = nil, string: StringString_? = nil, roots: Roots) {
        (self.first, self.string, self.roots) = (first, string, roots)
      }

      public init(from node: ResponseNode) throws {
        first = try node.optional("first")?.decode()
        string = try node.optional("string")?.decode()
        roots = try node.decode()
      }

      public var responseFields: ResponseFields { ResponseFields(["first": first, "string": string], roots) }

      public subscript<Member>(dynamicMember path: KeyPath<Roots, Member>) -> Member { roots[keyPath: path] }

      nonisolated public struct String_: ResponseObject, Hashable, Sendable {
        public var string: String?

        public init(string: String? = nil) { self.string = string }

        public init(from node: ResponseNode) throws { string = try node.optional("string")?.string }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "String_", "string": string]) }
      }

      nonisolated public struct StringString_: ResponseObject, Hashable, Sendable {
        public var first: String?

        public init(first: String? = nil) { self.first = first }

        public init(from node: ResponseNode) throws { first = try node.optional("first")?.string }

        public var responseFields: ResponseFields { ResponseFields(["__typename": "String_", "first": first]) }
      }
    }
  }

  nonisolated public struct AloneQuery: GraphQLQuery {
    public static let operationName = "Alone"
    public static let document = [
      #"""
      query Alone { ...Roots }
      """#,
      Roots.definition,
    ].joined(separator: "\n")

    public init() {}

    public typealias Data = Roots
  }

  nonisolated public struct WrappedQuery: GraphQLQuery {
    public static let operationName = "Wrapped"
    public static let document = [
      #"""
      query Wrapped { string { ...Wrapper } }
      """#,
      #"""
      fragment Wrapper on String_ { ...Strings }
      """#,
      Strings.definition,
    ].joined(separator: "\n")

    public init() {}

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var string: Wrapper?

      public init(string: Wrapper? = nil) { self.string = string }

      public init(from node: ResponseNode) throws { string = try node.optional("string")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["string": string]) }
    }
  }

  nonisolated public struct TypeMutation: GraphQLMutation {
    public static let operationName = "type"
    public static let document = [
      #"""
      mutation type($error: Error! = UNKNOWN, $range: Range) {
        type(error: $error, range: $range) { ...DataFields }
      }
      """#,
      DataFields.definition,
    ].joined(separator: "\n")

    nonisolated public struct Variables: Encodable, Hashable, Sendable {
      public var error: ErrorEnum
      public var range: GraphQLNullable<RangeInput>
    }
    public var variables: Variables

    public init(error: ErrorEnum = .unknownValue, range: GraphQLNullable<RangeInput> = .none) {
      variables = Variables(error: error, range: range)
    }

    nonisolated public struct Data: ResponseObject, Hashable, Sendable {
      public var type: DataFields?

      public init(type: DataFields? = nil) { self.type = type }

      public init(from node: ResponseNode) throws { type = try node.optional("type")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["type": type]) }
    }
  }

  public typealias Wrapper = Strings

  nonisolated public struct Strings: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment Strings on String_ { string }
      """#

    public var string: String?

    public init(string: String? = nil) { self.string = string }

    public init(from node: ResponseNode) throws { string = try node.optional("string")?.string }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "String_", "string": string]) }
  }

  nonisolated public struct Roots: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment Roots on Query { string { string } }
      """#

    public var string: String_?

    public init(string: String_? = nil) { self.string = string }

    public init(from node: ResponseNode) throws { string = try node.optional("string")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Query", "string": string]) }

    nonisolated public struct String_: ResponseObject, Hashable, Sendable {
      public var string: String?

      public init(string: String? = nil) { self.string = string }

      public init(from node: ResponseNode) throws { string = try node.optional("string")?.string }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "String_", "string": string]) }
    }
  }

  nonisolated public struct DataFields: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment DataFields on Data { value error }
      """#

    public var value: String?
    public var error: ErrorEnum?

    public init(value: String? = nil, error: ErrorEnum? = nil) { (self.value, self.error) = (value, error) }

    public init(from node: ResponseNode) throws {
      value = try node.optional("value")?.string
      error = try node.optional("error")?.decode()
    }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Data", "value": value, "error": error]) }
  }

  nonisolated public struct DataFields2: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment DataFields2 on Data { value data { error } type { Type } }
      """#

    public var value: String?
    public var data: DataData?
    public var type: Type_?

    public init(value: String? = nil, data: DataData? = nil, type: Type_? = nil) {
      (self.value, self.data, self.type) = (value, data, type)
    }

    public init(from node: ResponseNode) throws {
      value = try node.optional("value")?.string
      data = try node.optional("data")?.decode()
      type = try node.optional("type")?.decode()
    }

    public var responseFields: ResponseFields {
      ResponseFields(["__typename": "Data", "value": value, "data": data, "type": type])
    }

    nonisolated public struct DataData: ResponseObject, Hashable, Sendable {
      public var error: ErrorEnum?

      public init(error: ErrorEnum? = nil) { self.error = error }

      public init(from node: ResponseNode) throws { error = try node.optional("error")?.decode() }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Data", "error": error]) }
    }

    nonisolated public struct Type_: ResponseObject, Hashable, Sendable {
      public var type: String?

      public init(type: String? = nil) { self.type = type }

      public init(from node: ResponseNode) throws { type = try node.optional("Type")?.string }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Type_", "Type": type]) }
    }
  }

  nonisolated public struct Dogs: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment Dogs on Dog { name tricks }
      """#

    public var name: String
    public var tricks: [[String?]]

    public init(name: String, tricks: [[String?]]) { (self.name, self.tricks) = (name, tricks) }

    public init(from node: ResponseNode) throws {
      name = try node["name"].string
      tricks = try node["tricks"].map { try $0.map { try $0.isNull ? nil : $0.string } }
    }

    public var responseFields: ResponseFields { ResponseFields(["__typename": "Dog", "name": name, "tricks": tricks]) }
  }

  nonisolated public struct Animals: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment Animals on Animal {
        __typename
        name
        ... on Dog { tricks }
        ... on Bird { wings }
      }
      """#

    public var name: String
    public var on: On

    public init(name: String, on: On) { (self.name, self.on) = (name, on) }

    public init(from node: ResponseNode) throws {
      name = try node["name"].string
      on = try node.decode()
    }

    public var responseFields: ResponseFields { ResponseFields(["name": name], on) }

    nonisolated public enum On: ResponseObject, Hashable, Sendable {
      case dog(Dog)
      case bird(Bird)
      /// A type that the document does not ask for, or that the schema did not have.
      case other(String)

      public var asDog: Dog? { if case .dog(let value) = self { value } else { nil } }
      public var asBird: Bird? { if case .bird(let value) = self { value } else { nil } }

      public init(from node: ResponseNode) throws {
        switch try node["__typename"].string {
        case "Dog": self = .dog(try node.decode())
        case "Bird": self = .bird(try node.decode())
        case let name: self = .other(name)
        }
      }

      public var responseFields: ResponseFields {
        switch self {
        case .dog(let value): value.responseFields
        case .bird(let value): value.responseFields
        case .other(let name): ResponseFields(["__typename": name])
        }
      }
    }

    nonisolated public struct Dog: ResponseObject, Hashable, Sendable {
      public var tricks: [[String?]]

      public init(tricks: [[String?]]) { self.tricks = tricks }

      public init(from node: ResponseNode) throws {
        tricks = try node["tricks"].map { try $0.map { try $0.isNull ? nil : $0.string } }
      }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Dog", "tricks": tricks]) }
    }

    nonisolated public struct Bird: ResponseObject, Hashable, Sendable {
      public var wings: Int?

      public init(wings: Int? = nil) { self.wings = wings }

      public init(from node: ResponseNode) throws { wings = try node.optional("wings")?.int }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Bird", "wings": wings]) }
    }
  }

  nonisolated public struct Pets: ResponseObject, Hashable, Sendable {
    public static let definition = #"""
      fragment Pets on Pet { owner { id } }
      """#

    public var owner: Other?

    public init(owner: Other? = nil) { self.owner = owner }

    public init(from node: ResponseNode) throws { owner = try node.optional("owner")?.decode() }

    public var responseFields: ResponseFields { ResponseFields(["owner": owner]) }

    nonisolated public struct Other: ResponseObject, Hashable, Sendable {
      public var id: String

      public init(id: String) { self.id = id }

      public init(from node: ResponseNode) throws { id = try node["id"].id }

      public var responseFields: ResponseFields { ResponseFields(["__typename": "Other", "id": id]) }
    }
  }

  nonisolated public enum ErrorEnum: ResponseEnum {
    case unknownValue
    case other
    case none
    case `init`
    case selfValue
    case type
    case `default`
    case rawValueValue
    case fooBar
    case fooBarValue
    case fooBar_
    case _1080p
    case _Value
    case `in`
    case `where`
    /// A value that the schema did not have.
    case unknown(String)

    public static let allCases: [ErrorEnum] = [
      .unknownValue, .other, .none, .`init`, .selfValue, .type, .default, .rawValueValue, .fooBar, .fooBarValue,
      .fooBar_, ._1080p, ._Value, .in, .where
    ]

    public init(rawValue: String) {
      switch rawValue {
      case "UNKNOWN": self = .unknownValue
      case "OTHER": self = .other
      case "none": self = .none
      case "init": self = .`init`
      case "self": self = .selfValue
      case "Type": self = .type
      case "default": self = .default
      case "rawValue": self = .rawValueValue
      case "foo_bar": self = .fooBar
      case "FOO_BAR": self = .fooBarValue
      case "fooBar": self = .fooBar_
      case "_1080P": self = ._1080p
      case "_": self = ._Value
      case "in": self = .in
      case "where": self = .where
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .unknownValue: "UNKNOWN"
      case .other: "OTHER"
      case .none: "none"
      case .`init`: "init"
      case .selfValue: "self"
      case .type: "Type"
      case .default: "default"
      case .rawValueValue: "rawValue"
      case .fooBar: "foo_bar"
      case .fooBarValue: "FOO_BAR"
      case .fooBar_: "fooBar"
      case ._1080p: "_1080P"
      case ._Value: "_"
      case .in: "in"
      case .where: "where"
      case .unknown(let value): value
      }
    }
  }

  nonisolated public enum TaskEnum: ResponseEnum {
    case running
    /// A value that the schema did not have.
    case unknown(String)

    public static let allCases: [TaskEnum] = [.running]

    public init(rawValue: String) {
      switch rawValue {
      case "RUNNING": self = .running
      default: self = .unknown(rawValue)
      }
    }

    public var rawValue: String {
      switch self {
      case .running: "RUNNING"
      case .unknown(let value): value
      }
    }
  }

  nonisolated public struct Deep: Encodable, Hashable, Sendable {
    public var range: RangeInput
    public var error: ErrorEnum
    public var other: Deep2

    public init(range: RangeInput, error: ErrorEnum, other: Deep2) {
      self.range = range
      self.error = error
      self.other = other
    }
  }

  nonisolated public struct Deep2: Encodable, Hashable, Sendable {
    public var deep: GraphQLNullable<Deep>

    public init(deep: GraphQLNullable<Deep> = .none) {
      self.deep = deep
    }
  }

  nonisolated public struct RangeInput: Encodable, Hashable, Sendable {
    public var low: GraphQLNullable<Int>
    public var high: GraphQLNullable<Int>
    public var self_: GraphQLNullable<RangeInput>
    public var not: GraphQLNullable<[RangeInput]>
    public var `in`: GraphQLNullable<String>
    public var `default`: GraphQLNullable<ErrorEnum>

    public init(
      low: GraphQLNullable<Int> = .none, high: GraphQLNullable<Int> = .none, self_: GraphQLNullable<RangeInput> = .none,
      not: GraphQLNullable<[RangeInput]> = .none, `in`: GraphQLNullable<String> = .none,
      `default`: GraphQLNullable<ErrorEnum> = .none
    ) {
      self.low = low
      self.high = high
      self.self_ = self_
      self.not = not
      self.`in` = `in`
      self.`default` = `default`
    }

    private enum CodingKeys: String, CodingKey {
      case low
      case high
      case self_ = "self"
      case not
      case `in`
      case `default`
    }
  }

  nonisolated public indirect enum TypeInput: Encodable, Hashable, Sendable {
    case id(String?)
    case range(RangeInput?)
    case `in`(Bool?)

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch self {
      case .id(let value): try container.encode(value, forKey: .id)
      case .range(let value): try container.encode(value, forKey: .range)
      case .in(let value): try container.encode(value, forKey: .in)
      }
    }

    private enum Keys: String, CodingKey {
      case id
      case range
      case `in`
    }
  }
}
