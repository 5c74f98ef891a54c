#include "supervisor/takeover.h"

#include <capnp/serialize.h>
#include <kj/exception.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/escape.h"
#include "base/memory_file.h"
#include "base/socket.h"
#include "supervisor/administrator.h"

namespace ringfence::supervisor {
namespace {

constexpr std::uint64_t largest_state = std::uint64_t{64} << 20;
constexpr std::uint32_t most_handed_descriptors = 65'536;

Result<void> say(int socket, std::string_view word, std::span<const int> descriptors = {}) {
    return send_message(socket, std::as_bytes(std::span(word)), descriptors);
}

Result<SocketMessage> hear_word(int socket, std::string_view word, std::chrono::milliseconds patience) {
    RF_TRY(SocketMessage message, receive_message(socket, 32, patience));
    const std::string_view said(reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size());
    if (message.is_end) return Error::bad_input("the other daemon has gone");
    if (said != word)
        return Error::bad_input("the other daemon says '" + escape(said) + "' in the place of '" + std::string(word) +
                                "'");
    return message;
}

}  // namespace

Result<void> offer_state(int socket, capnp::MessageBuilder& state, const DescriptorList& descriptors,
                         std::chrono::milliseconds patience_with_new) {
    const kj::Array<capnp::word> words = capnp::messageToFlatArray(state);
    const auto bytes = words.asBytes();
    RF_TRY(const UniqueFd file, create_memory_file("ringfence-state", bytes.size()));
    if (::pwrite(file.get(), bytes.begin(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return Error::bad_input("there is no memory for the state");
    const int state_file[] = {file.get()};
    RF_RETURN_IF_ERROR(say(socket, "state", state_file));
    std::span<const int> rest = descriptors.to_send();
    while (!rest.empty()) {
        const std::size_t count = std::min(rest.size(), most_descriptors);
        // If the socket's queue is full, wait for the reader.
        Result<void> sent = say(socket, "descriptors", rest.first(count));
        for (int tries = 0; !sent.ok() && tries < 100 && !has_peer_gone(socket); ++tries) {
            ::usleep(10'000);
            sent = say(socket, "descriptors", rest.first(count));
        }
        RF_RETURN_IF_ERROR(std::move(sent));
        rest = rest.subspan(count);
    }
    RF_RETURN_IF_ERROR(hear_word(socket, "ready", patience_with_new));
    return {};
}

Result<void> say_yours(int socket) {
    return say(socket, "yours");
}

struct OfferedState::Message {
    kj::Array<capnp::word> words;
    std::unique_ptr<capnp::FlatArrayMessageReader> reader;
};

OfferedState::OfferedState(UniqueFd socket, std::chrono::milliseconds patience)
    : socket_(std::move(socket)), patience_(patience) {}

OfferedState::~OfferedState() = default;

Result<std::unique_ptr<OfferedState>> OfferedState::ask_for(UniqueFd connection, std::chrono::milliseconds patience) {
    UniqueFd socket;
    {
        RF_TRY(const auto administrator, Administrator::begin(std::move(connection)));
        std::optional<schema::Descriptor::Client> carrier;
        RF_RETURN_IF_ERROR(administrator->ask(administrator->administration().takeOverRequest().send(),
                                              [&](const auto& response) { carrier.emplace(response.getSocket()); }));
        RF_TRY(socket, administrator->descriptor_of(*carrier));
    }
    std::unique_ptr<OfferedState> offered(new OfferedState(std::move(socket), patience));
    RF_RETURN_IF_ERROR(offered->receive());
    return offered;
}

Result<void> OfferedState::receive() {
    RF_RETURN_IF_ERROR(say(socket_.get(), "begin"));
    RF_TRY(const SocketMessage message, hear_word(socket_.get(), "state", patience_));
    if (message.descriptors.size() != 1) return Error::bad_input("the state comes without its file");
    RF_RETURN_IF_ERROR(read_state(message.descriptors.front().get()));
    return read_descriptors();
}

Result<void> OfferedState::read_state(int file) {
    RF_TRY(const std::uint64_t size, memory_file_bytes(file));
    if (size > largest_state || size % sizeof(capnp::word) != 0) return Error::bad_input("the state has a wrong size");
    message_ = std::make_unique<Message>();
    message_->words = kj::heapArray<capnp::word>(size / sizeof(capnp::word));
    if (::pread(file, message_->words.begin(), size, 0) != static_cast<ssize_t>(size))
        return Error::bad_input("the state cannot be read");
    capnp::ReaderOptions options;
    options.traversalLimitInWords = 8 * largest_state / sizeof(capnp::word);
    std::uint32_t lowest = 0;
    KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] {
                     message_->reader = std::make_unique<capnp::FlatArrayMessageReader>(message_->words, options);
                     lowest = state().getLowestVersion();
                 }))
        return Error::bad_input(std::string("the state is not understood: ") + exception->getDescription().cStr());
    if (lowest == 0 || lowest > schema::TAKEOVER_VERSION) {
        return Error::bad_input("the daemon that runs is of a later version, whose state is not understood")
            .with_remedy("use the new version's ringfenced, or end the daemon (ringfence down)");
    }
    return {};
}

Result<void> OfferedState::read_descriptors() {
    const std::uint32_t count = state().getDescriptors();
    if (count > most_handed_descriptors) return Error::bad_input("the state names too many descriptors");
    while (descriptors_.received() < count) {
        RF_TRY(SocketMessage message, hear_word(socket_.get(), "descriptors", patience_));
        if (message.descriptors.empty()) return Error::bad_input("descriptors are missing");
        for (UniqueFd& descriptor : message.descriptors)
            descriptors_.receive(std::move(descriptor));
    }
    return {};
}

schema::DaemonState::Reader OfferedState::state() const {
    return message_->reader->getRoot<schema::DaemonState>();
}

Result<void> OfferedState::accept() {
    RF_RETURN_IF_ERROR(say(socket_.get(), "ready"));
    RF_RETURN_IF_ERROR(hear_word(socket_.get(), "yours", patience_));
    return {};
}

}  // namespace ringfence::supervisor
