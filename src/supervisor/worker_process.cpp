#include "supervisor/worker_process.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/closing.h"
#include "base/log_line.h"
#include "base/memory_file.h"

namespace ringfence::supervisor {
namespace {

std::vector<std::string> command_line(const Settings& settings) {
    std::vector<std::string> words = {"--cache-limit",
                                      std::to_string(settings.cache_limit),
                                      "--backend",
                                      std::string(name_of(settings.backend)),
                                      "--isolation",
                                      settings.is_shared() ? "shared" : "private",
                                      "--guard",
                                      std::string(name_of(settings.guard_in_use())),
                                      "--memory",
                                      std::to_string(settings.soft_memory),
                                      "--workers",
                                      std::to_string(settings.soft_workers),
                                      "--launch-limit-ms",
                                      std::to_string(settings.soft_launch_limit_ms),
                                      "--compilers",
                                      std::to_string(settings.compilers),
                                      "--compile-limit-ms",
                                      std::to_string(settings.compile_limit_ms),
                                      "--compile-memory",
                                      std::to_string(settings.compile_memory),
                                      "--ptxas",
                                      settings.ptxas,
                                      "--audit-launches",
                                      std::to_string(settings.audit.launches),
                                      "--audit-copies",
                                      std::to_string(settings.audit.copies),
                                      "--local-memory",
                                      std::to_string(settings.local_memory),
                                      "--kernel-grace-ms",
                                      std::to_string(settings.kernel_grace_ms),
                                      "--host-backing",
                                      std::to_string(settings.host_backing)};
    if (settings.multiprocessor_parts) words.emplace_back("--multiprocessor-parts");
    if (settings.host_ready) words.insert(words.end(), {"--host-ready", std::to_string(*settings.host_ready)});
    if (settings.kernel_limit_ms)
        words.insert(words.end(), {"--kernel-limit-ms", std::to_string(*settings.kernel_limit_ms)});
    if (!settings.cache_folder.empty()) words.insert(words.end(), {"--cache-folder", settings.cache_folder});
    if (!settings.cache_secret.empty()) words.insert(words.end(), {"--cache-secret", settings.cache_secret});
    for (const std::string& folder : settings.libraries)
        words.insert(words.end(), {"--libraries", folder});
    return words;
}

constexpr std::size_t most_vgpus = 4096;  // that are remembered for a worker
// More than a healthy worker reports: its sessions, and some that have ended since the question.
constexpr std::size_t most_mentioned = std::size_t{4} * worker::most_sessions;
// Healthy workers ask less often. Whoever has asked, the others look at the same board, so one request is enough.
constexpr std::chrono::milliseconds between_wishes_for_room{5};
// More than a socket holds.
constexpr int most_messages_there = 2048;
constexpr std::size_t largest_message =
    std::max({sizeof(worker::WorkerState), sizeof(worker::SessionEvent), sizeof(worker::SessionState),
              sizeof(worker::VgpuState), sizeof(worker::PolicyState)});

template <typename Message>
Result<Message> read_as(std::span<const std::byte> bytes) {
    Message message;
    if (bytes.size() != sizeof message) return Error::internal("a worker says something of the wrong size");
    std::memcpy(&message, bytes.data(), sizeof message);
    return message;
}

void end_text(std::span<char> text) {
    text.back() = '\0';
}

std::span<const std::byte> bytes_of(const auto& value) {
    return std::as_bytes(std::span(&value, 1));
}

worker::VgpuGrant grant_of(const sched::VirtualGpu& vgpu) {
    worker::VgpuGrant grant;
    worker::put_text(grant.name, vgpu.name);
    std::copy(vgpu.shares.begin(), vgpu.shares.end(), std::begin(grant.shares));
    grant.priority = vgpu.priority;
    grant.sms = vgpu.sms;
    return grant;
}

// Clears what a worker may have sent behind the end of the name, so that grants can be compared.
worker::VgpuGrant clean(worker::VgpuGrant grant) {
    worker::put_text(grant.name, std::string(grant.name));
    grant.reserved = 0;
    return grant;
}

bool are_same(const worker::VgpuGrant& a, const worker::VgpuGrant& b) {
    static_assert(std::has_unique_object_representations_v<worker::VgpuGrant>);
    return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

std::vector<std::string> worker_options(const Domain& domain) {
    return command_line(domain.settings);
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::string& program, const Domain& domain,
                                                            const Settings& settings, const HostPlace& host,
                                                            ProcessPlace place) {
    RF_TRY(auto ends, socket_pair());
    service::ProcessOrder order;
    order.words = command_line(settings);
    order.words.insert(order.words.begin(), program);
    order.words.insert(order.words.end(), {"--host-place", std::to_string(host.place)});
    static_assert(worker::control_descriptor == 3 && worker::host_budget_descriptor == 4 &&
                  worker::room_board_descriptor == 5 && worker::card_board_descriptor == 6);
    order.descriptors = {ends.second.get(), host.file, host.rooms, host.cards};
    order.uid = place.uid;
    RF_TRY(auto log, ProcessLog::make_pipe());
    order.output = log.second.get();
    RF_TRY(service::StartedProcess process, place.starter->start(order));
    std::unique_ptr<WorkerProcess> worker(
        new WorkerProcess(std::move(process), std::move(ends.first), domain, std::move(place)));
    worker->host_place_ = host.place;
    worker->listen_to_log(std::move(log.first));
    return worker;
}

void WorkerProcess::listen_to_log(UniqueFd reading) {
    log_ = std::make_unique<ProcessLog>(std::move(reading), fmt::format("ringfence-worker[{}]", pid()), write_log_line);
}

WorkerProcess::~WorkerProcess() {
    if (is_reaped_) return;
    kill();
    // If the starter is gone, closing this end makes the worker exit.
    control_.reset();
    if (!is_stuck()) service::await_end(process_);
}

void WorkerProcess::kill() {
    if (!leaving_since_) leaving_since_ = std::chrono::steady_clock::now();
    place_.starter->kill(process_);
}

bool WorkerProcess::is_stuck() const {
    return leaving_since_ && std::chrono::steady_clock::now() - *leaving_since_ > patience_with_the_killed;
}

Result<void> WorkerProcess::give_session(Handover& client) {
    const worker::ControlHeader header{.kind = worker::ControlKind::Session,
                                       .number = static_cast<std::uint32_t>(client.peer.pid),
                                       .session = client.session};
    worker::SessionGrant grant;
    worker::put_text(grant.tenant, client.tenant);
    grant.vgpu = grant_of(client.vgpu);
    grant.limits = client.limits;
    grant.weight = client.weight;
    std::vector<std::byte> message(bytes_of(header).begin(), bytes_of(header).end());
    message.insert(message.end(), bytes_of(grant).begin(), bytes_of(grant).end());
    message.insert(message.end(), client.hello.begin(), client.hello.end());
    std::vector<int> descriptors;
    for (const UniqueFd& descriptor : client.descriptors)
        descriptors.push_back(descriptor.get());
    descriptors.insert(descriptors.begin() + 1, client.ledger);
    RF_RETURN_IF_ERROR(send_message(control(), message, descriptors));
    last_client_ = client.peer.pid;
    last_tenant_ = client.tenant;
    given_vgpus_[client.vgpu.name] = grant.vgpu;
    on_the_way_.push_back(std::move(client));
    return {};
}

void WorkerProcess::change_vgpu(const sched::VirtualGpu& vgpu) {
    const auto given = given_vgpus_.find(vgpu.name);
    worker::VgpuOrder order;
    order.vgpu = grant_of(vgpu);
    if (given == given_vgpus_.end() || are_same(given->second, order.vgpu)) return;
    // If the socket is full, the order is repeated (Workers::repeat_orders).
    if (send_message(control(), bytes_of(order)).ok()) given->second = order.vgpu;
}

std::uint64_t WorkerProcess::take_wanted_room() {
    const auto now = std::chrono::steady_clock::now();
    if (wanted_room_ == 0 || now - wanted_room_taken_ < between_wishes_for_room) return 0;
    wanted_room_taken_ = now;
    return std::exchange(wanted_room_, 0);
}

// Fire and forget: a worker that needs the room asks again.
void WorkerProcess::ask_for_room(std::uint64_t bytes) {
    worker::RoomOrder order;
    order.bytes = bytes;
    (void)send_message(control(), bytes_of(order));
}

void WorkerProcess::order_policy(const worker::PolicyOrder& order, std::shared_ptr<const UniqueFd> object) {
    set_policy_ordered(order.header.number, order.vgpu);
    waiting_orders_[order.vgpu] = {order, std::move(object)};
    send_orders_that_wait();
}

void WorkerProcess::set_policy_ordered(std::uint32_t number, const std::string& vgpu) {
    policy_ordered_[vgpu] = number;
    highest_order_ = std::max(highest_order_, number);
}

bool WorkerProcess::send_orders_that_wait() {
    while (!waiting_orders_.empty()) {
        const auto next = waiting_orders_.begin();
        const auto& [order, object] = next->second;
        const std::vector<int> descriptors = object == nullptr ? std::vector<int>() : std::vector{object->get()};
        if (!send_message(control(), bytes_of(order), descriptors).ok()) return false;
        waiting_orders_.erase(next);
    }
    return true;
}

Result<void> WorkerProcess::ask_about_map(const worker::MapQuestion& question) {
    RF_RETURN_IF_ERROR(send_message(control(), bytes_of(question)));
    texts_[question.header.number] = {};
    ++texts_owed_;
    return {};
}

Result<void> WorkerProcess::ask_about_kernels(std::uint32_t question) {
    const worker::ControlHeader header{worker::ControlKind::Kernels, question};
    RF_RETURN_IF_ERROR(send_message(control(), bytes_of(header)));
    texts_[question] = {};
    ++texts_owed_;
    return {};
}

bool WorkerProcess::has_text(std::uint32_t question) const {
    const auto found = texts_.find(question);
    return found != texts_.end() && found->second.is_told;
}

WorkerProcess::Text WorkerProcess::take_text(std::uint32_t question) {
    const auto found = texts_.extract(question);
    return found.empty() ? Text() : std::move(found.mapped());
}

std::uint32_t WorkerProcess::policy_ordered(const std::string& vgpu) const {
    const auto found = policy_ordered_.find(vgpu);
    return found == policy_ordered_.end() ? 0 : found->second;
}

const worker::PolicyState& WorkerProcess::policy(const std::string& vgpu) const {
    static const worker::PolicyState nothing_told;
    const auto found = policies_.find(vgpu);
    return found == policies_.end() ? nothing_told : found->second;
}

// Reports about virtual GPUs for which the worker has no order are dropped. The watchdog removes a policy once, and
// only another order brings it back, so more falls than orders are lies, which must not fill the logs.
Result<void> WorkerProcess::take_policy(worker::PolicyState state) {
    if (state.stage > worker::PolicyStage::Fallen) return Error::internal("a worker says something unexpected");
    end_text(state.name);
    end_text(state.vgpu);
    end_text(state.refusal);
    end_text(state.exit);
    const std::string vgpu = state.vgpu;
    // A private worker has no policies, whatever it says (Workers::has_policies).
    if (!settings().is_shared() || (!vgpu.empty() && !policy_ordered_.contains(vgpu))) return {};
    policies_[vgpu] = state;
    if (state.stage != worker::PolicyStage::Fallen) return {};
    Fall& fallen = policy_fallen_[vgpu];
    const std::uint32_t last = std::min(state.header.number, highest_order_);
    // A policy may fall before the worker has reported that its order is done: the next report has that number.
    if (last <= fallen.order || (fallen.order != 0 && state.changes == fallen.changes)) return {};
    fallen = {last, state.changes};
    policy_falls_.push_back(vgpu);
    return {};
}

std::size_t WorkerProcess::sessions_of(pid_t client) const {
    if (!settings().is_shared()) return last_client_ == client ? 1 : 0;
    const auto is_waiting = [client](const Handover& one) { return one.peer.pid == client; };
    const auto is_served = [client](const auto& one) { return static_cast<pid_t>(one.second.pid) == client; };
    return static_cast<std::size_t>(std::count_if(on_the_way_.begin(), on_the_way_.end(), is_waiting) +
                                    std::count_if(sessions_.sessions().begin(), sessions_.sessions().end(), is_served));
}

bool WorkerProcess::has_on_the_way(std::uint32_t session) const {
    return std::any_of(on_the_way_.begin(), on_the_way_.end(),
                       [session](const Handover& one) { return one.session == session; });
}

void WorkerProcess::take_into_use(const Domain& domain) {
    is_spare_ = false;
    domain_ = domain;
}

std::deque<Handover> WorkerProcess::take_back() {
    // The worker may have sent messages before it ended.
    receive_what_is_there();
    return std::exchange(on_the_way_, {});
}

Result<void> WorkerProcess::ask_to_quit() {
    const worker::ControlHeader header{worker::ControlKind::Quit, 0};
    return send_message(control(), bytes_of(header));
}

Result<void> WorkerProcess::ask_to_tell(std::uint32_t number) {
    const worker::ControlHeader header{worker::ControlKind::Tell, number};
    return send_message(control(), bytes_of(header));
}

Result<void> WorkerProcess::end_session(std::uint32_t session, std::string_view reason, std::int32_t status) {
    worker::EndSession order;
    order.session = session;
    order.status = status;
    worker::put_text(order.reason, reason);
    return send_message(control(), bytes_of(order));
}

Result<void> WorkerProcess::set_weight(std::uint32_t session, std::uint32_t weight) {
    worker::WeightOrder order;
    order.session = session;
    order.weight = weight;
    return send_message(control(), bytes_of(order));
}

Result<bool> WorkerProcess::receive() {
    const std::uint32_t whose = closings_of(settings().is_shared() ? tenant() : last_tenant_);
    RF_TRY(SocketMessage message, receive_message(control(), largest_message, no_timeout, whose));
    if (message.is_end) return false;
    worker::ControlHeader header;
    if (message.bytes.size() < sizeof header) return Error::internal("a worker says something that is too short");
    std::memcpy(&header, message.bytes.data(), sizeof header);
    // Unasked ones could be files whose closing never ends (FUSE).
    if (message.descriptors.size() > (header.kind == worker::ControlKind::Text ? 1 : 0))
        return Error::internal("a worker sends descriptors that nobody has asked for");
    if (header.version != worker::control_version) {
        worker::put_text(state_.problem,
                         "the worker is of another version of Ringfence than the daemon; end the daemon "
                         "(ringfence down), and start the program again");
        return Error::bad_input(state_.problem);
    }
    switch (header.kind) {
        case worker::ControlKind::State: {
            RF_TRY(const auto state, read_as<worker::WorkerState>(message.bytes));
            RF_RETURN_IF_ERROR(take_state(state));
            return true;
        }
        case worker::ControlKind::Event: {
            RF_TRY(const auto event, read_as<worker::SessionEvent>(message.bytes));
            RF_RETURN_IF_ERROR(take_event(event));
            return true;
        }
        case worker::ControlKind::SessionState: {
            RF_TRY(auto state, read_as<worker::SessionState>(message.bytes));
            end_text(state.program);
            end_text(state.last_text);
            end_text(state.tenant);
            end_text(state.unsupported_functions);
            if (mentioned_.size() < most_mentioned) mentioned_.insert(state.session);
            sessions_.note(state);
            return true;
        }
        case worker::ControlKind::VgpuState: {
            RF_TRY(auto state, read_as<worker::VgpuState>(message.bytes));
            end_text(state.vgpu.name);
            if (vgpus_.size() < most_vgpus || vgpus_.contains(state.vgpu.name)) vgpus_[state.vgpu.name] = state;
            // What the worker has counts, not what it was sent: a session that was on its way when the settings
            // changed brings the earlier ones again. An adopted worker has those that the earlier daemon has sent.
            if (given_vgpus_.size() < most_vgpus || given_vgpus_.contains(state.vgpu.name))
                given_vgpus_[state.vgpu.name] = clean(state.vgpu);
            return true;
        }
        case worker::ControlKind::Room: {
            RF_TRY(const auto order, read_as<worker::RoomOrder>(message.bytes));
            wanted_room_ = order.bytes;
            return true;
        }
        case worker::ControlKind::PolicyState: {
            RF_TRY(const auto state, read_as<worker::PolicyState>(message.bytes));
            RF_RETURN_IF_ERROR(take_policy(state));
            return true;
        }
        case worker::ControlKind::Text: {
            RF_TRY(const auto answer, read_as<worker::TextAnswer>(message.bytes));
            // One answer for each question, and only memory files: others may never finish closing (FUSE), and whoever
            // has asked gets a copy.
            if (texts_owed_ == 0) return Error::internal("a worker answers what nobody has asked");
            --texts_owed_;
            UniqueFd text = message.descriptors.empty() ? UniqueFd() : std::move(message.descriptors[0]);
            if (text && !memory_file_bytes(text.get()).ok())
                return Error::internal("a worker answers with something else than a memory file");
            const auto asked = texts_.find(answer.header.number);
            if (asked != texts_.end()) asked->second = {true, answer.is_refused != 0, std::move(text)};
            return true;
        }
        default: return Error::internal("a worker says something unexpected");
    }
}

// Bounded: children of a dead worker may have its end of the socket, and send for as long as the daemon reads.
void WorkerProcess::receive_what_is_there() {
    pollfd ready{control(), POLLIN, 0};
    for (int left = most_messages_there; left > 0; --left) {
        if (::poll(&ready, 1, 0) <= 0 || (ready.revents & POLLIN) == 0) return;
        const Result<bool> heard = receive();
        if (!heard.ok() || !heard.value()) return;
    }
}

Result<void> WorkerProcess::take_state(const worker::WorkerState& state) {
    if (state.told != state_.told) had_when_told_ = std::exchange(mentioned_, {});
    state_ = state;
    // It counts towards the limit of all, so a lie would keep other clients out.
    state_.sessions = std::min(state_.sessions, settings().is_shared() ? worker::most_sessions : 1U);
    end_text(state_.device);
    end_text(state_.backend);
    end_text(state_.problem);
    end_text(state_.busy_with);
    for (; taken_ != state.sessions_taken && !on_the_way_.empty(); ++taken_) {
        // The worker had the session in its queue when it reported, and did not list it.
        had_when_told_.insert(on_the_way_.front().session);
        on_the_way_.pop_front();
    }
    return {};
}

Result<void> WorkerProcess::take_event(worker::SessionEvent event) {
    const auto kind = static_cast<std::uint32_t>(event.kind);
    if (kind == 0 || kind > worker::most_event_kind) return Error::internal("a worker tells of an unknown event");
    end_text(event.program);
    end_text(event.text);
    end_text(event.subject);
    events_.push_back(event);
    return {};
}

std::string WorkerProcess::reap() {
    int status = 0;
    is_reaped_ = true;
    if (::waitpid(process_.pid, &status, 0) != process_.pid)
        return "nobody knows how: an earlier daemon had started it";
    if (WIFSIGNALED(status)) return std::string("killed by signal ") + std::to_string(WTERMSIG(status));
    return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace ringfence::supervisor
