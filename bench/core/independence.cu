// Measures how far one program's loading disturbs another's launches (see independence.py).
//
//   independence --launch SECONDS     launches and waits, again and again; percentiles of the time, as a line of JSON
//   independence --load SECONDS       meanwhile: loads modules of 5 MB of PTX, each a new one; how many, as JSON
#include <cuda.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void check(int status, const char* what) {
    if (status == 0) return;
    std::fprintf(stderr, "independence: %s: %d\n", what, status);
    std::exit(1);
}

__global__ void empty() {}

int launch(double seconds) {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "a stream");
    std::vector<double> times;
    const auto begin = Clock::now();
    while (seconds_since(begin) < seconds) {
        const auto start = Clock::now();
        empty<<<1, 1, 0, stream>>>();
        check(cudaStreamSynchronize(stream), "synchronize");
        times.push_back(seconds_since(start) * 1e6);
    }
    std::sort(times.begin(), times.end());
    const auto at = [&](double part) { return times[static_cast<std::size_t>(part * (times.size() - 1))]; };
    std::printf("{\"count\": %zu, \"p50\": %.3f, \"p99\": %.3f, \"p999\": %.3f, \"worst\": %.1f}\n", times.size(),
                at(0.5), at(0.99), at(0.999), times.back());
    return 0;
}

// About 5 MB: some thousand kernels that differ.
std::string module_text(unsigned number) {
    std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";
    for (unsigned kernel = 0; text.size() < (std::size_t{5} << 20); ++kernel) {
        text += ".visible .entry k" + std::to_string(kernel) + "(.param .u64 p, .param .u32 n)\n{\n";
        text += ".reg .b64 %rd<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .pred %p<2>;\n";
        text += "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\n";
        text += "mad.wide.u32 %rd2, %r2, 4, %rd1;\nld.global.f32 %f1, [%rd2];\n";
        for (unsigned step = 0; step < 24; ++step) {
            text += "fma.rn.f32 %f1, %f1, %f1, 0f3F" +
                    std::to_string(800000 + (number * 31 + kernel * 7 + step) % 99999) + ";\n";
        }
        text += "st.global.f32 [%rd2], %f1;\nret;\n}\n";
    }
    return text;
}

int load(double seconds) {
    check(cudaFree(nullptr), "start");
    int loaded = 0;
    const auto begin = Clock::now();
    double longest = 0;
    while (seconds_since(begin) < seconds) {
        const std::string text = module_text(static_cast<unsigned>(loaded) * 997U +
                                             static_cast<unsigned>(begin.time_since_epoch().count() % 10007));
        const auto start = Clock::now();
        CUmodule module;
        check(cuModuleLoadData(&module, text.c_str()), "load a module");
        longest = std::max(longest, seconds_since(start));
        check(cuModuleUnload(module), "unload a module");
        ++loaded;
    }
    std::printf("{\"modules\": %d, \"longest_s\": %.3f}\n", loaded, longest);
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count == 3 && std::string(words[1]) == "--launch") return launch(std::atof(words[2]));
    if (count == 3 && std::string(words[1]) == "--load") return load(std::atof(words[2]));
    std::fprintf(stderr, "usage: independence --launch SECONDS | --load SECONDS\n");
    return 2;
}
