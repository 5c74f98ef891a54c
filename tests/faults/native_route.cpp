// Over the native API: a session's process stands between this program and the worker.
#include <cstring>
#include <list>
#include <numeric>
#include <optional>
#include <ringfence/ringfence.hpp>
#include <vector>

#include "route.h"

namespace ringfence::faults {
namespace {

// Longer than any test: whoever waits is to be told, and not to give up.
constexpr std::chrono::minutes longest_wait{10};
constexpr std::size_t copied_bytes = std::size_t{1} << 20;

template <typename T>
Outcome of(const gpu::Result<T>& result) {
    return result.ok() ? Outcome() : Outcome{result.error().code, result.error().text()};
}

template <typename T>
Outcome keep(gpu::Result<T> result, std::optional<T>& where) {
    Outcome outcome = of(result);
    if (outcome.ok()) where.emplace(std::move(result).value());
    return outcome;
}

class NativeRoute final : public Route {
public:
    explicit NativeRoute(std::string isolation) : isolation_(std::move(isolation)) {}

    Outcome connect() override { return keep(gpu::Client::open(), client_); }

    Outcome say_hello() override {
        gpu::SessionOptions options;
        options.name = "faults";
        options.isolation = isolation_;
        return keep(client_->open(gpu::Kind::Compute, options), session_);
    }

    // The first answer of the session's process comes when it has its worker.
    Outcome open() override { return of(session_->info()); }

    Outcome load(const std::string& ptx) override {
        if (ptx == kernels) return keep(session_->load_program(ptx), program_);
        return of(session_->load_program(ptx));
    }

    Outcome allocate() override { return keep(session_->create_buffer(copied_bytes), buffer_); }

    Outcome copy(std::chrono::milliseconds time) override {
        const auto end = std::chrono::steady_clock::now() + time;
        std::vector<unsigned char> bytes(copied_bytes);
        for (unsigned char value = 1; std::chrono::steady_clock::now() < end; ++value) {
            std::fill(bytes.begin(), bytes.end(), value);
            Outcome done = of(buffer_->write(0, bytes.data(), bytes.size()));
            std::fill(bytes.begin(), bytes.end(), 0);
            if (done.ok()) done = of(buffer_->read(0, bytes.data(), bytes.size()));
            if (!done.ok()) return done;
            if (bytes != std::vector<unsigned char>(copied_bytes, value)) return {-2, "what was copied has changed"};
        }
        return {};
    }

    Outcome launch(const std::string& kernel, std::chrono::milliseconds time) override {
        std::vector<gpu::Argument> arguments;
        if (kernel == "busy") arguments.emplace_back(cycles_in(time));
        return keep(session_->launch(*program_, kernel, {1}, {1}, arguments), fence_);
    }

    Outcome wait() override { return of(fence_->wait(longest_wait)); }

    Outcome map(std::uint64_t bytes) override {
        std::optional<gpu::Segment> segment;
        Outcome made = keep(session_->create_segment(bytes), segment);
        if (segment) segments_.push_back(std::move(*segment));
        return made;
    }

    Outcome round(std::uint32_t number) override {
        std::vector<std::uint32_t> values(count);
        std::iota(values.begin(), values.end(), number * 2654435761U);
        Outcome done = of(buffer_->write(0, values.data(), sizeof(std::uint32_t) * count));
        if (done.ok()) done = keep(session_->launch(*program_, "add", {1}, {count}, {*buffer_, number}), fence_);
        if (done.ok()) done = wait();
        std::vector<std::uint32_t> read(count);
        if (done.ok()) done = of(buffer_->read(0, read.data(), sizeof(std::uint32_t) * count));
        if (!done.ok()) return done;
        for (std::uint32_t& value : values)
            value += number;
        return read == values ? Outcome() : Outcome{-2, "the numbers are wrong"};
    }

    Outcome close() override { return of(session_->close()); }

private:
    const std::string isolation_;
    std::optional<gpu::Client> client_;
    std::optional<gpu::Session> session_;
    std::optional<gpu::Program> program_;
    std::optional<gpu::Buffer> buffer_;
    std::optional<gpu::Fence> fence_;
    std::list<gpu::Segment> segments_;
};

}  // namespace

std::unique_ptr<Route> make_native_route(const std::string& isolation) {
    return std::make_unique<NativeRoute>(isolation);
}

}  // namespace ringfence::faults
