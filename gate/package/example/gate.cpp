#include "gate/command.hpp"
#include "my_ring.hpp"

int main(int argc, char** argv) { return clockwise::gate::command<MyRing>(argc, argv, "mine"); }
