// cuFile with real files: what arrives in device and host memory and in the file, at all kinds of places and sizes; at
// the end of the file; with O_DIRECT; in a stream's order; in batches; and what is refused.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <thread>

#include "device.h"

extern "C" {
struct FileError {
    int status;
    int cuda;
};
struct FileDescription {
    int type;
    union {
        int descriptor;
        void* handle;
    };
    const void* operations;
};
struct BatchRequest {
    int mode;
    void* base;
    off_t file_offset;
    off_t buffer_offset;
    std::size_t bytes;
    void* file;
    int operation;
    void* cookie;
};
struct BatchEvent {
    void* cookie;
    int state;
    std::size_t result;
};
struct DriverProperties {
    unsigned major_version, minor_version;
    std::size_t poll_threshold, direct_io;
    unsigned status_flags, control_flags, features, device_cache, buffer_cache, pinned, batch_size, batch_timeout;
};
int cudaMallocHost(void** address, std::size_t bytes);
int cudaFreeHost(void* address);
int cudaMallocManaged(void** address, std::size_t bytes, unsigned flags);
int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream);
int cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream);
int cudaLaunchHostFunc(void* stream, void (*function)(void*), void* data);
int cudaGraphDestroy(void* graph);
FileError cuFileDriverOpen();
FileError cuFileDriverClose_v2();
long cuFileUseCount();
FileError cuFileGetVersion(int* version);
FileError cuFileDriverGetProperties(DriverProperties* properties);
FileError cuFileDriverSetPollMode(bool poll, std::size_t threshold);
FileError cuFileDriverSetMaxDirectIOSize(std::size_t kilobytes);
FileError cuFileGetParameterSizeT(int parameter, std::size_t* value);
FileError cuFileSetParameterSizeT(int parameter, std::size_t value);
FileError cuFileGetParameterMinMaxValue(int parameter, std::size_t* least, std::size_t* most);
FileError cuFileGetParameterBool(int parameter, bool* value);
FileError cuFileSetParameterString(int parameter, const char* text);
FileError cuFileGetParameterString(int parameter, char* text, int length);
FileError cuFileHandleRegister(void** handle, const FileDescription* description);
void cuFileHandleDeregister(void* handle);
FileError cuFileBufRegister(const void* base, std::size_t bytes, int flags);
FileError cuFileBufDeregister(const void* base);
ssize_t cuFileRead(void* handle, void* base, std::size_t bytes, off_t file_offset, off_t buffer_offset);
ssize_t cuFileWrite(void* handle, const void* base, std::size_t bytes, off_t file_offset, off_t buffer_offset);
FileError cuFileReadAsync(void*, void* base, std::size_t*, off_t* file, off_t* buffer, ssize_t* done, void* stream);
FileError cuFileWriteAsync(void*, void* base, std::size_t*, off_t* file, off_t* buffer, ssize_t* done, void* stream);
FileError cuFileStreamRegister(void* stream, unsigned flags);
FileError cuFileStreamDeregister(void* stream);
FileError cuFileBatchIOSetUp(void** batch, unsigned count);
FileError cuFileBatchIOSubmit(void* batch, unsigned count, BatchRequest* requests, unsigned flags);
FileError cuFileBatchIOGetStatus(void* batch, unsigned least, unsigned* count, BatchEvent* events, timespec* timeout);
FileError cuFileBatchIOCancel(void* batch);
void cuFileBatchIODestroy(void* batch);
}

