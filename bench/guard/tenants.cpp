// One of several tenants that launch small kernels at the same time (tenants.py starts them): a few blocks each,
// several in a row on several streams, then a wait, and again.
//
//     guard_tenants --ptx FILE [--seconds S] [--streams N] [--kernels N] [--blocks N] [--steps N] [--times FILE]
//
// When it is ready it says so, and waits for a line. In the end a line of JSON; --times: `stream begin end` of the last
// launches, in nanoseconds of the card's clock. It runs natively and under `ringfence run`.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "driver/driver.h"

namespace ringfence::tenants {
namespace {

constexpr unsigned block_threads = 256;  // as in tenants.cu

struct Options {
    std::string ptx;
    std::string times;
    double seconds = 2;
    unsigned streams = 2;
    unsigned kernels = 8;  // on each stream, between two waits
    unsigned blocks = 8;
    int steps = 1000;
};

// As make_ulonglong2 lays it out: when a block began and ended.
struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// Computes on the CPU the result that the kernel must have.
std::vector<std::uint32_t> relax(std::vector<std::uint32_t> cells, int steps) {
    std::vector<std::uint32_t> next(block_threads);
    for (std::size_t block = 0; block < cells.size(); block += block_threads) {
        std::uint32_t* const line = cells.data() + block;
        for (int step = 0; step < steps; ++step) {
            for (unsigned i = 0; i < block_threads; ++i) {
                const std::uint32_t left = line[(i + block_threads - 1) % block_threads];
                const std::uint32_t right = line[(i + 1) % block_threads];
                next[i] = 5 * line[i] + 3 * left + (right ^ static_cast<std::uint32_t>(step));
            }
            std::copy(next.begin(), next.end(), line);
        }
    }
    return cells;
}

// A stream with its memory: what its kernels read and write, and the times of its last launches.
class Lane {
public:
    static constexpr unsigned kept_launches = 2048;

    Lane(const Options& options, driver::Handle kernel)
        : options_(options),
          kernel_(kernel),
          input_(options.blocks * block_threads),
          from_(driver::memory(input_.size() * 4)),
          to_(driver::memory(input_.size() * 4)),
          times_(driver::memory(sizeof(Span) * options.blocks * kept_launches)) {
        driver::check(driver::stream_create(&stream_, 1), "cuStreamCreate");  // non-blocking
        for (std::size_t i = 0; i < input_.size(); ++i)
            input_[i] = static_cast<std::uint32_t>(i * 2654435761U);
        driver::put(from_, input_);
        const std::size_t words = sizeof(Span) / 4 * options.blocks * kept_launches;
        driver::check(driver::fill_words(times_, 0, words), "cuMemsetD32");
    }

    void launch() {
        const driver::Shape shape = {.blocks = options_.blocks, .threads = block_threads, .stream = stream_};
        const driver::Address times = times_ + sizeof(Span) * options_.blocks * (launches_ % kept_launches);
        driver::check(driver::launch(kernel_, shape, from_, to_, options_.steps, times), "cuLaunchKernel");
        ++launches_;
    }
    void wait() const { driver::check(driver::stream_synchronize(stream_), "cuStreamSynchronize"); }
    unsigned long launches() const { return launches_; }

    bool is_right() const { return driver::fetch<std::uint32_t>(to_, input_.size()) == relax(input_, options_.steps); }
    // The time of each kept launch: from the begin of its first block to the end of its last one.
    std::vector<Span> spans() const {
        const std::size_t kept = std::min<unsigned long>(launches_, kept_launches);
        const std::vector<Span> blocks = driver::fetch<Span>(times_, kept * options_.blocks);
        std::vector<Span> spans;
        for (std::size_t i = 0; i < blocks.size(); i += options_.blocks) {
            Span span = blocks[i];
            for (std::size_t k = i; k < i + options_.blocks; ++k)
                span = {std::min(span.begin, blocks[k].begin), std::max(span.end, blocks[k].end)};
            spans.push_back(span);
        }
        return spans;
    }

private:
    const Options& options_;
    driver::Handle kernel_;
    std::vector<std::uint32_t> input_;
    driver::Address from_;
    driver::Address to_;
    driver::Address times_;
    driver::Handle stream_ = nullptr;
    unsigned long launches_ = 0;
};

void do_step(const Options& options, std::vector<Lane>& lanes) {
    for (unsigned i = 0; i < options.kernels; ++i) {
        for (Lane& lane : lanes)
            lane.launch();
    }
    for (const Lane& lane : lanes)
        lane.wait();
}

unsigned long all_launches(const std::vector<Lane>& lanes) {
    unsigned long sum = 0;
    for (const Lane& lane : lanes)
        sum += lane.launches();
    return sum;
}

void write_times(const std::string& path, const std::vector<Lane>& lanes) {
    std::FILE* const file = std::fopen(path.c_str(), "w");
    if (file == nullptr) driver::give_up("cannot write " + path);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        for (const Span& span : lanes[i].spans())
            std::fprintf(file, "%zu %llu %llu\n", i, static_cast<unsigned long long>(span.begin),
                         static_cast<unsigned long long>(span.end));
    }
    std::fclose(file);
}

int run(const Options& options) {
    driver::start();
    const driver::Handle kernel = driver::function(driver::load(driver::read_text(options.ptx)), "relax");
    std::vector<Lane> lanes;
    for (unsigned i = 0; i < options.streams; ++i)
        lanes.emplace_back(options, kernel);
    do_step(options, lanes);
    std::printf("ready\n");
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) return 1;

    using Clock = std::chrono::steady_clock;
    const unsigned long before = all_launches(lanes);
    const Clock::time_point begin = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    while (seconds() < options.seconds)
        do_step(options, lanes);
    const double time = seconds();
    const unsigned long launches = all_launches(lanes) - before;
    const bool is_right = std::all_of(lanes.begin(), lanes.end(), [](const Lane& lane) { return lane.is_right(); });
    if (!options.times.empty()) write_times(options.times, lanes);
    std::printf("{\"launches\": %lu, \"seconds\": %.6f, \"right\": %s}\n", launches, time, is_right ? "true" : "false");
    return is_right ? 0 : 1;
}

bool read_option(Options& options, std::string_view name, const char* value) {
    const auto number = [&] { return static_cast<unsigned>(std::clamp(std::atoi(value), 1, 1 << 20)); };
    if (name == "--ptx") {
        options.ptx = value;
    } else if (name == "--times") {
        options.times = value;
    } else if (name == "--seconds") {
        options.seconds = std::atof(value);
    } else if (name == "--streams") {
        options.streams = number();
    } else if (name == "--kernels") {
        options.kernels = number();
    } else if (name == "--blocks") {
        options.blocks = number();
    } else if (name == "--steps") {
        options.steps = static_cast<int>(number());
    } else {
        return false;
    }
    return true;
}

}  // namespace
}  // namespace ringfence::tenants

int main(int count, char** words) {
    ringfence::tenants::Options options;
    bool is_good = count % 2 == 1;
    for (int i = 1; i + 1 < count && is_good; i += 2)
        is_good = ringfence::tenants::read_option(options, words[i], words[i + 1]);
    if (is_good && !options.ptx.empty()) return ringfence::tenants::run(options);
    std::fprintf(stderr,
                 "usage: guard_tenants --ptx FILE [--seconds S] [--streams N] [--kernels N] [--blocks N] "
                 "[--steps N] [--times FILE]\n");
    return 2;
}
