// Where the parts of a module lie: parameters, shared and local variables.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "ptx/model.h"
#include "softgpu/runtime/kernel.h"

namespace ringfence::softgpu::codegen {

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

// Parameters or results one after the other, each at its alignment: of a kernel, as the driver lays them out; of a
// function, as its callers pass them.
struct ParameterLayout {
    std::vector<std::uint32_t> offsets;
    std::uint32_t bytes = 0;
};
ParameterLayout lay_out_parameters(std::span<const ptx::Variable* const> variables);

// A number for what a function takes and gives; functions of the same shape can be called alike.
std::uint64_t shape_of(const ptx::Signature& signature);

// Bytes a parameter takes; 0 for an open array (`.param .b8 x[]`).
std::uint64_t parameter_bytes(const ptx::Variable& variable);

// Variables in a space that is addressed by offset.
class VariableLayout {
public:
    VariableLayout() = default;
    explicit VariableLayout(std::uint32_t first_offset) : bytes_(first_offset) {}

    // Puts a variable behind the others, unless it is there already.
    void add(const ptx::Variable& variable);
    // Adds an array without a length, which lies behind all others.
    void add_open(const ptx::Variable& variable);
    void finish();

    bool contains(const ptx::Variable& variable) const { return offsets_.contains(&variable); }
    std::uint32_t offset_of(const ptx::Variable& variable) const { return offsets_.at(&variable); }
    // Where they end, without the open arrays. Those begin at `open_offset`.
    std::uint32_t bytes() const { return bytes_; }
    std::uint32_t open_offset() const { return open_offset_; }
    std::uint32_t alignment() const { return alignment_; }
    std::vector<SharedVariable> variables() const;

private:
    std::unordered_map<const ptx::Variable*, std::uint32_t> offsets_;
    std::vector<const ptx::Variable*> order_;
    std::vector<const ptx::Variable*> open_;
    std::uint32_t bytes_ = 0;
    std::uint32_t open_offset_ = 0;
    std::uint32_t alignment_ = 16;
};

}  // namespace ringfence::softgpu::codegen
