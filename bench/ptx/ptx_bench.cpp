// How fast PTX is read and written, and how much memory that takes.
//
// Compiler output from the corpus is repeated, under new names, until it has 1, 10 and 100 MB. Each size runs in a
// process of its own, so that its peak memory is its own; of the times the best of several runs counts.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "ptx/printer.h"
#include "source_dir.h"

namespace ringfence::ptx {
namespace {

constexpr double megabyte = 1e6;
// Kernels only: repeating a file with variables or functions would declare them twice.
constexpr const char* sources[] = {"memory.90.ptx", "conv_half_bf16.90.ptx", "warp.80.ptx"};
constexpr std::string_view header_end = ".address_size 64\n";

std::string read(const std::filesystem::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

// The kernels of the sources with a mark in front of each name.
std::string marked_kernels() {
    std::string all;
    for (const char* source : sources) {
        std::string text = read(std::filesystem::path(RINGFENCE_SOURCE_DIR) / "tests/ptx/corpus/committed" / source);
        text.erase(0, text.find(header_end) + header_end.size());
        std::vector<std::string> names;
        for (std::size_t at = text.find(".entry "); at != std::string::npos; at = text.find(".entry ", at + 1)) {
            names.push_back(text.substr(at + 7, text.find('(', at) - at - 7));
        }
        std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
        for (const std::string& name : names) {
            replace_all(text, " " + name + "(", " \1" + name + "(");
            replace_all(text, " " + name + "_param", " \1" + name + "_param");
            replace_all(text, "[" + name + "_param", "[\1" + name + "_param");
        }
        all += text;
    }
    return all;
}

std::string module_of(std::size_t bytes) {
    const std::string kernels = marked_kernels();
    std::string text = ".version 9.0\n.target sm_90\n" + std::string(header_end);
    text.reserve(bytes + kernels.size() * 2);
    for (int copy = 0; text.size() < bytes; ++copy) {
        std::string one = kernels;
        replace_all(one, "\1", "c" + std::to_string(copy) + "_");
        text += one;
    }
    return text;
}

double seconds_of_cpu() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 / megabyte;
}

int measure(std::size_t bytes) {
    const double before = peak_megabytes();
    auto text = std::make_shared<const std::string>(module_of(bytes));
    const double size = static_cast<double>(text->size()) / megabyte;
    double parse_time = 1e9;
    double print_time = 1e9;
    for (int run = 0; run < (bytes > 50'000'000 ? 3 : 7); ++run) {
        DiagnosticSink sink;
        const double start = seconds_of_cpu();
        std::unique_ptr<Module> module = parse(text, sink);
        const double parsed = seconds_of_cpu();
        if (module == nullptr) {
            std::fputs(render_all(sink.diagnostics(), "bench.ptx", LineMap(*text)).c_str(), stderr);
            return 1;
        }
        const std::string printed = print(*module);
        parse_time = std::min(parse_time, parsed - start);
        print_time = std::min(print_time, seconds_of_cpu() - parsed);
    }
    const double memory = peak_megabytes() - before;
    std::printf("%8.1f %12.1f %12.1f %16.1f %12.1f %9.2f\n", size, size / parse_time, size / print_time,
                size / (parse_time + print_time), memory, memory / size);
    return 0;
}

int measure_apart(std::size_t bytes) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int status = measure(bytes);
        std::fflush(stdout);
        _exit(status);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace
}  // namespace ringfence::ptx

int main() {
    std::puts("PTX library, one core. Memory is the peak with text, module and printed text together.\n");
    std::puts(" text MB   parse MB/s   print MB/s   parse+print MB/s   memory MB   x text");
    for (std::size_t bytes : {1'000'000U, 10'000'000U, 100'000'000U}) {
        if (ringfence::ptx::measure_apart(bytes) != 0) {
            return 1;
        }
    }
    return 0;
}
