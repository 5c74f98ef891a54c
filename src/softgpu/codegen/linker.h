// Loads objects into this process and gives the addresses of their functions.
#pragma once

#include <llvm/Support/MemoryBuffer.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::softgpu::codegen {

struct Symbol {
    std::string name;
    std::uint64_t address = 0;
};

// One per process and device. Thread-safe.
class Linker {
public:
    static Result<std::unique_ptr<Linker>> create();
    virtual ~Linker() = default;

    // Shared by the objects of one PTX module: the addresses of its variables and functions. Frees its code when
    // destroyed; the linker must outlive it.
    class Space {
    public:
        virtual ~Space() = default;
        virtual Result<void> define(const std::vector<Symbol>& symbols) = 0;
        // Loads an object that defines `symbol`, which no other object of the space may see.
        virtual Result<std::uint64_t> load(std::unique_ptr<llvm::MemoryBuffer> object, const std::string& symbol) = 0;
        // Loads an object whose symbols all others can refer to.
        virtual Result<std::vector<std::uint64_t>> load_shared(std::unique_ptr<llvm::MemoryBuffer> object,
                                                               const std::vector<std::string>& symbols) = 0;
    };
    virtual Result<std::unique_ptr<Space>> create_space() = 0;
};

}  // namespace ringfence::softgpu::codegen
