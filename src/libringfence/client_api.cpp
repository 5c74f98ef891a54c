// rf_client_*, rf_session_*
#include <fcntl.h>

#include <algorithm>
#include <cstring>

#include "base/peer.h"
#include "base/runtime_folder.h"
#include "libringfence/farewell.h"
#include "libringfence/handles.h"

namespace ringfence::native {
namespace {

template <std::size_t room>
void put_text(char (&to)[room], capnp::Text::Reader text) {
    const std::size_t bytes = std::min<std::size_t>(text.size(), room - 1);
    std::memcpy(to, text.begin(), bytes);
    to[bytes] = '\0';
}

rf_device device_of(schema::DeviceInfo::Reader info) {
    rf_device device = {};
    put_text(device.name, info.getName());
    put_text(device.backend, info.getBackend());
    device.memory_bytes = info.getMemoryBytes();
    device.multiprocessors = info.getMultiprocessors();
    device.compute_major = info.getComputeMajor();
    device.compute_minor = info.getComputeMinor();
    return device;
}

// The program keeps its descriptor: a copy is sent.
class OutputServer final : public schema::Descriptor::Server {
public:
    explicit OutputServer(int descriptor) : descriptor_(descriptor) {}
    kj::Maybe<int> getFd() override { return descriptor_; }

private:
    int descriptor_;
};

void write_request(schema::SessionRequest::Builder to, rf_kind kind, const rf_session_options& options) {
    to.setKind(static_cast<schema::SessionKind>(kind));
    to.setName(text_or_empty(options.name));
    to.setBackend(text_or_empty(options.backend));
    to.setIsolation(text_or_empty(options.isolation));
    to.setGuard(text_or_empty(options.guard));
    auto limits = to.initLimits(static_cast<kj::uint>(options.limit_count));
    for (kj::uint i = 0; i < limits.size(); ++i) {
        limits[i].setKey(text_or_empty(options.limits[i].key));
        limits[i].setValue(options.limits[i].value);
    }
    if (options.output != nullptr) to.setOutput(kj::heap<OutputServer>(*options.output));
    auto programs = to.initPrograms(static_cast<kj::uint>(options.program_count));
    for (kj::uint i = 0; i < programs.size(); ++i)
        programs.set(i, as_data(options.programs[i].data, options.programs[i].size));
    auto segments = to.initSegments(static_cast<kj::uint>(options.segment_count));
    for (kj::uint i = 0; i < segments.size(); ++i)
        segments.set(i, as_data(options.segments[i].data, options.segments[i].size));
}

Result<UniqueFd> duplicate(int descriptor) {
    UniqueFd copy(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    if (!copy) return Error::internal("this process has no more descriptors");
    return copy;
}

// The session at the other end of a connection. In the loop's thread.
rf_session* session_over(const std::shared_ptr<Loop>& loop, UniqueFd socket) {
    auto connection = std::make_shared<Connection>(*loop, std::move(socket));
    auto client = connection->bootstrap().castAs<schema::GpuSession>();
    return std::make_unique<rf_session>(loop, std::move(connection), std::move(client)).release();
}

}  // namespace
}  // namespace ringfence::native

namespace {

using namespace ringfence;
using namespace ringfence::native;

}  // namespace

rf_code rf_client_open(const char* socket, rf_bytes token, rf_client** client, rf_error* error) {
    if (client == nullptr) return misuse(error, "no place for the client");
    *client = nullptr;
    auto connected =
        connect_to_trusted(socket == nullptr ? control_socket_path() : std::string(socket), SocketKind::Bytes);
    if (!connected.ok()) return tell(problem_of(connected.error(), RF_DEVICE_LOST), error);
    auto loop = Loop::start();
    if (!loop.ok()) return tell(problem_of(loop.error(), RF_INTERNAL), error);
    return ask(*loop.value(), error, [&] {
        auto connection = std::make_shared<Connection>(*loop.value(), connected.take());
        auto request = connection->bootstrap().castAs<schema::Ringfence>().devicesRequest();
        request.setToken(as_data(token.data, token.size));
        return request.send().then(
            [&, connection](auto answer) {
                Problem problem = problem_of(answer.getError());
                if (problem.code != RF_OK) return problem;
                *client = std::make_unique<rf_client>(loop.value(), connection, answer.getManager()).release();
                return problem;
            },
            [](kj::Exception&& exception) {
                const auto told = farewell_in(std::string_view(exception.getDescription().cStr()));
                return told ? *told : problem_of(exception);
            });
    });
}

void rf_client_close(rf_client* client) {
    const std::unique_ptr<rf_client> owner(client);
}

rf_code rf_client_devices(rf_client* client, rf_device* devices, size_t room, size_t* count, rf_error* error) {
    if (client == nullptr || count == nullptr || (devices == nullptr && room != 0))
        return misuse(error, "no client, or no place for its devices");
    *count = 0;
    return ask(client->loop(), error, [&] {
        return client->client().listRequest().send().then([&](auto answer) {
            const auto list = answer.getDevices();
            *count = list.size();
            for (kj::uint i = 0; i < list.size() && i < room; ++i)
                devices[i] = device_of(list[i]);
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_session_open(rf_client* client, rf_kind kind, const rf_session_options* options, rf_session** session,
                        rf_error* error) {
    if (client == nullptr || session == nullptr || kind < RF_COPY || kind > RF_COMPUTE)
        return misuse(error, "no client, no such kind, or no place for the session");
    *session = nullptr;
    return ask(client->loop(), error, [&] {
        auto request = client->client().openRequest();
        write_request(request.initRequest(), kind, options == nullptr ? rf_session_options{} : *options);
        return request.send().then([&](auto answer) -> kj::Promise<Problem> {
            Problem problem = problem_of(answer.getError());
            if (problem.code != RF_OK) return problem;
            auto held = kj::heap(answer.getConnection());
            auto file = held->getFd();
            return file
                .then([&](kj::Maybe<int> number) {
                    KJ_IF_MAYBE (descriptor, number) {
                        auto copy = duplicate(*descriptor);
                        if (!copy.ok()) return problem_of(copy.error(), RF_OVERLOADED);
                        *session = session_over(client->held.loop(), copy.take());
                        return Problem();
                    }
                    return Problem{RF_INTERNAL, "the daemon gave a session without its connection"};
                })
                .attach(kj::mv(held));
        });
    });
}

rf_code rf_session_adopt(int descriptor, rf_kind kind, rf_session** session, rf_error* error) {
    if (session == nullptr || kind < RF_COPY || kind > RF_COMPUTE)
        return misuse(error, "no such kind, or no place for the session");
    *session = nullptr;
    auto loop = Loop::start();
    if (!loop.ok()) return tell(problem_of(loop.error(), RF_INTERNAL), error);
    return ask(*loop.value(), error, [&]() -> kj::Promise<Problem> {
        *session = session_over(loop.value(), UniqueFd(descriptor));
        return Problem();
    });
}

rf_code rf_session_info_get(rf_session* session, rf_session_info* info, rf_error* error) {
    if (session == nullptr || info == nullptr) return misuse(error, "no session, or no place for what it says");
    return ask(session->loop(), error, [&] {
        return session->client().infoRequest().send().then([&](auto answer) {
            const auto said = answer.getInfo();
            *info = {};
            info->id = said.getId();
            info->kind = static_cast<rf_kind>(said.getKind());
            put_text(info->tenant, said.getTenant());
            info->device = device_of(said.getDevice());
            info->expires = said.getExpires();
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_session_usage(rf_session* session, rf_usage* usage, rf_error* error) {
    if (session == nullptr || usage == nullptr) return misuse(error, "no session, or no place for what it says");
    return ask(session->loop(), error, [&] {
        return session->client().usageRequest().send().then([&](auto answer) {
            const auto said = answer.getUsage();
            *usage = {said.getDeviceBytes(), said.getHostBytes(), said.getBuffers(),  said.getFences(),
                      said.getPrograms(),    said.getSegments(),  said.getLaunches(), said.getCopies()};
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_session_end(rf_session* session, rf_error* error) {
    if (session == nullptr) return misuse(error, "no session");
    return ask(session->loop(), error, [&] {
        return session->client().closeRequest().send().then([](auto answer) { return problem_of(answer.getError()); });
    });
}

void rf_session_close(rf_session* session) {
    const std::unique_ptr<rf_session> owner(session);
}
