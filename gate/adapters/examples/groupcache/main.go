// groupcache's consistenthash (Debian's golang-github-golang-groupcache-dev). It cannot remove.
package main

import "github.com/golang/groupcache/consistenthash"

type ring struct{ points *consistenthash.Map }

func (r *ring) Take(step Step) error {
	if step.Build != nil {
		r.points = consistenthash.New(50, nil)
	}
	for _, node := range append(step.Build, step.Join...) {
		r.points.Add(node.Node)
	}
	return nil
}

func (r *ring) Owner(key string) (string, error) { return r.points.Get(key), nil }

func main() {
	Serve(func() Ring { return &ring{} }, `{"protocol": 1, "name": "groupcache", "version": "0.0",
		"level": "placement", "supports": ["join"], "conventions": {"rejoin": "count"}}`)
}
