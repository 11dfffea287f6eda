module swiftpager

go 1.23
