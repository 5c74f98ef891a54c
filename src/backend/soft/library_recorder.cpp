#include "backend/soft/library_recorder.h"

#include <new>
#include <utility>

#include "base/cuda_status.h"

namespace ringfence::backend::soft {
namespace {

thread_local const SoftStream* replayed_on = nullptr;

class Replaying {
public:
    explicit Replaying(const SoftStream& stream) { replayed_on = &stream; }
    Replaying(const Replaying&) = delete;
    Replaying& operator=(const Replaying&) = delete;
    ~Replaying() { replayed_on = nullptr; }
};

}  // namespace

Result<void> SoftLibraryRecorder::call_host(std::function<void()> function) {
    functions_.push_back(std::move(function));
    return {};
}

Result<std::shared_ptr<const RecordedLibrary>> SoftLibraryRecorder::end() {
    return std::shared_ptr<const RecordedLibrary>(shared_from_this());
}

bool SoftLibraryRecorder::is_abandoned() const {
    return replayed_on != nullptr && replayed_on->is_abandoned();
}

Result<void> SoftLibraryRecorder::run(const SoftStream& stream) const {
    const Replaying replaying(stream);
    try {
        for (const std::function<void()>& function : functions_)
            function();
    } catch (const std::bad_alloc&) {
        return Error::bad_input("there is no memory for what a graph is to do").with_status(cuda_status::out_of_memory);
    }
    return {};
}

}  // namespace ringfence::backend::soft
