#include "supervisor/doorman.h"

#include <algorithm>
#include <utility>

#include "base/closing.h"
#include "channel/handshake.h"

namespace ringfence::supervisor {
namespace {

constexpr std::chrono::milliseconds pause_after_failed_accept{100};
// Long, since a session's process must be started first. Opened sessions are limited in number, too.
constexpr std::chrono::seconds patience_with_the_expected{60};

}  // namespace

Error cannot_be_closed() {
    return Error::bad_input("descriptors that this tenant has sent cannot be closed: their file system does not answer")
        .with_remedy("end the program behind it (FUSE), or unmount it with 'umount -f'");
}

Doorman::Doorman(rpc::EventLoop& loop, UniqueFd listener, Listener& heard, std::chrono::milliseconds patience)
    : loop_(loop), listener_(std::move(listener)), heard_(heard), patience_(patience) {
    listen_again();
}

void Doorman::listen_again() {
    watch_ = loop_.watch(listener_.get(), [this] { accept_visitor(); });
}

void Doorman::accept_visitor() {
    // Backpressure: clients that connect faster than old descriptors can be closed wait in the backlog.
    if (has_too_many_closings(UniqueFd::somebodys)) {
        pause();
        return;
    }
    Result<UniqueFd> socket = accept_from(listener_.get());
    if (!socket.ok()) {
        // Most likely there are no descriptors left, so the longest silent connection is closed. A connection that
        // cannot be accepted stays ready; trying again at once would keep a processor busy.
        waiting_.make_room();
        pause();
        return;
    }
    const Outcome<Caller> outcome = heard_.lets_in(socket.value().get());
    if (const auto* const refusal = std::get_if<Refusal>(&outcome)) {
        static_cast<void>(channel::send_refused(socket.value().get(), refusal->error.text()));
        return;
    }
    const auto* const caller = std::get_if<Caller>(&outcome);
    Visitor visitor{socket.take(), caller->peer, Clock::now()};
    visitor.tenant = caller->tenant;
    visitor.whose = caller->whose;
    watch(waiting_.admit(std::move(visitor)));
}

void Doorman::pause() {
    watch_.reset();
    pause_ = loop_.after(pause_after_failed_accept).then([this] { listen_again(); }).eagerlyEvaluate(nullptr);
}

void Doorman::let_go() {
    watch_.reset();
    pause_ = nullptr;
    waiting_.visitors().clear();
    expected_.clear();
}

void Doorman::adopt(Visitor visitor) {
    if (visitor.session != 0) {
        expect(std::move(visitor.socket), visitor.peer, visitor.session, visitor.whose);
    } else {
        watch(waiting_.admit(std::move(visitor)));
    }
}

void Doorman::expect(UniqueFd socket, const PeerProcess& peer, std::uint32_t session, std::uint32_t whose) {
    Visitor visitor{std::move(socket), peer, Clock::now(), session};
    visitor.whose = whose;
    watch(expected_.emplace_back(std::move(visitor)));
}

void Doorman::watch(Visitor& visitor) {
    std::list<Visitor>& where = visitor.session != 0 ? expected_ : waiting_.visitors();
    visitor.watch = loop_.watch(visitor.socket.get(), [this, &where, who = &visitor] { hear(where, who); });
}

void Doorman::hear(std::list<Visitor>& where, const Visitor* who) {
    const auto found = std::find_if(where.begin(), where.end(), [who](const Visitor& one) { return &one == who; });
    if (found == where.end()) return;
    Visitor visitor = std::move(*found);
    where.erase(found);
    visitor.watch.reset();
    if (has_too_many_closings(visitor.whose)) {
        heard_.visitor_failed(visitor, cannot_be_closed());
        return;
    }
    // Workers read no longer messages, so longer ones are refused here.
    Result<SocketMessage> message =
        receive_message(visitor.socket.get(), channel::largest_message, std::chrono::milliseconds(0), visitor.whose);
    if (!message.ok()) {
        heard_.visitor_failed(visitor, message.error());
    } else if (message.value().is_end) {
        heard_.visitor_left(visitor);
    } else {
        heard_.visitor_spoke(std::move(visitor), message.take());
    }
}

void Doorman::send_away(std::uint32_t session) {
    expected_.remove_if([session](const Visitor& one) { return one.session == session; });
}

void Doorman::look_at_clock() {
    const Clock::time_point now = Clock::now();
    waiting_.send_away_the_silent(now, patience_);
    for (auto one = expected_.begin(); one != expected_.end();) {
        if (now - one->since <= patience_with_the_expected) {
            ++one;
            continue;
        }
        const Visitor visitor = std::move(*one);
        one = expected_.erase(one);
        heard_.visitor_left(visitor);
    }
}

}  // namespace ringfence::supervisor
