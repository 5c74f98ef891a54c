// NVIDIA's assembler (ptxas), where the machine has one that can be trusted.
//
// The driver's linker, which is all that gives machine code back, makes code that could be linked with other code. That
// is slower than what ptxas makes of a whole module. So ptxas compiles, once for each text and in a sandbox of its own
// (lockdown.h), and the driver's compiler does what ptxas declines.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "compiler/nursery.h"
#include "compiler/process.h"

namespace ringfence::compiler {

struct AssemblerOptions {
    std::vector<std::string> places;  // the first that exists is taken; none: the driver compiles everything
    unsigned capability = 0;          // of the card: 90
    int newest_cuda = 0;              // the driver's, which does not load what a newer assembler makes: 13000
};

// The setting: "auto", "off" or a path.
std::vector<std::string> assembler_places(std::string_view setting);

struct Assembler {
    std::string program;
    std::string release;  // "13.0, V13.0.88"
    std::string version;  // all that it says of itself
    unsigned capability = 0;
};

// An error says why there is none.
Result<Assembler> find_assembler(const AssemblerOptions& options, const ProcessOptions& limits, Nursery& nursery);

// The target to compile a text for: the card's own, in the variant that the text asks for ("sm_90a").
std::string architecture_for(std::string_view text, unsigned capability);

// One text, in one run.
class Assembly final : public Compilation {
public:
    Assembly(const Assembler& assembler, const ProcessOptions& limits, std::shared_ptr<Nursery> nursery)
        : assembler_(assembler), limits_(limits), nursery_(std::move(nursery)) {}

    Result<std::vector<std::byte>> compile(const std::string& text, const std::string& file_name,
                                           std::chrono::milliseconds time_limit) override;
    void kill() override;
    pid_t pid() const override;

    // After an error: it was not the text's time or memory, so another compiler may do better.
    bool has_declined() const { return has_declined_; }

private:
    void begin(const Nursery::Child& child);
    void end();

    const Assembler assembler_;
    const ProcessOptions limits_;
    const std::shared_ptr<Nursery> nursery_;
    bool has_declined_ = false;
    mutable Mutex mutex_;
    bool is_killed_ RF_GUARDED_BY(mutex_) = false;
    const Nursery::Child* child_ RF_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace ringfence::compiler
