// groupcache's consistenthash (Debian's golang-github-golang-groupcache-dev). It cannot remove.
package main

import "github.com/golang/groupcache/consistenthash"

type ring struct{ points *consistenthash.Map }

func (r *ring) Step(verb string, nodes []Node) error {
	if verb == "build" {
		r.points = consistenthash.New(50, nil)
	}
	for _, node := range nodes {
		r.points.Add(node.Node)
	}
	return nil
}

func (r *ring) Owner(key string) (string, error) { return r.points.Get(key), nil }

func main() {
	Serve(func() Ring { return &ring{} }, `{"protocol": 1, "name": "groupcache", "version": "0.0",
		"level": "placement", "supports": ["join"], "conventions": {"rejoin": "count"}}`)
}
