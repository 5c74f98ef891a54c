#include "connection.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "../basic_kernels.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"

namespace ringfence::hostile {

const std::string_view kernels = basic_kernels;

Result<Connection> connect(const std::string& program) {
    Connection connection;
    RF_TRY(connection.socket, connect_to(daemon_socket_path()));
    channel::Hello hello;
    hello.pid = static_cast<std::uint32_t>(::getpid());
    hello.program = program;
    hello.backend = "soft";
    hello.isolation = "shared";
    const char* const guard = std::getenv("RINGFENCE_GUARD");
    hello.guard = guard != nullptr ? guard : "off";
    RF_RETURN_IF_ERROR(channel::send_hello(connection.socket.get(), hello, -1));
    RF_TRY(auto welcome, channel::receive_welcome(connection.socket.get(), std::chrono::seconds(60)));
    RF_TRY(connection.memory, channel::map_shared_memory(welcome.channel.get()));
    connection.header = channel::header_of(connection.memory.bytes());
    RF_TRY(connection.staging, MappedMemory::map(welcome.staging.get(), connection.header.staging_bytes));
    return connection;
}

}  // namespace ringfence::hostile
