/* The native API of Ringfence, for C. docs/native-api.md tells the story; ringfence.hpp is the same for C++.
 *
 * What a program can do to a GPU is what it holds. A handle is held until it is given to its rf_..._close; closing a
 * session invalidates all that was made in it. Handles may be used by several threads; calls wait for their answers.
 * Every call gives a code, and fills `error` if it is not null. A handle that a failed call was to give is null.
 */
#ifndef RINGFENCE_RINGFENCE_H
#define RINGFENCE_RINGFENCE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#    define RF_API __attribute__((visibility("default")))
#else
#    define RF_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* As ErrorCode in schema/ringfence.capnp. */
typedef enum rf_code {
    RF_OK = 0,
    RF_INVALID_ARGUMENT = 1,
    RF_UNSUPPORTED = 2,
    RF_DENIED = 3,
    RF_UNKNOWN_PEER = 4,
    RF_NOT_FOUND = 5,
    RF_FOREIGN = 6,
    RF_LIMIT_REACHED = 7,
    RF_OUT_OF_MEMORY = 8,
    RF_MODULE_REFUSED = 9,
    RF_LAUNCH_FAILED = 10,
    RF_TIMED_OUT = 11,
    RF_CANCELLED = 12,
    RF_CLOSED = 13,
    RF_REVOKED = 14,
    RF_EXPIRED = 15,
    RF_DEVICE_LOST = 16,
    RF_OVERLOADED = 17,
    RF_INTERNAL = 18
} rf_code;

typedef struct rf_error {
    rf_code code;
    int32_t cuda_status; /* CUDA's number for it, where it has one */
    char message[1024];
    char remedy[256];
    char limit[64]; /* of RF_LIMIT_REACHED: its key */
} rf_error;

typedef enum rf_kind {
    RF_COPY = 0,    /* moves bytes */
    RF_PROGRAM = 1, /* and runs programs that it was granted */
    RF_COMPUTE = 2  /* and loads programs of its own */
} rf_kind;

typedef struct rf_client rf_client;
typedef struct rf_session rf_session;
typedef struct rf_buffer rf_buffer;
typedef struct rf_mapping rf_mapping;
typedef struct rf_fence rf_fence;
typedef struct rf_program rf_program;
typedef struct rf_segment rf_segment;

typedef struct rf_device {
    char name[128];
    char backend[16];
    uint64_t memory_bytes;
    uint32_t multiprocessors;
    uint32_t compute_major;
    uint32_t compute_minor;
} rf_device;

/* Bytes that mean something to others: tokens, grants. */
typedef struct rf_bytes {
    const void* data;
    size_t size;
} rf_bytes;

typedef struct rf_limit {
    const char* key; /* docs/limits.md */
    uint64_t value;
} rf_limit;

/* What is zero or null is left to the daemon. */
typedef struct rf_session_options {
    const char* name;
    const char* backend;
    const char* isolation;
    const char* guard;
    const rf_limit* limits;
    size_t limit_count;
    const rf_bytes* programs; /* grants */
    size_t program_count;
    const rf_bytes* segments; /* grants */
    size_t segment_count;
    const int* output; /* a descriptor: where kernels print */
} rf_session_options;

typedef struct rf_session_info {
    uint64_t id;
    rf_kind kind;
    char tenant[128];
    rf_device device;
    int64_t expires; /* seconds since 1970; 0: never */
} rf_session_info;

typedef struct rf_usage {
    uint64_t device_bytes;
    uint64_t host_bytes;
    uint32_t buffers;
    uint32_t fences;
    uint32_t programs;
    uint32_t segments;
    uint64_t launches;
    uint64_t copies;
} rf_usage;

/* Somewhere in a buffer or in a segment: one of the two is null. */
typedef struct rf_place {
    const rf_buffer* buffer;
    const rf_segment* segment;
    uint64_t offset;
} rf_place;

/* A value if `size` is not zero, otherwise the address of a place. */
typedef struct rf_argument {
    const void* value;
    size_t size;
    rf_place address;
} rf_argument;

typedef struct rf_launch_options {
    const char* kernel;
    uint32_t grid[3]; /* 0 counts as 1 */
    uint32_t block[3];
    uint32_t shared_bytes;
    const rf_argument* arguments;
    size_t argument_count;
} rf_launch_options;

RF_API const char* rf_code_name(rf_code code);

