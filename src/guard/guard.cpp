#include "guard/guard.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "base/diagnostics.h"
#include "base/effort.h"
#include "guard/conditions/geometry.h"
#include "guard/left_out.h"
#include "guard/rewriter/moved_locals.h"
#include "guard/rewriter/refusal.h"
#include "guard/rewriter/reserved_names.h"
#include "guard/rewriter/shared_alignment.h"
#include "guard/rewriter/software_barriers.h"
#include "guard/runtime/runtime.h"
#include "guard/split.h"
#include "guard/usual_launches.h"
#include "ptx/parser.h"
#include "ptx/printer.h"
#include "ptx/unique_names.h"

namespace ringfence::guard {
namespace {

// Each round fences the accesses that the checker did not accept, so the second or third is the last.
constexpr int most_rounds = 8;
constexpr const char* run_alone = "run this program in a worker of its own (--isolation private)";

Error parse_error(const DiagnosticSink& sink, const std::string& text, const std::string& file) {
    const Diagnostic& first = sink.diagnostics().front();
    const LineColumn position = LineMap(text).position(first.begin);
    return Error::bad_input(first.message)
        .at({file, position.line, position.column})
        .with_remedy(first.remedy)
        .with_status(cuda_status::invalid_ptx);
}

Result<std::unique_ptr<ptx::Module>> parse(const std::shared_ptr<const std::string>& text, const std::string& file) {
    DiagnosticSink sink;
    ptx::ParseOptions options;
    options.file_name = file;
    std::unique_ptr<ptx::Module> module = ptx::parse(text, sink, options);
    if (module == nullptr) return parse_error(sink, *text, file);
    return module;
}

// The guard's functions, with their variables.
std::string own_functions() {
    return fmt::format(".const .align 16 .b32 __rf_words[{}];\n{}", word_count, runtime_text());
}

// The site whose text a finding lies in.
const Site* site_at(const Rewritten& rewritten, std::uint32_t offset) {
    const auto after = std::upper_bound(rewritten.places.begin(), rewritten.places.end(), offset,
                                        [](std::uint32_t at, const auto& place) { return at < place.first; });
    return after == rewritten.places.begin() ? nullptr : &std::prev(after)->second;
}

std::uint32_t line_of(const Rewritten& rewritten, const Site& site) {
    const auto found = std::find_if(rewritten.accesses.begin(), rewritten.accesses.end(),
                                    [&](const Explanation& access) { return access.site == site; });
    return found == rewritten.accesses.end() ? 0 : found->line;
}

// A finding that more fences do not mend: the rewriter has written something that the checker does not accept; or,
// about warps that must come together, the tenant has.
Error unaccepted(const Rewritten& rewritten, const Finding& finding, const std::string& file) {
    const bool is_tenants = finding.rule == "warpgroups";
    Error error = is_tenants ? Error::bad_input(finding.message).with_remedy(run_alone)
                             : Error::bad_input(fmt::format("the checker does not accept the rewritten module: {}: {}",
                                                            finding.rule, finding.message))
                                   .with_remedy(fmt::format("{}, and report this", run_alone));
    const Site* site = site_at(rewritten, finding.where.begin);
    if (site == nullptr || finding.function.empty()) return error;
    return std::move(error).at({file, line_of(rewritten, *site), 0});
}

void add_sites(std::vector<Site>& sites, const std::vector<Site>& more) {
    sites.insert(sites.end(), more.begin(), more.end());
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
}

// For each bound of a kernel's conditions, the accesses of the original module that it is there for.
std::vector<std::vector<Site>> sites_of(const Rewritten& rewritten, const ptx::Function& function,
                                        const CheckedKernel& kernel) {
    std::vector<std::vector<Site>> sites(kernel.askers.size());
    for (std::size_t bound = 0; bound < sites.size(); ++bound) {
        std::vector<Site> asking;
        for (const std::uint32_t statement : kernel.askers[bound]) {
            const Site* site = site_at(rewritten, function.body[statement].where.begin);
            if (site != nullptr) asking.push_back(*site);
        }
        add_sites(sites[bound], asking);
    }
    return sites;
}

// Kernels of a module, by their names.
std::unordered_map<std::string_view, const ptx::Function*> kernels_of(const ptx::Module& module) {
    std::unordered_map<std::string_view, const ptx::Function*> kernels;
    for (const ptx::Item& item : module.items)
        if (item.kind == ptx::ItemKind::Function && item.function->has_body && item.function->is_entry)
            kernels.emplace(item.function->name, item.function);
    return kernels;
}

// Accesses that are to be made safe in another way.
struct MoreSites {
    std::vector<Site> seldom;
    std::vector<Site> masked;

