#include "gate/command.hpp"

int main(int argc, char** argv) { return clockwise::gate::command(argc, argv); }
