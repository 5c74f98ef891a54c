#include "supervisor/administrator.h"

#include <fcntl.h>

#include "base/peer.h"

namespace ringfence::supervisor {

Result<std::unique_ptr<Administrator>> Administrator::connect(const std::string& path) {
    RF_TRY(UniqueFd socket, connect_to_trusted(path, SocketKind::Bytes));
    return begin(std::move(socket));
}

Result<std::unique_ptr<Administrator>> Administrator::begin(UniqueFd connection) {
    std::unique_ptr<Administrator> administrator(new Administrator(std::move(connection)));
    auto root = administrator->client_.bootstrap().castAs<schema::Ringfence>();
    RF_RETURN_IF_ERROR(administrator->ask(root.administrationRequest().send(), [&](const auto& response) {
        administrator->administration_.emplace(response.getAdministration());
    }));
    return administrator;
}

Result<std::unique_ptr<Administrator>> Administrator::connect_to_vgpu(const std::string& path, const std::string& token,
                                                                      const std::string& vgpu) {
    RF_TRY(UniqueFd socket, connect_to_trusted(path, SocketKind::Bytes));
    std::unique_ptr<Administrator> manager(new Administrator(std::move(socket)));
    auto root = manager->client_.bootstrap().castAs<schema::Ringfence>();
    auto request = root.vgpuPolicyRequest();
    request.setToken({reinterpret_cast<const kj::byte*>(token.data()), token.size()});
    request.setVgpu(vgpu);
    RF_RETURN_IF_ERROR(manager->ask(
        request.send(), [&](const auto& response) { manager->vgpu_policy_.emplace(response.getPolicy()); }));
    return manager;
}

std::optional<Error> Administrator::read_error(schema::Error::Reader error) {
    if (error.getCode() == schema::ErrorCode::NONE) return std::nullopt;
    return Error::bad_input(error.getMessage().cStr()).with_remedy(error.getRemedy().cStr());
}

Result<UniqueFd> Administrator::descriptor_of(schema::Descriptor::Client carrier) {
    UniqueFd copy;
    RF_RETURN_IF_ERROR(client_.wait_for(carrier.getFd().then([&copy](kj::Maybe<int> descriptor) {
        KJ_IF_MAYBE (number, descriptor) copy.reset(::fcntl(*number, F_DUPFD_CLOEXEC, 3));
    }),
                                        answer_limit));
    if (!copy) return Error::bad_input("the daemon has sent no descriptor");
    return copy;
}

}  // namespace ringfence::supervisor
