#include "guard/rewriter/heads.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/core.h>

#include "guard/rewriter/refusal.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

Result<void> check_head(const ptx::Module& module, const ptx::Function& function) {
    if (function.find_directive(".blocksareclusters") != nullptr) {
        return refusal(
            module, function.where,
            fmt::format("'{}' takes the blocks of a launch for clusters (.blocksareclusters)", function.name),
            "leave the directive out and launch all blocks, or run this program in a worker of its own "
            "(--isolation private)");
    }
    if (function.signature.results.size() > 1) {
        return refusal(module, function.where, fmt::format("'{}' has several results", function.name),
                       "give it one, such as an array of bytes, or run this program in a worker of its own "
                       "(--isolation private)");
    }
    const ptx::Directive* const cluster = function.find_directive(".reqnctapercluster");
    if (cluster != nullptr && std::any_of(cluster->arguments.begin(), cluster->arguments.end(),
                                          [](std::uint64_t blocks) { return blocks != 1; })) {
        return refusal(module, function.where,
                       fmt::format("'{}' wants clusters of several blocks (.reqnctapercluster)", function.name),
                       "run this program in a worker of its own (--isolation private)");
    }
    if (function.find_directive(".explicitcluster") != nullptr && cluster == nullptr) {
        return refusal(
            module, function.where,
            fmt::format("'{}' wants every launch to say how large its clusters are (.explicitcluster)", function.name),
            "run this program in a worker of its own (--isolation private)");
    }
    return {};
}

}  // namespace

bool is_known(const ptx::Pragma& pragma) {
    return std::all_of(pragma.texts.begin(), pragma.texts.end(),
                       [](std::string_view text) { return text == "nounroll" || text.starts_with("frequency "); });
}

Result<void> check_heads(const ptx::Module& module, std::vector<Error>* all) {
    Refusals refusals(all);
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        if (refusals.are_enough()) break;
        if (auto checked = check_head(module, *item.function); !checked) refusals.add(checked.take_error());
    }
    return refusals.verdict();
}

void write_head(std::string& out, const ptx::Function& function, std::string_view name) {
    ptx::Function head = function;
    head.name = name;
    std::vector<const ptx::Pragma*> pragmas;
    std::copy_if(head.pragmas.begin(), head.pragmas.end(), std::back_inserter(pragmas),
                 [](const ptx::Pragma* pragma) { return is_known(*pragma); });
    head.pragmas = pragmas;
    std::vector<ptx::Variable> parameters;
    std::vector<const ptx::Variable*> list;
    parameters.reserve(head.signature.parameters.size());
    for (const ptx::Variable* parameter : head.signature.parameters) {
        parameters.push_back(*parameter);
        parameters.back().pointer = {};
        list.push_back(&parameters.back());
    }
    head.signature.parameters = list;
    ptx::Writer(out).function_head(head);
}

}  // namespace ringfence::guard::rewriting
