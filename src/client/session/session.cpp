#include "client/session/session.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "base/file.h"
#include "base/peer.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/shared_memory.h"
#include "channel/status.h"
#include "client/session/checked_run.h"
#include "client/session/log.h"
#include "client/session/tell.h"

namespace ringfence::client {
namespace {

constexpr std::chrono::seconds longest_wait_for_descriptor{10};
// A worker may have to be started, and a card to be woken up.
constexpr std::chrono::seconds longest_wait_for_welcome{60};

std::atomic<bool> any_fault{false};

std::string from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

channel::Hello hello_of_this_process(const std::string& why_private) {
    channel::Hello hello;
    hello.pid = static_cast<std::uint32_t>(getpid());
    hello.program = program_invocation_short_name;
    hello.backend = from_environment("RINGFENCE_BACKEND");
    hello.isolation = from_environment("RINGFENCE_ISOLATION");
    hello.guard = from_environment("RINGFENCE_GUARD");
    hello.why_private = why_private;
    hello.limits = from_environment("RINGFENCE_LIMITS");
    return hello;
}

// $RINGFENCE_TOKEN, or what the file $RINGFENCE_TOKEN_FILE holds.
Result<std::string> token_of_this_process() {
    constexpr std::size_t longest_file = 4096;
    if (std::string token = from_environment("RINGFENCE_TOKEN"); !token.empty()) return token;
    const std::string file = from_environment("RINGFENCE_TOKEN_FILE");
    if (file.empty()) return std::string();
    return read_file(file, longest_file);
}

int standard_output() {
    return fcntl(STDOUT_FILENO, F_GETFD) < 0 ? -1 : STDOUT_FILENO;
}

}  // namespace

std::string Session::socket_path() {
    return daemon_socket_path();
}

Result<std::unique_ptr<Session>> Session::connect(const std::string& path, const std::string& why_private) {
    RF_TRY(UniqueFd socket, connect_to_trusted(path));
    return open(std::move(socket), why_private);
}

Result<std::unique_ptr<Session>> Session::open(UniqueFd socket, const std::string& why_private) {
    return open_with_output(std::move(socket), why_private, standard_output());
}

Result<std::unique_ptr<Session>> Session::open_with_output(UniqueFd socket, const std::string& why_private,
                                                           int output) {
    std::unique_ptr<Session> session(new Session());
    session->socket_ = std::move(socket);
    channel::Hello hello = hello_of_this_process(why_private);
    RF_TRY(hello.token, token_of_this_process());
    // Who is not let in is told so, and it may be before the Hello was sent.
    const Result<void> said = channel::send_hello(session->socket_.get(), hello, output);
    if (!said && !has_peer_gone(session->socket_.get())) return said.error();
    RF_TRY(auto received, channel::receive_welcome(session->socket_.get(), longest_wait_for_welcome));
    RF_RETURN_IF_ERROR(session->set_up(std::move(received)));
    return session;
}

Result<void> Session::set_up(channel::ReceivedWelcome received) {
    device_ = received.welcome.device;
    is_guarded_ = received.welcome.guard != "off";
    is_on_card_ = received.welcome.backend == "cuda";
    unasked_events_ = received.welcome.unasked_events;
    local_memory_ = received.welcome.local_memory;
    RF_TRY(channel_memory_, channel::map_shared_memory(received.channel.get()));
    const channel::Header header = channel::header_of(channel_memory_.bytes());
    window_begin_ = header.window_begin;
    window_bytes_ = header.window_bytes;
    RF_TRY(window_, MappedMemory::reserve_at(window_begin_, window_bytes_));
    RF_RETURN_IF_ERROR(window_.overlay(header.staging_begin, received.staging.get(), header.staging_bytes));
    const int socket = socket_.get();
    channel_ =
        std::make_unique<channel::ClientChannel>(channel_memory_.bytes(), [socket] { return !has_peer_gone(socket); });
    staging_ = std::make_unique<Staging>(*this, header.staging_begin, header.staging_bytes);
    host_calls_ = std::make_unique<HostCalls>(*this);
    return {};
}

Session::~Session() {
    // The thread for host functions uses the channel.
    host_calls_.reset();
}

bool Session::is_unused() {
    const MutexLock lock(host_memory_mutex_);
    return host_memory_.empty() && allocations_.empty() && !host_calls_->were_used() && peek_failure() == 0;
}

void Session::hang_up() {
    has_said_why_.store(true);  // nobody has to be told
    channel_->mark_gone();
    ::shutdown(socket_.get(), SHUT_RDWR);
}

void Session::leave() {
    hang_up();
    window_ = {};
}

std::uint64_t Session::create_internal_event(std::uint32_t index) {
    constexpr std::uint32_t disable_timing = 2;
    const Handle handle = Handle::make(HandleKind::Event, 1, index);
    submit(wire::CreateEvent{.event = handle.bits, .flags = disable_timing});
    return handle.bits;
}

std::int32_t Session::allocate_host(std::uint64_t bytes, std::uint64_t& address, UniqueFd* file) {
    const MutexLock lock(host_memory_mutex_);
    wire::AllocateHost::Reply reply;
    const std::int32_t status = call(wire::AllocateHost{.bytes = bytes}, reply);
    if (status != 0) return status;
    const auto mapped = map_host_memory(reply.address, reply.bytes_mapped, file);
    if (!mapped.ok()) return lose_worker(mapped.error());
    address = reply.address;
    return 0;
}

std::int32_t Session::attach_host(int file, std::uint64_t bytes, std::uint64_t& address) {
    const MutexLock lock(host_memory_mutex_);
    const auto sent = channel::send_host_memory(socket_.get(), {0, bytes}, file);
    if (!sent.ok()) return lose_worker(sent.error());
    wire::AttachHost::Reply reply;
    const std::int32_t status = call(wire::AttachHost{.bytes = bytes}, reply);
    if (status != 0) return status;
    const auto mapped = window_.overlay(reply.address, file, reply.bytes_mapped);
    if (!mapped.ok()) return lose_worker(mapped.error());
    note_host_memory(reply.address, reply.bytes_mapped);
    address = reply.address;
    return 0;
}

// Both sides do not know the same any more.
std::int32_t Session::lose_worker(const Error& why) {
    say_once(why.text());
    channel_->mark_gone();
    return channel::context_is_destroyed;
}

// The memory that was there before has been freed, even if the thread that frees it has not said so yet (release_host).
void Session::note_host_memory(std::uint64_t address, std::uint64_t bytes) {
    auto old = host_memory_.lower_bound(address);
    if (old != host_memory_.begin() && std::prev(old)->first + std::prev(old)->second.bytes > address) --old;
    while (old != host_memory_.end() && old->first < address + bytes)
        old = host_memory_.erase(old);
    host_memory_[address] = {bytes, ++last_host_memory_};
}

Result<void> Session::map_host_memory(std::uint64_t address, std::uint64_t bytes, UniqueFd* file) {
    RF_TRY(auto memory, channel::receive_host_memory(socket_.get(), longest_wait_for_descriptor));
    if (memory.where.address != address || memory.where.bytes != bytes) {
        return Error::internal("the worker sent other host memory than it had said");
    }
    RF_RETURN_IF_ERROR(window_.overlay(address, memory.file.get(), bytes));
    note_host_memory(address, bytes);
    if (file != nullptr) *file = std::move(memory.file);
    return {};
}

std::int32_t Session::release_host(std::uint64_t address) {
    std::uint64_t number = 0;
    {
        const MutexLock lock(host_memory_mutex_);
        if (const auto found = host_memory_.find(address); found != host_memory_.end()) number = found->second.number;
    }
    // It waits for work of the device, and others need the lock meanwhile.
    const std::int32_t status = call(wire::ReleaseHost{.address = address});
    if (status != 0) return status;
    const MutexLock lock(host_memory_mutex_);
    const auto found = host_memory_.find(address);
    // Somebody may have been given the same address by now.
    if (found == host_memory_.end() || found->second.number != number) return 0;
    (void)window_.retire(address, found->second.bytes);
    host_memory_.erase(found);
    return 0;
}

void Session::forget_host_memory() {
    const MutexLock lock(host_memory_mutex_);
    for (const auto& [address, memory] : host_memory_)
        (void)window_.retire(address, memory.bytes);
    host_memory_.clear();
}

std::int32_t Session::take_failure_slowly() {
    const std::int32_t known = sticky_.load();
    if (known != 0) return known;
    const std::string text = channel_->untaken_failure_text();
    const auto failure = channel_->take_failure();
    if (failure.status != 0) note_failure(failure.status);
    // CUDA's status alone does not tell what it was that failed, and no call is left that could.
    if (failure.status != 0 && !channel::is_sticky(failure.status) && !text.empty() && !has_said_why_.load())
        tell(text);
    return failure.status;
}

std::int32_t Session::peek_failure() const {
    const std::int32_t known = sticky_.load();
    return known != 0 ? known : channel_->peek_failure();
}

bool Session::has_fault() const {
    const std::int32_t failure = peek_failure();
    return channel::is_sticky(failure) && failure != channel::context_is_destroyed;
}

void Session::note_failure(std::int32_t status) {
    if (!channel::is_sticky(status)) return;
    std::int32_t none = 0;
    if (!sticky_.compare_exchange_strong(none, status)) return;
    if (status != channel::context_is_destroyed) any_fault.store(true);
    // Another thread may have the reply that tells it, or nobody yet: what was said to this one is about something
    // else.
    const std::string text =
        status == channel_->end_status() ? channel_->closing_reason() : channel_->sticky_failure_text();
    if (!text.empty()) say_once(text);
}

void Session::say_once(const std::string& text) {
    if (has_said_why_.exchange(true)) return;
    if (is_checked_run()) {
        std::fprintf(stderr, "%s\n", source_first(text).c_str());
    } else {
        std::fprintf(stderr, "ringfence: %s\n", text.c_str());
    }
    log().add(text);
}

bool Session::has_any_fault() {
    return any_fault.load();
}

}  // namespace ringfence::client
