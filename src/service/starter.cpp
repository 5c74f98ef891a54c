#include "service/starter.h"

#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/socket.h"
#include "sandbox/filters.h"
#include "service/privileges.h"

namespace ringfence::service {
namespace {

constexpr std::size_t largest_order = 16 << 10;
constexpr std::chrono::seconds longest_wait_for_answer{10};
constexpr std::ptrdiff_t no_program = 0xffffffff;  // an index that the starter refuses

enum class OrderKind : std::uint32_t { Start = 1, Kill = 2 };

struct OrderHeader {
    OrderKind kind = OrderKind::Start;
    std::uint32_t number = 0;      // Start: the user; Kill: the process
    std::uint32_t program = 0;     // of Start: which one
    std::uint32_t serial = 0;      // of Start: its answer has the same
    std::uint32_t has_output = 0;  // of Start: the last descriptor is where it writes
    // Start: the words after the program's name follow, each with a zero at its end; descriptors come along
};

struct OrderAnswer {
    std::int32_t pid = 0;  // 0: it failed
    std::uint32_t serial = 0;
    char problem[256] = {};
};

// ---- In the starter

class Starter {
public:
    Starter(const StarterOptions& options, UniqueFd socket) : options_(options), socket_(std::move(socket)) {}

    // Serves orders until the daemon is gone.
    void serve() {
        while (true) {
            Result<SocketMessage> message = receive_message(socket_.get(), largest_order);
            if (!message.ok() || message.value().is_end) return;
            // An earlier daemon may have adopted this starter: its header is shorter, and it only ends processes.
            constexpr std::size_t of_a_kill = offsetof(OrderHeader, program);
            OrderHeader header;
            const std::size_t given = std::min(message.value().bytes.size(), sizeof header);
            if (given < of_a_kill) return;
            std::memcpy(&header, message.value().bytes.data(), given);
            forget_the_dead();
            if (header.kind == OrderKind::Start && given == sizeof header) {
                answer(header.serial, start(header, message.value()));
            } else if (header.kind == OrderKind::Kill) {
                end(static_cast<pid_t>(header.number));
            } else {
                return;
            }
        }
    }

private:
    struct Worker {
        uid_t uid = 0;
        StartedProcess process;
    };

    Result<pid_t> start(const OrderHeader& header, const SocketMessage& message) {
        const uid_t uid = header.number;
        if (header.program >= options_.programs.size()) return Error::bad_input("there is no such program");
        if (!options_.workers.contains(uid)) return Error::bad_input(fmt::format("{} is no worker's user", uid));
        ProcessOrder order;
        order.words = {options_.programs[header.program]};
        std::string_view text(reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size());
        for (text.remove_prefix(sizeof(OrderHeader)); !text.empty();) {
            const std::size_t end = text.find('\0');
            if (end == std::string_view::npos) return Error::bad_input("the order is cut off");
            order.words.emplace_back(text.substr(0, end));
            text.remove_prefix(end + 1);
        }
        for (const UniqueFd& descriptor : message.descriptors)
            order.descriptors.push_back(descriptor.get());
        if (header.has_output != 0 && !order.descriptors.empty()) {
            order.output = order.descriptors.back();
            order.descriptors.pop_back();
        }
        RF_TRY(StartedProcess started, start_process(order, User{uid, options_.workers.gid}, CLONE_PARENT));
        const pid_t pid = started.pid;
        started_.push_back({uid, std::move(started)});
        return pid;
    }

    void answer(std::uint32_t serial, const Result<pid_t>& outcome) {
        OrderAnswer answer;
        answer.serial = serial;
        std::vector<int> descriptors;
        if (outcome.ok()) {
            answer.pid = outcome.value();
            descriptors.push_back(started_.back().process.process.get());
        } else {
            const std::string text = outcome.error().text();
            text.copy(answer.problem, sizeof answer.problem - 1);
        }
        static_cast<void>(send_message(socket_.get(), std::as_bytes(std::span(&answer, 1)), descriptors));
    }

    // Signals through a child with the worker's user, since signalling other users' processes would need another
    // capability. A process that was just started may still have this process's user.
    void end(pid_t pid) {
        for (const Worker& worker : started_) {
            if (worker.process.pid != pid) continue;
            const auto kill = [&worker] {
                return ::syscall(SYS_pidfd_send_signal, worker.process.process.get(), SIGKILL, nullptr, 0) == 0;
            };
            if (kill()) return;
            const pid_t child = ::fork();
            if (child == 0) ::_exit(become_in_child({worker.uid, options_.workers.gid}) && kill() ? 0 : 1);
            if (child > 0) ::waitpid(child, nullptr, 0);
        }
    }

    void forget_the_dead() {
        std::erase_if(started_, [](const Worker& worker) {
            pollfd ended{worker.process.process.get(), POLLIN, 0};
            return ::poll(&ended, 1, 0) > 0;
        });
    }

