// More than a million tokens that nobody issued: none is believed.
#include <chrono>
#include <random>

#include <gmock/gmock.h>

#include "../rounds.h"
#include "tenants/mint.h"

namespace ringfence::tenants {
namespace {

using namespace std::chrono_literals;

const UnixTime today{1'800'000'000s};

struct Forgeries : testing::Test {
    void SetUp() override {
        Restriction restriction;
        restriction.most = SessionKind::Program;
        restriction.limits[Limit::Streams] = 16;
        restriction.limits[Limit::DeviceMemory] = std::uint64_t{512} << 20;
        restriction.expires = today + 1h;
        for (const char* tenant : {"alice", "bob", "c"}) {
            const Token root = mint.issue(tenant, {}).take();
            genuine.push_back(root);
            genuine.push_back(mint.issue(tenant, restriction).take());
            genuine.push_back(root.restricted(restriction).take().restricted({}).take());
        }
        for (const Token& token : genuine)
            ASSERT_TRUE(is_believed(token.secret_text()));
    }
    void TearDown() override { RecordProperty("tokens", static_cast<int>(tried)); }

    bool is_believed(std::string_view text) {
        ++tried;
        const Result<Token> token = Token::parse(text);
        return token.ok() && mint.verify(token.value(), revoked, today).ok();
    }
    void refuses(const std::string& text) {
        if (is_believed(text)) ADD_FAILURE() << "believed: " << text;
    }

    const Mint mint{Secret{42}};
    Revocations revoked;
    std::vector<Token> genuine;
    std::size_t tried = 0;
};

TEST_F(Forgeries, EveryFlippedBitEveryOtherByteEveryCutAndEveryAddition) {
    for (const Token& token : genuine) {
        const std::string text = token.secret_text();
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string altered = text;
            for (unsigned byte = 0; byte < 256; ++byte) {
                altered[at] = static_cast<char>(byte);
                // White space around a token does not count.
                if (altered != text) refuses(altered);
            }
            refuses(text.substr(0, at));
            refuses(text.substr(at + 1));
            refuses(text.substr(0, at) + text.substr(at + 1));
            for (const char c : {'0', 'a', '.', '/', '='})
                refuses(text.substr(0, at) + c + text.substr(at));
        }
        for (const char* more : {"0", ".", "..", ".name=0123456789abcdef", "00000000000000000000000000000000"})
            refuses(text + more);
    }
    EXPECT_GT(tried, 300'000U);
}

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts{""};
    for (const char c : text) {
        if (c == '.') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (&part == parts.data() ? "" : ".") + part;
    return text;
}

TEST_F(Forgeries, PartsOfGenuineTokensInAnyOtherCombination) {
    std::mt19937_64 random(1);
    std::vector<std::vector<std::string>> all;
    std::set<std::string> issued;
    for (const Token& token : genuine) {
        all.push_back(parts_of(token.secret_text()));
        issued.insert(token.secret_text());
    }
    const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    for (int i = 0; i < rounds(300'000); ++i) {
        std::vector<std::string> parts = all[any(all.size())];
        for (std::size_t changes = 1 + any(3); changes > 0; --changes) {
            const std::vector<std::string>& other = all[any(all.size())];
            switch (any(5)) {
                case 0: parts[any(parts.size())] = other[any(other.size())]; break;  // swapped
                case 1: parts.back() = other.back(); break;                          // another's tag
                case 2: parts.erase(parts.begin() + 1 + static_cast<std::ptrdiff_t>(any(parts.size() - 1))); break;
                case 3: parts.insert(parts.begin() + 3, other[3]); break;                // another's restriction
                default: std::swap(parts[any(parts.size())], parts[any(parts.size())]);  // order
            }
        }
        const std::string text = joined(parts);
        if (!issued.contains(text)) refuses(text);
    }
}

TEST_F(Forgeries, LooserRestrictionsUnderATagThatWasSeen) {
    std::mt19937_64 random(2);
    for (int i = 0; i < rounds(200'000); ++i) {
        const Token& token = genuine[random() % genuine.size()];
        std::vector<Restriction> restrictions = token.restrictions();
        Restriction& one = restrictions[random() % restrictions.size()];
        switch (random() % 4) {
            case 0: one.expires = today + std::chrono::seconds(random() % 1'000'000'000 + 3601); break;
            case 1: one.limits[Limit::Streams] = 17 + random() % 100'000; break;
            case 2: one.most = SessionKind::Compute; break;
            default: one = restrictions.size() > 1 ? Restriction{} : one; one.name = random_digits(16).take();
        }
        const Result<Token> forged = Token::make(token.tenant(), token.nonce(), restrictions, token.tag());
        ASSERT_TRUE(forged.ok());
        refuses(forged.value().secret_text());
    }
}

// Whoever holds a token can compute what comes after it, never what was before.
TEST_F(Forgeries, AHolderCannotTakeItsOwnRestrictionsOff) {
    for (const Token& token : genuine) {
        const std::vector<Restriction>& all = token.restrictions();
        for (std::size_t kept = 0; kept < all.size(); ++kept) {
            const std::vector<Restriction> fewer(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept));
            Tag tag = token.tag();
            for (int i = 0; i < 1000; ++i, tag = next_tag(tag, all.back().text()))
                refuses(Token::make(token.tenant(), token.nonce(), fewer, tag).take().secret_text());
        }
    }
}

TEST_F(Forgeries, RandomTags) {
    std::mt19937_64 random(3);
    for (int i = 0; i < rounds(300'000); ++i) {
        const Token& token = genuine[random() % genuine.size()];
        Tag tag = token.tag();
        if (i % 2 == 0) {
            for (std::uint8_t& byte : tag)
                byte = static_cast<std::uint8_t>(random());
        } else {
            tag[random() % tag.size()] ^= static_cast<std::uint8_t>(1 + random() % 255);
        }
        refuses(Token::make(token.tenant(), token.nonce(), token.restrictions(), tag).take().secret_text());
    }
}

TEST_F(Forgeries, RandomTexts) {
    std::mt19937_64 random(4);
    constexpr std::string_view alphabet = "rft1.alicebob0123456789abcdef/=,kindcopylimitsstreamsexpiresname\n \t";
    for (int i = 0; i < rounds(200'000); ++i) {
        std::string text = i % 2 == 0 ? "rft1.alice." : "";
        const std::size_t length = random() % 300;
        for (std::size_t at = 0; at < length; ++at)
            text += i % 5 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
        refuses(text);
    }
    refuses(std::string(1 << 20, 'a'));
    refuses("rft1" + std::string(1 << 16, '.'));
}

}  // namespace
}  // namespace ringfence::tenants
