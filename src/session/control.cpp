#include "session/control.h"

#include <capnp/serialize.h>

#include <cstring>

#include "base/socket.h"

namespace ringfence::session {
namespace {

constexpr std::size_t largest_control_message = 64 << 10;
constexpr std::size_t most_questions = 16;
constexpr auto longest_wait_for_grant = 5 * kj::SECONDS;
constexpr std::chrono::seconds longest_wait_for_beginning{10};

// Calls `read(message)`. The daemon is trusted, but texts that it forwards (names, reasons) come from others.
template <typename Read>
bool read_message(const SocketMessage& received, Read&& read) {
    const std::size_t words = received.bytes.size() / sizeof(capnp::word);
    if (words == 0) return false;
    auto aligned = kj::heapArray<capnp::word>(words);
    std::memcpy(aligned.begin(), received.bytes.data(), words * sizeof(capnp::word));
    return kj::runCatchingExceptions([&] {
               capnp::FlatArrayMessageReader reader(aligned);
               read(reader.getRoot<schema::ToSession>());
           }) == nullptr;
}

Failure failure_in(schema::Error::Reader error) {
    return {error.getCode(), error.getMessage().cStr(), error.getRemedy().cStr(), error.getCudaStatus(),
            error.getLimit().cStr()};
}

}  // namespace

Result<void> receive_beginning(int socket, Beginning& beginning) {
    RF_TRY(SocketMessage received, receive_message(socket, largest_control_message, longest_wait_for_beginning));
    bool is_begin = false;
    std::size_t programs = 0;
    std::size_t segments = 0;
    bool has_output = false;
    const bool is_read = read_message(received, [&](schema::ToSession::Reader message) {
        is_begin = message.isBegin();
        if (!is_begin) return;
        beginning.info.setRoot(message.getBegin().getInfo());
        programs = message.getBegin().getPrograms();
        segments = message.getBegin().getSegments();
        has_output = message.getBegin().getHasOutput();
    });
    if (!is_read || !is_begin) return Error::bad_input("the daemon did not say how the session begins");
    if (has_output && !received.descriptors.empty()) {
        beginning.output = std::move(received.descriptors.back());
        received.descriptors.pop_back();
    }
    if (programs > received.descriptors.size() || segments != received.descriptors.size() - programs)
        return Error::bad_input("the session begins with other files than the daemon has sent");
    for (std::size_t i = 0; i < received.descriptors.size(); ++i) {
        auto& list = i < programs ? beginning.programs : beginning.segments;
        list.push_back(std::move(received.descriptors[i]));
    }
    return {};
}

Control::Control(kj::UnixEventPort& port, kj::Timer& timer, UniqueFd socket, std::function<void(Failure)> on_end)
    : timer_(timer),
      socket_(std::move(socket)),
      on_end_(std::move(on_end)),
      observer_(port, socket_.get(), kj::UnixEventPort::FdObserver::OBSERVE_READ),
      serving_(serve().eagerlyEvaluate(nullptr)) {}

kj::Promise<void> Control::serve() {
    while (hear()) {
    }
    return observer_.whenBecomesReadable().then([this] { return serve(); });
}

// False if there is no further message now.
bool Control::hear() {
    auto received = receive_message(socket_.get(), largest_control_message, std::chrono::milliseconds::zero());
    if (!received) return false;
    if (received.value().is_end) {
        on_end_(
            {.code = Code::DEVICE_LOST, .message = "the session's daemon has gone", .remedy = "open another session"});
        return false;
    }
    (void)read_message(received.value(), [this](schema::ToSession::Reader message) { obey(message); });
    return true;
}

void Control::obey(schema::ToSession::Reader message) {
    switch (message.which()) {
        case schema::ToSession::REVOKE: {
            const auto revoke = message.getRevoke();
            const Code code = revoke.getCode() == Code::NONE ? Code::REVOKED : revoke.getCode();
            std::string reason = revoke.getReason().cStr();
            if (reason.empty()) reason = "the session was taken away";
            on_end_({.code = code, .message = std::move(reason)});
            break;
        }
        case schema::ToSession::GRANTED: take_grant(message.getGranted()); break;
        case schema::ToSession::PING: {
            capnp::MallocMessageBuilder answer;
            answer.initRoot<schema::FromSession>().setPong(message.getPing());
            (void)say(answer);
            break;
        }
        default: break;
    }
}

void Control::take_grant(schema::ToSession::Granted::Reader granted) {
    const auto found = questions_.find(granted.getQuestion());
    if (found == questions_.end()) return;
    if (granted.getError().getCode() == Code::NONE) {
        found->second->fulfill(Grant(kj::heapArray<kj::byte>(granted.getReference())));
    } else {
        found->second->fulfill(Grant(failure_in(granted.getError())));
    }
    questions_.erase(found);
}

Result<void> Control::say(capnp::MallocMessageBuilder& message, std::span<const int> files) {
    const auto words = capnp::messageToFlatArray(message);
    return send_message(socket_.get(), std::as_bytes(std::span(words.begin(), words.size())), files);
}

kj::Promise<Outcome<kj::Array<kj::byte>>> Control::grant(bool is_segment, int file) {
    if (questions_.size() >= most_questions)
        return Grant(Failure{Code::OVERLOADED, "too many grants are being asked for"});
    const std::uint64_t question = ++last_question_;
    capnp::MallocMessageBuilder message;
    auto asked = message.initRoot<schema::FromSession>().initGrant();
    asked.setQuestion(question);
    asked.setIsSegment(is_segment);
    if (auto said = say(message, std::span(&file, 1)); !said)
        return Grant(Failure{Code::OVERLOADED, "the daemon cannot be asked: " + said.error().message});
    auto pair = kj::newPromiseAndFulfiller<Grant>();
    questions_.emplace(question, kj::mv(pair.fulfiller));
    return pair.promise.exclusiveJoin(timer_.afterDelay(longest_wait_for_grant).then([this, question]() -> Grant {
        questions_.erase(question);
        return Failure{Code::TIMED_OUT, "the daemon has not answered"};
    }));
}

void Control::say_ended(std::string_view why) {
    capnp::MallocMessageBuilder message;
    message.initRoot<schema::FromSession>().setEnded(kj::heapString(why.data(), why.size()));
    (void)say(message);
}

}  // namespace ringfence::session
