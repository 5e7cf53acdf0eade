#include "reader.h"

#include <cctype>
#include <cstdlib>

void Reader::fail(const std::string& why) const {
    throw Error("PTX: " + why + " near: " + text.substr(at, 80));
}

void Reader::skip_blank() {
    for (;;) {
        while (at < text.size() && isspace((unsigned char)text[at])) at++;
        if (text.compare(at, 2, "//") == 0) {
            skip_line();
        } else if (text.compare(at, 2, "/*") == 0) {
            size_t end = text.find("*/", at);
            if (end == std::string::npos) fail("a comment without end");
            at = end + 2;
        } else {
            return;
        }
    }
}

bool Reader::at_end() {
    skip_blank();
    return at >= text.size();
}

char Reader::peek() {
    skip_blank();
    return at < text.size() ? text[at] : '\0';
}

std::string Reader::word() {
    skip_blank();
    size_t start = at;
    auto in_word = [](unsigned char c) { return isalnum(c) || c == '_' || c == '$' || c == '%' || c == '.'; };
    while (at < text.size() && in_word(text[at])) at++;
    return text.substr(start, at - start);
}

bool Reader::take(const std::string& wanted) {
    skip_blank();
    if (text.compare(at, wanted.size(), wanted) != 0) return false;
    at += wanted.size();
    return true;
}

void Reader::expect(const std::string& wanted) {
    if (!take(wanted)) fail("expected " + wanted);
}

bool Reader::at_number() {
    char c = peek();
    return c == '-' || isdigit((unsigned char)c);
}

int64_t Reader::number() {
    bool is_negative = take("-");
    std::string digits = word();
    if (digits.empty() || !isdigit((unsigned char)digits[0])) fail("expected a number");
    uint64_t value = strtoull(digits.c_str(), nullptr, 0);
    return int64_t(is_negative ? 0 - value : value);
}

void Reader::skip_line() {
    while (at < text.size() && text[at] != '\n') at++;
}

void Reader::skip_past(char end) {
    at = text.find(end, at);
    if (at == std::string::npos) throw Error(std::string("PTX: no ") + end);
    at++;
}
