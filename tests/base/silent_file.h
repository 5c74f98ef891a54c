// A file of a file system whose program never says that the file may be closed (FUSE, FLUSH): close(2) of any copy of
// it waits until this ends, whoever calls it, but for one thread: the first of the test. Nor does it say if there is a
// file "unknown".
#pragma once

#include <fcntl.h>
#include <linux/fuse.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/socket.h"
#include "base/unique_fd.h"

namespace ringfence {

class SilentFile {
public:
    // In a process of its own, with mounts of its own. Not valid: that is not possible here, for who is not root.
    // `answered`: the thread that need not wait; 0: there is none.
    explicit SilentFile(pid_t answered = ::getpid()) {
        char name[] = "/tmp/silent-file-XXXXXX";
        if (::mkdtemp(name) == nullptr) return;
        folder_ = name;
        auto ends = socket_pair().take();
        opener_ = ::fork();
        if (opener_ == 0) open_and_send(ends.second.get(), answered);
        ends.second.reset();
        auto message = receive_message(ends.first.get(), sizeof server_, std::chrono::seconds(60));
        if (!message.ok() || message.value().descriptors.size() != 1) return;
        std::memcpy(&server_, message.value().bytes.data(), sizeof server_);
        file = std::move(message.value().descriptors.front());
    }
    ~SilentFile() {
        let_go();
        if (opener_ > 0 && ::kill(opener_, SIGKILL) == 0) ::waitpid(opener_, nullptr, 0);
        file.reset();
        if (!folder_.empty()) ::rmdir(folder_.c_str());
    }
    SilentFile(const SilentFile&) = delete;
    SilentFile& operator=(const SilentFile&) = delete;

    // With the program goes whatever waits for it.
    void let_go() {
        if (server_ > 0) ::kill(std::exchange(server_, 0), SIGKILL);
    }

    UniqueFd file;
    // Where it lies for a process with the mounts of this one.
    std::string folder() const { return folder_; }
    pid_t opener() const { return opener_; }

private:
    [[noreturn]] void open_and_send(int socket, pid_t test) const {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int device = ::open("/dev/fuse", O_RDWR | O_CLOEXEC);
        const std::string options = "fd=" + std::to_string(device) + ",rootmode=40000,user_id=0,group_id=0";
        if (device < 0 || ::unshare(CLONE_NEWNS) != 0 ||
            ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount("silent", folder_.c_str(), "fuse", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
            ::_exit(1);
        const pid_t server = ::fork();
        if (server == 0) serve(device, test);
        ::close(device);
        const int file = ::open((folder_ + "/file").c_str(), O_RDWR | O_CLOEXEC);
        const auto bytes = std::as_bytes(std::span(&server, 1));
        if (file >= 0) static_cast<void>(send_message(socket, bytes, std::array{file}));
        if (file < 0) ::_exit(1);
        while (true)
            ::pause();
    }

    static void answer(int device, std::uint64_t question, int error, const void* what = nullptr,
                       std::size_t bytes = 0) {
        std::array<char, 512> buffer = {};
        const fuse_out_header header = {static_cast<std::uint32_t>(sizeof header + bytes), error, question};
        std::memcpy(buffer.data(), &header, sizeof header);
        if (bytes > 0) std::memcpy(buffer.data() + sizeof header, what, bytes);
        if (::write(device, buffer.data(), header.len) < 0) return;
    }

    [[noreturn]] static void serve(int device, pid_t test) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        // Whatever else the test has open stays the test's.
        ::dup2(device, 3);
        ::close_range(4, ~0U, 0);
        static std::array<char, 1 << 17> buffer;
        while (::read(3, buffer.data(), buffer.size()) > 0) {
            fuse_in_header question = {};
            std::memcpy(&question, buffer.data(), sizeof question);
            const bool is_unknown =
                question.opcode == FUSE_LOOKUP && std::strcmp(buffer.data() + sizeof question, "unknown") == 0;
            if (!is_unknown) answer_one(question, test);
        }
        ::_exit(0);
    }

    static void answer_one(const fuse_in_header& question, pid_t test) {
        fuse_attr attributes = {};
        attributes.ino = question.opcode == FUSE_LOOKUP ? 2 : question.nodeid;
        attributes.mode = attributes.ino == 1 ? S_IFDIR | 0777 : S_IFREG | 0666;
        attributes.nlink = 1;
        if (question.opcode == FUSE_INIT) {
            fuse_init_out out = {};
            out.major = 7;
            out.minor = 31;
            out.max_write = 1 << 16;
            answer(3, question.unique, 0, &out, sizeof out);
        } else if (question.opcode == FUSE_LOOKUP) {
            fuse_entry_out out = {};
            out.nodeid = 2;
            out.attr_valid = out.entry_valid = 1000;
            out.attr = attributes;
            answer(3, question.unique, 0, &out, sizeof out);
        } else if (question.opcode == FUSE_GETATTR) {
            fuse_attr_out out = {};
            out.attr_valid = 1000;
            out.attr = attributes;
            answer(3, question.unique, 0, &out, sizeof out);
        } else if (question.opcode == FUSE_OPEN) {
            const fuse_open_out out = {};
            answer(3, question.unique, 0, &out, sizeof out);
        } else if (question.opcode == FUSE_FLUSH) {
            if (static_cast<pid_t>(question.pid) == test) answer(3, question.unique, 0);
        } else if (question.opcode == FUSE_RELEASE) {
            answer(3, question.unique, 0);
        } else if (question.opcode != FUSE_FORGET && question.opcode != FUSE_INTERRUPT) {
            answer(3, question.unique, -ENOSYS);
        }
    }

    std::string folder_;
    pid_t opener_ = 0;
    pid_t server_ = 0;
};

}  // namespace ringfence
