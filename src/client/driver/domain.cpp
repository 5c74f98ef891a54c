#include "client/driver/domain.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/mutex.h"
#include "client/driver/image.h"
#include "client/driver/state.h"
#include "client/driver/unsupported_calls.h"
#include "client/driver/visible_bytes.h"
#include "client/session/checked_run.h"
#include "client/trace/call_gate.h"

namespace ringfence::driver {
namespace {

using client::CallGate;
using client::Session;

// Judging takes some 0.2 s per MiB; a program with more than this would start late.
constexpr std::uint64_t most_judged_bytes = 8 << 20;
constexpr std::chrono::milliseconds longest_wait_for_calls{10'000};

std::atomic<std::vector<RegisteredImage> (*)()> image_list = nullptr;

std::atomic<unsigned> loads_under_way = 0;

std::string_view setting(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

// True if the program leaves the choice to us. The daemon's settings may still override it.
bool may_choose() {
    const std::string_view isolation = setting("RINGFENCE_ISOLATION");
    return isolation.empty() || isolation == "auto";
}

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n')));
}

// Quiet, unless somebody wants to know, or has asked for a guard that there will not be.
void tell(const std::string& why) {
    if (setting("RINGFENCE_VERBOSE").empty() && setting("RINGFENCE_GUARD").empty()) return;
    std::fprintf(stderr, "ringfence: this program gets a worker of its own, without the guard: %s\n", why.c_str());
}

std::vector<RegisteredImage> registered_images() {
    auto* const list = image_list.load(std::memory_order_acquire);
    return list == nullptr ? std::vector<RegisteredImage>() : list();
}

// Finds a reason that is visible without a worker.
std::string what_forbids_sharing(const std::vector<RegisteredImage>& images) {
    std::uint64_t bytes = 0;
    for (const RegisteredImage& registered : images) {
        const std::uint64_t ptx = ptx_bytes(WholeImage(registered.image).bytes());
        if (ptx == 0) return "one of its images holds machine code and no PTX";
        bytes += ptx;
    }
    return bytes > most_judged_bytes ? "it holds more PTX than can be judged before it starts" : "";
}

std::string judge(Session& session, const RegisteredImage& registered) {
    const WholeImage whole(registered.image);
    const std::span<const std::byte> image = whole.bytes();
    const VisibleBytes visible(session, image);
    if (visible.status() != CUDA_SUCCESS) return "one of its images cannot be judged";
    if (session.call(wire::JudgeImage{.image = visible.address(), .bytes = image.size()}) == 0) return "";
    return first_line(channel::ClientChannel::last_failure_text());
}

std::string what_is_refused(Session& session, const std::vector<RegisteredImage>& images) {
    for (const RegisteredImage& registered : images) {
        if (std::string why = judge(session, registered); !why.empty()) return why;
    }
    return "";
}

// True if the worker holds nothing for this process that a new worker would lack.
bool is_unused(Session& session) {
    const Tables& t = tables();
    return t.streams.size() == 0 && t.events.size() == 0 && t.modules.size() == 0 && t.graph_execs.size() == 0 &&
           t.arrays.size() == 0 && state().stream_trace.load() == nullptr && session.is_unused();
}

void settle_if_used() {
    Session* const session = state().session.load(std::memory_order_acquire);
    if (session == nullptr || loads_under_way.load() != 0) return;
    if (!is_unused(*session)) CallGate::settle();
}

// A card checks nothing by itself that would tell where: there it is the guard that looks, in the kernels' own code.
Result<std::unique_ptr<Session>> connect_guarded() {
    ::setenv("RINGFENCE_ISOLATION", "shared", 1);
    ::setenv("RINGFENCE_GUARD", "check", 1);
    std::fputs(
        "ringfence: checking on a card: accesses are checked by code that the guard adds to the kernels.\n"
        "  Not seen: what stays within the program's own memory and yet belongs to no allocation, such as memory that\n"
        "  was freed; barriers that hang; mistakes with the device's malloc and free. For those:\n"
        "  ringfence run --check --backend soft\n",
        stderr);
    return Session::connect(Session::socket_path(), "");
}

Result<std::unique_ptr<Session>> connect_to_worker(const std::string& why_private) {
    RF_TRY(std::unique_ptr<Session> session, Session::connect(Session::socket_path(), why_private));
    if (client::is_checked_run() && session->is_on_card() && !session->is_guarded()) {
        session.reset();
        return connect_guarded();
    }
    if (!why_private.empty() && !session->is_guarded()) tell(why_private);
    return session;
}

bool replace_session(const std::string& why) {
    State& s = state();
    const MutexLock lock(s.mutex);
    s.session_owner->leave();
    auto connected = connect_to_worker(why);
    if (!connected.ok()) {
        std::fprintf(stderr, "ringfence: %s\n", connected.error().text().c_str());
        return false;
    }
    // Threads of its own may still look at it.
    s.left_session = std::move(s.session_owner);
    s.session_owner = connected.take();
    s.session.store(s.session_owner.get(), std::memory_order_release);
    tell_unsupported();
    return !s.session_owner->is_guarded();
}

}  // namespace

void set_image_list(std::vector<RegisteredImage> (*list)()) {
    image_list.store(list, std::memory_order_release);
}

LoadUnderWay::LoadUnderWay() {
    ++loads_under_way;
}

LoadUnderWay::~LoadUnderWay() {
    --loads_under_way;
}

Result<std::unique_ptr<Session>> connect_to_domain() {
    const std::vector<RegisteredImage> images = may_choose() ? registered_images() : std::vector<RegisteredImage>();
    std::string why = what_forbids_sharing(images);
    RF_TRY(std::unique_ptr<Session> session, connect_to_worker(why));
    if (may_choose() && session->is_guarded() && why.empty()) {
        why = what_is_refused(*session, images);
        if (why.empty()) {
            CallGate::set_observer(settle_if_used);
            return session;
        }
        // The next one may have its window at the same place.
        session.reset();
        RF_TRY(session, connect_to_worker(why));
    }
    CallGate::settle();
    return session;
}

bool may_move_to_private_domain() {
    return !CallGate::is_settled();
}

bool move_to_private_domain(const std::string& why) {
    if (CallGate::is_settled()) return false;
    const auto gate = CallGate::close(longest_wait_for_calls);
    // Another thread may have moved it meanwhile.
    if (CallGate::is_settled()) return !session().is_guarded();
    const bool moved = gate.is_alone() && is_unused(session()) && replace_session(first_line(why));
    CallGate::settle();
    return moved;
}

}  // namespace ringfence::driver