/* Connects to the daemon; `socket` null: where it usually is. The token may be empty. */
RF_API rf_code rf_client_open(const char* socket, rf_bytes token, rf_client** client, rf_error* error);
RF_API void rf_client_close(rf_client* client);
/* Fills at most `room` of them; `count` becomes how many there are. */
RF_API rf_code rf_client_devices(rf_client* client, rf_device* devices, size_t room, size_t* count, rf_error* error);

RF_API rf_code rf_session_open(rf_client* client, rf_kind kind, const rf_session_options* options, rf_session** session,
                               rf_error* error);
/* A session that somebody else has opened and handed on: its connection, which is this session's from now on. */
RF_API rf_code rf_session_adopt(int descriptor, rf_kind kind, rf_session** session, rf_error* error);
RF_API rf_code rf_session_info_get(rf_session* session, rf_session_info* info, rf_error* error);
RF_API rf_code rf_session_usage(rf_session* session, rf_usage* usage, rf_error* error);
/* Tells the session to end; what was made in it is invalid, its handles must still be closed. */
RF_API rf_code rf_session_end(rf_session* session, rf_error* error);
RF_API void rf_session_close(rf_session* session);

RF_API rf_code rf_buffer_create(rf_session* session, uint64_t bytes, rf_buffer** buffer, rf_error* error);
RF_API rf_code rf_buffer_size(rf_buffer* buffer, uint64_t* bytes, rf_error* error);
/* However many bytes: what one call cannot carry goes in several. */
RF_API rf_code rf_buffer_read(rf_buffer* buffer, uint64_t offset, void* data, uint64_t bytes, rf_error* error);
RF_API rf_code rf_buffer_write(rf_buffer* buffer, uint64_t offset, const void* data, uint64_t bytes, rf_error* error);
RF_API rf_code rf_buffer_end(rf_buffer* buffer, rf_error* error);
RF_API void rf_buffer_close(rf_buffer* buffer);
/* The range's bytes in this process's memory. What is written there reaches the buffer with rf_mapping_unmap. */
RF_API rf_code rf_buffer_map(rf_buffer* buffer, uint64_t offset, uint64_t bytes, rf_mapping** mapping, rf_error* error);
RF_API void* rf_mapping_data(rf_mapping* mapping);
RF_API rf_code rf_mapping_unmap(rf_mapping* mapping, rf_error* error); /* the handle is gone, whatever comes of it */

RF_API rf_code rf_copy(rf_session* session, rf_place to, rf_place from, uint64_t bytes, rf_fence** fence,
                       rf_error* error);
RF_API rf_code rf_fill(rf_session* session, rf_place to, uint64_t bytes, uint8_t value, rf_fence** fence,
                       rf_error* error);
RF_API rf_code rf_launch(rf_session* session, rf_program* program, const rf_launch_options* launch, rf_fence** fence,
                         rf_error* error);

RF_API rf_code rf_fence_poll(rf_fence* fence, int* is_done, rf_error* error);
RF_API rf_code rf_fence_wait(rf_fence* fence, uint32_t milliseconds, rf_error* error);
RF_API rf_code rf_fence_cancel(rf_fence* fence, rf_error* error);
RF_API void rf_fence_close(rf_fence* fence);

RF_API rf_code rf_program_load(rf_session* session, const void* image, size_t bytes, rf_program** program,
                               rf_error* error);
/* One of those that the session was opened with. */
RF_API rf_code rf_program_granted(rf_session* session, size_t index, rf_program** program, rf_error* error);
/* A reference for another session of the same tenant; at most `room` bytes of it are written. */
RF_API rf_code rf_program_grant(rf_program* program, void* grant, size_t room, size_t* bytes, rf_error* error);
RF_API void rf_program_close(rf_program* program);

RF_API rf_code rf_segment_create(rf_session* session, uint64_t bytes, rf_segment** segment, rf_error* error);
RF_API rf_code rf_segment_granted(rf_session* session, size_t index, rf_segment** segment, rf_error* error);
RF_API rf_code rf_segment_grant(rf_segment* segment, void* grant, size_t room, size_t* bytes, rf_error* error);
/* Whole pages. */
RF_API rf_code rf_segment_size(rf_segment* segment, uint64_t* bytes, rf_error* error);
/* In this process's memory, until the handle is closed. */
RF_API rf_code rf_segment_map(rf_segment* segment, void** data, rf_error* error);
RF_API void rf_segment_close(rf_segment* segment);

#ifdef __cplusplus
}
#endif

#endif
