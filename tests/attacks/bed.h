// The bed on which attacks are tried: one device with two tenants. The victim has memory with a pattern, and kernels of
// its own that work on it; the attacker has a window like any tenant's.
//
// On the software GPU all of the attacker's window and zones is memory, as on a card, where sink pages lie there. So
// whatever faults was outside, or is something that a card would not survive.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attack.h"
#include "backend/device.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "guard/conditions/geometry.h"
#include "guard/runtime/faults.h"
#include "guard/runtime/print_ring.h"
#include "memory/texture_table.h"

namespace ringfence::attacks {

using backend::Address;

enum class Backend : std::uint8_t { Soft, Cuda };

struct BedOptions {
    Backend backend = Backend::Soft;
    unsigned limit_ms = 120'000;  // on the software GPU a launch that takes longer is ended: one that hangs
    // For many kernels that are launched once each: the software GPU compiles them as fast as it can, and the victim
    // works less.
    bool is_quick = false;
};

class Bed {
public:
    static Result<std::unique_ptr<Bed>> open(const BedOptions& options);
    Bed(const Bed&) = delete;
    Bed& operator=(const Bed&) = delete;
    ~Bed();

    backend::Device& device() { return *device_; }
    backend::Stream& attacker_stream() { return *attacker_stream_; }
    const guard::Window& window() const { return window_; }
    const Symbols& symbols() const { return symbols_; }

    // Where the attacker's things lie.
    Address own() const { return window_.base + (4 << 20); }
    Address heap() const { return window_.base + (8 << 20); }
    Address grid_workspace() const { return window_.base + (12 << 20); }
    Address variables() const { return window_.base + (16 << 20); }
    Address slots() const { return window_.base + (56 << 20); }
    static constexpr std::uint64_t own_bytes = 64 << 10;
    static constexpr std::uint64_t heap_bytes = 4 << 20;
    static constexpr std::uint64_t variables_bytes = 40 << 20;
    Address fault_record() const;
    Address print_ring() const;
    Address texture_table() const { return table_->address(); }

    // Everything as it is before an attack; the victim begins to work.
    Result<void> begin();
    // Describes the harm that was done; nothing if there is none. `outcome` is how the attacker's stream ended.
    std::optional<std::string> find_harm(const Result<void>& outcome);

    std::optional<guard::Fault> fault() const;
    Result<std::vector<std::byte>> read_own();
    // Whatever was printed, as text.
    std::string take_printed();

private:
    explicit Bed(const BedOptions& options);

    Result<void> open_device();
    Result<void> make_attacker();
    Result<void> make_victim();
    Result<void> make_private();
    Result<void> make_textures();
    Result<void> fill_line(const std::shared_ptr<backend::Array>& line, std::uint32_t word);
    Result<std::uint64_t> make_line(backend::TextureSpace& space, std::uint32_t word, bool is_surface,
                                    memory::TextureTable* table);
    void name_places();
    Result<void> start_victim();
    Result<void> reset_private();
    std::optional<std::string> find_harm_to_victim();
    std::optional<std::string> find_harm_to_image();
    std::optional<std::string> find_leak();
    std::optional<std::string> find_harm_to_private();
    std::optional<std::string> judge(const Error& error) const;

    BedOptions options_;
    std::vector<std::uint32_t> victim_results_;  // as they must be
    std::unique_ptr<backend::Device> device_;
    std::unique_ptr<backend::AddressSpace> attacker_space_;
    std::unique_ptr<backend::AddressSpace> victim_space_;
    std::unique_ptr<backend::AddressSpace> private_space_;
    UniqueFd private_file_;
    UniqueFd table_file_;
    std::unique_ptr<backend::Stream> attacker_stream_;
    std::unique_ptr<backend::Stream> victim_stream_;
    std::unique_ptr<backend::Module> victim_module_;
    guard::Window window_;
    Address victim_ = 0;
    Symbols symbols_;
    std::unique_ptr<guard::PrintRing> ring_;
    // Both tenants share the textures, as on a card, where all kernels of a context can use all of its textures.
    std::shared_ptr<backend::TextureSpace> textures_;
    std::vector<std::unique_ptr<backend::TextureObject>> images_;
    std::shared_ptr<backend::Array> victim_image_;
    std::unique_ptr<memory::TextureTable> table_;  // by which the attacker's kernels find its own
    std::vector<std::byte> table_contents_;        // as they must stay
};

}  // namespace ringfence::attacks
