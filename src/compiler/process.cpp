#include "compiler/process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/escape.h"
#include "base/memory_file.h"
#include "base/socket.h"
#include "compiler/last_words.h"
#include "compiler/watch.h"

namespace ringfence::compiler {
namespace {

using Clock = std::chrono::steady_clock;

// Messages of a process that a tenant may control by now are reduced to lines of printable ASCII.
std::string printable(std::string_view text) {
    std::string result(text.substr(0, text.find('\0')));
    std::replace_if(
        result.begin(), result.end(), [](char c) { return c != '\n' && (c < 0x20 || c > 0x7e); }, '?');
    return result;
}

// A compiler that was taken over may claim anything; only statuses that a compiler can have are accepted.
std::int32_t plausible(std::int32_t status) {
    switch (status) {
        case cuda_status::invalid_value:
        case cuda_status::out_of_memory:
        case cuda_status::invalid_image:
        case cuda_status::no_binary_for_gpu:
        case cuda_status::unsupported_ptx_version:
        case cuda_status::not_supported: return status;
        default: return cuda_status::invalid_ptx;
    }
}

}  // namespace

Error no_compiler(const std::string& why) {
    return Error::bad_input("no compiler could be started: " + why).with_status(cuda_status::operating_system);
}

Result<std::unique_ptr<Process>> Process::start(const ProcessOptions& options, Nursery& nursery) {
    RF_TRY(auto ends, socket_pair());
    RF_TRY(Nursery::Child child, nursery.start(ends.second.get()));
    return std::unique_ptr<Process>(new Process(options, child.pid, std::move(child.process), std::move(ends.first)));
}

Process::~Process() {
    kill();
    ::waitpid(pid_, nullptr, 0);
}

void Process::kill() {
    ::syscall(SYS_pidfd_send_signal, process_.get(), SIGKILL, nullptr, 0);
}

bool Process::is_fit() const {
    return !is_unfit_ && !has_peer_gone(socket_.get());
}

void Process::look_at_memory() {
    if (const std::uint64_t resident = resident_bytes(pid_); resident != 0) resident_ = resident;
}

// True: there is something to read, if only that the process has gone. False: the time is over.
Result<bool> Process::await_message(Clock::time_point end) {
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        pollfd watched = {socket_.get(), POLLIN, 0};
        const auto patience = std::clamp<std::chrono::milliseconds>(left, std::chrono::milliseconds(0), look_interval);
        const int ready = ::poll(&watched, 1, static_cast<int>(patience.count()));
        if (ready > 0) return true;
        if (left.count() <= 0) return false;
        look_at_memory();
        if (is_ready_ && resident_ > resident_at_start_ + options_.most_memory + options_.most_code)
            return Error::bad_input("too much memory");
        has_too_many_threads_ = is_ready_ && threads_of(pid_) > most_threads;
        if (has_too_many_threads_) return Error::bad_input("too many threads");
    }
}

Result<void> Process::await_greeting() {
    if (is_ready_) return {};
    RF_TRY(const bool has_come, await_message(Clock::now() + options_.start_limit));
    if (!has_come) return no_compiler(fmt::format("it is not ready after {} ms", options_.start_limit.count()));
    auto message = receive_message(socket_.get(), sizeof(Greeting));
    Greeting greeting;
    if (!message || message.value().bytes.size() != sizeof greeting) return no_compiler("it ended at once");
    std::memcpy(&greeting, message.value().bytes.data(), sizeof greeting);
    if (greeting.kind != MessageKind::Greeting || greeting.is_ready != 1)
        return no_compiler(printable({greeting.problem, sizeof greeting.problem}));
    look_at_memory();
    resident_at_start_ = resident_;
    is_ready_ = true;
    return {};
}

// One that was taken over may close its socket, or send nothing, which reads like the end, and stay.
bool Process::is_over_by(Clock::time_point end) const {
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
        pollfd watched = {process_.get(), POLLIN, 0};
        if (::poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) > 0) return true;
        if (left.count() <= 0) return false;
    }
}

Error Process::ended(const std::string& file_name) const {
    siginfo_t info = {};
    // It stays to be buried.
    (void)::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(process_.get()), &info, WEXITED | WNOWAIT);
    if (info.si_code == CLD_EXITED && info.si_status == exit_without_memory)
        return too_much_memory(file_name, options_.most_memory);
    const bool was_killed = info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED;
    return Error::bad_input(fmt::format("the compiler ended while it compiled the module ({} {}{})",
                                        was_killed ? "signal" : "exit status", info.si_status,
                                        was_killed && info.si_status == SIGKILL
                                            ? ": somebody ended it, or the system has no memory left"
                                            : ""))
        .at({escape(file_name), 0, 0})
        .with_remedy("try ptxas on the module: it may fail in the same way")
        .with_status(cuda_status::invalid_ptx);
}

Result<Answer> Process::await_answer(const std::string& file_name, std::chrono::milliseconds time_limit) {
    if (time_limit.count() == 0 || time_limit > options_.time_limit) time_limit = options_.time_limit;
    const Clock::time_point end = Clock::now() + time_limit;
    auto has_come = await_message(end);
    if (!has_come) {
        return has_too_many_threads_ ? too_many_threads(file_name) : too_much_memory(file_name, options_.most_memory);
    }
    if (!has_come.value()) return too_slow(file_name, time_limit);
    auto message = receive_message(socket_.get(), sizeof(Answer));
    if (message && message.value().is_end) return is_over_by(end) ? ended(file_name) : too_slow(file_name, time_limit);
    Answer answer;
    if (!message || message.value().bytes.size() != sizeof answer) {
        return Error::bad_input("the compiler gave no sensible answer").with_status(cuda_status::invalid_ptx);
    }
    std::memcpy(&answer, message.value().bytes.data(), sizeof answer);
    return answer;
}

Result<std::vector<std::byte>> Process::compile(const std::string& text, const std::string& file_name,
                                                std::chrono::milliseconds time_limit) {
    // Until it has answered in the way it should.
    is_unfit_ = true;
    RF_RETURN_IF_ERROR(await_greeting());
    RF_TRY(const UniqueFd input, memory_file_of("ringfence text", text));
    RF_TRY(const UniqueFd output, create_memory_file("ringfence code", options_.most_code));
    Request request;
    request.text_bytes = text.size();
    request.most_code_bytes = options_.most_code;
    file_name.copy(request.file_name, sizeof request.file_name - 1);
    const int files[] = {input.get(), output.get()};
    RF_RETURN_IF_ERROR(send_message(socket_.get(), std::as_bytes(std::span(&request, 1)), files));
    is_used_ = true;
    RF_TRY(const Answer answer, await_answer(file_name, time_limit));
    if (answer.kind != MessageKind::Answer || answer.code_bytes > options_.most_code) {
        return Error::bad_input("the compiler gave no sensible answer").with_status(cuda_status::invalid_ptx);
    }
    is_unfit_ = false;
    if (answer.has_succeeded == 1) return contents_of(output.get(), answer.code_bytes);
    return Error::bad_input(printable({answer.message, sizeof answer.message}))
        .at({escape(file_name), 0, 0})
        .with_remedy(printable({answer.remedy, sizeof answer.remedy}))
        .with_status(plausible(answer.status));
}

}  // namespace ringfence::compiler
