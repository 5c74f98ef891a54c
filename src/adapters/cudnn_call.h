// One call of a function that is declared in api/libraries/cudnn.api: what the generated adapter is made of.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "adapters/cudnn_library.h"
#include "channel/library_frame.h"

namespace ringfence::adapters::cudnn_calls {

class CudnnCall {
public:
    CudnnCall(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle, const char* function,
              channel::LibraryArguments arguments)
        : library_(library), caller_(caller), handle_(handle), function_(function), arguments_(arguments) {}

    std::uint64_t word(std::size_t index) const { return arguments_.word(index); }
    double f64(std::size_t index) const { return arguments_.f64(index); }
    // The library's descriptor with the steps that were sent.
    Result<void*> descriptor(std::size_t index, const char* name, Kind kind, bool is_optional);
    Result<void*> scalar(std::size_t index, const char* name, bool is_optional);
    Result<void*> integers(std::size_t index, const char* name, std::int64_t count);
    Result<void*> memory(std::size_t index, const char* name, std::uint64_t bytes);
    Result<void*> give(std::size_t index, const char* name, std::int64_t bytes);
    // -1: that is not known.
    std::int64_t batch(std::size_t index) const;
    std::int64_t sum(std::size_t index) const;
    // How many bytes a tensor or filter reaches over. On a card not more is asked for than that there is memory.
    std::uint64_t reach(std::size_t index);

    // After all checks, before work.
    Result<void> begin() {
        for (const std::shared_ptr<FilledDescriptor>& descriptor : used_)
            caller_.uses(descriptor);
        RF_TRY(work_, cudnn_calls::begin(library_, caller_, handle_, numbers_));
        return {};
    }
    // After work, if the library took it.
    Result<void> finish() { return cudnn_calls::finish(caller_, work_); }
    void* handle() const { return handle_.real; }
    const CudnnLibrary& library() const { return library_; }

    template <typename Function, typename... Arguments>
    static int invoke(void* function, Arguments... arguments) {
        return function != nullptr ? reinterpret_cast<Function*>(function)(arguments...) : not_supported;
    }

    // The answer's pieces, each padded to whole words.
    std::vector<std::byte> take_answer();

    // A descriptor by its steps, made anew; what is wrong with a step is the library's status.
    Result<int> make(Kind kind, std::span<const std::byte> steps, std::shared_ptr<FilledDescriptor>& made);

private:
    // One from the handle's, or made.
    Result<std::shared_ptr<FilledDescriptor>> find_or_make(Kind kind, std::span<const std::byte> steps,
                                                           const char* name);
    Result<void> check_no_work(std::span<const std::byte> steps, const char* name) const;
    Error refuse(const char* name, const std::string& why) const;

    const CudnnLibrary& library_;
    Caller& caller_;
    CudnnHandle& handle_;
    const char* function_;
    channel::LibraryArguments arguments_;
    // The descriptors of this call: the memory that the library reads and writes must not move.
    std::vector<std::shared_ptr<FilledDescriptor>> used_;
    std::vector<FilledDescriptor::Range> ranges_;
    std::deque<std::vector<std::uint64_t>> scalars_;
    std::deque<std::vector<std::uint64_t>> given_;
    std::size_t given_bytes_ = 0;
    std::uint64_t numbers_ = 0;
    Work work_;
};

// An error: the call was refused. Otherwise the library's status, with what it gives.
Result<Answer> call_declared(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle, std::uint32_t number,
                             std::span<const std::byte> arguments);
Result<Answer> initialize_dropout(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle,
                                  std::span<const std::byte> steps);
Result<Answer> get_weight_params(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle,
                                 std::span<const std::byte> arguments);

}  // namespace ringfence::adapters::cudnn_calls
