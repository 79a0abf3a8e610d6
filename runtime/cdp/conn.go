// Package cdp is the connection to Chrome: DevTools protocol messages over the two pipes of a browser that
// we launched. Commands are written in the order in which they are sent, so they can be pipelined; typed
// requests come from rod's lib/proto. It knows the wire and nothing about pages.
package cdp
