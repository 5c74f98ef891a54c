#include "supervisor/control_server.h"

#include <kj/exception.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/closing.h"
#include "rpc/farewell.h"
#include "supervisor/capability_servers.h"

namespace ringfence::supervisor {
namespace {

constexpr std::chrono::milliseconds pause_of_control{100};

}  // namespace

ControlServer::ControlServer(rpc::EventLoop& loop, UniqueFd listener, Desk& desk, Admits admits)
    : loop_(loop), listener_(std::move(listener)), desk_(desk), admits_(std::move(admits)) {
    listen_again();
}

void ControlServer::listen_again() {
    watch_ = loop_.watch(listener_.get(), [this] { accept_guest(); });
}

void ControlServer::accept_guest() {
    // Backpressure: clients that connect faster than old descriptors can be closed wait in the backlog.
    if (has_too_many_closings(UniqueFd::somebodys)) {
        pause();
        return;
    }
    Result<UniqueFd> socket = accept_from(listener_.get());
    if (!socket.ok()) {
        // A connection that cannot be accepted stays ready; accepting again at once would keep a processor busy.
        make_room();
        pause();
        return;
    }
    const Outcome<Caller> outcome = admits_(socket.value().get());
    if (const auto* const refusal = std::get_if<Refusal>(&outcome)) {
        rpc::send_farewell(socket.value().get(), refusal->code, refusal->error);
    } else {
        admit(socket.take(), std::get<Caller>(outcome));
    }
}

void ControlServer::pause() {
    watch_.reset();
    pause_ = loop_.after(pause_of_control).then([this] { listen_again(); }).eagerlyEvaluate(nullptr);
}

void ControlServer::let_go() {
    watch_.reset();
    pause_ = nullptr;
    guests_.clear();
}

std::size_t ControlServer::connections_of(const std::string& tenant) const {
    return static_cast<std::size_t>(std::count_if(guests_.begin(), guests_.end(),
                                                  [&](const Visit& guest) { return guest.caller.tenant == tenant; }));
}

void ControlServer::admit(UniqueFd socket, const Caller& caller) {
    const auto is_same = [&caller](const Visit& guest) { return guest.caller.peer.pid == caller.peer.pid; };
    if (std::count_if(guests_.begin(), guests_.end(), is_same) >= std::ptrdiff_t{most_of_a_process})
        send_away_most_silent(is_same);
    if (guests_.size() >= most) make_room();
    auto holdings = std::make_shared<rpc::Holdings>(caller.whose);
    std::unique_ptr<rpc::Connection> connection;
    const auto problem = kj::runCatchingExceptions([&] {
        connection = std::make_unique<rpc::Connection>(
            loop_, std::move(socket), make_bootstrap(desk_, caller, holdings), holdings, rpc::ConnectionLimits());
    });
    if (problem != nullptr) {
        // Identifying a peer needs one more descriptor, and there may be none left.
        make_room();
        return;
    }
    auto ended = connection->when_ended();
    const std::uint64_t number = ++last_number_;
    guests_.push_back({number, caller, std::move(connection)});
    ends_.add(ended.then(
        [this, number] { guests_.remove_if([number](const Visit& guest) { return guest.number == number; }); }));
}

// Counted by user: a hostile program can easily start processes, but not become another user.
void ControlServer::make_room() {
    std::map<uid_t, std::size_t> places;
    for (const Visit& guest : guests_)
        ++places[guest.caller.peer.uid];
    const auto busiest = std::max_element(places.begin(), places.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    if (busiest == places.end()) return;
    send_away_most_silent([uid = busiest->first](const Visit& guest) { return guest.caller.peer.uid == uid; });
}

template <typename Condition>
void ControlServer::send_away_most_silent(const Condition& is_of_them) {
    auto eldest = guests_.end();
    for (auto guest = guests_.begin(); guest != guests_.end(); ++guest) {
        if (!is_of_them(*guest)) continue;
        if (eldest == guests_.end() || guest->connection->last_heard() < eldest->connection->last_heard())
            eldest = guest;
    }
    if (eldest == guests_.end()) return;
    ++sent_away_;
    guests_.erase(eldest);
}

}  // namespace ringfence::supervisor
