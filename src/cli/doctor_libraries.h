// ringfence doctor --libraries: where NVIDIA's libraries lie on this machine, and which folders a setting should name.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::cli {

struct FoundLibrary {
    std::string path;
    std::string version;  // as far as the file's name tells
    std::string problem;  // why a worker would not load it; empty: it would
};

struct LibrarySurvey {
    std::vector<FoundLibrary> libraries;  // by folder, in the order in which a worker would look
    std::vector<std::string> folders;     // that hold one which a worker would load
    std::vector<std::string> missing;     // names that no folder has
};

// "12.0.0.61" of what libcufft.so.12 leads to; "12" if its name tells no more.
std::string library_version(const std::string& path);

// The folders where Python packages lie that python3 would find: of the virtual environment, and of the python3 on the
// path. Nothing is run.
std::vector<std::string> python_library_folders();

// Looks into these folders. The first that has a library is the one that counts.
LibrarySurvey survey_libraries(const std::vector<std::string>& folders);

// The line for the settings.
std::string libraries_setting(const LibrarySurvey& survey);

// Puts the line into the user's settings, in the place of one that is there. Gives the file's name.
Result<std::string> write_libraries_setting(const LibrarySurvey& survey);

}  // namespace ringfence::cli
