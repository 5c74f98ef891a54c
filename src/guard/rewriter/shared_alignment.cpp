#include "guard/rewriter/shared_alignment.h"

#include <algorithm>
#include <cstdint>

namespace ringfence::guard::rewriting {
namespace {

constexpr std::uint32_t usual_alignment = 16;  // of the widest access there is
constexpr std::uint64_t worthwhile_bytes = 128;
constexpr std::uint64_t most_static_bytes = 48U << 10U;  // of one kernel, that the assembler takes

// The size of arrays in shared memory if each begins at a multiple of 16.
struct Taken {
    std::uint64_t bytes = 0;
    bool leaves_gaps = false;  // some of them are no multiple of that

    void add(const ptx::VariableDeclaration& declaration) {
        for (const ptx::Variable* variable : declaration.variables) {
            if (variable->space != ptx::Space::Shared) continue;
            const std::uint64_t rest = variable->bytes() % usual_alignment;
            leaves_gaps = leaves_gaps || rest != 0;
            bytes += variable->bytes() + (rest == 0 ? 0 : usual_alignment - rest);
        }
    }
    void add(const ptx::Function& function) {
        for (const ptx::Statement& statement : function.body)
            if (statement.kind == ptx::StatementKind::Variables) add(*statement.variables);
    }
    // True if a kernel that has had room for them still has.
    bool fits() const { return !leaves_gaps || bytes <= most_static_bytes; }
};

bool is_open(const ptx::Variable& variable) {
    return variable.space == ptx::Space::Shared && variable.linkage == ptx::Linkage::Extern && variable.bytes() == 0;
}

// The objects lie in the module's arena, and the caller owns the module.
void raise(const ptx::VariableDeclaration& declaration) {
    for (const ptx::Variable* variable : declaration.variables) {
        if (variable->space != ptx::Space::Shared || variable->is_range || variable->alignment() >= usual_alignment)
            continue;
        if (!is_open(*variable) && variable->bytes() < worthwhile_bytes) continue;
        auto& align = const_cast<std::uint32_t&>(variable->align);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
        align = usual_alignment;
    }
}

}  // namespace

void align_shared_arrays(ptx::Module& module) {
    Taken common;
    for (const ptx::Item& item : module.items)
        if (item.kind == ptx::ItemKind::Variables) common.add(*item.variables);
    bool all_fit = common.fits();
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        Taken taken = common;
        taken.add(*item.function);
        all_fit = all_fit && taken.fits();
        if (!taken.fits()) continue;
        for (const ptx::Statement& statement : item.function->body)
            if (statement.kind == ptx::StatementKind::Variables) raise(*statement.variables);
    }
    for (const ptx::Item& item : module.items)
        if (item.kind == ptx::ItemKind::Variables && all_fit) raise(*item.variables);
}

std::uint32_t open_shared_alignment(const ptx::Module& module) {
    std::uint32_t largest = usual_alignment;
    const auto look = [&](const ptx::VariableDeclaration& declaration) {
        for (const ptx::Variable* variable : declaration.variables)
            if (is_open(*variable)) largest = std::max(largest, variable->alignment());
    };
    for (const ptx::Item& item : module.items) {
        if (item.kind == ptx::ItemKind::Variables) look(*item.variables);
        if (item.kind != ptx::ItemKind::Function) continue;
        for (const ptx::Statement& statement : item.function->body)
            if (statement.kind == ptx::StatementKind::Variables) look(*statement.variables);
    }
    return largest;
}

}  // namespace ringfence::guard::rewriting
