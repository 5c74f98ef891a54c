#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

// The text on the process's standard output while `work` runs.
template <typename Work>
std::string captured(const Work& work) {
    std::fflush(stdout);
    std::FILE* file = std::tmpfile();
    const int kept = dup(STDOUT_FILENO);
    if (file == nullptr || kept < 0) return "(no temporary file)";
    dup2(fileno(file), STDOUT_FILENO);
    work();
    std::fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    std::string text;
    std::array<char, 4096> buffer{};
    std::rewind(file);
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file))
        text.append(buffer.data(), count);
    std::fclose(file);
    return text;
}

std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

constexpr const char* formatted =
    "plain\n"
    "-42 3000000000 beef BEEF 10 z|   42|42   |00042|+42\n"
    "-1234567890123 18446744073709551615 123456789abcdef -2 3\n"
    "1.500000 3.142 1.234568e+04 0.0001    -2.50|\n"
    "word and       text and left  |cu%\n"
    "    42 0xff  42\n";

}  // namespace

KERNEL_TEST(device_printf) {
    const auto word = test.upload(std::vector<char>{'w', 'o', 'r', 'd', '\0'});
    const std::string text = captured([&] {
        test.launch("formats", {{1}, {1}}, word, 42);
        test.wait();
    });
    test.expect(text == formatted, "printed:\n" + text);

    const std::string many = captured([&] {
        test.launch("many", {{3}, {20}}, 100);
        test.wait();
    });
    std::string expected;
    for (int i = 0; i < 60; ++i) {
        std::array<char, 80> line{};
        std::snprintf(line.data(), line.size(), "thread %d of block %d says %.1f\n", i % 20, i / 20,
                      100 + i % 20 * 0.5);
        expected += line.data();
    }
    test.expect(sorted_lines(many) == sorted_lines(expected), "many threads printed:\n" + many);
}
