// Text of PTX, word by word.
#pragma once
#include <string>

#include "types.h"

class Reader {
  public:
    explicit Reader(const std::string& text) : text(text) {}

    [[noreturn]] void fail(const std::string& why) const;
    bool at_end();
    // The next character that counts, which is not taken.
    char peek();
    // Takes letters, digits and what else names have; empty if there are none.
    std::string word();
    bool take(const std::string& wanted);
    void expect(const std::string& wanted);
    int64_t number();
    bool at_number();
    void skip_line();
    void skip_past(char end);
    size_t position() const { return at; }
    void go_back(size_t position) { at = position; }

  private:
    void skip_blank();

    const std::string& text;
    size_t at = 0;
};
