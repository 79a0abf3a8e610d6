// The same twenty steps by jevrun and by a program on rod, timed in turns. It is a module of its own, so that rod's
// root package, which the product must not reach, stays out of the project's go.mod. .ci/bench-rod runs it.
module github.com/jevrun/jevrun/ci/rod

go 1.26.0

require github.com/go-rod/rod v0.116.2

require (
	github.com/ysmood/fetchup v0.2.3 // indirect
	github.com/ysmood/goob v0.4.0 // indirect
	github.com/ysmood/got v0.40.0 // indirect
	github.com/ysmood/gson v0.7.3 // indirect
	github.com/ysmood/leakless v0.9.0 // indirect
)
