#include "test_client.h"

#include <chrono>
#include <thread>

#include "../basic_kernels.h"

namespace ringfence::worker {

using namespace std::chrono_literals;

const std::string_view test_ptx = basic_kernels;

namespace {

UniqueFd accepted_by(Worker& worker, UniqueFd output) {
    auto ends = socket_pair().take();
    channel::Hello hello;
    hello.program = "test";
    EXPECT_TRUE(worker.accept(std::move(ends.second), hello, std::move(output)).ok());
    return std::move(ends.first);
}

}  // namespace

TestClient::TestClient(Worker& worker, UniqueFd output) : TestClient(accepted_by(worker, std::move(output))) {}

TestClient::TestClient(UniqueFd to_worker) : socket(std::move(to_worker)) {
    auto welcome = channel::receive_welcome(socket.get(), 60s).take();
    memory = channel::map_shared_memory(welcome.channel.get()).take();
    staging_file = std::move(welcome.staging);
    channel =
        std::make_unique<channel::ClientChannel>(memory.bytes(), [fd = socket.get()] { return !has_peer_gone(fd); });
}

Address TestClient::allocate(std::uint64_t bytes) {
    wire::Allocate::Reply reply;
    EXPECT_EQ(call(wire::Allocate{bytes, 256}, reply), 0);
    return reply.address;
}

Address TestClient::allocate_host(std::uint64_t bytes) {
    wire::AllocateHost::Reply reply;
    EXPECT_EQ(call(wire::AllocateHost{bytes}, reply), 0);
    auto received = channel::receive_host_memory(socket.get(), 60s);
    EXPECT_TRUE(received.ok());
    EXPECT_EQ(received.value().where.address, reply.address);
    return reply.address;
}

std::vector<std::byte> TestClient::read(Address from, std::uint64_t bytes) {
    std::vector<std::byte> payload;
    wire::Read::Reply reply;
    EXPECT_EQ(call(wire::Read{0, from, bytes}, reply, {}, &payload), 0);
    EXPECT_EQ(payload.size(), bytes);
    payload.resize(bytes);
    return payload;
}

std::uint64_t TestClient::stream(bool is_blocking) {
    const std::uint64_t made = handle(HandleKind::Stream);
    EXPECT_EQ(call(wire::CreateStream{made, is_blocking ? 0u : 1u, 0}), 0);
    return made;
}

std::uint64_t TestClient::event(std::uint32_t flags) {
    const std::uint64_t made = handle(HandleKind::Event);
    submit(wire::CreateEvent{made, flags, 0});
    return made;
}

std::uint64_t TestClient::load(std::string_view ptx, std::int32_t* status) {
    std::memcpy(reinterpret_cast<void*>(staging()), ptx.data(), ptx.size());
    const std::uint64_t module = handle(HandleKind::Module);
    const std::int32_t result = call(wire::LoadModule{module, staging(), ptx.size()});
    if (status != nullptr) {
        *status = result;
    } else {
        EXPECT_EQ(result, 0) << channel::ClientChannel::last_failure_text();
    }
    return result == 0 ? module : 0;
}

std::uint64_t TestClient::function(std::uint64_t module, std::string_view name) {
    const std::uint64_t made = handle(HandleKind::Function);
    EXPECT_EQ(call(wire::FindFunction{module, made}, text_bytes(name)), 0) << name;
    return made;
}

WorkerOptions WorkerTest::worker_options(const std::string& backend) {
    WorkerOptions options;
    options.session = session_options_for(backend, false);
    options.session.window.bytes = std::uint64_t{1} << 32;
    options.session.staging_bytes = 1 << 20;
    // A machine that stands still for a moment is no kernel that runs for long.
    options.session.quiet_patience = 10s;
    options.log = [this](std::string_view line) {
        const std::lock_guard lock(log_mutex);
        log.emplace_back(line);
    };
    return options;
}

std::unique_ptr<Worker> WorkerTest::make_worker(std::uint64_t launch_limit_ms) {
    return make_worker(launch_limit_ms, worker_options());
}

std::unique_ptr<Worker> WorkerTest::make_worker(std::uint64_t launch_limit_ms, const WorkerOptions& options) {
    backend::SoftOptions soft;
    soft.memory_bytes = std::uint64_t{256} << 20;
    soft.workers = 2;
    soft.launch_limit_ms = launch_limit_ms;
    return Worker::create(backend::open_soft(soft).take(), options).take();
}

bool WorkerTest::was_logged(std::string_view text) {
    const std::lock_guard lock(log_mutex);
    for (const std::string& line : log) {
        if (line.find(text) != std::string::npos) return true;
    }
    return false;
}

bool WorkerTest::becomes_empty() {
    for (int i = 0; i < 12000; ++i) {
        if (worker->statistics().sessions == 0) return true;
        std::this_thread::sleep_for(5ms);
    }
    return false;
}

}  // namespace ringfence::worker