    bool empty() const { return seldom.empty() && masked.empty(); }
};

// For each bound, the first of these among the accesses, which are in order.
std::vector<std::uint32_t> first_of(const std::vector<std::vector<Site>>& askers,
                                    const std::vector<Explanation>& accesses) {
    std::vector<std::uint32_t> first(askers.size(), UINT32_MAX);
    for (std::size_t bound = 0; bound < askers.size(); ++bound) {
        if (askers[bound].empty()) continue;
        const Site site = askers[bound].front();
        const auto found = std::lower_bound(accesses.begin(), accesses.end(), site,
                                            [](const Explanation& one, const Site& other) { return one.site < other; });
        if (found != accesses.end() && found->site == site)
            first[bound] = static_cast<std::uint32_t>(found - accesses.begin());
    }
    return first;
}

// Runs `work` and adds its time to `seconds`.
template <typename Work>
auto timed(double& seconds, const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    auto result = work();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

class Guard {
public:
    Guard(std::shared_ptr<const std::string> text, const GuardOptions& options, Culprits& culprits)
        : text_(std::move(text)),
          culprits_(culprits),
          file_(options.file_name),
          is_split_(options.is_split),
          unmet_(options.unmet),
          alter_late_(options.alter_late) {
        options_.mode = options.mode;
        options_.most_text_bytes = options.most_text_bytes;
    }

    Result<GuardedPtx> run() {
        RF_TRY(const std::unique_ptr<ptx::Module> module, prepare());
        Result<GuardedPtx> guarded = rewrite_and_check(*module);
        if (must_stop()) return stopped_error();
        if (!guarded) culprits_.find(*module, guarded.error());
        return guarded;
    }

    const GuardTimes& times() const { return times_; }

private:
    // What is rewritten: the tenant's module, but for what is done to its text before.
    Result<std::unique_ptr<ptx::Module>> prepare() {
        RF_RETURN_IF_ERROR(check_length());
        RF_TRY(std::unique_ptr<ptx::Module> module, timed(times_.parse, [&] { return parse(text_, file_); }));
        // Whoever uses the guard's names is not refused in part.
        RF_RETURN_IF_ERROR(rewriting::check_names(*module));
        std::optional<std::string> software =
            timed(times_.rewrite, [&] { return rewriting::make_barriers_software(*module, options_.most_text_bytes); });
        if (must_stop()) return stopped_error();
        if (software) {
            RF_TRY(module, parse_instead(std::move(*software)));
        }
        // What a print is given is copied before it; an array of a kilobyte takes hundreds of times its print's text.
        constexpr std::uint64_t usual_growth = 16;
        constexpr std::uint64_t always_allowed = std::uint64_t{1} << 20U;
        const std::uint64_t most = std::min(options_.most_text_bytes, usual_growth * text_->size() + always_allowed);
        moved_ = timed(times_.rewrite, [&] { return rewriting::move_locals(*module, most); });
        if (must_stop()) return stopped_error();
        if (moved_) {
            if (moved_->ptx.size() > most) return rewriting::too_long(file_, moved_->ptx.size(), most);
            RF_TRY(module, parse_instead(std::move(moved_->ptx)));
        }
        ptx::make_names_unique(*module);
        rewriting::align_shared_arrays(*module);
        return module;
    }

    Result<std::unique_ptr<ptx::Module>> parse_instead(std::string text) {
        text_ = std::make_shared<const std::string>(std::move(text));
        RF_RETURN_IF_ERROR(check_length());
        return timed(times_.parse, [&] { return parse(text_, file_); });
    }

    Result<GuardedPtx> rewrite_and_check(const ptx::Module& module) {
        RF_TRY(Rewriter rewriter, timed(times_.rewrite, [&] { return Rewriter::create(module, &culprits_.errors()); }));
        for (times_.rounds = 1; times_.rounds <= most_rounds; ++times_.rounds) {
            RF_TRY(Rewritten rewritten,
                   timed(times_.rewrite, [&] { return rewriter.rewrite(options_, &culprits_.errors()); }));
            // That of each function, of the module, of what is checked and what is split of it.
            constexpr std::uint64_t copies = 4;
            const HeldMemory texts(copies * rewritten.ptx.size());
            const auto text = std::make_shared<const std::string>(rewritten.ptx);
            RF_TRY(const std::unique_ptr<ptx::Module> again,
                   timed(times_.parse_again, [&] { return parse(text, file_ + " (rewritten)"); }));
            const Reach reach = options_.mode == Mode::Check ? Reach::window(rewritten.block.bytes) : Reach();
            CheckReport report = timed(times_.check, [&] { return check(*again, own_functions(), reach, &safe_); });
            if (must_stop()) return stopped_error();
            std::optional<GuardedPtx> guarded = conclude(rewritten, *again, report);
            if (guarded && unmet_) {
                RF_RETURN_IF_ERROR(fence_unmet(guarded->kernels));
                continue;
            }
            if (guarded) {
                RF_RETURN_IF_ERROR(print(*guarded, *again, reach));
                return std::move(*guarded);
            }
            RF_RETURN_IF_ERROR(fence_more(rewritten, report));
        }
        return Error::bad_input("the checker does not accept the rewritten module")
            .with_remedy("run this program in a worker of its own (--isolation private), and report this");
    }

    Result<void> check_length() const {
        if (text_->size() <= options_.most_text_bytes) return {};
        return rewriting::too_long(file_, text_->size(), options_.most_text_bytes);
    }

    // The print of the checked module is compiled, not the text that it was parsed from.
    Result<void> print(GuardedPtx& guarded, const ptx::Module& whole, Reach reach) {
        if (is_split_) choose_late(whole, guarded.kernels);
        if (!only_.empty()) {
            if (is_for_any(guarded.kernels, only_))
                return Error::bad_input("a kernel has nothing left that its launches could meet");
            RF_TRY(guarded.ptx, accept(text_with_kernel(whole, only_), guarded.kernels, reach));
            return {};
        }
        Parts parts = is_split_ ? split(whole, guarded.kernels) : Parts();
        if (parts.late.empty()) {
            guarded.ptx = timed(times_.print, [&] { return ptx::print_for_assembler(whole); });
            return {};
        }
        if (alter_late_) alter_late_(parts.late);
        RF_TRY(guarded.ptx, accept(parts.first, guarded.kernels, reach));
        RF_TRY(guarded.late_ptx, accept(parts.late, guarded.kernels, reach));
        return {};
    }

    // Its kernels were checked in the whole module, so this does not take long: see SafeKernels. Kernels for any launch
    // must have no conditions here either.
    Result<std::string> accept(const std::string& part, const std::vector<GuardedKernel>& kernels, Reach reach) {
        const auto text = std::make_shared<const std::string>(part);
        RF_TRY(const std::unique_ptr<ptx::Module> module,
               timed(times_.parse_again, [&] { return parse(text, file_ + " (rewritten)"); }));
        CheckReport report = timed(times_.check, [&] { return check(*module, own_functions(), reach, &safe_); });
        if (must_stop()) return stopped_error();
        std::unordered_set<std::string_view> with_other;
        for (const GuardedKernel& kernel : kernels)
            if (!kernel.fenced.empty()) with_other.insert(kernel.name);
        for (const CheckedKernel& checked : report.kernels)
            if (!with_other.contains(checked.name) && !checked.conditions.empty()) return half_refused(checked.name);
        if (!report.is_safe()) return half_refused(report.findings.front().message);
        return timed(times_.print, [&] { return ptx::print_for_assembler(*module); });
    }

    // True if there is no other variant, since it has no conditions.
    static bool is_for_any(const std::vector<GuardedKernel>& kernels, std::string_view name) {
        return std::any_of(kernels.begin(), kernels.end(),
                           [&](const GuardedKernel& kernel) { return kernel.name == name && kernel.fenced.empty(); });
    }

    static Error half_refused(const std::string& why) {
        return Error::bad_input("the checker does not accept a part of what it accepts as a whole: " + why)
            .with_remedy(fmt::format("{}, and report this", run_alone));
    }

    Result<void> fence_more(const Rewritten& rewritten, const CheckReport& report) {
        const auto is_among = [](const std::vector<Site>& sites, const Site& site) {
            return std::binary_search(sites.begin(), sites.end(), site);
        };
        std::vector<Site> more;
        std::vector<Site> masked;
        for (const Finding& finding : report.findings) {
            const Site* site = finding.rule == "access" ? site_at(rewritten, finding.where.begin) : nullptr;
            if (site == nullptr || is_among(options_.masked, *site)) {
                if (!culprits_.are_enough()) culprits_.add(finding.function, unaccepted(rewritten, finding, file_));
                continue;
            }
            more.push_back(*site);
            // Fenced already: what is left to do is to align it.
            if (is_among(options_.fenced, *site)) masked.push_back(*site);
        }
        if (!culprits_.refusals().empty()) return culprits_.refusals().front().why;
        add_sites(options_.fenced, more);
        add_sites(options_.masked, masked);
        return {};
    }

    // To fence the accesses that need these bounds; of those that are fenced already, the launch need not know any more
    // that they are aligned. False if nothing is left to do.
    bool ask_less(const std::vector<std::uint32_t>& bounds, const std::vector<std::vector<Site>>& askers,
                  MoreSites& more) const {
        const auto is_among = [](const std::vector<Site>& sites, const Site& site) {
            return std::binary_search(sites.begin(), sites.end(), site);
        };
        bool is_some = false;
        for (const std::uint32_t bound : bounds) {
            for (const Site& site : askers[bound]) {
                const bool is_fenced = is_among(options_.seldom, site) || is_among(options_.fenced, site);
                if (is_fenced && is_among(options_.masked, site)) continue;
                (is_fenced ? more.masked : more.seldom).push_back(site);
                is_some = true;
            }
        }
        return is_some;
    }

    void ask_less(const MoreSites& more) {
        if (more.empty()) return;
        add_sites(options_.seldom, more.seldom);
        add_sites(options_.masked, more.masked);
    }

    // Makes a variant for launches that do not meet these bounds: it asks only for the others.
    Result<void> fence_unmet(const std::vector<GuardedKernel>& kernels) {
        const UnmetBounds unmet = *std::exchange(unmet_, std::nullopt);
        const auto kernel = std::find_if(kernels.begin(), kernels.end(),
                                         [&](const GuardedKernel& one) { return one.name == unmet.kernel; });
        const bool is_known =
            kernel != kernels.end() && std::all_of(unmet.bounds.begin(), unmet.bounds.end(),
                                                   [&](std::uint32_t one) { return one < kernel->askers.size(); });
        MoreSites more;
        if (!is_known || !ask_less(unmet.bounds, kernel->askers, more))
            return Error::internal("a variant for launches that do not meet what nothing asks for");
        ask_less(more);
        only_ = unmet.kernel;
        return {};
    }

    // A kernel for any launch must have no conditions. If one has, nothing in it counts as always safe any more. Also
    // where there are findings: the conditions that they leave tell enough.
    std::optional<GuardedPtx> conclude(Rewritten& rewritten, const ptx::Module& module, CheckReport& report) {
        std::unordered_map<std::string_view, CheckedKernel*> checked;
        for (CheckedKernel& kernel : report.kernels)
            checked.emplace(kernel.name, &kernel);
        const std::unordered_map<std::string_view, const ptx::Function*> kernels = kernels_of(module);
        GuardedPtx guarded;
        MoreSites more;
        bool is_complete = true;
        for (KernelVariants& variants : rewritten.kernels) {
            if (must_stop()) return std::nullopt;
            const auto found = checked.find(variants.name);
            const auto any = checked.find(variants.fenced.empty() ? variants.name : variants.fenced);
            if (found == checked.end() || any == checked.end() || !any->second->conditions.empty()) {
                options_.strict.push_back(variants.name);
                is_complete = false;
                continue;
            }
            std::vector<std::vector<Site>> askers =
                sites_of(rewritten, *kernels.at(found->second->name), *found->second);
            if (ask_less(seldom_met(variants, *found->second), askers, more)) {
                is_complete = false;
                continue;
            }
            guarded.kernels.push_back({variants.name,
                                       variants.fenced,
                                       std::move(found->second->conditions),
                                       std::move(found->second->parameters),
                                       found->second->needs_warpgroups || any->second->needs_warpgroups,
                                       variants.own_shared,
                                       false,
                                       0,
                                       std::move(askers),
                                       {}});
            add_slots(guarded.kernels.back());
        }
        std::sort(options_.strict.begin(), options_.strict.end());
        ask_less(more);
        if (!is_complete || !report.is_safe()) return std::nullopt;
        guarded.block = std::move(rewritten.block);
        guarded.accesses = std::move(rewritten.accesses);
        for (GuardedKernel& kernel : guarded.kernels)
            kernel.first_askers = first_of(kernel.askers, guarded.accesses);
        return guarded;
    }

    void add_slots(GuardedKernel& kernel) const {
        if (!moved_) return;
        const auto found = moved_->kernels.find(kernel.name);
        if (found == moved_->kernels.end()) return;
        kernel.slot_bytes = found->second.slot_bytes;
        kernel.own_shared += found->second.own_shared;
    }

    std::shared_ptr<const std::string> text_;
    Culprits& culprits_;
    std::optional<rewriting::MovedLocals> moved_;
    std::string file_;
    bool is_split_ = false;
    std::optional<UnmetBounds> unmet_;  // until the accesses are known that ask for them
    std::string only_;                  // from then on: the kernel that is wanted
    const std::function<void(std::string&)> alter_late_;
    RewriteOptions options_;
    SafeKernels safe_;
    GuardTimes times_;
};

}  // namespace

CheckReport check_rewritten(const ptx::Module& module, Reach reach) {
    return check(module, own_functions(), reach);
}

Result<GuardedPtx> guard_whole(std::shared_ptr<const std::string> text, const GuardOptions& options,
                               Culprits& culprits) {
    Guard guard(std::move(text), options, culprits);
    Result<GuardedPtx> guarded = guard.run();
    if (options.times != nullptr) *options.times = guard.times();
    return guarded;
}

}  // namespace ringfence::guard
