// Makes modules at random whose barriers and matrix instructions promise that all threads of a warp come: values that
// are the same in all threads, in those of a warp, or a thread's own; choices and loops by them; and ways to take one
// kind for another.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "choices.h"
#include "module_maker.h"

namespace ringfence::soundness {

class WarpMaker {
public:
    WarpMaker(Choices& choices, Manner manner);
    std::string text();

private:
    // What a number or a predicate is the same in.
    enum Kind : unsigned { Block, Warp, Own, kinds };
    using Pool = std::array<std::vector<std::string>, kinds>;

    void line(const std::string& text) { out_ += "  " + text + ";\n"; }
    static std::string number(unsigned value) { return std::to_string(value); }
    std::string fresh() { return "%w" + number(words_++); }
    std::string fresh_predicate() { return "%p" + number(predicates_++); }
    bool errs() { return choices_.chance(errors_); }
    Kind kind();
    std::string body(unsigned statements);
    std::string label() { return "L" + number(labels_++); }

    // warp_values.cpp
    std::string word(Kind kind);
    std::string predicate(Kind kind);
    std::string make_word(Kind kind);
    std::string make_predicate(Kind kind);
    void make_same(const std::string& to);
    void make_of_warp(const std::string& to);
    void make_own(const std::string& to);
    void compare_with_warps(const std::string& to);
    void compare(const std::string& to, Kind kind);
    void meet_for(const std::string& to, bool is_predicate);
    void vote_for(const std::string& to);
    void call(const std::string& to);
    void compute(const std::string& to, Kind kind);
    std::string place_in_row();
    std::string mask();

    void statement(unsigned depth);
    void block(unsigned depth, unsigned most);
    void barrier();
    void branch(unsigned depth);
    void table(unsigned depth);
    void assign();
    void end_some();
    void wait_for_lanes();

    // warp_loops.cpp
    void loop(unsigned depth);
    void voted_loop(unsigned depth);
    void loop_of_some(unsigned depth);
    void counted_loop(unsigned depth);
    void endless_loop();
    void stepping_loop();
    void waiting_loop();

    std::string guard_by(const std::string& what) { return (choices_.chance(50) ? "@" : "@!") + what + " "; }
    std::string guard(Kind kind) { return guard_by(predicate(kind)); }

    Choices& choices_;
    const Manner manner_;
    const unsigned errors_;  // in percent
    std::string out_;
    std::string begin_;  // what stands at the function's start
    Pool known_;
    Pool known_predicates_;
    std::string place_;
    bool is_kernel_ = true;
    bool has_function_ = false;
    unsigned words_ = 0;
    unsigned predicates_ = 0;
    unsigned labels_ = 0;
};

}  // namespace ringfence::soundness
