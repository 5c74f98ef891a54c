#include "client/driver/shareable_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ringfence::driver {
namespace {

struct Contents {
    std::array<char, 15> mark;
    Shareable kind;
    ShareToken token;
};

constexpr std::array<char, 15> shareable_mark = {'r', 'i', 'n', 'g', 'f', 'e', 'n', 'c',
                                                 'e', '-', 's', 'h', 'a', 'r', 'e'};
static_assert(sizeof(Contents) == 80);

}  // namespace

int make_shareable_file(Shareable kind, const ShareToken& token) {
    const int file = memfd_create("ringfence-share", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    const Contents contents = {shareable_mark, kind, token};
    constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    if (pwrite(file, &contents, sizeof contents, 0) == static_cast<ssize_t>(sizeof contents) &&
        fcntl(file, F_ADD_SEALS, seals) == 0)
        return file;
    close(file);
    return -1;
}

std::optional<ShareToken> read_shareable_file(int file, Shareable kind) {
    Contents contents = {};
    if (pread(file, &contents, sizeof contents, 0) != static_cast<ssize_t>(sizeof contents)) return std::nullopt;
    if (contents.mark != shareable_mark) return std::nullopt;
    if (contents.kind != kind) return std::nullopt;
    return contents.token;
}

}  // namespace ringfence::driver
