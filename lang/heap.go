package lang

import (
	"context"
	"runtime/metrics"
	"time"
)

// MaxHeap is how much the memory of the process may grow while a module is evaluated, in bytes.
const MaxHeap = 1 << 30

const heapObjects = "/memory/classes/heap/objects:bytes"

func heap() uint64 {
	sample := []metrics.Sample{{Name: heapObjects}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}

// watchHeap closes the channel when the heap has grown by MaxHeap before ctx ends. An evaluation can build
// large values faster than any rule about its text can tell.
func watchHeap(ctx context.Context) <-chan struct{} {
	grown := make(chan struct{})
	start := heap()
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if now := heap(); now > start && now-start > MaxHeap {
					close(grown)
					return
				}
			}
		}
	}()
	return grown
}
