// Calls the handler of a record's operation:
//
//     handler.on(const wire::Launch&, Payload)                 operations that go
//     handler.on(const wire::FindFunction&, Payload, Completion)   operations that wait
//
// for every operation; without a payload it is empty. An error means that the client broke the rules, and no handler
// was called.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include "base/result.h"
#include "channel/completion.h"
#include "channel/layout.h"
#include "channel/wire_bytes.h"
#include "channel/worker_channel.h"

namespace ringfence::channel {

// A view of the record, valid as long as the record.
using Payload = std::span<const std::byte>;

namespace detail {

Error bad_record(std::uint16_t operation, std::string_view what);

// The record must come from next(): complete, with a payload no larger than the record.
template <typename Record>
Result<void> check_record(const RecordHeader& header) {
    const std::size_t used = sizeof(RecordHeader) + field_bytes<Record> + header.payload_bytes;
    const std::size_t padded = (used + record_alignment - 1) / record_alignment * record_alignment;
    if (header.bytes != padded) return bad_record(header.operation, "its size is not that of its fields and payload");
    if (!Record::has_payload && header.payload_bytes != 0) return bad_record(header.operation, "it has no payload");
    if (Record::waits && header.slot == 0) return bad_record(header.operation, "there is no slot for its reply");
    if (!Record::waits && header.slot != 0) return bad_record(header.operation, "it has no reply");
    return {};
}

}  // namespace detail

template <typename Handler>
Result<void> dispatch(Handler& handler, WorkerChannel& channel, std::span<const std::byte> record) {
    RecordHeader header;
    std::memcpy(&header, record.data(), sizeof header);
    return wire::visit_operation(
        header.operation,
        [&](auto type) -> Result<void> {
            using Record = typename decltype(type)::type;
            RF_RETURN_IF_ERROR(detail::check_record<Record>(header));
            const auto fields = fields_from<Record>(record.subspan(sizeof header, field_bytes<Record>));
            const Payload payload = record.subspan(sizeof header + field_bytes<Record>, header.payload_bytes);
            if constexpr (Record::waits) {
                handler.on(fields, payload, Completion(channel, header.slot - 1));
            } else {
                handler.on(fields, payload);
            }
            return {};
        },
        [&]() -> Result<void> { return detail::bad_record(header.operation, "there is no such operation"); });
}

}  // namespace ringfence::channel
