#include "guard/rewriter/heads.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "ptx/writer.h"

namespace ringfence::guard::rewriting {

bool is_known(const ptx::Pragma& pragma) {
    return std::all_of(pragma.texts.begin(), pragma.texts.end(), [](std::string_view text) {
        return text == "nounroll" || text.starts_with("used_bytes_mask ") || text.starts_with("frequency ");
    });
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
