// The adapter protocol for Go, at placement level: copy this file beside yours, and call Serve.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type Node struct {
	Node   string
	Weight int
}

// Refused is the error of a step or a question that is refused: its kind, "unknown-node" say. Any
// other error is one, and equals nothing.
type Refused string

func (kind Refused) Error() string { return string(kind) }

// Ring is made afresh for each case. A leave brings one node.
type Ring interface {
	Step(verb string, nodes []Node) error // build, join, leave
	Owner(key string) (string, error)
}

func said(err error) map[string]any {
	if refused, is := err.(Refused); is {
		return map[string]any{"refused": string(refused)}
	} else if err != nil {
		return map[string]any{"error": err.Error()}
	}
	return map[string]any{}
}

type asked struct {
	Nodes []Node
	Keys  []string
	Steps []struct{ Join []Node; Leave string }
}

// Serve answers cases until the end of input.
func Serve(ring func() Ring, hello string) {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), json.NewEncoder(os.Stdout)
	for line, err := in.ReadBytes('\n'); err == nil; line, err = in.ReadBytes('\n') {
		var m struct{ ID uint64; Case *asked }
		if json.Unmarshal(line, &m); m.Case == nil {
			out.Encode(map[string]any{"hello": json.RawMessage(hello)})
			continue
		}
		out.Encode(map[string]any{"id": m.ID, "trace": trace(ring(), m.Case)})
	}
}

func trace(ring Ring, c *asked) any {
	states := []any{}
	take := func(verb string, nodes []Node) {
		state, owners := said(ring.Step(verb, nodes)), make([]any, len(c.Keys))
		for i, key := range c.Keys {
			if node, err := ring.Owner(key); err != nil {
				owners[i] = said(err)
			} else {
				owners[i] = node
			}
		}
		state["owners"] = owners
		states = append(states, state)
	}
	take("build", c.Nodes)
	for _, step := range c.Steps {
		if step.Join != nil {
			take("join", step.Join)
		} else {
			take("leave", []Node{{Node: step.Leave}})
		}
	}
	return map[string]any{"states": states}
}
