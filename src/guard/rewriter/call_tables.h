// Functions by number: the targets of indirect calls.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "guard/rewriter/layout.h"
#include "ptx/analysis/callgraph.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

class CallTables : public FunctionNumbers {
public:
    explicit CallTables(const ptx::Module& module);

    // Refuses functions without a body, and recursion, for which no stack is large enough.
    Result<void> check(std::vector<Error>* all = nullptr) const;

    std::uint64_t number_of(const ptx::Function& function) const override;
    // The last entry of each table. The functions that can be called have the numbers from 1 to the one before it,
    // kernels the numbers behind it; it stands, as 0 does, for what cannot be called.
    std::uint64_t last() const { return numbered_.size() + 1; }

    // The table for calls with this signature.
    std::uint32_t table_for(const ptx::Signature& signature) const;
    // The functions that are numbered, declared, and the tables. Empty if there is no indirect call. `argument` names
    // the guard's own arguments.
    std::string text(std::string_view argument) const;

    const ptx::CallGraph& graph() const { return graph_; }

private:
    struct Table {
        const ptx::Signature* signature = nullptr;
        std::string key;
    };

    void add_table(const ptx::Signature& signature);
    void number_kernels();
    void collect_tables();
    Result<void> check_resolved(std::vector<Error>* all) const;
    Result<void> check_recursion(std::vector<Error>* all) const;
    void no_call(std::string& out, std::uint32_t table, std::string_view argument) const;

    const ptx::Module& module_;
    ptx::CallGraph graph_;
    std::vector<ptx::FunctionId> numbered_;
    std::vector<std::uint32_t> number_;  // by id; 0: none
    std::vector<Table> tables_;
    std::unordered_map<std::string, std::uint32_t> by_key_;
};

// The signature with which a call goes through a register: that of its prototype, or of the functions listed.
const ptx::Signature* signature_of(const ptx::CallSite& call);

// Services that the guard has functions of its own for.
bool is_service(std::string_view function_name);

}  // namespace ringfence::guard::rewriting
