// Records the work of the software GPU's libraries: functions that can be called repeatedly.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "backend/library_recorder.h"
#include "backend/soft/stream.h"

namespace ringfence::backend::soft {

// The recorder itself is the result, since the functions refer to it as their stream.
class SoftLibraryRecorder final : public LibraryRecorder,
                                  public RecordedLibrary,
                                  public std::enable_shared_from_this<SoftLibraryRecorder> {
public:
    Result<void> call_host(std::function<void()> function) override;
    Result<std::shared_ptr<const RecordedLibrary>> end() override;
    // True if the stream for which this thread runs the functions is abandoned.
    bool is_abandoned() const override;

    std::size_t pieces() const override { return functions_.size(); }
    // Called by a stream's thread: does the recorded work.
    Result<void> run(const SoftStream& stream) const;

private:
    std::vector<std::function<void()>> functions_;
};

}  // namespace ringfence::backend::soft
