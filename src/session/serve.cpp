#include "session/serve.h"

#include <kj/async-io.h>
#include <unistd.h>

#include "session/absent_engine.h"
#include "session/connection.h"
#include "session/control.h"
#include "session/core.h"
#include "session/sessions.h"
#include "session/worker_engine.h"

namespace ringfence::session {
namespace {

// How long a revoked session still answers its client's calls with the reason.
constexpr auto time_to_tell = 5 * kj::SECONDS;

void describe(schema::SessionInfo::Builder info, const EngineFacts& facts) {
    auto device = info.getDevice();
    if (device.getName().size() == 0) device.setName(facts.device.c_str());
    if (device.getBackend().size() == 0) device.setBackend(facts.backend.c_str());
    if (device.getMemoryBytes() == 0) device.setMemoryBytes(facts.memory_bytes);
    device.setMultiprocessors(facts.multiprocessors);
    device.setComputeMajor(facts.compute_major);
    device.setComputeMinor(facts.compute_minor);
}

Result<void> begin_with(SessionMethods& methods, Beginning& beginning) {
    for (UniqueFd& program : beginning.programs)
        RF_RETURN_IF_ERROR(methods.begin_with_program(std::move(program)));
    for (UniqueFd& segment : beginning.segments)
        RF_RETURN_IF_ERROR(methods.begin_with_segment(std::move(segment)));
    return {};
}

// If no worker accepts the session, the client gets this error from every call.
Error tell_why_not(UniqueFd client, schema::SessionKind kind, Error why) {
    auto io = kj::setupAsyncIo();
    kj::Timer& timer = io.provider->getTimer();
    AbsentEngine nobody;
    Core core(io.unixEventPort, timer, nobody);
    Failure failure = failure_of(why);
    if (failure.code != Code::LIMIT_REACHED) failure.code = Code::OVERLOADED;
    core.end(std::move(failure));
    SessionMethods methods(core, [] {});
    auto stream = io.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(client.release()));
    Connection connection(kj::mv(stream), timer, make_session(kind, methods));
    connection.when_lost().exclusiveJoin(timer.afterDelay(time_to_tell)).wait(io.waitScope);
    return why;
}

}  // namespace

Error serve(Descriptors descriptors) {
    Beginning beginning;
    RF_RETURN_IF_ERROR(receive_beginning(descriptors.control.get(), beginning));
    const auto kind = beginning.info.getRoot<schema::SessionInfo>().getKind();
    if (kind == schema::SessionKind::CHANNEL) return Error::bad_input("a channel needs no session process");
    auto opened = WorkerEngine::open(std::move(descriptors.channel), beginning.output);
    if (!opened.ok()) return tell_why_not(std::move(descriptors.client), kind, opened.take_error());
    const std::unique_ptr<WorkerEngine> engine = opened.take();

    auto io = kj::setupAsyncIo();
    kj::Timer& timer = io.provider->getTimer();
    Core core(io.unixEventPort, timer, *engine);
    RF_RETURN_IF_ERROR(core.start());
    core.info.setRoot(beginning.info.getRoot<schema::SessionInfo>().asReader());
    describe(core.info.getRoot<schema::SessionInfo>(), engine->facts());

    auto over = kj::newPromiseAndFulfiller<void>();
    Control control(io.unixEventPort, timer, std::move(descriptors.control), [&](Failure why) {
        core.end(std::move(why));
        over.fulfiller->fulfill();
    });
    core.granter = &control;
    SessionMethods methods(core, [&] { over.fulfiller->fulfill(); });
    RF_RETURN_IF_ERROR(begin_with(methods, beginning));

    auto stream = io.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(descriptors.client.release()));
    Connection connection(kj::mv(stream), timer, make_session(kind, methods));
    auto ended = over.promise.then([&] {
        control.say_ended(core.ended() ? core.ended()->message : "");
        return timer.afterDelay(time_to_tell);
    });
    connection.when_lost().exclusiveJoin(kj::mv(ended)).wait(io.waitScope);
    if (!core.ended()) {
        core.end({.code = Code::CLOSED, .message = "the client has gone"});
        control.say_ended("the client has gone");
    }
    // Without destructors: calls may outlive their connection and refer to the session. The worker frees everything
    // when the socket is closed.
    ::_exit(0);
}

}  // namespace ringfence::session
