#include "ptxas/fatten.h"

#include <vector>

#include "ptxas/ptx_head.h"

namespace ringfence::ptxas {

Result<std::string> fatten(const Assembled& assembled) {
    const std::uint64_t debug = assembled.is_debug ? fatbin::flag_debug : 0;
    RF_TRY(const PtxHead head, read_ptx_head(assembled.ptx));
    std::vector<fatbin::NewImage> images;
    if (!assembled.cubin.empty()) {
        RF_TRY(const Architecture gpu, read_architecture(assembled.gpu));
        images.push_back({.kind = fatbin::Kind::Elf,
                          .sm = gpu.sm,
                          .flags = gpu.flags | debug,
                          .version = fatbin::elf_version(assembled.cubin),
                          .contents = assembled.cubin});
    }
    images.push_back({.kind = fatbin::Kind::Ptx,
                      .sm = head.target.sm,
                      .flags = head.target.flags | debug,
                      .version = head.version,
                      .contents = assembled.ptx});
    return fatbin::make_fatbin(images);
}

}  // namespace ringfence::ptxas
