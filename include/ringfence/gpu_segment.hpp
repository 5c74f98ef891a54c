// GpuSegment: a segment of device memory (segments.h), attached for as long as the object is there.
//
//   ringfence::GpuSegment frames(key, bytes);
//   if (!frames) ... frames.status()
//   launch(frames.address());
#pragma once

#include <sys/ipc.h>

#include <cstddef>
#include <utility>

#include "ringfence/segments.h"

namespace ringfence {

class GpuSegment {
public:
    GpuSegment() = default;
    // The segment of a key, made if there is none. `flags`: IPC_EXCL if there must be none.
    GpuSegment(int key, std::size_t bytes, int flags = 0) {
        status_ = ::cuShmGet(&id_, key, bytes, flags);
        if (status_ == 0) attach();
    }
    // One that another program has told the id of.
    static GpuSegment of_id(int id) {
        GpuSegment segment;
        segment.id_ = id;
        segment.status_ = 0;
        segment.attach();
        return segment;
    }

    GpuSegment(GpuSegment&& other) noexcept { swap(other); }
    GpuSegment& operator=(GpuSegment&& other) noexcept {
        GpuSegment taken(std::move(other));
        swap(taken);
        return *this;
    }
    GpuSegment(const GpuSegment&) = delete;
    GpuSegment& operator=(const GpuSegment&) = delete;
    ~GpuSegment() {
        if (address_ != 0) ::cuShmDt(address_);
    }

    explicit operator bool() const { return address_ != 0; }
    // CUDA's, of what went wrong last.
    int status() const { return status_; }
    int id() const { return id_; }
    unsigned long long address() const { return address_; }
    std::size_t bytes() const { return bytes_; }

    // Nobody else can get it from now on; it goes with the last program that has it.
    bool remove() { return (status_ = ::cuShmCtl(id_, IPC_RMID, nullptr)) == 0; }
    // Lets another tenant, named by its id, attach the segment. revoke() also detaches the programs that have it.
    bool grant(const char* tenant) { return control(RINGFENCE_SEGMENT_GRANT, tenant); }
    bool revoke(const char* tenant) { return control(RINGFENCE_SEGMENT_REVOKE, tenant); }

private:
    bool control(int command, const char* tenant) {
        return (status_ = ::cuShmCtl(id_, command, const_cast<char*>(tenant))) == 0;
    }
    void attach() {
        status_ = ::cuShmAt(&address_, id_, 0);
        RingfenceSegment facts = {};
        if (status_ == 0) status_ = ::cuShmCtl(id_, IPC_STAT, &facts);
        bytes_ = facts.bytes;
    }
    void swap(GpuSegment& other) noexcept {
        std::swap(status_, other.status_);
        std::swap(id_, other.id_);
        std::swap(address_, other.address_);
        std::swap(bytes_, other.bytes_);
    }

    int status_ = 400;  // it is nobody's
    int id_ = -1;
    unsigned long long address_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace ringfence
