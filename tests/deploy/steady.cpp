// A client of the native API that computes all the time, and looks at every result.
//
//     deploy_steady saxpy.ptx
//
// For each line that it reads it prints `rounds N wrong M`, since the last one; it ends with its input.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <ringfence/ringfence.hpp>
#include <string>
#include <vector>

namespace gpu = ringfence::gpu;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t count = 4096;

int fail(const gpu::Error& error) {
    std::printf("failed: %s\n", error.text().c_str());
    return 1;
}

struct Work {
    gpu::Session& session;
    gpu::Program program;
    gpu::Buffer ones;
    gpu::Buffer sums;
};

// True if the last of the sums is right.
gpu::Result<bool> compute(Work& work, float factor) {
    if (auto filled = work.session.fill(work.sums, count * sizeof(float), 0); !filled) return filled.error();
    auto launched =
        work.session.launch(work.program, "saxpy", {count / 256}, {256}, {work.ones, work.sums, factor, count});
    if (!launched) return launched.error();
    if (auto done = launched.value().wait(120s); !done) return done.error();
    float last = -1;
    if (auto done = work.sums.read((count - 1) * sizeof(float), &last, sizeof last); !done) return done.error();
    return last == factor;
}

bool has_input() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0;
}

int work_until_told(Work& work) {
    unsigned rounds = 0;
    unsigned wrong = 0;
    while (true) {
        auto right = compute(work, static_cast<float>(rounds % 1000 + 1));
        if (!right) return fail(right.error());
        ++rounds;
        wrong += right.value() ? 0U : 1U;
        if (!has_input()) continue;
        char line[64];
        if (std::fgets(line, sizeof line, stdin) == nullptr) return 0;
        std::printf("rounds %u wrong %u\n", rounds, wrong);
        std::fflush(stdout);
        rounds = wrong = 0;
    }
}

int run(gpu::Session& session, const std::string& ptx) {
    auto program = session.load_program(ptx);
    if (!program) return fail(program.error());
    auto ones = session.create_buffer(count * sizeof(float));
    if (!ones) return fail(ones.error());
    auto sums = session.create_buffer(count * sizeof(float));
    if (!sums) return fail(sums.error());
    const std::vector<float> values(count, 1.0F);
    if (auto done = ones.value().write(0, values.data(), count * sizeof(float)); !done) return fail(done.error());
    Work work{session, std::move(program.value()), std::move(ones.value()), std::move(sums.value())};
    return work_until_told(work);
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count < 2) return 2;
    std::ifstream file(arguments[1]);
    const std::string ptx{std::istreambuf_iterator<char>(file), {}};
    auto client = gpu::Client::open();
    if (!client) return fail(client.error());
    auto session = client.value().open(gpu::Kind::Compute);
    return session ? run(session.value(), ptx) : fail(session.error());
}
