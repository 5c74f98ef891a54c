#include "connection.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"

namespace ringfence::hostile {

const std::string_view kernels = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 counter = 5;

.visible .entry add(.param .u64 data, .param .u32 amount)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [amount];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    add.u32 %r3, %r3, %r1;
    st.global.u32 [%rd3], %r3;
    ret;
}

.visible .entry store(.param .u64 address)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [address];
    mov.u32 %r1, 42;
    st.global.u32 [%rd1], %r1;
    ret;
}
)";

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
    RF_TRY(auto welcome, channel::receive_welcome(connection.socket.get(), std::chrono::seconds(30)));
    RF_TRY(connection.memory, channel::map_shared_memory(welcome.channel.get()));
    connection.header = channel::header_of(connection.memory.bytes());
    RF_TRY(connection.staging, MappedMemory::map(welcome.staging.get(), connection.header.staging_bytes));
    return connection;
}

}  // namespace ringfence::hostile