namespace {

using Bytes = std::vector<unsigned char>;

constexpr int invalid_value = 5022;
constexpr std::size_t page = 4096;
constexpr std::size_t mebibyte = 1 << 20;

std::mt19937 generator(5);
std::string folder;

Bytes random_bytes(std::size_t count) {
    Bytes bytes(count);
    for (unsigned char& byte : bytes)
        byte = static_cast<unsigned char>(generator());
    return bytes;
}

// A file with these contents, registered with cuFile.
class TestFile {
public:
    explicit TestFile(const Bytes& contents, int flags = O_RDWR) : path_(folder + "/file") {
        const int plain = ::open(path_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
        const bool is_written = contents.empty() || ::write(plain, contents.data(), contents.size()) ==
                                                        static_cast<ssize_t>(contents.size());
        check(plain >= 0 && is_written && ::close(plain) == 0, "the file is written");
        descriptor_ = ::open(path_.c_str(), flags | O_CLOEXEC);
        if (descriptor_ < 0) return;
        const FileDescription description = {1, {descriptor_}, nullptr};
        check_status(cuFileHandleRegister(&handle_, &description).status, 0, "cuFileHandleRegister");
    }
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;
    ~TestFile() {
        if (handle_ != nullptr) cuFileHandleDeregister(handle_);
        if (descriptor_ >= 0) ::close(descriptor_);
        ::unlink(path_.c_str());
    }

    bool is_open() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    void* handle() const { return handle_; }
    Bytes contents() const {
        const int plain = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
        struct stat facts = {};
        ::fstat(plain, &facts);
        Bytes bytes(static_cast<std::size_t>(facts.st_size));
        const bool is_read = ::pread(plain, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
        check(plain >= 0 && is_read && ::close(plain) == 0, "the file is read");
        return bytes;
    }

private:
    std::string path_;
    int descriptor_ = -1;
    void* handle_ = nullptr;
};

struct Place {
    std::size_t file, buffer, bytes;
};

constexpr Place places[] = {
    {0, 0, 1},
    {0, 0, page},
    {page, page, 3 * page},
    {1, 0, 1000},
    {0, 3, 4097},
    {4095, 17, 2},
    {123457, 4321, 654321},
    {0, 0, 4 * mebibyte},
    {0, 0, 4 * mebibyte + 1},
    {1, 1, 9 * mebibyte + 777},
    {page, 0, 8 * mebibyte},
};

// From the file into the middle of a buffer whose other bytes stay.
void check_read(const TestFile& file, const Bytes& contents, const Place& place, const char* what) {
    ++cases;
    Bytes expected = random_bytes(place.buffer + place.bytes + 100);
    const DeviceVector<unsigned char> buffer(expected);
    const ssize_t done = cuFileRead(file.handle(), buffer.data(), place.bytes, static_cast<off_t>(place.file),
                                    static_cast<off_t>(place.buffer));
    check(done == static_cast<ssize_t>(place.bytes), std::string(what) + ": read " + std::to_string(done));
    std::copy_n(contents.begin() + static_cast<long>(place.file), place.bytes,
                expected.begin() + static_cast<long>(place.buffer));
    check(buffer.read() == expected, std::string(what) + ": what was read");
}

void check_write(const TestFile& file, Bytes& contents, const Place& place, const char* what) {
    ++cases;
    const Bytes bytes = random_bytes(place.buffer + place.bytes);
    const DeviceVector<unsigned char> buffer(bytes);
    const ssize_t done = cuFileWrite(file.handle(), buffer.data(), place.bytes, static_cast<off_t>(place.file),
                                     static_cast<off_t>(place.buffer));
    check(done == static_cast<ssize_t>(place.bytes), std::string(what) + ": wrote " + std::to_string(done));
    contents.resize(std::max(contents.size(), place.file + place.bytes));
    std::copy_n(bytes.begin() + static_cast<long>(place.buffer), place.bytes,
                contents.begin() + static_cast<long>(place.file));
    check(file.contents() == contents, std::string(what) + ": what was written");
}

void check_places(int flags, const char* what) {
    Bytes contents = random_bytes(10 * mebibyte);
    const TestFile file(contents, flags);
    if (!file.is_open()) {
        std::printf("%s: this file system does not have it\n", what);
        return;
    }
    for (const Place& place : places)
        check_read(file, contents, place, what);
    for (const Place& place : places)
        check_write(file, contents, place, what);
    check_write(file, contents, {contents.size() + 5000, 0, 333}, what);
    check_write(file, contents, {contents.size() + page, 0, 5 * mebibyte}, what);
}

void check_end_of_file(int flags) {
    const Bytes contents = random_bytes(5 * mebibyte + 10);
    const TestFile file(contents, flags);
    if (!file.is_open()) return;
    for (const std::size_t at : {std::size_t{0}, std::size_t{page}, contents.size() - 3}) {
        ++cases;
        Bytes expected(6 * mebibyte, 7);
        const DeviceVector<unsigned char> buffer(expected);
        const ssize_t done = cuFileRead(file.handle(), buffer.data(), expected.size(), static_cast<off_t>(at), 0);
        check(done == static_cast<ssize_t>(contents.size() - at), "a short read at the end: " + std::to_string(done));
        std::copy(contents.begin() + static_cast<long>(at), contents.end(), expected.begin());
        check(buffer.read() == expected, "what lies before the end");
    }
    const DeviceVector<unsigned char> buffer(Bytes(100, 7));
    check(cuFileRead(file.handle(), buffer.data(), 100, static_cast<off_t>(contents.size()), 0) == 0, "at the end");
    check(cuFileRead(file.handle(), buffer.data(), 100, 1 << 30, 0) == 0, "far behind the end");
    check(cuFileRead(file.handle(), buffer.data(), 0, 0, 0) == 0, "nothing");
    check(buffer.read() == Bytes(100, 7), "untouched");
}

// The program's own memory, pinned memory, managed memory.
void check_host_memory() {
    const Bytes contents = random_bytes(200000);
    const TestFile file(contents);
    Bytes own(contents.size() + 10);
    void *pinned = nullptr, *managed = nullptr;
    check_status(cudaMallocHost(&pinned, own.size()), 0, "cudaMallocHost");
    check_status(cudaMallocManaged(&managed, own.size(), 1), 0, "cudaMallocManaged");
    for (void* memory : {static_cast<void*>(own.data()), pinned, managed}) {
        ++cases;
        check(cuFileRead(file.handle(), memory, 150000, 5, 10) == 150000, "read to host memory");
        check(std::memcmp(static_cast<char*>(memory) + 10, contents.data() + 5, 150000) == 0, "what was read there");
        check(cuFileWrite(file.handle(), memory, 100, 7, 20) == 100, "written from host memory");
        check(file.contents()[7] == contents[15], "what was written");
        check(cuFileWrite(file.handle(), contents.data(), contents.size(), 0, 0) == 200000, "as it was");
    }
    check(cudaFreeHost(pinned) == 0 && cudaFree(managed) == 0, "freed");
}

void check_buffers() {
    ++cases;
    const TestFile file(random_bytes(3000));
    const DeviceVector<unsigned char> buffer(Bytes(2000, 0));
    check_status(cuFileBufRegister(buffer.data(), 1000, 0).status, 0, "cuFileBufRegister");
    check_status(cuFileBufRegister(buffer.data(), 1000, 0).status, 5023, "twice");
    check(cuFileRead(file.handle(), buffer.data(), 1000, 0, 0) == 1000, "as much as was registered");
    check(cuFileRead(file.handle(), buffer.data(), 1000, 0, 1) == -5017, "beyond what was registered");
    check_status(cuFileBufDeregister(buffer.data()).status, 0, "cuFileBufDeregister");
    check_status(cuFileBufDeregister(buffer.data()).status, invalid_value, "deregistered twice");
    check(cuFileRead(file.handle(), buffer.data(), 2000, 0, 0) == 2000, "the whole allocation");
    check(cuFileRead(file.handle(), buffer.data(), 2000, 0, 64 * mebibyte) == -5014, "beyond the allocation");
    check(cuFileWrite(file.handle(), buffer.data(), 64 * mebibyte, 0, 0) == -5014, "written from beyond it");
    check_status(cuFileBufRegister(nullptr, 10, 0).status, invalid_value, "no buffer");
    check_status(cuFileBufRegister(buffer.data(), 0, 0).status, invalid_value, "no bytes");
    check_status(cuFileBufRegister(buffer.data(), 10, 64).status, invalid_value, "flags that are none");
    check_status(cuFileBufRegister(buffer.data(), 64 * mebibyte, 0).status, 5014, "more than there is");
}

void check_handles() {
    ++cases;
    const TestFile file(random_bytes(10));
    void* handle = nullptr;
    FileDescription description = {1, {file.descriptor()}, nullptr};
    check_status(cuFileHandleRegister(&handle, &description).status, 5028, "registered twice");
    check_status(cuFileHandleRegister(nullptr, &description).status, invalid_value, "to nowhere");
    check_status(cuFileHandleRegister(&handle, nullptr).status, invalid_value, "nothing");
    description.descriptor = -1;
    check_status(cuFileHandleRegister(&handle, &description).status, invalid_value, "no descriptor");
    description.descriptor = 999;
    check_status(cuFileHandleRegister(&handle, &description).status, 5018, "a descriptor that is not open");
    int ends[2] = {};
    check(::pipe(ends) == 0, "pipe");
    description.descriptor = ends[0];
    check_status(cuFileHandleRegister(&handle, &description).status, 5018, "a pipe");
    description.descriptor = ::open((folder + "/other").c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
    check_status(cuFileHandleRegister(&handle, &description).status, 5019, "a file that is appended to");
    description.type = 3;
    check_status(cuFileHandleRegister(&handle, &description).status, 5008, "a file system of the program's own");
    description.type = 2;
    check_status(cuFileHandleRegister(&handle, &description).status, invalid_value, "a file of another system");
    ::close(description.descriptor);
    ::unlink((folder + "/other").c_str());
    ::close(ends[0]);
    ::close(ends[1]);
    cuFileHandleDeregister(nullptr);
}

void check_misuse() {
    ++cases;
    const DeviceVector<unsigned char> buffer(Bytes(100, 7));
    int nothing = 0;
    check(cuFileRead(nullptr, buffer.data(), 1, 0, 0) == -5027, "no handle");
    check(cuFileRead(&nothing, buffer.data(), 1, 0, 0) == -5027, "any pointer");
    const TestFile file(random_bytes(100), O_RDONLY);
    check(cuFileRead(file.handle(), nullptr, 1, 0, 0) == -invalid_value, "to nowhere");
    check(cuFileRead(file.handle(), buffer.data(), 1, -1, 0) == -invalid_value, "before the file");
    check(cuFileRead(file.handle(), buffer.data(), 1, 0, -1) == -invalid_value, "before the buffer");
    check(cuFileRead(file.handle(), buffer.data(), SIZE_MAX, 0, 0) == -invalid_value, "all there can be");
    errno = 0;
    check(cuFileWrite(file.handle(), buffer.data(), 100, 0, 0) == -1 && errno == EBADF, "a file that is only read");
    void* const handle = file.handle();
    cuFileHandleDeregister(handle);
    check(cuFileRead(handle, buffer.data(), 1, 0, 0) == -5027, "a handle of the past");
    check(buffer.read() == Bytes(100, 7), "untouched");
}

struct Call {
    std::size_t bytes = 0;
    off_t file_offset = 0, buffer_offset = 0;
    ssize_t done = -77;
};

// Numbers that the stream changes before it comes to the call.
struct Change {
    Call* call;
    std::size_t bytes;
    off_t file_offset, buffer_offset;
};
std::atomic<bool> may_change{false};
// Not before the call that it changes has been made.
void make_change(void* data) {
    may_change.wait(false);
    const auto& change = *static_cast<Change*>(data);
    change.call->bytes = change.bytes;
    change.call->file_offset = change.file_offset;
    change.call->buffer_offset = change.buffer_offset;
}

// Writes come after what is on the stream before, reads before what comes after; both with several pieces.
void check_stream_order(void* stream) {
    ++cases;
    const std::size_t bytes = 9 * mebibyte + 13;
    const TestFile file(Bytes(100, 1));
    const DeviceVector<unsigned char> buffer(Bytes(bytes, 0)), back(Bytes(bytes + 5, 9)), after(Bytes(bytes, 0));
    Call write{bytes, 3, 0}, read{bytes, 3, 5};
    check_status(cudaMemsetAsync(buffer.data(), 0x5a, bytes, stream), 0, "cudaMemsetAsync");
    check_status(cuFileWriteAsync(file.handle(), buffer.data(), &write.bytes, &write.file_offset, &write.buffer_offset,
                                  &write.done, stream)
                     .status,
                 0, "cuFileWriteAsync");
    check_status(cuFileReadAsync(file.handle(), back.data(), &read.bytes, &read.file_offset, &read.buffer_offset,
                                 &read.done, stream)
                     .status,
                 0, "cuFileReadAsync");
    check_status(cudaMemcpyAsync(after.data(), back.data() + 5, bytes, 3, stream), 0, "cudaMemcpyAsync");
    check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
    check(write.done == static_cast<ssize_t>(bytes) && read.done == write.done, "how much it was");
    check(after.read() == Bytes(bytes, 0x5a), "in the stream's order");
    Bytes expected(bytes + 3, 0x5a);
    std::fill_n(expected.begin(), 3, 1);
    check(file.contents() == expected, "the file");
    Bytes expected_back(bytes + 5, 0x5a);
    std::fill_n(expected_back.begin(), 5, 9);
    check(back.read() == expected_back, "the buffer");
}

void check_late_numbers(void* stream) {
    ++cases;
    const Bytes contents = random_bytes(1000);
    const TestFile file(contents);
    const DeviceVector<unsigned char> buffer(Bytes(2000, 0));
    Call call{1000, 0, 0};
    Change change{&call, 50, 900, 100};
    const auto read = [&] {
        call = {1000, 0, 0};
        check_status(cudaMemset(buffer.data(), 0, 2000), 0, "cudaMemset");
        check_status(cudaDeviceSynchronize(), 0, "cudaDeviceSynchronize");
        may_change = false;
        check_status(cudaLaunchHostFunc(stream, make_change, &change), 0, "cudaLaunchHostFunc");
        check_status(cuFileReadAsync(file.handle(), buffer.data(), &call.bytes, &call.file_offset, &call.buffer_offset,
                                     &call.done, stream)
                         .status,
                     0, "cuFileReadAsync");
        may_change = true;
        may_change.notify_all();
        check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
    };
    read();
    Bytes expected(2000, 0);
    std::copy_n(contents.begin() + 900, 50, expected.begin() + 100);
    check(call.done == 50 && buffer.read() == expected, "numbers of when the stream came there");
    change = {&call, 500, 800, 0};
    read();
    check(call.done == 200, "a short read in a stream");
    change = {&call, 1000, 0, 1 << 30};
    read();
    check(call.done == -invalid_value && buffer.read() == Bytes(2000, 0), "too far then");
    change = {&call, 1001, 0, 0};
    read();
    check(call.done == -invalid_value, "more than was said");
}

void check_streams(void* stream) {
    ++cases;
    const Bytes contents = random_bytes(5000);
    const TestFile file(contents), read_only(contents, O_RDONLY);
    const DeviceVector<unsigned char> buffer(Bytes(5000, 0));
    Bytes own(5000);
    Call call{5000, 0, 0};
    const auto read = [&](void* handle, void* base, std::size_t* bytes, void* to) {
        return cuFileReadAsync(handle, base, bytes, &call.file_offset, &call.buffer_offset, &call.done, to).status;
    };
    check_status(read(file.handle(), own.data(), &call.bytes, stream), 0, "to host memory");
    check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
    check(call.done == 5000 && own == contents, "what was read there");
    check_status(read(file.handle(), buffer.data(), &call.bytes, nullptr), 0, "on the default stream");
    check_status(cudaDeviceSynchronize(), 0, "cudaDeviceSynchronize");
    check(buffer.read() == contents, "what was read on it");
    check_status(cuFileWriteAsync(read_only.handle(), buffer.data(), &call.bytes, &call.file_offset,
                                  &call.buffer_offset, &call.done, stream)
                     .status,
                 0, "writing to a file that is only read");
    check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
    check(call.done == -EBADF, "is told in the result");
    check_status(read(nullptr, buffer.data(), &call.bytes, stream), 5027, "no handle");
    check_status(read(file.handle(), nullptr, &call.bytes, stream), invalid_value, "to nowhere");
    check_status(read(file.handle(), buffer.data(), nullptr, stream), invalid_value, "no size");
    call.bytes = 64 * mebibyte;
    check_status(read(file.handle(), buffer.data(), &call.bytes, stream), 5014, "beyond the allocation");
    call.bytes = 5000;
    check_status(cuFileStreamRegister(stream, 16).status, invalid_value, "flags that are none");
    check_status(cuFileStreamRegister(stream, 7).status, 0, "cuFileStreamRegister");
    check_status(read(file.handle(), buffer.data(), &call.bytes, stream), 0, "with numbers of now");
    call.bytes = 0;
    check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
    check(call.done == 5000, "the numbers were those");
    check_status(cuFileStreamDeregister(stream).status, 0, "cuFileStreamDeregister");
    check_status(cuFileStreamDeregister(stream).status, invalid_value, "twice");
    void* graph = nullptr;
    call.bytes = 10;
    check_status(cudaStreamBeginCapture(stream, 0), 0, "cudaStreamBeginCapture");
    check_status(read(file.handle(), buffer.data(), &call.bytes, stream), 5038, "in a stream that is captured");
    check_status(cudaStreamEndCapture(stream, &graph), 0, "cudaStreamEndCapture");
    check_status(cudaGraphDestroy(graph), 0, "cudaGraphDestroy");
}

// More calls behind one another than can be under way at once.
void check_many(void* stream) {
    ++cases;
    constexpr std::size_t count = 200, bytes = 1000;
    const Bytes contents = random_bytes(count * bytes);
    const TestFile file(contents);
    const DeviceVector<unsigned char> buffer(Bytes(contents.size(), 0));
    std::vector<Call> calls(count);
    for (std::size_t i = 0; i < count; ++i) {
        calls[i] = {bytes, static_cast<off_t>(i * bytes), static_cast<off_t>(i * bytes)};
        const int status = cuFileReadAsync(file.handle(), buffer.data(), &calls[i].bytes, &calls[i].file_offset,
                                           &calls[i].buffer_offset, &calls[i].done, stream)
                               .status;
        if (status != 0) check_status(status, 0, "one of many");
    }
    check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
    check(buffer.read() == contents, "many on one stream");
}

// As thread pools do it: each reads its part, at once or on a stream that all of them use.
void check_threads(void* stream) {
    constexpr std::size_t count = 8, bytes = 5 * mebibyte / 4 + 3;
    const Bytes contents = random_bytes(count * bytes);
    const TestFile file(contents);
    for (const bool is_in_stream : {false, true}) {
        ++cases;
        const DeviceVector<unsigned char> buffer(Bytes(contents.size(), 0));
        std::vector<Call> calls(count);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < count; ++i) {
            threads.emplace_back([&, i] {
                Call& call = calls[i];
                call = {bytes, static_cast<off_t>(i * bytes), static_cast<off_t>(i * bytes)};
                if (is_in_stream) {
                    cuFileReadAsync(file.handle(), buffer.data(), &call.bytes, &call.file_offset, &call.buffer_offset,
                                    &call.done, stream);
                } else {
                    call.done =
                        cuFileRead(file.handle(), buffer.data(), call.bytes, call.file_offset, call.buffer_offset);
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        check_status(cudaStreamSynchronize(stream), 0, "cudaStreamSynchronize");
        for (const Call& call : calls)
            check(call.done == static_cast<ssize_t>(bytes), "a thread's part: " + std::to_string(call.done));
        check(buffer.read() == contents, "what the threads read");
    }
}

void check_batches() {
    ++cases;
    const Bytes contents = random_bytes(10000);
    const TestFile file(contents);
    const DeviceVector<unsigned char> buffer(Bytes(10000, 0));
    void* batch = nullptr;
    int cookies[4] = {};
    BatchRequest requests[] = {{1, buffer.data(), 0, 5000, 5000, file.handle(), 0, &cookies[0]},
                               {1, buffer.data(), 9000, 0, 5000, file.handle(), 0, &cookies[1]},
                               {1, buffer.data(), 10000, 5000, 100, file.handle(), 1, &cookies[2]},
                               {1, nullptr, 0, 0, 100, file.handle(), 0, &cookies[3]}};
    BatchEvent events[4] = {};
    unsigned count = 4;
    timespec timeout = {1, 0};
    check_status(cuFileBatchIOSetUp(&batch, 4).status, 0, "cuFileBatchIOSetUp");
    check_status(cuFileBatchIOSubmit(batch, 4, requests, 0).status, 0, "cuFileBatchIOSubmit");
    check_status(cuFileBatchIOSubmit(batch, 1, requests, 0).status, 5037, "no room");
    check_status(cuFileBatchIOGetStatus(batch, 4, &count, events, &timeout).status, 0, "cuFileBatchIOGetStatus");
    check(count == 4, "all are done");
    const std::size_t results[] = {5000, 1000, 100, static_cast<std::size_t>(-invalid_value)};
    for (int i = 0; i < 4; ++i) {
        check(events[i].cookie == &cookies[i], "the cookie");
        check(events[i].result == results[i] && events[i].state == (i == 3 ? 0x40 : 0x10), "the result");
    }
    Bytes expected(10000, 0);
    std::copy_n(contents.begin(), 5000, expected.begin() + 5000);
    std::copy_n(contents.begin() + 9000, 1000, expected.begin());
    check(buffer.read() == expected, "what was read");
    check(file.contents().size() == 10100, "what was written");
    check_status(cuFileBatchIOGetStatus(batch, 0, &count, events, &timeout).status, 0, "nothing more");
    check(count == 0, "no events");
    requests[0].mode = 0;
    check_status(cuFileBatchIOSubmit(batch, 1, requests, 0).status, invalid_value, "a mode that is none");
    requests[1].operation = 2;
    check_status(cuFileBatchIOSubmit(batch, 1, requests + 1, 0).status, invalid_value, "an operation that is none");
    requests[2].file = nullptr;
    check_status(cuFileBatchIOSubmit(batch, 1, requests + 2, 0).status, 5027, "no file");
    check_status(cuFileBatchIOSubmit(batch, 0, requests, 0).status, invalid_value, "none");
    check_status(cuFileBatchIOCancel(batch).status, 0, "cuFileBatchIOCancel");
    cuFileBatchIODestroy(batch);
    check_status(cuFileBatchIOCancel(batch).status, invalid_value, "a batch of the past");
    check_status(cuFileBatchIOSetUp(&batch, 0).status, invalid_value, "no requests");
    check_status(cuFileBatchIOSetUp(&batch, 129).status, invalid_value, "too many requests");
}

void check_settings() {
    ++cases;
    std::size_t value = 0, least = 0, most = 0;
    bool is_on = false;
    char text[16] = {};
    int version = 0;
    check(cuFileGetVersion(&version).status == 0 && version >= 1150, "version");
    check_status(cuFileGetVersion(nullptr).status, invalid_value, "version to nowhere");
    check_status(cuFileSetParameterSizeT(9, 64).status, 0, "cuFileSetParameterSizeT");
    check(cuFileGetParameterSizeT(9, &value).status == 0 && value == 64, "cuFileGetParameterSizeT");
    check(cuFileGetParameterMinMaxValue(9, &least, &most).status == 0 && least <= 64 && most >= 64, "its range");
    check_status(cuFileSetParameterSizeT(9, most + 1).status, invalid_value, "out of its range");
    check_status(cuFileSetParameterSizeT(99, 1).status, invalid_value, "no such number");
    check(cuFileGetParameterBool(1, &is_on).status == 0 && is_on, "compatibility mode is allowed");
    check_status(cuFileSetParameterString(0, "INFO").status, 0, "cuFileSetParameterString");
    check(cuFileGetParameterString(0, text, sizeof text).status == 0 && std::strcmp(text, "INFO") == 0, "its text");
    check_status(cuFileGetParameterString(0, text, 4).status, invalid_value, "no room for it");
    check_status(cuFileDriverSetMaxDirectIOSize(1024).status, 5001, "the driver is not open");
    check(cuFileDriverOpen().status == 0 && cuFileUseCount() == 1, "cuFileDriverOpen");
    check_status(cuFileSetParameterSizeT(9, 32).status, 5026, "the driver is open");
    check_status(cuFileDriverSetMaxDirectIOSize(1024).status, 0, "cuFileDriverSetMaxDirectIOSize");
    check_status(cuFileDriverSetMaxDirectIOSize(3).status, 5003, "no whole page");
    check_status(cuFileDriverSetPollMode(true, 8).status, 0, "cuFileDriverSetPollMode");
    DriverProperties properties = {};
    check_status(cuFileDriverGetProperties(&properties).status, 0, "cuFileDriverGetProperties");
    check(properties.direct_io == 1024 && properties.control_flags == 3 && properties.batch_size == 64, "properties");
    check_status(cuFileDriverGetProperties(nullptr).status, invalid_value, "properties to nowhere");
    check(cuFileDriverClose_v2().status == 0 && cuFileUseCount() == 0, "cuFileDriverClose");
    check_status(cuFileDriverClose_v2().status, 5001, "closed twice");
}

}  // namespace

int main() {
    char name[] = "/var/tmp/ringfence-cufile-XXXXXX";  // not /tmp, which may lie in memory and know no O_DIRECT
    if (::mkdtemp(name) == nullptr) return EXIT_FAILURE;
    folder = name;
    void* stream = nullptr;
    check_status(cudaStreamCreate(&stream), 0, "cudaStreamCreate");
    check_settings();
    check_places(O_RDWR, "buffered");
    check_places(O_RDWR | O_DIRECT, "O_DIRECT");
    check_end_of_file(O_RDWR);
    check_end_of_file(O_RDWR | O_DIRECT);
    check_host_memory();
    check_buffers();
    check_handles();
    check_misuse();
    check_stream_order(stream);
    check_late_numbers(stream);
    check_streams(stream);
    check_many(stream);
    check_threads(stream);
    check_batches();
    check_status(cudaStreamDestroy(stream), 0, "cudaStreamDestroy");
    ::rmdir(name);
    return finish("cuFile");
}
