// Where a test finds the checkout and what was built from it. The build tells one file, where.cpp,
// so that a checkout at another place compiles the tests to the same objects.
#pragma once

#include <string>

namespace clockwise {

extern const char* const kSourceFolder;
extern const char* const kCommand;       // the `clockwise` that was built
extern const char* const kReplayFolder;  // of the fuzz targets with the stand-alone main

inline std::string source(const std::string& path) { return kSourceFolder + ("/" + path); }

}  // namespace clockwise
