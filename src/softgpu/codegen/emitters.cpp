// Finds the emitter of an operation.
#include <array>
#include <unordered_map>

#include "softgpu/codegen/emitter.h"

namespace ringfence::softgpu::codegen {
namespace {

struct Entries {
    const EmitterEntry* integer = nullptr;
    const EmitterEntry* half = nullptr;
    const EmitterEntry* floating = nullptr;
};

bool is_half_format(ptx::Type type) {
    return is_float(type) && type != ptx::Type::F32 && type != ptx::Type::F64;
}

using Table = std::unordered_map<std::uint16_t, Entries>;

void add(Table& table, std::span<const EmitterEntry> family, bool half_family) {
    for (const EmitterEntry& entry : family) {
        Entries& entries = table[static_cast<std::uint16_t>(entry.opcode)];
        const auto set = [&](const EmitterEntry*& place) {
            if (place == nullptr) place = &entry;
        };
        if (half_family) {
            set(entries.half);
            continue;
        }
        if (entry.kinds != OperandKinds::Float) set(entries.integer);
        if (entry.kinds != OperandKinds::Integer) {
            set(entries.floating);
            set(entries.half);
        }
    }
}

Table make_table() {
    Table table;
    add(table, half_emitters(), true);
    for (const std::span<const EmitterEntry> family :
         {integer_emitters(), logic_emitters(), video_emitters(), float_emitters(), convert_emitters(), move_emitters(),
          memory_emitters(), atomic_emitters(), warp_emitters(), matrix_emitters(), async_emitters()}) {
        add(table, family, false);
    }
    return table;
}

}  // namespace

const EmitterEntry* find_emitter(const ptx::Operation& operation) {
    static const Table table = make_table();
    const auto found = table.find(static_cast<std::uint16_t>(operation.opcode));
    if (found == table.end()) return nullptr;
    if (is_half_format(operation.type)) return found->second.half;
    return is_float(operation.type) ? found->second.floating : found->second.integer;
}

}  // namespace ringfence::softgpu::codegen
