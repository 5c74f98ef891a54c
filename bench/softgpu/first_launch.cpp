#include "first_launch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>

#include "engine.h"

namespace ringfence::bench {
namespace {

constexpr double cold_limit = 150;
constexpr double warm_limit = 5;
constexpr int cold_tries = 5;
constexpr int warm_tries = 10;
constexpr const char* kernels[] = {"black_scholes", "convolve"};

Result<double> in_new_process(const std::string& program, const std::string& kernel, const std::string& cache) {
    const std::string command = "'" + program + "' --first-launch " + kernel + " '" + cache + "'";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    double milliseconds = 0;
    if (!pipe || std::fscanf(pipe.get(), "%lf", &milliseconds) != 1)
        return Error::internal("no answer from: " + command);
    return milliseconds;
}

Result<double> best_of(int tries, const std::function<Result<double>(int)>& measure) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
        RF_TRY(const double milliseconds, measure(i));
        best = std::min(best, milliseconds);
    }
    return best;
}

void print_line(const char* what, double milliseconds, double limit) {
    std::printf("    %-42s %9.2f ms  limit %5.0f ms  %s\n", what, milliseconds, limit,
                milliseconds <= limit ? "yes" : "NO");
}

Result<void> print_kernel(const std::string& program, const std::string& ptx, const std::string& kernel,
                          const std::string& scratch) {
    RF_TRY(const std::string module, module_of(ptx, kernel));
    std::printf("\n%s, %td lines of PTX\n", kernel.c_str(), std::count(module.begin(), module.end(), '\n'));
    const auto folder = [&](const std::string& name) {
        const std::string path = scratch + "/" + kernel + "-" + name;
        std::filesystem::create_directories(path);
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    };
    RF_TRY(const double cold_process, best_of(cold_tries, [&](int i) {
               return in_new_process(program, kernel, folder("process-" + std::to_string(i)));
           }));
    print_line("compiled, in a new process", cold_process, cold_limit);
    RF_TRY(const double cold_device, best_of(cold_tries, [&](int i) {
               return first_launch(ptx, kernel, folder("device-" + std::to_string(i)));
           }));
    print_line("compiled, on a new device", cold_device, cold_limit);
    RF_TRY(const double warm_process,
           best_of(warm_tries, [&](int /*i*/) { return in_new_process(program, kernel, folder("process-0")); }));
    print_line("from the cache, in a new process", warm_process, warm_limit);
    RF_TRY(const double warm_device,
           best_of(warm_tries, [&](int /*i*/) { return first_launch(ptx, kernel, folder("process-0")); }));
    print_line("from the cache, on a new device", warm_device, warm_limit);
    return {};
}

}  // namespace

Result<std::string> module_of(const std::string& ptx, const std::string& kernel) {
    const std::size_t first = ptx.find(".visible .entry");
    const std::size_t begin = ptx.find(".visible .entry " + kernel + "(");
    const std::size_t end = ptx.find("\n}\n", begin);
    if (begin == std::string::npos || end == std::string::npos)
        return Error::internal("kernels.ptx has no kernel " + kernel);
    return ptx.substr(0, first) + ptx.substr(begin, end + 3 - begin);
}

Result<double> first_launch(const std::string& ptx, const std::string& kernel, const std::string& cache_directory) {
    RF_TRY(const std::string module, module_of(ptx, kernel));
    const Workload workload = kernel == "convolve" ? small_convolution() : small_black_scholes();
    return ringfence_first_launch(module, workload, cache_directory);
}

Result<void> print_first_launches(const std::string& program, const std::string& ptx, const std::string& scratch) {
    std::printf("\nfirst launch, from the PTX to the end of the kernel\n");
    for (const char* kernel : kernels)
        RF_RETURN_IF_ERROR(print_kernel(program, ptx, kernel, scratch));
    return {};
}

}  // namespace ringfence::bench