    const StarterOptions& options_;
    UniqueFd socket_;
    std::vector<Worker> started_;
};

[[noreturn]] void be_starter(const StarterOptions& options, UniqueFd socket) {
    // Closes all descriptors of the daemon but its own socket.
    const auto own = static_cast<unsigned>(socket.get());
    if (own > 3) ::close_range(3, own - 1, 0);
    ::close_range(own + 1, ~0U, 0);
    // Ignores the service's signals, which are for the daemon; the starter ends with the daemon.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
        ::signal(number, SIG_IGN);
    Result<void> confined = become(options.user, {CAP_SETUID, CAP_SETGID});
    if (confined.ok())
        confined = sandbox::confine_starter(options.workers.first, options.workers.last, options.workers.gid);
    if (!confined.ok()) {
        fmt::print(stderr, "ringfenced (starter): {}\n", confined.error().text());
        ::_exit(EXIT_FAILURE);
    }
    become_undumpable();
    Starter(options, std::move(socket)).serve();
    ::_exit(EXIT_SUCCESS);
}

// ---- In the daemon

class RemoteStarter : public ProcessStarter {
public:
    RemoteStarter(std::vector<std::string> programs, UniqueFd socket)
        : programs_(std::move(programs)), socket_(std::move(socket)) {}

    Result<StartedProcess> start(const ProcessOrder& order) override {
        if (!order.uid) return Error::internal("the starter is to be told a worker's user");
        RF_RETURN_IF_ERROR(check_program(order.words.front()));
        bury_the_unwanted();
        const auto program = std::find(programs_.begin(), programs_.end(), order.words.front());
        const auto number = program == programs_.end() ? no_program : program - programs_.begin();
        const OrderHeader header{.number = *order.uid,
                                 .program = static_cast<std::uint32_t>(number),
                                 .serial = ++last_serial_,
                                 .has_output = order.output >= 0 ? 1U : 0U};
        std::vector<std::byte> bytes(sizeof header);
        std::memcpy(bytes.data(), &header, sizeof header);
        for (std::size_t i = 1; i < order.words.size(); ++i) {
            const auto word = std::as_bytes(std::span(order.words[i].c_str(), order.words[i].size() + 1));
            bytes.insert(bytes.end(), word.begin(), word.end());
        }
        std::vector<int> descriptors = order.descriptors;
        if (order.output >= 0) descriptors.push_back(order.output);
        RF_RETURN_IF_ERROR(send_message(socket_.get(), bytes, descriptors));
        const auto end = std::chrono::steady_clock::now() + longest_wait_for_answer;
        while (true) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
            RF_TRY(SocketMessage message,
                   receive_message(socket_.get(), sizeof(OrderAnswer), std::max(left, std::chrono::milliseconds(0))));
            OrderAnswer answer;
            if (message.bytes.size() != sizeof answer) return gone();
            std::memcpy(&answer, message.bytes.data(), sizeof answer);
            const bool is_started = answer.pid > 0 && !message.descriptors.empty();
            if (answer.serial == last_serial_ && is_started)
                return StartedProcess{answer.pid, std::move(message.descriptors.front())};
            // An order that nobody waits for any more: the next process must not be taken for this one.
            if (is_started) drop({answer.pid, std::move(message.descriptors.front())});
            if (answer.serial != last_serial_) continue;
            answer.problem[sizeof answer.problem - 1] = '\0';
            return Error::bad_input(std::string("no worker could be started: ") + answer.problem);
        }
    }

    void kill(const StartedProcess& started) override {
        const OrderHeader header{.kind = OrderKind::Kill, .number = static_cast<std::uint32_t>(started.pid)};
        static_cast<void>(send_message(socket_.get(), std::as_bytes(std::span(&header, 1))));
    }

    int socket() const override { return socket_.get(); }

private:
    // They are children of this process, and nobody else waits for them.
    void drop(StartedProcess started) {
        kill(started);
        unwanted_.push_back(std::move(started));
    }
    void bury_the_unwanted() {
        std::erase_if(unwanted_, [](const StartedProcess& one) { return ::waitpid(one.pid, nullptr, WNOHANG) != 0; });
    }

    static Error gone() {
        return Error::bad_input("the process that starts workers has ended; see the daemon's log")
            .with_remedy("start the daemon again: systemctl restart ringfenced");
    }

    std::vector<std::string> programs_;
    UniqueFd socket_;
    std::uint32_t last_serial_ = 0;
    std::vector<StartedProcess> unwanted_;
};

}  // namespace

Result<std::unique_ptr<ProcessStarter>> start_starter(const StarterOptions& options) {
    RF_TRY(auto ends, socket_pair());
    const pid_t pid = ::fork();
    if (pid < 0) return Error::bad_input("cannot start the starter: " + std::string(std::strerror(errno)));
    if (pid == 0) {
        ends.first.reset();
        be_starter(options, std::move(ends.second));
    }
    return std::unique_ptr<ProcessStarter>(new RemoteStarter(options.programs, std::move(ends.first)));
}

std::unique_ptr<ProcessStarter> adopt_starter(UniqueFd socket) {
    return std::make_unique<RemoteStarter>(std::vector<std::string>(), std::move(socket));
}

}  // namespace ringfence::service
