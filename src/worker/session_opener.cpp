#include "worker/session_opener.h"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/core.h>

#include "base/start_thread.h"

namespace ringfence::worker {

namespace {

Result<channel::Hello> read_hello(const SocketMessage& message) {
    // The socket's other messages may be longer than this one may be.
    constexpr std::size_t most = sizeof(ControlHeader) + sizeof(SessionGrant) + channel::largest_message;
    if (message.is_cut || message.bytes.size() > most) {
        return Error::bad_input(
            fmt::format("a Hello has more than the {} bytes that it may have, or more than {} "
                        "descriptors",
                        channel::largest_message, most_descriptors - 1));
    }
    return channel::decode_hello(std::span(message.bytes).subspan(sizeof(ControlHeader) + sizeof(SessionGrant)));
}

Error reason_of(const EndSession& order) {
    return Error::bad_input(order.reason).with_status(order.status);
}

}  // namespace

Result<std::unique_ptr<SessionOpener>> SessionOpener::create(Worker& worker, const WorkerOptions& options,
                                                             OnTaken on_taken) {
    std::unique_ptr<SessionOpener> opener(new SessionOpener(worker, options, std::move(on_taken)));
    RF_TRY(opener->thread_, start_thread([opener = opener.get()] { opener->run(); }));
    return opener;
}

SessionOpener::~SessionOpener() {
    close();
    if (thread_.joinable()) thread_.join();
}

void SessionOpener::close() {
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
}

void SessionOpener::add(SocketMessage message, const ControlHeader& header) {
    {
        const MutexLock lock(mutex_);
        line_.push_back({std::move(message), header, false});
    }
    changed_.notify_all();
}

bool SessionOpener::take_back(const EndSession& order) {
    const MutexLock lock(mutex_);
    if (report_.current && report_.current->session == order.session) {
        taken_back_ = order;
        return true;
    }
    const auto waiting = std::find_if(line_.begin(), line_.end(), [&order](const Client& client) {
        return client.header.session == order.session && !client.is_refused;
    });
    if (waiting == line_.end()) return false;
    // It stays in the queue, since the supervisor counts how many were taken.
    waiting->is_refused = true;
    const SocketMessage message = std::move(waiting->message);
    refuse(message.descriptors.empty() ? -1 : message.descriptors[0].get(), waiting->header, reason_of(order));
    return true;
}

void SessionOpener::report(const std::function<void(const Report&)>& tell) {
    const MutexLock lock(mutex_);
    tell(report_);
}

void SessionOpener::run() {
    const MutexLock lock(mutex_);
    for (;;) {
        changed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return is_ending_ || !line_.empty(); });
        if (is_ending_) return;
        Client client = std::move(line_.front());
        line_.pop_front();
        ++report_.taken;
        if (!client.is_refused) {
            report_.current.emplace();
            report_.current->session = client.header.session;
            report_.current->pid = client.header.number;
        }
        on_taken_(report_);
        if (client.is_refused && options_.on_change) options_.on_change();
        if (client.is_refused) continue;
        const MutexUnlock unlock(mutex_);
        {
            const Occupation::Scope busy(opening_, "the opening of a session");
            serve(std::move(client.message), client.header);
        }
        if (options_.on_change) options_.on_change();
    }
}

void SessionOpener::serve(SocketMessage message, const ControlHeader& header) {
    // A duplicate: opening consumes the socket even if it fails, and the client must be told why.
    const UniqueFd client = message.descriptors.empty()
                                ? UniqueFd()
                                : UniqueFd::foreign(::fcntl(message.descriptors[0].get(), F_DUPFD_CLOEXEC, 0));
    auto wanted = read(std::move(message), header);
    const bool is_understood = wanted.ok();
    auto opened = is_understood ? open(wanted.value(), header) : Result<Worker::Opened>(wanted.take_error());
    const Result<void> begun = begin(opened);
    if (begun) return;
    options_.log(is_understood ? begun.error().text()
                               : fmt::format("process {} was refused: {}", header.number, begun.error().text()));
    refuse(client.get(), header, begun.error());
    const MutexLock lock(mutex_);
    report_.refused += is_understood ? 0 : 1;
    report_.current.reset();
    // An order that came just now was for this session, too.
    taken_back_.reset();
}

Result<SessionOpener::Wanted> SessionOpener::read(SocketMessage message, const ControlHeader& header) {
    if (message.descriptors.empty())
        return Error::bad_input(fmt::format("process {}: a session without a socket", header.number));
    RF_TRY(Grant grant, read_grant(message));
    RF_TRY(channel::Hello hello, read_hello(message));
    return Wanted{std::move(message.descriptors[0]),
                  message.descriptors.size() > 2 ? std::move(message.descriptors[2]) : UniqueFd(), std::move(grant),
                  std::move(hello)};
}

Result<Worker::Opened> SessionOpener::open(Wanted& wanted, const ControlHeader& header) {
    return worker_.open_session(std::move(wanted.socket), wanted.hello, std::move(wanted.output), header.number,
                                header.session, wanted.grant);
}

// With the mutex, so that at any time a session is in the queue, being opened, or in the worker.
Result<void> SessionOpener::begin(Result<Worker::Opened>& opened) {
    const MutexLock lock(mutex_);
    if (const auto order = std::exchange(taken_back_, std::nullopt)) return reason_of(*order);
    if (!opened) return opened.take_error();
    RF_RETURN_IF_ERROR(worker_.begin(opened.value()));
    report_.current.reset();
    return {};
}

void SessionOpener::refuse(int client, const ControlHeader& header, const Error& why) const {
    if (client >= 0) (void)channel::send_refused(client, why.text());
    SessionEvent event;
    event.kind = EventKind::NotBegun;
    event.session = header.session;
    event.pid = header.number;
    event.status = why.status;
    put_text(event.text, why.message);
    if (options_.on_event) options_.on_event(event);
}

Result<Grant> SessionOpener::read_grant(const SocketMessage& message) {
    SessionGrant told;
    if (message.bytes.size() < sizeof(ControlHeader) + sizeof told || message.descriptors.size() < 2)
        return Error::internal("the daemon says nothing of what a session may have");
    std::memcpy(&told, message.bytes.data() + sizeof(ControlHeader), sizeof told);
    told.tenant[tenant_bytes - 1] = '\0';
    Grant grant{told.tenant, told.limits, nullptr, vgpu_of(told.vgpu), std::max(told.weight, 1U)};
    RF_TRY(grant.ledger, join_ledger(grant.tenant, message.descriptors[1].get()));
    return grant;
}

Result<std::shared_ptr<SharedBudget>> SessionOpener::join_ledger(const std::string& tenant, int file) {
    std::erase_if(ledgers_, [](const auto& one) { return one.second.expired(); });
    const auto known = ledgers_.find(tenant);
    if (known != ledgers_.end()) {
        if (auto ledger = known->second.lock(); ledger && ledger->is_of(file)) return ledger;
    }
    RF_TRY(std::shared_ptr<SharedBudget> ledger, SharedBudget::join(file, options_.place));
    ledgers_[tenant] = ledger;
    return ledger;
}

}  // namespace ringfence::worker
