// Turns LLVM IR into machine code, and keeps what it made.
//
// An object is position-independent and refers to the runtime and to the module's variables by name, so it can be
// kept on disk and used by another process. Its key is made of everything it depends on: the PTX, the variant, this
// program's build, the CPU.
//
// Optimising takes time out of proportion for large units: a sort of CUB's is worth tens of seconds. Its code can be
// made quickly instead, without optimisation, which gives the same results more slowly.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cache/disk_cache.h"

namespace ringfence::softgpu::codegen {

struct CacheOptions {
    bool enabled = true;
    cache::DiskCacheOptions disk;
};

enum class Effort : std::uint8_t {
    Full,
    Least,  // for kernels that run once, when compiling them takes longest
};

// Native code with what its functions need of the native stack, one within the other: the sum of their frames.
struct CompiledObject {
    std::unique_ptr<llvm::MemoryBuffer> code;
    std::uint32_t stack_bytes = 0;
    std::uint32_t not_optimized = 0;  // IR instructions of code that was made quickly; 0: it is as good as it gets
};

// The most that the functions of one object may need of a fiber's stack.
constexpr std::uint32_t most_stack_bytes = 4 << 20;

class Compiler {
public:
    explicit Compiler(const CacheOptions& cache, Effort effort = Effort::Full);
    ~Compiler();

    using Translate = std::function<Result<std::unique_ptr<llvm::Module>>(llvm::LLVMContext& context)>;

    // The object for `key`: from the cache, or translated, compiled and put there. A unit of more than
    // `most_optimized` instructions is made quickly, unless the cache has it optimised.
    Result<CompiledObject> object_for(std::string_view key, const Translate& translate,
                                      std::uint32_t most_optimized = UINT32_MAX) const;

    // A key for a text: its digest with that of the CPU and of this program.
    std::string key_of(std::span<const std::string_view> parts) const;

private:
    std::optional<CompiledObject> kept_object(std::string_view key) const;
    static Result<CompiledObject> compile(llvm::Module& module, Effort effort);

    std::unique_ptr<cache::DiskCache> cache_;  // null: nothing is kept
    std::string machine_;                      // CPU and features
    Effort effort_;
};

}  // namespace ringfence::softgpu::codegen
