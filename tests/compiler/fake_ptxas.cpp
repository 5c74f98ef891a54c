// An assembler that does what its text says, in the real one's sandbox. Its version is the last word of its file's
// name.
//
// It answers with an ELF file for a GPU that has nothing in it but the answer, at the end.
#include <elf.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

extern "C" char** environ;  // NOLINT(readability-redundant-declaration)

void write_answer(const std::string& file, const std::string& answer) {
    constexpr std::uint16_t machine_cuda = 190;
    Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_machine = machine_cuda;
    header.e_ehsize = sizeof header;
    header.e_shoff = sizeof header;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = 1;
    // Names of sections: one that is empty.
    Elf64_Shdr names = {};
    names.sh_type = SHT_STRTAB;
    names.sh_offset = sizeof header + sizeof names;
    names.sh_size = 1;
    std::ofstream to(file, std::ios::binary);
    to.write(reinterpret_cast<const char*>(&header), sizeof header);
    to.write(reinterpret_cast<const char*>(&names), sizeof names);
    to << '\0' << answer;
}

// As the C library starts one. It has nothing of its own, and ends at once.
bool can_start_thread() {
    constexpr unsigned long flags =
        CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_PARENT_SETTID;
    static std::array<std::byte, 1 << 16> stack;
    static pid_t number = 0;
    const auto ends = [](void*) -> int {
        ::syscall(SYS_exit, 0);
        return 0;
    };
    return ::clone(ends, stack.data() + stack.size(), static_cast<int>(flags), nullptr, &number, nullptr, nullptr) > 0;
}

// The names of attempts that worked, of somebody who has taken the process over. `place`: a folder of this user's with
// a file "secret". `neighbours`: numbers of other assemblers' processes.
std::string tried_everything(const std::string& place, const std::vector<std::string>& neighbours) {
    std::string worked;
    const auto note = [&](bool has_worked, const char* what) {
        if (has_worked) worked += std::string(what) + " ";
    };
    const auto opens = [](const std::string& path, int flags) { return ::open(path.c_str(), flags, 0600) >= 0; };
    note(opens(place + "/secret", O_RDONLY), "read");
    note(opens(place + "/secret", O_WRONLY), "write");
    note(opens(place + "/secret", O_WRONLY | O_TRUNC), "truncate");
    // The fourth way to open a file is for neither reading nor writing.
    note(opens(place + "/secret", O_ACCMODE), "open for nothing");
    note(opens(place + "/secret", O_ACCMODE | O_TRUNC), "truncate for nothing");
    note(opens(place + "/secret", O_RDONLY | O_TRUNC), "truncate for reading");
    note(opens(place, O_ACCMODE | O_TMPFILE), "make without a name");
    note(opens(place + "/new", O_WRONLY | O_CREAT), "make");
    note(opens(place, O_RDONLY | O_DIRECTORY), "list");
    note(opens("/etc/passwd", O_RDONLY), "passwd");
    note(opens("/tmp/ringfence-new", O_WRONLY | O_CREAT), "temporary");
    note(opens("/dev/null", O_WRONLY), "device");
    const std::string parent = "/proc/" + std::to_string(::getppid());
    note(opens(parent + "/mem", O_RDWR), "memory");
    note(opens(parent + "/maps", O_RDONLY), "maps");
    for (int number = 0; number < 64; ++number)
        note(opens(parent + "/fd/" + std::to_string(number), O_RDONLY), "parent's file");
    for (const std::string& neighbour : neighbours) {
        const std::string of = "/proc/" + neighbour;
        for (const char* file : {"/fd/0", "/fd/1", "/mem", "/maps", "/environ", "/exe", "/cwd", "/root", "/cmdline"})
            note(opens(of + file, O_RDONLY), file);
        note(opens(of + "/fd/1", O_WRONLY), "neighbour's code");
        const int number = std::atoi(neighbour.c_str());
        note(::kill(number, 0) == 0, "neighbour's life");
        note(::syscall(SYS_process_vm_readv, number, nullptr, 0, nullptr, 0, 0) >= 0, "neighbour's memory");
    }
    note(::unlink((place + "/secret").c_str()) == 0, "unlink");
    note(::rename((place + "/secret").c_str(), (place + "/other").c_str()) == 0, "rename");
    note(::mkdir((place + "/folder").c_str(), 0700) == 0, "mkdir");
    note(::symlink("/etc/passwd", (place + "/link").c_str()) == 0, "symlink");
    note(::chmod((place + "/secret").c_str(), 0777) == 0, "chmod");
    note(::truncate((place + "/secret").c_str(), 0) == 0, "truncate by name");
    for (const int family : {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK})
        note(::socket(family, SOCK_STREAM, 0) >= 0, "socket");
    note(::kill(::getppid(), 0) == 0, "kill");
    note(::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0) == 0, "tgkill");
    note(::syscall(SYS_pidfd_open, ::getppid(), 0) >= 0, "pidfd_open");
    note(::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr) == 0 || errno != EPERM, "ptrace");
    note(::syscall(SYS_process_vm_readv, ::getppid(), nullptr, 0, nullptr, 0, 0) >= 0, "process_vm_readv");
    const long child = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) ::_exit(0);
    note(child > 0, "process");
    note(can_start_thread(), "thread");
    char* const none[] = {nullptr};
    for (const char* program : {"/bin/true", "/usr/bin/true", "/bin/sh"})
        note(::execve(program, none, none) == 0, "execve");
    note(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED,
         "code");
    note(::syscall(SYS_unshare, 0) == 0, "unshare");
    note(::syscall(SYS_memfd_create, "x", 0) >= 0, "memfd");
    note(::syscall(SYS_bpf, 0, nullptr, 0) >= 0 || errno != EPERM, "bpf");
    note(::syscall(SYS_io_uring_setup, 1, nullptr) >= 0 || errno != EPERM, "io_uring");
    note(::syscall(SYS_keyctl, 0, 0) >= 0 || errno != EPERM, "keyctl");
    note(::syscall(SYS_ioctl, 0, 0, 0) == 0 || errno != EPERM, "ioctl");
    const rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    note(::setrlimit(RLIMIT_DATA, &more) == 0, "limit");
    note(environ[0] != nullptr, "variables");
    for (int number = 3; number < 64; ++number)
        note(::fcntl(number, F_GETFD) >= 0 || ::lseek(number, 0, SEEK_CUR) >= 0 || errno != EBADF, "descriptor");
    return worked;
}

