# frozen_string_literal: true

# Pages through GraphQL lists with libswiftpager, which never calls Ruby: everything is pulled.
require_relative "swiftpager/native"
require_relative "swiftpager/error"
require_relative "swiftpager/page"
require_relative "swiftpager/client"
require_relative "swiftpager/subscription"
require_relative "swiftpager/pull"
require_relative "swiftpager/pager"
