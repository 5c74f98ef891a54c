// Finds the emitter of an operation.
#include <unordered_map>

#include "softgpu/codegen/emit_wgmma.h"
#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {
namespace {

struct Entries {
    const EmitterEntry* integer = nullptr;
    const EmitterEntry* floating = nullptr;
};

using Table = std::unordered_map<ptx::Opcode, Entries>;

Table make_table() {
    Table table;
    for (const std::span<const EmitterEntry> family :
         {integer_emitters(), logic_emitters(), video_emitters(), float_emitters(), convert_emitters(), move_emitters(),
          memory_emitters(), atomic_emitters(), warp_emitters(), matrix_emitters(), wgmma_emitters(), async_emitters(),
          tensor_emitters(), texture_emitters()}) {
        for (const EmitterEntry& entry : family) {
            Entries& entries = table[entry.opcode];
            if (entry.kinds != OperandKinds::Float) entries.integer = &entry;
            if (entry.kinds != OperandKinds::Integer) entries.floating = &entry;
        }
    }
    return table;
}

}  // namespace

const EmitterEntry* find_emitter(const ptx::Operation& operation) {
    static const Table table = make_table();
    const auto found = table.find(operation.opcode);
    if (found == table.end()) return nullptr;
    return is_float(operation.type) ? found->second.floating : found->second.integer;
}

}  // namespace ringfence::softgpu::codegen
