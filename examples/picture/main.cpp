// Draws pictures with kernels that run on the software GPU: see examples/demo.sh.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "pictures.h"

namespace {

using ringfence::Result;
using ringfence::example::Places;

struct Show {
    const char* name;
    Result<void> (*run)(const Places& places);
};

constexpr Show shows[] = {{"mandelbrot", ringfence::example::draw_mandelbrot},
                          {"galaxy", ringfence::example::draw_galaxy},
                          {"recovery", ringfence::example::show_recovery}};

int usage() {
    std::fputs("usage: picture mandelbrot|galaxy|recovery KERNEL-FOLDER OUT-FOLDER\n", stderr);
    return 2;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) return usage();
    Places places{arguments[2], arguments[3], std::string(arguments[3]) + "/picture-cache"};
    // The cache is emptied: how long it takes to compile is part of what is shown.
    std::error_code error;
    std::filesystem::remove_all(places.cache, error);
    std::filesystem::create_directories(places.out, error);
    for (const Show& show : shows) {
        if (std::strcmp(show.name, arguments[1]) != 0) continue;
        const Result<void> done = show.run(places);
        if (done.ok()) return 0;
        std::fprintf(stderr, "picture: %s\n", done.error().text().c_str());
        return 1;
    }
    return usage();
}
