// api/libraries/cublas.api against the table of functions: the same names with the same kinds of parameters.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "library.h"

namespace ringfence::soft_libraries::blas {
namespace {

// One letter for each parameter: p pointer, i 32-bit integer, l 64-bit integer.
template <class T>
char kind_of() {
    return std::is_pointer_v<T> ? 'p' : sizeof(T) == 4 ? 'i' : 'l';
}
template <class... P>
std::string kinds(int (*)(P...)) {
    return {kind_of<P>()...};
}

std::map<std::string, std::string> exported() {
    std::map<std::string, std::string> found;
#define FUNCTION(name, parameters, body) found[#name] = kinds(name);
#include "soft_libraries/blas/functions.inc"
#include "source_dir.h"
#undef FUNCTION
    return found;
}

std::string kind_of_declared(std::istringstream& words) {
    std::string word;
    words >> word;
    return word == "i32" ? "i" : word == "i64" ? "l" : "p";
}

// Splits at commas outside of brackets.
std::string kinds_declared(const std::string& parameters) {
    std::string kinds;
    std::string parameter;
    int depth = 0;
    for (const char c : parameters + ",") {
        if (c == '[' || c == '(') ++depth;
        if (c == ']' || c == ')') --depth;
        if (c == ',' && depth == 0) {
            std::istringstream words(parameter);
            kinds += kind_of_declared(words);
            parameter.clear();
        } else {
            parameter += c;
        }
    }
    return kinds;
}

std::map<std::string, std::string> declared() {
    std::map<std::string, std::string> found;
    std::ifstream file(RINGFENCE_SOURCE_DIR "/api/libraries/cublas.api");
    std::vector<std::string> letters = {""};
    std::string line;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "for") {
            letters.clear();
            std::string type;
            while (words >> word >> type)
                letters.push_back(word);
        } else if (word == "end") {
            letters = {""};
        } else if (word == "call") {
            const std::size_t open = line.find('(');
            const std::string name = line.substr(5, open - 5);
            const std::string parameters = line.substr(open + 1, line.size() - open - 2);
            for (const std::string& letter : letters) {
                std::string expanded = name;
                if (const std::size_t place = expanded.find("{T}"); place != std::string::npos)
                    expanded.replace(place, 3, letter);
                EXPECT_FALSE(found.contains(expanded)) << expanded;
                found[expanded] = kinds_declared(parameters);
            }
        }
    }
    return found;
}

TEST(CublasDeclarations, AreOfWhatTheLibraryExports) {
    const std::map<std::string, std::string> functions = exported();
    const std::map<std::string, std::string> declarations = declared();
    EXPECT_GT(declarations.size(), 180U);
    for (const auto& [name, parameters] : declarations) {
        const auto function = functions.find(name);
        ASSERT_NE(function, functions.end()) << name;
        EXPECT_EQ(parameters, function->second) << name;
    }
    // The other functions are settings, and the 64-bit forms.
    const std::string others[] = {"Create", "Destroy", "Set", "Get", "Logger"};
    for (const auto& function : functions) {
        const std::string& name = function.first;
        const bool setting = std::any_of(std::begin(others), std::end(others),
                                         [&](const std::string& start) { return name.starts_with("cublas" + start); });
        const std::string base = name.ends_with("_64") ? name.substr(0, name.size() - 3) : name;
        EXPECT_TRUE(setting || declarations.contains(base)) << name;
    }
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
