// cuFile's batches. A batch is done when it has been submitted: its requests run one after the other, in the call.
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "client/libraries/cufile_transfer.h"
#include "client/libraries/library_call.h"

namespace {

using ringfence::Mutex;
using ringfence::MutexLock;
using namespace ringfence::client;
using namespace ringfence::client::cufile;

constexpr unsigned most_requests = 128;

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

constexpr int batch_mode = 1;
constexpr int is_complete = 0x10;
constexpr int has_failed = 0x40;

struct Batch {
    Mutex mutex;
    unsigned room = 0;
    std::deque<BatchEvent> events RF_GUARDED_BY(mutex);  // that nobody has asked for yet
};

struct Batches {
    Mutex mutex;
    std::unordered_map<void*, std::shared_ptr<Batch>> living RF_GUARDED_BY(mutex);
};
Batches& batches() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const all = new Batches();
    return *all;
}

std::shared_ptr<Batch> find_batch(void* handle) {
    const MutexLock lock(batches().mutex);
    const auto found = batches().living.find(handle);
    return found == batches().living.end() ? nullptr : found->second;
}

// Before any of them runs: those that are no requests at all.
int find_files(const BatchRequest* requests, unsigned count, std::vector<std::shared_ptr<const File>>& files) {
    for (unsigned i = 0; i < count; ++i) {
        const bool is_known =
            requests[i].mode == batch_mode && (requests[i].operation == 0 || requests[i].operation == 1);
        if (!is_known) return invalid_value;
        files.push_back(find_file(requests[i].file));
        if (files.back() == nullptr) return handle_not_registered;
    }
    return success;
}

BatchEvent run(const File& file, const BatchRequest& batched) {
    const Request request = {batched.base, batched.bytes, batched.file_offset, batched.buffer_offset};
    ssize_t done = batched.operation == 0 ? read_file(file, request) : write_file(file, request);
    if (done == -1) done = -errno;
    return {batched.cookie, done < 0 ? has_failed : is_complete, static_cast<std::size_t>(done)};
}

}  // namespace

RF_LIBRARY_FUNCTION(Error, cuFileBatchIOSetUp)(void** handle, unsigned count) {
    if (handle == nullptr || count == 0 || count > most_requests) return as_error(invalid_value);
    auto batch = std::make_shared<Batch>();
    batch->room = count;
    *handle = batch.get();
    const MutexLock lock(batches().mutex);
    batches().living.emplace(*handle, std::move(batch));
    return {};
}

RF_LIBRARY_FUNCTION(Error, cuFileBatchIOSubmit)
(void* handle, unsigned count, const BatchRequest* requests, unsigned flags) {
    const std::shared_ptr<Batch> batch = find_batch(handle);
    if (batch == nullptr || requests == nullptr || count == 0 || flags != 0) return as_error(invalid_value);
    const MutexLock lock(batch->mutex);
    if (count > batch->room - batch->events.size()) return as_error(batch_full);
    std::vector<std::shared_ptr<const File>> files;
    if (const int status = find_files(requests, count, files); status != success) return as_error(status);
    for (unsigned i = 0; i < count; ++i)
        batch->events.push_back(run(*files[i], requests[i]));
    return {};
}

// Nothing is in progress, so nobody has to wait.
RF_LIBRARY_FUNCTION(Error, cuFileBatchIOGetStatus)
(void* handle, unsigned least, unsigned* count, BatchEvent* events, const timespec*) {
    const std::shared_ptr<Batch> batch = find_batch(handle);
    if (batch == nullptr || count == nullptr || events == nullptr || least > *count) return as_error(invalid_value);
    const MutexLock lock(batch->mutex);
    unsigned given = 0;
    for (; given < *count && !batch->events.empty(); ++given) {
        events[given] = batch->events.front();
        batch->events.pop_front();
    }
    *count = given;
    return {};
}

RF_LIBRARY_FUNCTION(Error, cuFileBatchIOCancel)(void* handle) {
    return as_error(find_batch(handle) == nullptr ? invalid_value : success);
}

RF_LIBRARY_FUNCTION(void, cuFileBatchIODestroy)(void* handle) {
    const MutexLock lock(batches().mutex);
    batches().living.erase(handle);
}
