#include "supervisor/session_process.h"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <kj/exception.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/log_line.h"
#include "base/socket.h"
#include "schema/session_process.capnp.h"
#include "supervisor/rpc_answers.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t largest_word = 8192;

Result<void> send_to_session(int control, capnp::MessageBuilder& message, std::span<const int> descriptors = {}) {
    const kj::Array<capnp::word> words = capnp::messageToFlatArray(message);
    const auto bytes = words.asBytes();
    return send_message(control, std::as_bytes(std::span(bytes.begin(), bytes.size())), descriptors);
}

SessionWord understand(SocketMessage& message) {
    kj::Array<capnp::word> words = kj::heapArray<capnp::word>(message.bytes.size() / sizeof(capnp::word));
    std::memcpy(words.begin(), message.bytes.data(), words.asBytes().size());
    capnp::FlatArrayMessageReader reader(words);
    const auto from = reader.getRoot<schema::FromSession>();
    if (from.which() != schema::FromSession::GRANT && !message.descriptors.empty())
        return SessionEnded{"it sends descriptors that nobody has asked for"};
    switch (from.which()) {
        case schema::FromSession::GRANT:
            if (message.descriptors.size() != 1) return SessionEnded{"it grants something without a descriptor"};
            return GrantQuestion{from.getGrant().getQuestion(), from.getGrant().getIsSegment(),
                                 std::move(message.descriptors.front())};
        case schema::FromSession::ENDED: return SessionEnded{short_text(from.getEnded())};
        default: return std::monostate();
    }
}

}  // namespace

Result<std::unique_ptr<SessionProcess>> SessionProcess::start(const std::string& program, UniqueFd client,
                                                              UniqueFd channel, ProcessPlace place) {
    RF_TRY(auto ends, socket_pair());
    RF_TRY(auto log, ProcessLog::make_pipe());
    const service::ProcessOrder order{
        {program}, {ends.second.get(), client.get(), channel.get()}, place.uid, log.second.get()};
    RF_TRY(service::StartedProcess process, place.starter->start(order));
    std::unique_ptr<SessionProcess> started(
        new SessionProcess(std::move(process), std::move(ends.first), std::move(place)));
    started->listen_to_log(std::move(log.first));
    return started;
}

void SessionProcess::listen_to_log(UniqueFd reading) {
    log_ =
        std::make_unique<ProcessLog>(std::move(reading), fmt::format("ringfence-session[{}]", pid()), write_log_line);
}

std::unique_ptr<SessionProcess> SessionProcess::adopt(service::StartedProcess process, UniqueFd control,
                                                      ProcessPlace place) {
    std::unique_ptr<SessionProcess> adopted(
        new SessionProcess(std::move(process), std::move(control), std::move(place)));
    adopted->let_go();
    return adopted;
}

SessionProcess::~SessionProcess() {
    if (!is_ours_) return;
    kill();
    control_.reset();
    // A process that another daemon has started is not our child, and is reaped by the system. A process that could not
    // be ended within the patience is not waited for.
    if (std::chrono::steady_clock::now() - *killed_since_ < patience_with_the_killed) service::await_end(process_);
}

void SessionProcess::kill() {
    if (!killed_since_) killed_since_ = std::chrono::steady_clock::now();
    place_.starter->kill(process_);
}

Result<void> SessionProcess::begin(const SessionFacts& facts, const std::vector<UniqueFd>& programs,
                                   const std::vector<UniqueFd>& segments, const UniqueFd& output) {
    capnp::MallocMessageBuilder message;
    auto begin = message.initRoot<schema::ToSession>().initBegin();
    write(begin.initInfo(), facts);
    begin.setPrograms(static_cast<std::uint32_t>(programs.size()));
    begin.setSegments(static_cast<std::uint32_t>(segments.size()));
    std::vector<int> descriptors;
    for (const auto* list : {&programs, &segments}) {
        for (const UniqueFd& descriptor : *list)
            descriptors.push_back(descriptor.get());
    }
    begin.setHasOutput(static_cast<bool>(output));
    if (output) descriptors.push_back(output.get());
    return send_to_session(control(), message, descriptors);
}

Result<void> SessionProcess::revoke(schema::ErrorCode code, const std::string& reason) {
    capnp::MallocMessageBuilder message;
    auto revoke = message.initRoot<schema::ToSession>().initRevoke();
    revoke.setCode(code);
    revoke.setReason(reason);
    return send_to_session(control(), message);
}

Result<void> SessionProcess::ping() {
    capnp::MallocMessageBuilder message;
    message.initRoot<schema::ToSession>().setPing(0);
    return send_to_session(control(), message);
}

Result<void> SessionProcess::answer_grant(std::uint64_t question, const Outcome<std::string>& reference) {
    capnp::MallocMessageBuilder message;
    auto granted = message.initRoot<schema::ToSession>().initGranted();
    granted.setQuestion(question);
    if (const auto* refusal = std::get_if<Refusal>(&reference)) {
        write(granted.initError(), *refusal);
    } else {
        const std::string& bytes = std::get<std::string>(reference);
        granted.setReference(kj::arrayPtr(reinterpret_cast<const kj::byte*>(bytes.data()), bytes.size()));
    }
    return send_to_session(control(), message);
}

Result<SessionWord> SessionProcess::receive(std::uint32_t whose) {
    RF_TRY(SocketMessage message, receive_message(control(), largest_word, std::chrono::milliseconds(0), whose));
    if (message.is_end) return SessionWord(SessionEnded{"its process has ended"});
    SessionWord word;
    KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] { word = understand(message); }))
        return Error::bad_input(std::string("its message is malformed: ") + escape(exception->getDescription().cStr()));
    return word;
}

}  // namespace ringfence::supervisor
