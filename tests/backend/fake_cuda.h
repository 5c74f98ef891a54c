// The functions that the parts of the fake driver, which needs no card, share.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

#include "backend/cuda/driver_api.h"

struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool recorded = false;
    bool has_timing = true;
};

// Also a part of the card.
struct CUctx_st {
    unsigned first_unit = 0;
    unsigned multiprocessors = 0;  // 0: all
};
struct CUstream_st {
    const CUctx_st* part = nullptr;  // null: the whole card
};

namespace fake {

using namespace ringfence::backend::cuda;

// True if all of [address, address + bytes) is allocated.
bool is_live(DevicePointer address, std::size_t bytes);
void add_memory(DevicePointer address, std::size_t bytes);
// False if there is no such memory.
bool remove_memory(DevicePointer address);
// While the stream is being captured its work becomes a node instead, of a type of CUgraphNodeType. False: it is not.
enum class NodeType : int { Kernel = 0, Copy = 1, Fill = 2, HostCall = 3, Child = 4, Empty = 5, Other = 12 };
bool capture(StreamHandle stream, NodeType type, std::function<Status()> work, const Copy3D& copy = {});
// A row of the box that a side of a copy, which is an array, begins; null: there is none.
char* array_row(const CopySide& side, std::size_t y, std::size_t z, std::size_t width);
// FAKE_CARD_MIB: how much memory the card has for what is created, not a byte more; then that is what counts as free.
// FAKE_CARD_FILE: a file by which several processes have one card.
std::optional<std::size_t> card_bytes();
std::size_t created_bytes();
// While its stream is being captured a launch becomes a node, in the part of the card that the stream is in. None: it
// is not captured.
std::optional<Status> record_launch(const LaunchConfig& config, FunctionHandle function, void** extra);
// While a graph's kernel runs: the part that it was recorded in.
extern thread_local const CUctx_st* context_of_node;
// Every call in a context begins with this one and returns its error.
Status entry();

}  // namespace fake

#define FAKE_CHECK_CONTEXT() \
    if (const Status entry_status = fake::entry(); entry_status != status::success) return entry_status
