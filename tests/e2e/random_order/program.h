// A random program: a list of operations, what must come before what, and what comes out when they are done in order.
#pragma once

#include <cuda_runtime.h>

#include <random>
#include <set>
#include <vector>

namespace random_order {

const int words = 512;  // of a buffer
const int device_buffers = 6;
const int host_buffers = 4;  // pinned
const int buffers = device_buffers + host_buffers;
const int streams = 6;  // the first is the legacy default stream, the last two are non-blocking
const int threads = 3;

enum class Kind { Kernel, Slow, Copy, Fill, Host, Graph, Pageable };
enum class Wait { None, Stream, Event, Device, Query };

struct Operation {
    Kind kind;
    int stream;
    int thread;
    int from;  // a buffer
    int to;    // another
    unsigned value;
    Wait wait;               // what the thread does afterwards
    std::set<int> after;     // operations that must be submitted before
    std::set<int> by_event;  // those of them whose event the stream must wait for
};

using Buffers = std::vector<std::vector<unsigned>>;

// --- what operations do ---

__host__ __device__ inline unsigned mixed(unsigned target, unsigned source, unsigned value, unsigned index) {
    return target * 1664525u + (source ^ value) + index;
}

inline void mix_on_host(unsigned* to, const unsigned* from, unsigned value) {
    for (unsigned i = 0; i < words; ++i)
        to[i] = mixed(to[i], from[i], value, i);
}

inline void do_in_order(const Operation& one, Buffers& memory) {
    auto& to = memory[one.to];
    const auto& from = memory[one.from];
    switch (one.kind) {
        case Kind::Copy: to = from; break;
        case Kind::Fill: to.assign(words, one.value % 256 * 0x01010101u); break;
        case Kind::Pageable: to.assign(words, one.value); break;
        case Kind::Graph:
            to.assign(words, one.value % 256 * 0x01010101u);
            mix_on_host(to.data(), from.data(), one.value);
            break;
        default: mix_on_host(to.data(), from.data(), one.value);
    }
}

// --- making a program ---

inline bool is_blocking(int stream) {
    return stream < streams - 2;
}

// True if work on one stream waits for earlier work on the other without an event.
inline bool ordered_by_default(int earlier, int later) {
    if (earlier == later) return true;
    return (earlier == 0 && is_blocking(later)) || (later == 0 && is_blocking(earlier));
}

struct Uses {
    int writer = -1;
    std::vector<int> readers;  // since
};

class Generator {
public:
    // `without`: kinds to leave out, a bit each.
    explicit Generator(unsigned seed, unsigned without = 0) : random_(seed), without_(without) {}

    std::vector<Operation> make(int count) {
        std::vector<Uses> uses(buffers);
        for (int i = 0; i < count; ++i) {
            Operation one = draw();
            note_writer(one, uses[one.from].writer);
            note_writer(one, uses[one.to].writer);
            for (int reader : uses[one.to].readers)
                note_writer(one, reader);
            uses[one.from].readers.push_back(i);
            uses[one.to] = {i, {}};
            program_.push_back(one);
        }
        return std::move(program_);
    }

private:
    unsigned number(unsigned limit) { return random_() % limit; }

    Operation draw() {
        Operation one = {};
        const Kind kinds[] = {Kind::Kernel, Kind::Kernel, Kind::Slow, Kind::Copy,  Kind::Copy,
                              Kind::Fill,   Kind::Fill,   Kind::Host, Kind::Graph, Kind::Pageable};
        do {
            one.kind = kinds[number(std::size(kinds))];
        } while (without_ >> int(one.kind) & 1);
        one.stream = number(streams);
        one.thread = number(threads);
        const bool on_host = one.kind == Kind::Host;
        const int first = on_host ? device_buffers : 0;
        const int choice = on_host ? host_buffers : buffers;
        one.to = first + number(choice);
        one.from = first + (one.to - first + 1 + number(choice - 1)) % choice;
        // CUDA copies from host to host in its own way: the program waits for it.
        if (one.kind == Kind::Copy && one.from >= device_buffers && one.to >= device_buffers)
            one.from = number(device_buffers);
        one.value = random_();
        const unsigned wait = number(20);
        one.wait = wait < 5 ? Wait(wait) : Wait::None;
        return one;
    }

    static bool touches_host(const Operation& one) {
        return one.kind == Kind::Copy && (one.from >= device_buffers || one.to >= device_buffers);
    }

    void note_writer(Operation& one, int earlier) {
        if (earlier < 0) return;
        one.after.insert(earlier);
        const Operation& before = program_[earlier];
        // On a card, copies from and to the host do not always keep the order of the legacy default stream.
        const bool is_told = before.stream != one.stream && (touches_host(before) || touches_host(one));
        if (is_told || !ordered_by_default(before.stream, one.stream)) one.by_event.insert(earlier);
    }

    std::mt19937 random_;
    unsigned without_;
    std::vector<Operation> program_;
};

}  // namespace random_order
