#include "channel/handshake.h"

#include <utility>

#include "base/socket.h"
#include "channel/layout.h"
#include "channel/message_bytes.h"
#include "channel/wire_bytes.h"

namespace ringfence::channel {
namespace {

enum class Kind : std::uint32_t { Hello = 1, Welcome, Refused, HostMemory };

// The beginning of every message. An older version must be able to refuse a newer Hello with unknown fields, so the
// version is checked before the rest.
struct Preamble {
    std::uint32_t magic_number = magic;
    std::uint32_t kind = 0;
    std::uint32_t version_number = version;
    std::uint64_t fingerprint = operations_fingerprint();
};

template <typename Bytes, typename Fields>
void each_field(Bytes& bytes, Fields& preamble) requires std::is_same_v<std::remove_const_t<Fields>, Preamble> {
    bytes(preamble.magic_number);
    bytes(preamble.kind);
    bytes(preamble.version_number);
    bytes(preamble.fingerprint);
}

template <typename Bytes, typename Fields>
void each_field(Bytes& bytes, Fields& hello) requires std::is_same_v<std::remove_const_t<Fields>, Hello> {
    bytes(hello.pid);
    bytes(hello.program);
    bytes(hello.backend);
    bytes(hello.isolation);
    bytes(hello.guard);
    bytes(hello.why_private);
    bytes(hello.limits);
    bytes(hello.token);
}

template <typename Bytes, typename Fields>
void each_field(Bytes& bytes, Fields& device) requires std::is_same_v<std::remove_const_t<Fields>, DeviceProperties> {
    bytes(device.name);
    bytes(device.compute_major);
    bytes(device.compute_minor);
    bytes(device.total_memory);
    bytes(device.multiprocessors);
    bytes(device.warp_size);
    bytes(device.max_threads_per_block);
    bytes(device.max_threads_per_multiprocessor);
    bytes(device.max_blocks_per_multiprocessor);
    for (auto& limit : device.max_block)
        bytes(limit);
    for (auto& limit : device.max_grid)
        bytes(limit);
    bytes(device.shared_per_block);
    bytes(device.shared_per_block_optin);
    bytes(device.shared_per_multiprocessor);
    bytes(device.registers_per_block);
    bytes(device.constant_memory);
    bytes(device.l2_bytes);
    bytes(device.clock_khz);
}

template <typename Bytes, typename Fields>
void each_field(Bytes& bytes, Fields& welcome) requires std::is_same_v<std::remove_const_t<Fields>, Welcome> {
    bytes(welcome.worker_pid);
    bytes(welcome.backend);
    bytes(welcome.guard);
    each_field(bytes, welcome.device);
    bytes(welcome.unasked_events);
    bytes(welcome.local_memory);
}

template <typename Bytes, typename Fields>
void each_field(Bytes& bytes, Fields& where) requires std::is_same_v<std::remove_const_t<Fields>, HostMemory> {
    bytes(where.address);
    bytes(where.bytes);
}

template <typename Bytes, typename Fields>
void each_field(Bytes& bytes, Fields& text) requires std::is_convertible_v<Fields, std::string_view> {
    bytes(text);
}

template <typename Fields>
std::vector<std::byte> encode_message(Kind kind, const Fields& fields) {
    Preamble preamble;
    preamble.kind = static_cast<std::uint32_t>(kind);
    MessageWriter writer;
    each_field(writer, std::as_const(preamble));
    each_field(writer, fields);
    return writer.take();
}

// Reads the preamble. Any message of another version is refused.
Result<Kind> read_preamble(MessageReader& reader) {
    Preamble preamble;
    preamble.magic_number = 0;
    each_field(reader, preamble);
    if (preamble.magic_number != magic) return Error::bad_input("the other side does not speak Ringfence's protocol");
    if (preamble.version_number != version || preamble.fingerprint != operations_fingerprint()) {
        return Error::bad_input("the other side is of another version of Ringfence")
            .with_remedy("end what runs of the older version (ringfence down), and start the program again");
    }
    return static_cast<Kind>(preamble.kind);
}

template <typename Fields>
Result<Fields> read_fields(MessageReader& reader, Kind kind, Kind expected) {
    Fields fields;
    if (kind == expected) {
        each_field(reader, fields);
        if (reader.is_whole()) return fields;
    }
    return Error::bad_input("message " + std::to_string(static_cast<std::uint32_t>(kind)) + " is malformed or came " +
                            "instead of message " + std::to_string(static_cast<std::uint32_t>(expected)));
}

Result<SocketMessage> receive(int socket, std::chrono::milliseconds timeout, std::optional<std::uint32_t> whose = {}) {
    RF_TRY(SocketMessage message, receive_message(socket, largest_message, timeout, whose));
    if (message.is_end) return Error::bad_input("the other side has closed the connection");
    return message;
}

Error wrong_descriptors(std::size_t got) {
    return Error::bad_input("a message came with " + std::to_string(got) + " descriptors: too few or too many");
}

std::uint64_t mix(std::uint64_t hash, std::string_view text) {
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return (hash ^ 0xff) * 0x100000001b3;
}

std::uint64_t compute_fingerprint() {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (std::uint16_t operation = 0; operation < wire::operation_count; ++operation) {
        wire::visit_operation(
            operation,
            [&](auto type) {
                using Record = typename decltype(type)::type;
                hash = mix(hash, wire::name_of(Record::id));
                Record{}.visit_fields([&](std::string_view name, auto) { hash = mix(hash, name); });
                std::size_t reply_bytes = 0;
                if constexpr (Record::waits) reply_bytes = field_bytes<typename Record::Reply>;
                hash = mix(hash, std::to_string(field_bytes<Record>) + "," + std::to_string(reply_bytes));
            },
            [] {});
    }
    return hash;
}

}  // namespace

std::uint64_t operations_fingerprint() {
    static const std::uint64_t fingerprint = compute_fingerprint();
    return fingerprint;
}

std::vector<std::byte> encode(const Hello& hello) {
    return encode_message(Kind::Hello, hello);
}

Result<Hello> decode_hello(std::span<const std::byte> bytes) {
    MessageReader reader(bytes);
    RF_TRY(const Kind kind, read_preamble(reader));
    return read_fields<Hello>(reader, kind, Kind::Hello);
}

Result<void> send_hello(int socket, const Hello& hello, int output) {
    const std::vector<std::byte> bytes = encode(hello);
    if (bytes.size() > largest_message) {
        return Error::bad_input("what this program says of itself has " + std::to_string(bytes.size()) +
                                " bytes, and may have " + std::to_string(largest_message))
            .with_remedy(
                "shorten RINGFENCE_LIMITS, the token, RINGFENCE_BACKEND, RINGFENCE_ISOLATION or RINGFENCE_GUARD");
    }
    return send_message(socket, bytes, std::span(&output, output >= 0 ? 1U : 0U));
}

Result<ReceivedHello> receive_hello(int socket, std::chrono::milliseconds timeout) {
    RF_TRY(SocketMessage message, receive(socket, timeout));
    RF_TRY(Hello hello, decode_hello(message.bytes));
    if (message.descriptors.size() > 1) return wrong_descriptors(message.descriptors.size());
    UniqueFd output = message.descriptors.empty() ? UniqueFd() : std::move(message.descriptors[0]);
    return ReceivedHello{std::move(hello), std::move(output)};
}

Result<void> send_welcome(int socket, const Welcome& welcome, int channel, int staging) {
    const int fds[] = {channel, staging};
    return send_message(socket, encode_message(Kind::Welcome, welcome), fds);
}

Result<void> send_refused(int socket, std::string_view reason) {
    return send_message(socket, encode_message(Kind::Refused, reason));
}

Result<ReceivedWelcome> receive_welcome(int socket, std::chrono::milliseconds timeout) {
    RF_TRY(SocketMessage message, receive(socket, timeout));
    MessageReader reader(message.bytes);
    RF_TRY(const Kind kind, read_preamble(reader));
    if (kind == Kind::Refused) {
        RF_TRY(const std::string reason, read_fields<std::string>(reader, kind, Kind::Refused));
        return Error::bad_input(reason);
    }
    RF_TRY(Welcome welcome, read_fields<Welcome>(reader, kind, Kind::Welcome));
    if (message.descriptors.size() != 2) return wrong_descriptors(message.descriptors.size());
    return ReceivedWelcome{std::move(welcome), std::move(message.descriptors[0]), std::move(message.descriptors[1])};
}

Result<void> send_host_memory(int socket, const HostMemory& where, int file) {
    return send_message(socket, encode_message(Kind::HostMemory, where), std::span(&file, 1));
}

Result<ReceivedHostMemory> receive_host_memory(int socket, std::chrono::milliseconds timeout,
                                               std::optional<std::uint32_t> whose) {
    RF_TRY(SocketMessage message, receive(socket, timeout, whose));
    MessageReader reader(message.bytes);
    RF_TRY(const Kind kind, read_preamble(reader));
    RF_TRY(const HostMemory where, read_fields<HostMemory>(reader, kind, Kind::HostMemory));
    if (message.descriptors.size() != 1) return wrong_descriptors(message.descriptors.size());
    return ReceivedHostMemory{where, std::move(message.descriptors[0])};
}

}  // namespace ringfence::channel
