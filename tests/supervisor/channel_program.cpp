#include "channel_program.h"

#include <chrono>
#include <cstring>
#include <vector>

#include "../basic_kernels.h"
#include "base/handle.h"
#include "base/memory_file.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t threads = 64;

template <typename T>
void append(std::vector<std::byte>& bytes, const T& value) {
    bytes.resize((bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    const auto raw = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

}  // namespace

ChannelProgram::ChannelProgram(UniqueFd socket, const std::string& isolation) : socket_(std::move(socket)) {
    channel::Hello hello;
    hello.program = "channel_program";
    hello.isolation = isolation;
    if (!channel::send_hello(socket_.get(), hello, -1).ok()) {
        status_ = -1;
        return;
    }
    auto welcome = channel::receive_welcome(socket_.get(), std::chrono::milliseconds(120'000));
    if (!welcome.ok()) {
        status_ = -1;
        problem_ = welcome.error().message;
        return;
    }
    memory_ = channel::map_shared_memory(welcome.value().channel.get()).take();
    const int staging = welcome.value().staging.get();
    staging_ = MappedMemory::map(staging, memory_file_bytes(staging).take()).take();
    channel_ =
        std::make_unique<channel::ClientChannel>(memory_.bytes(), [fd = socket_.get()] { return !has_peer_gone(fd); });
    prepare();
}

std::uint64_t ChannelProgram::handle() {
    return Handle::make(HandleKind::Module, 1, next_index_++).bits;
}

std::uint64_t ChannelProgram::find_function(std::uint64_t module, const char* name) {
    const std::uint64_t made = Handle::make(HandleKind::Function, 1, next_index_++).bits;
    wire::FindFunction::Reply reply;
    if (status_ == 0)
        status_ =
            channel_->call(wire::FindFunction{module, made}, std::as_bytes(std::span(name, std::strlen(name))), reply);
    return made;
}

void ChannelProgram::prepare() {
    const std::uint64_t at = channel::header_of(memory_.bytes()).staging_begin;
    std::memcpy(staging_.bytes().data(), basic_kernels.data(), basic_kernels.size());
    const std::uint64_t module = handle();
    wire::LoadModule::Reply loaded;
    status_ = channel_->call(wire::LoadModule{module, at, basic_kernels.size()}, {}, loaded);
    add_ = find_function(module, "add");
    spin_ = find_function(module, "spin");
    wire::Allocate::Reply allocated;
    if (status_ == 0) status_ = channel_->call(wire::Allocate{4 * (threads + 1), 256}, {}, allocated);
    data_ = allocated.address;
}

void ChannelProgram::launch(std::uint64_t function, const std::vector<std::byte>& parameters) {
    static_cast<void>(channel_->submit(wire::Launch{0, function, 1, 1, 1, threads, 1, 1, 0, 0}, parameters));
}

std::int32_t ChannelProgram::compute(std::uint32_t amount, bool& is_wrong) {
    const std::vector<std::uint32_t> zeros(threads, 0);
    static_cast<void>(channel_->submit(wire::Write{0, data_}, std::as_bytes(std::span(zeros))));
    std::vector<std::byte> parameters;
    append(parameters, data_);
    append(parameters, amount);
    for (int i = 0; i < 4; ++i)
        launch(add_, parameters);
    std::vector<std::byte> read;
    wire::Read::Reply reply;
    const std::int32_t status = channel_->call(wire::Read{0, data_, 4 * threads}, {}, reply, &read);
    if (status != 0) return status;
    const std::vector<std::uint32_t> expected(threads, 4 * amount);
    is_wrong = read.size() != 4 * threads || std::memcmp(read.data(), expected.data(), read.size()) != 0;
    return channel_->take_failure().status;
}

std::int32_t ChannelProgram::wait_for_ever() {
    // The word behind the numbers is 0, and stays so.
    std::vector<std::byte> parameters;
    append(parameters, data_ + 4 * threads);
    launch(spin_, parameters);
    wire::SynchronizeSession::Reply reply;
    return channel_->call(wire::SynchronizeSession{}, {}, reply);
}

}  // namespace ringfence::supervisor
