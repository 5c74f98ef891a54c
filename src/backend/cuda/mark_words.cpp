#include "backend/cuda/mark_words.h"

#include <new>
#include <utility>

#include "backend/cuda/context.h"
#include "base/memory_file.h"

namespace ringfence::backend::cuda {
namespace {

constexpr std::size_t block_bytes = 64 << 10;
constexpr std::size_t word_distance = 64;  // each word in its own cache line

}  // namespace

Result<MarkWords::Word> MarkWords::take(const Context& context) {
    const MutexLock lock(mutex_);
    if (free_.empty()) RF_RETURN_IF_ERROR(grow(context));
    const Word word = free_.back();
    free_.pop_back();
    word.host->store(0);
    return word;
}

void MarkWords::give_back(Word word) {
    const MutexLock lock(mutex_);
    free_.push_back(word);
}

Result<void> MarkWords::grow(const Context& context) {
    RF_TRY(const UniqueFd file, create_memory_file("ringfence-marks", block_bytes));
    RF_TRY(MappedMemory block, MappedMemory::map(file.get(), block_bytes));
    const char* const doing = "make words for streams known to the device";
    RF_RETURN_IF_ERROR(context.check(
        context.api().host_register(block.bytes().data(), block_bytes, register_portable | register_device_map),
        doing));
    DevicePointer device = 0;
    Result<void> asked = context.check(context.api().host_device_pointer(&device, block.bytes().data(), 0), doing);
    if (!asked.ok()) {
        context.api().host_unregister(block.bytes().data());
        return asked;
    }
    for (std::size_t at = 0; at < block_bytes; at += word_distance)
        free_.push_back({new (block.bytes().data() + at) std::atomic<std::uint64_t>(0), device + at});
    blocks_.push_back(std::move(block));
    return {};
}

void MarkWords::clear(const Context& context) {
    const MutexLock lock(mutex_);
    for (const MappedMemory& block : blocks_)
        context.api().host_unregister(block.bytes().data());
    blocks_.clear();
    free_.clear();
}

}  // namespace ringfence::backend::cuda
