// The adapter protocol for Go, at placement level: copy this file beside yours, and call Serve.
package main

import "bufio"
import "encoding/json"
import "os"

type Refused string // the error of what is refused, by kind: "unknown-node" say
func (kind Refused) Error() string { return string(kind) }

type Node struct{ Node string }
type Step struct{ Build, Join []Node; Leave string } // one of the three is there
type Ring interface { // made afresh for each case
	Take(Step) error
	Owner(key string) (string, error)
}
type object = map[string]any

func said(what any, err error) any {
	if refused, is := err.(Refused); is {
		return object{"refused": string(refused)}
	} else if err != nil {
		return object{"error": err.Error()}
	}
	return what
}

func Serve(ring func() Ring, hello string) { // until the end of input
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for {
		var m struct{ ID uint64; Case *struct{ Nodes []Node; Keys []string; Steps []Step } }
		if err := in.Decode(&m); err != nil {
			return
		} else if m.Case == nil {
			out.Encode(object{"hello": json.RawMessage(hello)})
			continue
		}
		r, states := ring(), []any{}
		for _, s := range append([]Step{{Build: m.Case.Nodes}}, m.Case.Steps...) {
			state, owners := said(object{}, r.Take(s)).(object), []any{}
			for _, key := range m.Case.Keys {
				owners = append(owners, said(r.Owner(key)))
			}
			state["owners"] = owners
			states = append(states, state)
		}
		out.Encode(object{"id": m.ID, "trace": object{"states": states}})
	}
}
