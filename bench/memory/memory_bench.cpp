// How fast each step of moving device memory to the host and back is, so that one can see which is slow
// (docs/memory-beyond-the-card.md):
//
//   memory_bench [--backend soft|cuda] [--mib N] [--piece MIB] [--threads N]
//
// GB/s (10^9) of N MiB: getting the pages of host memory, small ones and huge ones, with one thread and with several;
// making them known to the device and taking them away again; copies each way and both at once; and a whole move out
// and in by src/memory, with host memory that has to be made, and with some that is ready.
#include <sys/mman.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "backend/cuda/cuda.h"
#include "backend/soft/soft.h"
#include "memory/window.h"

namespace ringfence::memory {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

struct Options {
    std::string backend = "soft";
    std::uint64_t bytes = 256 * mebi;
    std::uint64_t piece = 256 * mebi;
    unsigned threads = 8;
};

template <typename T>
T must(Result<T> result) {
    if (result.ok()) return result.take();
    std::fprintf(stderr, "memory_bench: %s\n", result.error().message.c_str());
    std::exit(1);
}
void must(const Result<void>& result) {
    if (result.ok()) return;
    std::fprintf(stderr, "memory_bench: %s\n", result.error().message.c_str());
    std::exit(1);
}

void report(const char* what, unsigned threads, std::uint64_t bytes, Clock::time_point begin) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("%-46s %7u %9.2f %9.1f\n", what, threads, static_cast<double>(bytes) / seconds / 1e9, seconds * 1e3);
    std::fflush(stdout);
}

using Parts = std::vector<MappedMemory>;

// Each thread does the next part until there is none.
void for_each_part(Parts& parts, unsigned threads, const std::function<void(std::span<std::byte>)>& work) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::thread> all;
    for (unsigned i = 0; i < threads; ++i) {
        all.emplace_back([&] {
            for (std::size_t at = next++; at < parts.size(); at = next++)
                work(parts[at].bytes());
        });
    }
    for (std::thread& thread : all)
        thread.join();
}

Parts fresh_parts(std::uint64_t bytes, std::uint64_t part_bytes, bool is_huge) {
    Parts parts;
    for (std::uint64_t at = 0; at < bytes; at += part_bytes) {
        parts.push_back(must(map_host_part(part_bytes)));
        if (!is_huge) ::madvise(parts.back().bytes().data(), part_bytes, MADV_NOHUGEPAGE);
    }
    return parts;
}

void measure_pages(backend::Device& device, const Options& options, bool is_huge, unsigned threads) {
    const HostPages pages = machine_pages();
    const std::atomic<bool> is_over = false;
    const std::uint64_t part = std::max(options.piece / 8, 2 * mebi);
    Parts parts = fresh_parts(options.bytes, part, is_huge);
    const std::uint64_t bytes = parts.size() * part;
    Clock::time_point begin = Clock::now();
    for_each_part(parts, threads, [&](std::span<std::byte> one) { must(pages.populate(one, is_over)); });
    report(is_huge ? "get pages, huge where there are some" : "get pages of 4 KiB", threads, bytes, begin);
    begin = Clock::now();
    for_each_part(parts, threads, [&](std::span<std::byte> one) { must(device.pin(one)); });
    report("  make them known to the device", threads, bytes, begin);
    begin = Clock::now();
    for_each_part(parts, threads, [&](std::span<std::byte> one) { must(device.unpin(one)); });
    report("  take them from the device", threads, bytes, begin);
    begin = Clock::now();
    parts.clear();
    report("  give them back", 1, bytes, begin);
}

// Places of both kinds, side by side.
struct Copies {
    backend::Device& device;
    std::unique_ptr<backend::Stream> stream = must(device.create_stream());
    Parts host;
    backend::Address on_device;

