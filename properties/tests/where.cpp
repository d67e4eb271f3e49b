#include "properties/tests/where.hpp"

namespace clockwise {

const char* const kSourceFolder = CLOCKWISE_SOURCE_DIR;
const char* const kCommand = CLOCKWISE_COMMAND;
const char* const kReplayFolder = CLOCKWISE_REPLAY_FOLDER;

}  // namespace clockwise
