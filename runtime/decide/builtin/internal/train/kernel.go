//go:build !goexperiment.simd || !amd64

package main

// The kernels add in the same order as the vector instructions of the other file, so that both round alike.

// gather sets v to the sum of the rows that are used.
func gather(v *vector, rows []vector, used []uint32) {
	*v = vector{}
	for _, r := range used {
		for k, x := range &rows[r] {
			v[k] += x
		}
	}
}

// axpy adds k times x to v.
func axpy(v, x *vector, k float32) {
	for i := range v {
		v[i] += float32(x[i] * k)
	}
}

// products sets out to the products of a with the columns of t.
func products(out *line, a *vector, t *[dim]line) {
	*out = line{}
	for d, x := range a {
		for b := range out {
			for l := range out[b] {
				for i, y := range t[d][b][l] {
					out[b][l][i] += float32(x * y)
				}
			}
		}
	}
}

// combine sets v to the sum of the vectors xs, each times its factor.
func combine(v *vector, factors *[batch]float32, xs *[batch]vector) {
	*v = vector{}
	for j, f := range factors {
		for k, x := range &xs[j] {
			v[k] += float32(x * f)
		}
	}
}
