#include <algorithm>
#include <cctype>
#include <string>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 longest = 24;

std::string random_text(u32 size) {
    Random random(85);
    std::string text;
    while (text.size() < size) {
        constexpr std::string_view words[] = {"banana", "an", "Ananas", "band", " ", ", ", "1999", "\n", "na"};
        text += words[random.below(std::size(words))];
    }
    text.resize(size);
    return text;
}

std::vector<char> bytes(std::string_view text) {
    return {text.begin(), text.end()};
}

s32 edit_distance(std::string_view a, std::string_view b) {
    std::vector<s32> row(b.size() + 1);
    for (u32 j = 0; j <= b.size(); ++j)
        row[j] = static_cast<s32>(j);
    for (u32 i = 1; i <= a.size(); ++i) {
        s32 diagonal = row[0];
        row[0] = static_cast<s32>(i);
        for (u32 j = 1; j <= b.size(); ++j) {
            const s32 change = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
            diagonal = row[j];
            row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

void distances(Test& test, std::string_view text) {
    constexpr u32 n = 200;
    constexpr std::string_view target = "banana bandana";
    std::vector<char> strings(std::size_t{n} * longest);
    std::vector<s32> expected;
    for (u32 i = 0; i < n; ++i) {
        const std::string_view piece = text.substr(i * 17, i % (longest + 1));
        std::copy(piece.begin(), piece.end(), strings.begin() + i * longest);
        expected.push_back(edit_distance(piece, target));
    }
    auto padded = bytes(target);
    padded.resize(longest);
    const auto out = test.zeros<s32>(n);
    test.launch("edit_distance", {{ceil_div(n, 64)}, {64}}, test.upload(strings), test.upload(padded), out, n);
    test.equal("distance", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(string_search) {
    constexpr u32 n = 20'000;
    const std::string text = random_text(n);
    std::vector<u32> places;
    for (std::size_t at = text.find("ana"); at != std::string::npos; at = text.find("ana", at + 1)) {
        places.push_back(static_cast<u32>(at));
    }
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    u32 words = 0;
    for (u32 i = 0; i < n; ++i)
        words += is_letter(text[i]) && (i == 0 || !is_letter(text[i - 1])) ? 1 : 0;

    test.results_vary();  // places in any order
    const auto data = test.upload(bytes(text));
    const auto count = test.zeros<u32>(1);
    const auto out = test.zeros<u32>(n);
    const Launch how = {{ceil_div(n, 128)}, {128}};
    test.launch("find_word", how, data, n, test.upload(bytes("ana")), 3U, out, count);
    auto found = test.download(out);
    found.resize(std::min(test.download(count)[0], n));
    std::sort(found.begin(), found.end());
    test.equal("place", found, places);

    const auto word_count = test.zeros<u32>(1);
    test.launch("count_words", how, data, n, word_count);
    test.equal("words", test.download(word_count), {words});
    test.launch("capitals", how, data, n);
    auto upper = bytes(text);
    for (char& c : upper)
        c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    test.equal("letter", test.download(data), upper);
    distances(test, text);
}
