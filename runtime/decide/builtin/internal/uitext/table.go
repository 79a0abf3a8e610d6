package uitext

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Vector is the meaning of a text as far as the table knows it.
type Vector [Dim]float32

// Table holds a vector for each row, as numbers of four bits and a scale. It is only read and may be shared.
//
// The file: "UIT4", the number of rows and of numbers in a row (little endian, 32 bits each), a bfloat16 scale
// for each row, then the rows; a byte holds two numbers of -8 to 7, the first in its low half.
type Table struct {
	scales []byte
	rows   []byte
}

const (
	magic    = "UIT4"
	header   = len(magic) + 8
	rowBytes = Dim / 2
)

// Open reads a table without copying it.
func Open(data []byte) (*Table, error) {
	switch {
	case len(data) < header || string(data[:len(magic)]) != magic:
		return nil, errors.New("the data is no table of text vectors")
	case binary.LittleEndian.Uint32(data[len(magic):]) != Buckets || binary.LittleEndian.Uint32(data[len(magic)+4:]) != Dim:
		return nil, fmt.Errorf("the table of text vectors has another shape than %d rows of %d", Buckets, Dim)
	case len(data) != header+Buckets*(2+rowBytes):
		return nil, fmt.Errorf("the table of text vectors has %d bytes, not %d", len(data), header+Buckets*(2+rowBytes))
	}
	return &Table{data[header : header+2*Buckets], data[header+2*Buckets:]}, nil
}

// Add adds a row to v.
func (t *Table) Add(v *Vector, row uint32) {
	scale := math.Float32frombits(uint32(binary.LittleEndian.Uint16(t.scales[2*row:])) << 16)
	var level [16]float32 // every number that the row can hold
	for i := range level {
		level[i] = float32(scale * float32(int8(i<<4)>>4))
	}
	r := t.rows[int(row)*rowBytes:][:rowBytes]
	for i, b := range r {
		v[2*i] += level[b&15]
		v[2*i+1] += level[b>>4]
	}
}

// Pack makes the data of a table of Buckets rows of Dim numbers.
func Pack(rows []float32) []byte {
	out := make([]byte, 0, header+Buckets*(2+rowBytes))
	out = append(out, magic...)
	out = binary.LittleEndian.AppendUint32(out, Buckets)
	out = binary.LittleEndian.AppendUint32(out, Dim)
	scales := make([]float32, Buckets)
	for r := range scales {
		x := rows[r*Dim:][:Dim]
		bits := uint32(math.Float32bits(bestScale(x))+0x8000) >> 16
		out = binary.LittleEndian.AppendUint16(out, uint16(bits))
		scales[r] = math.Float32frombits(bits << 16)
	}
	for r, scale := range scales {
		x := rows[r*Dim:][:Dim]
		for i := 0; i < Dim; i += 2 {
			out = append(out, byte(level(x[i], scale)&15)|byte(level(x[i+1], scale)&15)<<4)
		}
	}
	return out
}

// level is the number of -8 to 7 that stands for x.
func level(x, scale float32) int8 {
	if scale == 0 {
		return 0
	}
	return int8(min(7, max(-8, math.RoundToEven(float64(x)/float64(scale)))))
}

// bestScale is the scale with the least squared error among some that cut off the largest numbers.
func bestScale(x []float32) float32 {
	top := 0.0
	for _, v := range x {
		top = max(top, math.Abs(float64(v)))
	}
	best, least := 0.0, math.Inf(1)
	for k := range 13 {
		scale := float64(top / 7 * (1 - float64(k)*0.05))
		err := 0.0
		for _, v := range x {
			d := float64(v) - float64(scale*float64(level(v, float32(scale))))
			err += float64(d * d)
		}
		if err < least {
			best, least = scale, err
		}
	}
	return float32(best)
}

// Normalize makes v as long as 1, or leaves it zero.
func (v *Vector) Normalize() {
	var sum float32
	for _, x := range v {
		sum += float32(x * x)
	}
	if sum == 0 {
		return
	}
	k := float32(1 / math.Sqrt(float64(sum)))
	for i := range v {
		v[i] = float32(v[i] * k)
	}
}

// Dot is the cosine of two vectors that are as long as 1.
func (v *Vector) Dot(w *Vector) float32 {
	var a, b, c, d float32
	for i := 0; i < Dim; i += 4 {
		a += float32(v[i] * w[i])
		b += float32(v[i+1] * w[i+1])
		c += float32(v[i+2] * w[i+2])
		d += float32(v[i+3] * w[i+3])
	}
	return (a + b) + (c + d)
}

// AddVector adds w to v.
func (v *Vector) AddVector(w *Vector) {
	for i := range v {
		v[i] += w[i]
	}
}
