//go:build goexperiment.simd && amd64

package main

import simd "simd/archsimd"

// gather sets v to the sum of the rows that are used.
func gather(v *vector, rows []vector, used []uint32) {
	var s0, s1, s2, s3, s4, s5, s6, s7 simd.Float32x8
	for _, r := range used {
		x := &rows[r]
		s0 = s0.Add(simd.LoadFloat32x8((*[8]float32)(x[0:8])))
		s1 = s1.Add(simd.LoadFloat32x8((*[8]float32)(x[8:16])))
		s2 = s2.Add(simd.LoadFloat32x8((*[8]float32)(x[16:24])))
		s3 = s3.Add(simd.LoadFloat32x8((*[8]float32)(x[24:32])))
		s4 = s4.Add(simd.LoadFloat32x8((*[8]float32)(x[32:40])))
		s5 = s5.Add(simd.LoadFloat32x8((*[8]float32)(x[40:48])))
		s6 = s6.Add(simd.LoadFloat32x8((*[8]float32)(x[48:56])))
		s7 = s7.Add(simd.LoadFloat32x8((*[8]float32)(x[56:64])))
	}
	s0.Store((*[8]float32)(v[0:8]))
	s1.Store((*[8]float32)(v[8:16]))
	s2.Store((*[8]float32)(v[16:24]))
	s3.Store((*[8]float32)(v[24:32]))
	s4.Store((*[8]float32)(v[32:40]))
	s5.Store((*[8]float32)(v[40:48]))
	s6.Store((*[8]float32)(v[48:56]))
	s7.Store((*[8]float32)(v[56:64]))
}

// axpy adds k times x to v.
func axpy(v, x *vector, k float32) {
	f := simd.BroadcastFloat32x8(k)
	simd.LoadFloat32x8((*[8]float32)(v[0:8])).Add(simd.LoadFloat32x8((*[8]float32)(x[0:8])).Mul(f)).Store((*[8]float32)(v[0:8]))
	simd.LoadFloat32x8((*[8]float32)(v[8:16])).Add(simd.LoadFloat32x8((*[8]float32)(x[8:16])).Mul(f)).Store((*[8]float32)(v[8:16]))
	simd.LoadFloat32x8((*[8]float32)(v[16:24])).Add(simd.LoadFloat32x8((*[8]float32)(x[16:24])).Mul(f)).Store((*[8]float32)(v[16:24]))
	simd.LoadFloat32x8((*[8]float32)(v[24:32])).Add(simd.LoadFloat32x8((*[8]float32)(x[24:32])).Mul(f)).Store((*[8]float32)(v[24:32]))
	simd.LoadFloat32x8((*[8]float32)(v[32:40])).Add(simd.LoadFloat32x8((*[8]float32)(x[32:40])).Mul(f)).Store((*[8]float32)(v[32:40]))
	simd.LoadFloat32x8((*[8]float32)(v[40:48])).Add(simd.LoadFloat32x8((*[8]float32)(x[40:48])).Mul(f)).Store((*[8]float32)(v[40:48]))
	simd.LoadFloat32x8((*[8]float32)(v[48:56])).Add(simd.LoadFloat32x8((*[8]float32)(x[48:56])).Mul(f)).Store((*[8]float32)(v[48:56]))
	simd.LoadFloat32x8((*[8]float32)(v[56:64])).Add(simd.LoadFloat32x8((*[8]float32)(x[56:64])).Mul(f)).Store((*[8]float32)(v[56:64]))
}

// products sets out to the products of a with the columns of t.
func products(out *line, a *vector, t *[dim]line) {
	for b := range out {
		var s0, s1, s2, s3 simd.Float32x8
		for d := range a {
			f := simd.BroadcastFloat32x8(a[d])
			x := &t[d][b]
			s0 = s0.Add(simd.LoadFloat32x8(&x[0]).Mul(f))
			s1 = s1.Add(simd.LoadFloat32x8(&x[1]).Mul(f))
			s2 = s2.Add(simd.LoadFloat32x8(&x[2]).Mul(f))
			s3 = s3.Add(simd.LoadFloat32x8(&x[3]).Mul(f))
		}
		o := &out[b]
		s0.Store(&o[0])
		s1.Store(&o[1])
		s2.Store(&o[2])
		s3.Store(&o[3])
	}
}

// combine sets v to the sum of the vectors xs, each times its factor.
func combine(v *vector, factors *[batch]float32, xs *[batch]vector) {
	var s0, s1, s2, s3, s4, s5, s6, s7 simd.Float32x8
	for j := range factors {
		f := simd.BroadcastFloat32x8(factors[j])
		x := &xs[j]
		s0 = s0.Add(simd.LoadFloat32x8((*[8]float32)(x[0:8])).Mul(f))
		s1 = s1.Add(simd.LoadFloat32x8((*[8]float32)(x[8:16])).Mul(f))
		s2 = s2.Add(simd.LoadFloat32x8((*[8]float32)(x[16:24])).Mul(f))
		s3 = s3.Add(simd.LoadFloat32x8((*[8]float32)(x[24:32])).Mul(f))
		s4 = s4.Add(simd.LoadFloat32x8((*[8]float32)(x[32:40])).Mul(f))
		s5 = s5.Add(simd.LoadFloat32x8((*[8]float32)(x[40:48])).Mul(f))
		s6 = s6.Add(simd.LoadFloat32x8((*[8]float32)(x[48:56])).Mul(f))
		s7 = s7.Add(simd.LoadFloat32x8((*[8]float32)(x[56:64])).Mul(f))
	}
	s0.Store((*[8]float32)(v[0:8]))
	s1.Store((*[8]float32)(v[8:16]))
	s2.Store((*[8]float32)(v[16:24]))
	s3.Store((*[8]float32)(v[24:32]))
	s4.Store((*[8]float32)(v[32:40]))
	s5.Store((*[8]float32)(v[40:48]))
	s6.Store((*[8]float32)(v[48:56]))
	s7.Store((*[8]float32)(v[56:64]))
}
