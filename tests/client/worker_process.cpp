#include "worker_process.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "backend/soft/soft.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "client/driver/state.h"
#include "worker/worker.h"

namespace ringfence::test {
namespace {

constexpr std::chrono::seconds patience{60};
// Where memory can be shared; without a guard, as all workers here.
#ifdef RINGFENCE_SHARED_WORKER
constexpr bool is_worker_shared = true;
#else
constexpr bool is_worker_shared = false;
#endif

Result<void> serve(UniqueFd socket) {
    backend::SoftOptions soft;
    soft.memory_bytes = std::uint64_t{512} << 20;
    RF_TRY(auto device, backend::open_soft(soft));
    worker::WorkerOptions options;
    options.session = worker::session_options_for("soft", is_worker_shared);
    RF_TRY(auto worker, worker::Worker::create(std::move(device), std::move(options)));
    RF_TRY(auto received, channel::receive_hello(socket.get(), patience));
    worker::Grant grant;
    if (is_worker_shared) grant.tenant = "tests";
    RF_RETURN_IF_ERROR(
        worker->accept(std::move(socket), received.hello, std::move(received.output), std::nullopt, 0, grant));
    worker->wait_until_empty();
    return {};
}

UniqueFd start_worker() {
    auto pair = socket_pair().take();
    // This process has no threads yet.
    if (fork() == 0) {
        pair.first.reset();
        const auto served = serve(std::move(pair.second));
        if (!served.ok()) std::fprintf(stderr, "worker: %s\n", served.error().text().c_str());
        std::_Exit(served.ok() ? 0 : 1);
    }
    return std::move(pair.first);
}

}  // namespace

void WithWorker::SetUpTestSuite() {
    static const bool is_started = [] {
        auto session = client::Session::open(start_worker());
        if (!session.ok()) {
            std::fprintf(stderr, "%s\n", session.error().text().c_str());
            return false;
        }
        driver::use_session(session.take());
        return true;
    }();
    ASSERT_TRUE(is_started);
}

}  // namespace ringfence::test
