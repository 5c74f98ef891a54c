// A program with much memory, for beyond.py and bench/core/beyond.py: `beyond BYTES SEED [KERNELS]`. Says "ready", then
// does a round of work for each line that it reads, a number of times over all of its memory (0: over a few bytes of
// it), and answers "done SECONDS". When its input ends it looks at what is in its memory, and says "right".
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "program.h"

#ifndef KERNELS
#    define KERNELS "kernels.ptx"
#endif

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t part_bytes = std::size_t{1} << 28;
constexpr std::size_t sample_bytes = std::size_t{1} << 22;
constexpr unsigned threads = 256;
constexpr int factor = 3;

// A part of the memory, of which all words are the same.
struct Part {
    Address begin = 0;
    std::size_t bytes = 0;
    std::uint32_t word = 0;
    int offset = 0;
};

struct Program {
    Handle scale = nullptr;
    std::vector<Part> parts;

    explicit Program(Handle module) : scale(find_function(module, "scale")) {}

    void allocate(std::size_t bytes, std::uint32_t seed) {
        Address memory = 0;
        CHECK(cuMemAlloc(&memory, bytes));
        for (std::size_t at = 0; at < bytes; at += part_bytes) {
            const auto number = static_cast<std::uint32_t>(parts.size());
            parts.push_back(
                {memory + at, std::min(part_bytes, bytes - at), seed + number, static_cast<int>(seed * 7 + number)});
            CHECK(cuMemsetD32(parts.back().begin, parts.back().word, parts.back().bytes / 4));
        }
        CHECK(cuCtxSynchronize());
    }
    void work(Part& part, std::size_t bytes) const {
        const auto blocks = static_cast<unsigned>(bytes / 4 / threads);
        launch(scale, blocks, threads, 0, nullptr, part.begin, factor, part.offset, 0LL);
    }
    double round(int times) {
        const auto begin = Clock::now();
        for (int i = 0; i < times; ++i) {
            for (Part& part : parts) {
                work(part, part.bytes);
                part.word = part.word * factor + static_cast<std::uint32_t>(part.offset);
            }
        }
        // Any work at all needs all of the memory: the device cannot know what a kernel will touch.
        if (times == 0) {
            std::uint32_t word = 0;
            CHECK(cuMemcpyDtoH(&word, parts.front().begin, sizeof word));
        }
        CHECK(cuCtxSynchronize());
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    void check() const {
        for (const Part& part : parts) {
            for (std::size_t at = 0; at < part.bytes; at += std::min(sample_bytes, part.bytes)) {
                check_word(part, at);
                check_word(part, std::min(at + sample_bytes, part.bytes) - 4);
            }
        }
    }
    static void check_word(const Part& part, std::size_t at) {
        std::uint32_t word = 0;
        CHECK(cuMemcpyDtoH(&word, part.begin + at, sizeof word));
        EXPECT(word == part.word, "at %zu of %zu bytes: %u, expected %u", at, part.bytes, word, part.word);
    }
};

Handle load_module(const char* path) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT(!text.empty(), "cannot read %s", path);
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, text.c_str()));
    return module;
}

}  // namespace

int main(int argc, char** argv) {
    EXPECT(argc == 3 || argc == 4, "usage: beyond BYTES SEED [KERNELS]");
    (void)begin();
    Program program(load_module(argc == 4 ? argv[3] : KERNELS));
    program.allocate(std::strtoull(argv[1], nullptr, 10), static_cast<std::uint32_t>(std::atoi(argv[2])));
    std::printf("ready\n");
    std::fflush(stdout);
    for (char line[64]; std::fgets(line, sizeof line, stdin) != nullptr;) {
        std::printf("done %.6f\n", program.round(std::atoi(line)));
        std::fflush(stdout);
    }
    program.check();
    std::printf("right\n");
    return 0;
}
