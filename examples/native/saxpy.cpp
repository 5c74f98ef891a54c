// saxpy over the native API: no CUDA, no driver; what this program can do to the GPU is what it holds.
//
//     ringfence up
//     ./saxpy saxpy.ptx [soft|cuda]
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <ringfence/ringfence.hpp>

namespace gpu = ringfence::gpu;
using namespace std::chrono_literals;

namespace {

constexpr std::uint32_t count = 1 << 20;
constexpr std::uint32_t block = 256;

int fail(const gpu::Error& error) {
    std::fprintf(stderr, "saxpy: %s\n", error.text().c_str());
    return 1;
}

int run(gpu::Session& session, const std::string& ptx) {
    auto program = session.load_program(ptx);
    if (!program) return fail(program.error());
    auto x = session.create_buffer(count * sizeof(float));
    if (!x) return fail(x.error());
    auto y = session.create_buffer(count * sizeof(float));
    if (!y) return fail(y.error());

    // The buffer's bytes in this process; they go to the device with unmap().
    auto mapping = x.value().map(0, count * sizeof(float));
    if (!mapping) return fail(mapping.error());
    for (std::uint32_t i = 0; i < count; ++i)
        mapping.value().as<float>()[i] = static_cast<float>(i % 1000);
    if (auto done = mapping.value().unmap(); !done) return fail(done.error());
    // Operations happen in the order of the requests, so nobody has to wait for this one.
    if (auto filled = session.fill(y.value(), count * sizeof(float), 0); !filled) return fail(filled.error());

    auto launched = session.launch(program.value(), "saxpy", {(count + block - 1) / block}, {block},
                                   {x.value(), y.value(), 2.0F, count});
    if (!launched) return fail(launched.error());
    if (auto done = launched.value().wait(10s); !done) return fail(done.error());

    float last[4] = {};
    if (auto done = y.value().read((count - 4) * sizeof(float), last, sizeof last); !done) return fail(done.error());
    const float expected = 2.0F * static_cast<float>((count - 1) % 1000);
    std::printf("y[%u] = %g, and should be %g\n", count - 1, last[3], expected);
    return last[3] == expected ? 0 : 1;
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count < 2) {
        std::fputs("usage: saxpy saxpy.ptx [soft|cuda]\n", stderr);
        return 2;
    }
    std::ifstream file(arguments[1]);
    const std::string ptx{std::istreambuf_iterator<char>(file), {}};

    auto client = gpu::Client::open();
    if (!client) return fail(client.error());
    auto devices = client.value().devices();
    if (!devices) return fail(devices.error());
    for (const rf_device& device : devices.value())
        std::printf("%s (%s): %llu MiB, %u multiprocessors\n", device.name, device.backend,
                    static_cast<unsigned long long>(device.memory_bytes >> 20), device.multiprocessors);

    gpu::SessionOptions options;
    options.name = "saxpy";
    if (argument_count > 2) options.backend = arguments[2];
    auto session = client.value().open(gpu::Kind::Compute, options);
    if (!session) return fail(session.error());
    return run(session.value(), ptx);
}
