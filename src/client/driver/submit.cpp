#include "client/driver/submit.h"

#include <type_traits>
#include <utility>

#include "client/driver/capture.h"
#include "client/driver/stream_trace.h"
#include "client/driver/uploads.h"
#include "client/driver/virtual_memory.h"
#include "client/session/transfer.h"

namespace ringfence::driver {
namespace {

void send(Stream& stream, const KernelWork& work) {
    const TracedWork traced(stream, work);
    session().submit(wire::Launch{.stream = stream.wire(),
                                  .function = work.function,
                                  .grid_x = work.grid.x,
                                  .grid_y = work.grid.y,
                                  .grid_z = work.grid.z,
                                  .block_x = work.block.x,
                                  .block_y = work.block.y,
                                  .block_z = work.block.z,
                                  .dynamic_shared = work.dynamic_shared,
                                  .flags = work.flags},
                     work.parameters);
}

void send(Stream& stream, const FillWork& work) {
    const TracedWork traced(stream, work);
    session().submit(wire::Fill{.stream = stream.wire(),
                                .to = work.to,
                                .pitch = work.pitch,
                                .count = work.count,
                                .height = work.height,
                                .value = work.value,
                                .width = work.width});
}

void send(Stream& stream, const HostWork& work) {
    const std::uint64_t token = session().host_calls().add(
        [function = work.function, data = work.data] { call_program(function, data); }, true);
    session().submit(wire::CallHost{.stream = stream.wire(), .token = token});
}

void send(Stream& stream, const RecordWork& work) {
    session().submit(wire::RecordEvent{.event = work.event, .stream = stream.wire()});
}

void send(Stream& stream, const WaitWork& work) {
    session().submit(wire::WaitEvent{.stream = stream.wire(), .event = work.event});
}

void send(Stream& stream, const WriteValueWork& work) {
    session().submit(
        wire::WriteValue{.stream = stream.wire(), .address = work.address, .value = work.value, .bytes = work.bytes});
}

void send(Stream& stream, const WaitValueWork& work) {
    session().submit(wire::WaitValue{.stream = stream.wire(),
                                     .address = work.address,
                                     .value = work.value,
                                     .bytes = work.bytes,
                                     .condition = work.condition});
}

void send(Stream& stream, const BatchWork& work) {
    for (const auto& operation : work.operations)
        std::visit([&](const auto& one) { send(stream, one); }, operation);
}

CUresult synchronize(Stream& stream) {
    return as_result(session().call(wire::SynchronizeStream{.stream = stream.wire()}));
}

CUresult send_copy(Stream& stream, const CopyWork& work, Side to, Side from, CopyWaits waits) {
    if (to == Side::Program && from == Side::Program) {
        RF_CU(synchronize(stream));
        client::copy_on_host(session(), work.to, work.from, work.size);
        return CUDA_SUCCESS;
    }
    if (from == Side::Program || to == Side::Program) {
        const TracedWork traced(stream, work, to, from);
        const auto copy = from == Side::Program ? client::upload : client::download;
        RF_CU(as_result(copy(session(), stream.wire(), work.to, work.from, work.size)));
        if (from != Side::Program || waits != CopyWaits::ForHost) return CUDA_SUCCESS;
        // The program may look there without another call.
        return to == Side::SessionHost ? synchronize(stream) : finish_upload(stream);
    }
    {
        const TracedWork traced(stream, work, to, from);
        client::copy_within(session(), stream.wire(), work.to, work.from, work.size);
    }
    const bool touches_host = to == Side::SessionHost || from == Side::SessionHost;
    return touches_host && waits == CopyWaits::ForHost ? synchronize(stream) : CUDA_SUCCESS;
}

// A reserved range holds only the addresses at which the program has mapped memory.
bool holds(const client::Allocation& allocation, std::uint64_t address, std::uint64_t bytes) {
    if (!allocation.contains(address, bytes)) return false;
    return allocation.kind != client::MemoryKind::Reserved || virtual_memory().holds(address, bytes);
}

}  // namespace

CUresult check_device_range(std::uint64_t address, std::uint64_t bytes) {
    const auto allocation = session().allocations().find(address);
    if (!allocation || !allocation->is_in_session()) return CUDA_ERROR_INVALID_VALUE;
    return holds(*allocation, address, bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult find_side(const client::Box& box, const client::BoxSize& size, Side& side) {
    std::uint64_t bytes = 0;
    if (!client::extent_of(box, size, bytes)) return CUDA_ERROR_INVALID_VALUE;
    const auto allocation = session().allocations().find(box.address);
    if (allocation && allocation->is_in_session()) {
        const bool is_host =
            allocation->kind == client::MemoryKind::Host || allocation->kind == client::MemoryKind::Managed;
        side = is_host ? Side::SessionHost : Side::Session;
        return holds(*allocation, box.address, bytes) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    }
    side = Side::Program;
    const bool is_bad = box.address == 0 || session().is_in_window(box.address);
    return is_bad && bytes != 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult put(Stream& stream, Work work) {
    if (captures_under_way()) {
        bool is_captured = false;
        RF_CU(capture_work(stream, work, is_captured));
        if (is_captured) return CUDA_SUCCESS;
    }
    std::visit(
        [&](const auto& kind) {
            using Kind = std::remove_cvref_t<decltype(kind)>;
            constexpr bool is_sent_elsewhere = std::is_same_v<Kind, ChildWork> || std::is_same_v<Kind, CopyWork>;
            constexpr bool is_only_in_graphs = std::is_same_v<Kind, EmptyWork> || std::is_same_v<Kind, AllocateWork> ||
                                               std::is_same_v<Kind, FreeWork> || std::is_same_v<Kind, ConditionWork> ||
                                               std::is_same_v<Kind, LibraryWork>;
            if constexpr (!is_sent_elsewhere && !is_only_in_graphs) send(stream, kind);
        },
        work);
    return CUDA_SUCCESS;
}

CUresult put_copy(Stream& stream, CopyWork work, CopyWaits waits) {
    if (work.size.is_empty()) return CUDA_SUCCESS;
    Side to = Side::Program;
    Side from = Side::Program;
    RF_CU(find_side(work.to, work.size, to));
    RF_CU(find_side(work.from, work.size, from));
    if (captures_under_way()) {
        const bool is_synchronous = waits == CopyWaits::ForHost;
        // On the legacy stream capture_work reports its own error, which takes precedence.
        if (is_synchronous && !stream.is_legacy()) RF_CU(check_capture_allows_unsafe());
        bool is_captured = false;
        RF_CU(capture_work(stream, work, is_captured));
        if (is_captured) return CUDA_SUCCESS;
        if (is_synchronous) RF_CU(check_capture_allows_unsafe());
    }
    return send_copy(stream, work, to, from, waits);
}

CUresult put_kernel(Stream& stream, KernelWork& work, std::vector<std::byte>& buffer) {
    if (captures_under_way()) {
        bool is_captured = false;
        RF_CU(capture_work(stream, work, is_captured));
        if (is_captured) return CUDA_SUCCESS;
    }
    send(stream, work);
    buffer.swap(work.parameters);
    return CUDA_SUCCESS;
}

CUresult put_callback(Stream& stream, const CallbackWork& work) {
    if (captures_under_way()) RF_CU(refuse_while_capturing(stream));
    const std::uint64_t token = session().host_calls().add(
        [work] {
            call_program(work.function, work.stream, static_cast<CUresult>(session().peek_failure()), work.data);
        },
        true);
    session().submit(wire::CallHost{.stream = stream.wire(), .token = token});
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
