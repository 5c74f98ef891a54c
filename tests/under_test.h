// Where a test finds what it tests: in the build, on the software GPU; or on a card's machine, in a bundle.
//
// RINGFENCE_TEST_BIN: the folder of the programs. RINGFENCE_TEST_BACKEND: soft, which is the default, or cuda.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace ringfence {

inline std::string program_under_test(const std::string& built) {
    const char* const folder = std::getenv("RINGFENCE_TEST_BIN");
    if (folder == nullptr) return built;
    return (folder / std::filesystem::path(built).filename()).string();
}

inline std::string backend_under_test() {
    const char* const backend = std::getenv("RINGFENCE_TEST_BACKEND");
    return backend == nullptr ? "soft" : backend;
}

}  // namespace ringfence
