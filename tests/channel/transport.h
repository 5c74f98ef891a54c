// Where the worker of a test lives: a thread that sees the client's own mapping, a thread with a mapping of its own, or
// a process of its own.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/shared_memory.h"
#include "echo_worker.h"

namespace ringfence::channel {

enum class Where { Thread, Mapping, Process };

inline std::string name_of(Where where) {
    return where == Where::Thread ? "Thread" : where == Where::Mapping ? "Mapping" : "Process";
}

class Transport {
public:
    explicit Transport(Where where) : shared_(create_shared_memory({}).take()) {
        // The worker has the other end of a socket, as in life: its end tells that the worker is gone.
        auto sockets = socket_pair().take();
        socket_ = std::move(sockets.first);
        if (where == Where::Process) {
            start_process();
        } else {
            start_thread(where, std::move(sockets.second));
        }
        channel_ = std::make_unique<ClientChannel>(memory(), [this] { return !has_peer_gone(socket_.get()); });
    }
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    ~Transport() {
        channel_->submit(wire::DestroyStream{});
        join();
    }

    ClientChannel& channel() { return *channel_; }
    std::span<std::byte> memory() { return shared_.memory.bytes(); }
    [[nodiscard]] pid_t process() const { return process_; }

    void join() {
        if (thread_.joinable()) thread_.join();
        if (process_ > 0) ::waitpid(std::exchange(process_, -1), nullptr, 0);
    }

private:
    // A worker that dies answers nothing, so the object stays until the test is over.
    void start_thread(Where where, UniqueFd workers_end) {
        if (where == Where::Mapping) worker_memory_ = map_shared_memory(shared_.file.get()).take();
        worker_ = std::make_unique<EchoWorker>(worker_memory_ ? worker_memory_.bytes() : memory());
        thread_ = std::thread([this, socket = std::move(workers_end)]() mutable {
            worker_->run();
            socket.reset();
        });
    }

    // The worker's end of the socket is open in the child until it exits.
    void start_process() {
        process_ = ::fork();
        if (process_ != 0) return;
        socket_.reset();
        const MappedMemory own = map_shared_memory(shared_.file.get()).take();
        EchoWorker worker(own.bytes());
        worker.run();
        ::_exit(0);
    }

    SharedMemory shared_;
    UniqueFd socket_;
    MappedMemory worker_memory_;
    std::unique_ptr<EchoWorker> worker_;
    std::thread thread_;
    pid_t process_ = -1;
    std::unique_ptr<ClientChannel> channel_;
};

}  // namespace ringfence::channel
