// A blocking connection to the daemon's Administration capability, or to the policy of a virtual GPU.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "rpc/blocking_client.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::supervisor {

class Administrator {
public:
    static constexpr std::chrono::seconds answer_limit{30};

    // `path`: the daemon's control socket.
    static Result<std::unique_ptr<Administrator>> connect(const std::string& path);
    // Uses an open connection to the control socket.
    static Result<std::unique_ptr<Administrator>> begin(UniqueFd connection);
    // Connects to the nested policy of a virtual GPU only, which its manager may use, too. `token`: empty for none.
    static Result<std::unique_ptr<Administrator>> connect_to_vgpu(const std::string& path, const std::string& token,
                                                                  const std::string& vgpu);

    schema::Administration::Client& administration() { return *administration_; }
    schema::VgpuPolicy::Client& vgpu_policy() { return *vgpu_policy_; }

    // Waits for an answer, and passes it to `take` unless it is an error.
    template <typename Answer, typename Take>
    Result<void> ask(Answer answer, const Take& take) {
        std::optional<Error> error;
        RF_RETURN_IF_ERROR(client_.wait_for(answer.then([&](auto&& response) {
            error = read_error(response.getError());
            if (!error) take(response);
        }),
                                            answer_limit));
        if (error) return *std::move(error);
        return {};
    }

    // A copy of the descriptor that a capability carries.
    Result<UniqueFd> descriptor_of(schema::Descriptor::Client carrier);

private:
    explicit Administrator(UniqueFd socket) : client_(std::move(socket)) {}
    static std::optional<Error> read_error(schema::Error::Reader error);

    rpc::BlockingClient client_;
    std::optional<schema::Administration::Client> administration_;
    std::optional<schema::VgpuPolicy::Client> vgpu_policy_;
};

}  // namespace ringfence::supervisor
