// kernel_tests: runs real kernels on a device and compares them with what the CPU computes.
//
//     kernel_tests --backend soft|cuda [--ptx-dir DIR] [--list] [--digest] [NAME...]
//
// NAME is a test, or a test and "-debug" for the same kernels compiled without optimisation. It needs nothing but the
// PTX files, so it runs on a machine that has a card and no compiler.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/device.h"
#include "backend/soft/soft.h"
#include "harness.h"

namespace ringfence::kernels {
namespace {

constexpr std::string_view debug_suffix = "-debug";

struct Options {
    std::string backend;
    std::filesystem::path ptx_folder;
    bool list = false;
    bool digest = false;
    std::vector<std::string> names;
};

struct Run {
    std::string name;
    std::filesystem::path ptx;
    TestFunction function;
};

// Beside the program in a bundle, in the sources otherwise.
std::filesystem::path default_ptx_folder() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    const auto beside = program.parent_path() / "kernels";
    return std::filesystem::is_directory(beside, error) ? beside : std::filesystem::path(RINGFENCE_KERNEL_PTX);
}

int usage(const std::string& problem) {
    std::fprintf(stderr,
                 "kernel_tests: %s\n"
                 "usage: kernel_tests --backend soft|cuda [--ptx-dir DIR] [--list] [--digest] [NAME...]\n",
                 problem.c_str());
    return 2;
}

// "" or what is wrong with the command line.
std::string parse(int count, char** words, Options& options) {
    options.ptx_folder = default_ptx_folder();
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool takes_value = word == "--backend" || word == "--ptx-dir";
        if (takes_value && i + 1 == count) return word + " needs a value";
        if (word == "--backend") {
            options.backend = words[++i];
        } else if (word == "--ptx-dir") {
            options.ptx_folder = words[++i];
        } else if (word == "--list") {
            options.list = true;
        } else if (word == "--digest") {
            options.digest = true;
        } else if (word.starts_with("-")) {
            return "unknown option " + word;
        } else {
            options.names.push_back(word);
        }
    }
    if (!options.list && options.backend != "soft" && options.backend != "cuda") return "--backend is soft or cuda";
    return {};
}

// Every test, and again for each that has a debug variant, in order of names.
std::vector<Run> all_runs(const std::filesystem::path& folder) {
    std::vector<Run> runs;
    for (const TestCase& test : test_cases()) {
        const std::string name(test.name);
        runs.push_back({name, folder / (name + ".ptx"), test.function});
        const auto debug = folder / "debug" / (name + ".ptx");
        if (std::filesystem::exists(debug)) runs.push_back({name + std::string(debug_suffix), debug, test.function});
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.name < b.name; });
    return runs;
}

// "" or the name that is no test.
std::string choose(std::vector<Run>& runs, const std::vector<std::string>& names) {
    if (names.empty()) return {};
    std::vector<Run> chosen;
    for (const std::string& name : names) {
        const auto found = std::find_if(runs.begin(), runs.end(), [&](const Run& run) { return run.name == name; });
        if (found == runs.end()) return name;
        chosen.push_back(*found);
    }
    runs = std::move(chosen);
    return {};
}

bool execute(const Run& run, backend::Device& device, bool show_digest) {
    const auto start = std::chrono::steady_clock::now();
    Test test(device, run.ptx.string());
    run.function(test);
    test.wait();
    const double time = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    const bool passed = test.failures().empty();
    std::printf("%s %-24s %9.1f ms (load %.1f ms)", passed ? "PASS" : "FAIL", run.name.c_str(), time,
                test.load_milliseconds());
    if (show_digest) std::printf(" %016llx", static_cast<unsigned long long>(test.digest()));
    std::printf("\n");
    for (const std::string& failure : test.failures())
        std::printf("    %s\n", failure.c_str());
    std::fflush(stdout);
    return passed;
}

std::unique_ptr<backend::Device> open_device(const std::string& backend) {
    auto device = backend == "soft" ? backend::open_soft() : backend::open_cuda();
    if (device.ok()) return device.take();
    std::fprintf(stderr, "kernel_tests: %s\n", device.error().text().c_str());
    return nullptr;
}

int run_all(const std::vector<Run>& runs, const Options& options) {
    std::unique_ptr<backend::Device> device;
    std::string device_name;
    std::size_t passed = 0;
    for (const Run& run : runs) {
        if (device == nullptr) device = open_device(options.backend);
        if (device == nullptr) return 2;
        device_name = device->properties().name;
        if (execute(run, *device, options.digest)) {
            ++passed;
        } else {
            device.reset();  // a card is of no more use after a fault
        }
    }
    std::printf("%zu of %zu passed on %s (%s)\n", passed, runs.size(), options.backend.c_str(), device_name.c_str());
    return passed == runs.size() ? 0 : 1;
}

int main_with(int count, char** words) {
    Options options;
    const std::string problem = parse(count, words, options);
    if (!problem.empty()) return usage(problem);
    std::vector<Run> runs = all_runs(options.ptx_folder);
    const std::string unknown = choose(runs, options.names);
    if (!unknown.empty()) return usage("there is no test '" + unknown + "'");
    if (!options.list) return run_all(runs, options);
    for (const Run& run : runs)
        std::printf("%s\n", run.name.c_str());
    return 0;
}

}  // namespace
}  // namespace ringfence::kernels

int main(int count, char** words) {
    return ringfence::kernels::main_with(count, words);
}
