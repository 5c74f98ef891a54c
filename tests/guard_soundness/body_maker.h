// Makes the body of a function: see module_maker.h.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "choices.h"
#include "module_maker.h"

namespace ringfence::soundness {

struct MadeVariable {
    std::string name;
    std::string space;
    unsigned bytes = 0;  // 0: the launch decides
    unsigned alignment = 1;
};

struct MadeParameter {
    std::string name;
    unsigned bytes = 0;
    unsigned alignment = 1;  // as it is declared, or its type's
};

struct Surroundings {
    Manner manner = Manner::Direct;
    std::vector<MadeVariable> variables;
    std::vector<MadeParameter> parameters;
    std::vector<std::string> functions;  // (.param .b64) name (.param .b64, .param .b32)
    bool is_kernel = true;
    unsigned statements = 12;
};

class BodyMaker {
public:
    BodyMaker(Choices& choices, const Surroundings& around);
    std::string text();

private:
    enum Kind : unsigned {
        Arithmetic,
        ArithmeticWide,
        ArithmeticShort,
        Conversion,
        Special,
        Narrowing,
        Pointer,
        Global,
        Place,
        Join,
        Branch,
        Loop,
        Predicate,
        Packing,
        Loading,
        Fence,
        Call,
        Table,
        Asynchronous,
        Bound,
        Image,
        kinds,
    };

    void line(const std::string& text) { out_ += "  " + text + ";\n"; }
    std::string fresh(char kind);
    std::string number(unsigned value) { return std::to_string(value); }
    std::string small_constant();
    std::string constant();
    std::string word();     // a register of 32 bits
    std::string wide();     // of 64
    std::string half();     // of 16
    std::string index();    // of 32 bits, likely in a small range
    std::string pointer();  // of 64, likely from a parameter
    std::string predicate();
    std::string guard();
    std::string word_or_constant() { return choices_.chance(40) ? constant() : word(); }

    void begin();
    std::string address_of(const MadeParameter& parameter);
    void load_parameter();
    void statement(unsigned depth);
    void block(unsigned depth, unsigned most);
    Kind choose();

    void arithmetic();
    void arithmetic_wide();
    void arithmetic_short();
    void conversion();
    void special();
    void narrowing();
    void make_pointer();
    void global();
    void access(const std::string& space, const std::string& address, unsigned bytes);
    void place();
    std::string address_in(const MadeVariable& variable, unsigned bytes);
    void join();
    void join_addresses();
    void branch(unsigned depth);
    void loop(unsigned depth);
    void going_round();
    void remainder();
    void compute_predicate();
    void compare(const std::string& to, const std::string& left, const std::string& right);
    void packing();
    void loading();
    std::string far_from_pointers();
    void fence();
    void call();
    void table();
    void asynchronous();
    void barrier_in(const std::string& at);
    std::string aligned_word(unsigned bytes);
    void bound();

    // image_maker.cpp
    std::string handle(unsigned column);
    void image();
    void surface();

    // loop_maker.cpp
    struct Elements {
        std::string space;
        std::string base;
        unsigned bytes = 4;
        bool is_narrow = false;  // its addresses have 32 bits
    };
    struct LeftOver {
        std::string label;
        std::string at;
        std::string rest;
    };
    Elements choose_elements();
    void element(const Elements& elements, const std::string& at, unsigned more);
    void disturb(const std::string& counter);
    void unrolled_loop();
    void left_over(const Elements& elements, const LeftOver& what, unsigned by);
    void doubling_loop();
    void shared_out_loop();
    void halving_loop();
    void signed_half(const std::string& value);
    void way_not_taken();

    Choices& choices_;
    const Surroundings& around_;
    std::string out_;
    std::array<unsigned, kinds> weights_{};
    unsigned total_weight_ = 0;
    std::vector<MadeVariable> variables_;
    std::vector<std::string> indices_;
    std::vector<std::string> pointers_;
    std::vector<std::string> distances_;         // from a variable or pointer, of 64 bits
    std::vector<std::string> narrow_distances_;  // of 32
    std::vector<std::string> predicates_;
    unsigned fresh_words_ = 0, fresh_wides_ = 0, fresh_halves_ = 0, fresh_predicates_ = 0;
    std::string kept_;  // the address of a variable in shared memory, taken at the start
    unsigned labels_ = 0;
};

}  // namespace ringfence::soundness
