#include "cre2.h"

#include <cstring>
#include <re2/re2.h>

struct cre2_pattern {
    RE2 expression;
    cre2_pattern(const re2::StringPiece &text, const RE2::Options &options) : expression(text, options) {}
};

extern "C" cre2_pattern *cre2_compile(const char *pattern, size_t length, int64_t memory, char *message, size_t capacity) {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(memory);
    auto *compiled = new cre2_pattern(re2::StringPiece(pattern, length), options);
    if (compiled->expression.ok()) return compiled;
    std::strncpy(message, compiled->expression.error().c_str(), capacity - 1);
    message[capacity - 1] = 0;
    delete compiled;
    return nullptr;
}

extern "C" void cre2_free(cre2_pattern *pattern) { delete pattern; }

extern "C" int cre2_contains(const cre2_pattern *pattern, const char *text, size_t length) {
    return pattern->expression.Match(re2::StringPiece(text, length), 0, length, RE2::UNANCHORED, nullptr, 0);
}

extern "C" int cre2_size(const cre2_pattern *pattern) { return pattern->expression.ProgramSize(); }
