// Passes the worker's memory file with its sessions' launches to the caller; the daemon does not read the file.
#include <memory>
#include <utility>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

constexpr std::chrono::milliseconds longest_wait_for_kernels{5'000};

TextAnswer no_kernels(schema::ErrorCode code, Error error) {
    return std::make_unique<Outcome<UniqueFd>>(Refusal{code, std::move(error), ""});
}

}  // namespace

kj::Promise<TextAnswer> Supervisor::kernels(std::uint32_t pid) {
    WorkerProcess* const worker = workers_->find(static_cast<pid_t>(pid));
    if (worker == nullptr || worker->is_leaving() || worker->is_foreign()) {
        return no_kernels(schema::ErrorCode::NOT_FOUND,
                          Error::bad_input("there is no such worker, or it is of another version")
                              .with_remedy("'ringfence status' has those that there are"));
    }
    const std::uint32_t number = ++last_text_question_;
    if (Result<void> asked = worker->ask_about_kernels(number); !asked.ok())
        return no_kernels(schema::ErrorCode::OVERLOADED, asked.take_error());
    const auto is_told = [this, pid, number] {
        const WorkerProcess* const asked = workers_->find(static_cast<pid_t>(pid));
        return asked == nullptr || asked->has_text(number);
    };
    return wait_until(is_told, longest_wait_for_kernels).then([this, pid, number]() -> TextAnswer {
        WorkerProcess* const asked = workers_->find(static_cast<pid_t>(pid));
        WorkerProcess::Text answer = asked == nullptr ? WorkerProcess::Text() : asked->take_text(number);
        if (answer.is_told && answer.text) return std::make_unique<Outcome<UniqueFd>>(std::move(answer.text));
        return no_kernels(schema::ErrorCode::TIMED_OUT,
                          Error::bad_input("the worker has not answered").with_remedy("try again"));
    });
}

}  // namespace ringfence::supervisor
