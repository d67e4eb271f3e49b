// The whole command, for a program of one's own: a gate for one's own ring.
//
//   #include "gate/command.hpp"
//   #include "my_ring.hpp"
//   int main(int argc, char** argv) { return clockwise::gate::command<MyRing>(argc, argv, "mine");
//   }
#pragma once

#include <memory>
#include <string>

#include "properties/kit/run.hpp"

namespace clockwise::gate {

// Runs the command with these arguments, and returns its exit code.
int command(int argc, char** argv);

// The same with a ring of this name, which is what --ring is by default.
int command(int argc, char** argv, const std::string& name, MakeRing make);
template <class R>
int command(int argc, char** argv, const std::string& name) {
  return command(argc, argv, name, [] { return std::make_unique<R>(); });
}

}  // namespace clockwise::gate