void eat() {
    constexpr std::size_t bite = 4 << 20;
    while (void* memory = std::malloc(bite))
        std::memset(memory, 1, bite);
    std::exit(255);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string own_name = argv[0];
    if (argc == 2 && std::string(argv[1]) == "--version") {
        if (own_name.ends_with("silent")) return 0;
        std::cout << "Cuda compilation tools, release " << own_name.substr(own_name.rfind('-') + 1)
                  << ", V1\nBuild 7\n";
        return 0;
    }
    std::ifstream from(argv[2], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(from), {}};
    from.close();
    const std::string output = argv[argc - 1];
    const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
    if (says("ptxas_refuses")) return 255;
    if (says("ptxas_crashes")) std::abort();
    if (says("ptxas_hangs"))
        while (true)
            ::pause();
    if (says("ptxas_asks_for ")) {
        struct stat info = {};
        (void)::stat(text.substr(text.find(' ') + 1).c_str(), &info);
    }
    if (says("ptxas_spins"))
        for (volatile unsigned turns = 0;;)
            turns = turns + 1;
    if (says("ptxas_eats")) eat();
    if (says("ptxas_is_silent")) return 0;
    if (says("ptxas_gives_garbage")) {
        std::ofstream(output) << "this is not for a GPU";
        return 0;
    }
    if (says("ptxas_writes_much")) {
        std::ofstream to(output, std::ios::binary);
        const std::string much(1 << 20, 'x');
        while (to)
            to << much;
        return 1;
    }
    if (says("ptxas_tries_everything")) {
        std::istringstream words(text);
        std::string place;
        words >> place >> place;
        const std::vector<std::string> neighbours{std::istream_iterator<std::string>(words), {}};
        write_answer(output, tried_everything(place, neighbours));
        return 0;
    }
    if (says("ptxas_tells_its_number")) {
        write_answer(output, std::to_string(::getpid()));
        return 0;
    }
    write_answer(output, std::string(argv[1]) + " " + text);
    return 0;
}
