module go_walk

go 1.23

require swiftpager v0.0.0

replace swiftpager => ../../../bindings/go