    Copies(backend::Device& its_device, std::uint64_t bytes, std::uint64_t part)
        : device(its_device), host(fresh_parts(bytes, part, true)), on_device(must(device.allocate(bytes))) {
        const std::atomic<bool> is_over = false;
        for (MappedMemory& one : host) {
            must(machine_pages().populate(one.bytes(), is_over));
            must(device.pin(one.bytes()));
        }
    }
    ~Copies() {
        for (MappedMemory& one : host)
            must(device.unpin(one.bytes()));
        must(device.release(on_device));
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;

    void begin(bool is_out) {
        backend::Address at = on_device;
        for (MappedMemory& one : host) {
            must(is_out ? device.copy_to_host(*stream, one.bytes(), at)
                        : device.copy_to_device(*stream, at, one.bytes()));
            at += one.size();
        }
    }
    void end() { must(stream->synchronize()); }
};

void measure_copies(backend::Device& device, const Options& options) {
    const std::uint64_t part = std::max(options.piece / 8, 2 * mebi);
    const std::uint64_t bytes = std::max(options.bytes / part, std::uint64_t{1}) * part;
    Copies out(device, bytes, part);
    Copies in(device, bytes, part);
    for (const bool is_out : {true, false}) {
        (is_out ? out : in).begin(is_out);  // the first time is another
        (is_out ? out : in).end();
        const Clock::time_point begin = Clock::now();
        (is_out ? out : in).begin(is_out);
        (is_out ? out : in).end();
        report(is_out ? "copy from the device" : "copy to the device", 1, bytes, begin);
    }
    const Clock::time_point begin = Clock::now();
    out.begin(true);
    in.begin(false);
    out.end();
    in.end();
    report("copies both ways at once, together", 1, 2 * bytes, begin);
}

void move_all(Window& window, std::uint64_t bytes, bool is_out) {
    for (std::uint64_t done = 0; done < bytes;) {
        must(is_out ? window.move_out(bytes - done, HostStore::Purpose::MoreMemory) : window.move_in());
        done += must(window.end_moves());
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
}

void measure_moves(backend::Device& device, const Options& options) {
    HostStore::Options store;
    store.supply.part_bytes = std::max(options.piece / 8, 2 * mebi);
    store.supply.most = options.bytes + 2 * options.piece;
    store.supply.threads = options.threads;
    WindowOptions window_options;
    window_options.bytes = std::uint64_t{1} << 38;
    window_options.store = HostStore::create(device, store);
    window_options.piece_bytes = options.piece;
    window_options.heap.largest_chunk = options.piece;
    const std::unique_ptr<Window> window = must(Window::create(device, window_options));
    (void)must(window->allocate(options.bytes, 512));
    const std::uint64_t bytes = window->residence().movable;
    for (const char* what : {"a whole move out, host memory is made", "a whole move out, host memory is ready"}) {
        Clock::time_point begin = Clock::now();
        move_all(*window, bytes, true);
        report(what, options.threads, bytes, begin);
        begin = Clock::now();
        move_all(*window, bytes, false);
        report("  and in", 1, bytes, begin);
    }
}

Options read_options(int count, char** words) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view name = words[i];
        if (name == "--backend") options.backend = words[i + 1];
        if (name == "--mib") options.bytes = std::strtoull(words[i + 1], nullptr, 10) * mebi;
        if (name == "--piece") options.piece = std::strtoull(words[i + 1], nullptr, 10) * mebi;
        if (name == "--threads") options.threads = static_cast<unsigned>(std::atoi(words[i + 1]));
    }
    return options;
}

int run(const Options& options) {
    const std::unique_ptr<backend::Device> device =
        must(options.backend == "cuda" ? backend::open_cuda() : backend::open_soft());
    std::printf("%-46s %7s %9s %9s\n", "", "threads", "GB/s", "ms");
    for (const bool is_huge : {false, true}) {
        for (unsigned threads = 1; threads <= options.threads; threads *= 2)
            measure_pages(*device, options, is_huge, threads);
    }
    measure_copies(*device, options);
    measure_moves(*device, options);
    return 0;
}

}  // namespace
}  // namespace ringfence::memory

int main(int count, char** words) {
    return ringfence::memory::run(ringfence::memory::read_options(count, words));
}
