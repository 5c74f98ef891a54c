// One kernel on one device, with the buffers of its arguments.
//
// The functions are called in the order in which they stand here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend/device.h"
#include "backend/parameters.h"
#include "base/result.h"
#include "cli/ptx_run_guard.h"
#include "cli/ptx_run_spec.h"

namespace ringfence::cli {

struct RunTimes {
    double best_ms = 0;
    double mean_ms = 0;
};

// A result that is written to a file at the end.
struct RunOutput {
    std::string file;
    std::string contents;
};

class RunSession {
public:
    // `arguments` and `symbols` are as the command line has them, and live longer than this.
    RunSession(std::unique_ptr<backend::Device> device, const std::vector<ArgumentSpec>& arguments,
               const std::vector<SymbolSpec>& symbols);

    // `guard`: how the kernel is rewritten, if it is.
    Result<void> load(std::string ptx, const std::string& file_name, const std::string& kernel,
                      std::optional<guard::Mode> guard);
    // Makes the buffers and fills them, and the symbols. `contents` holds the files' contents, one for each argument
    // and then one for each symbol.
    Result<void> fill(const std::vector<std::string>& contents);
    // Frees an argument's buffer, which then is not read back.
    Result<void> free_buffer(std::size_t argument);
    // Puts the launch on the stream, `repeat` times.
    Result<void> launch(const backend::Launch& launch, unsigned repeat);
    // Waits for the launches. An error here is the kernel's. Prints what a guarded kernel has printed.
    Result<void> wait();
    // True if they are done; does not wait.
    Result<bool> is_done() { return stream_->is_idle(); }
    Result<RunTimes> times();
    Result<std::vector<RunOutput>> outputs();

private:
    struct Buffer {
        backend::Address address = 0;
        std::uint64_t bytes = 0;
        bool live = false;
    };

    Result<void> fill_buffer(std::size_t index, const std::string& contents);
    Result<void> fill_symbol(const SymbolSpec& symbol, const std::string& contents);
    Result<void> set_parameter(std::size_t index);
    Result<backend::Address> allocate(std::uint64_t bytes);
    Result<std::string> read(backend::Address address, std::uint64_t bytes);

    const std::vector<ArgumentSpec>& arguments_;
    const std::vector<SymbolSpec>& symbols_;
    std::unique_ptr<backend::Device> device_;
    std::unique_ptr<GuardedRun> guarded_;
    std::shared_ptr<backend::Module> module_;
    const backend::Function* kernel_ = nullptr;
    std::unique_ptr<backend::Stream> stream_;
    std::vector<std::unique_ptr<backend::Event>> marks_;  // before the first launch and after each
    std::vector<Buffer> buffers_;                         // one for each argument
    std::optional<backend::ParameterBlock> parameters_;
};

}  // namespace ringfence::cli
