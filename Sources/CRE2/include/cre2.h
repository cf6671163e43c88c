#ifndef PAWL_CRE2_H
#define PAWL_CRE2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled pattern; safe to use from several threads at once.
typedef struct cre2_pattern cre2_pattern;

/// Compiles a pattern in RE2 syntax, with at most `memory` bytes for its automata.
///
/// Returns NULL when the pattern is not valid; then `message` holds why, cut to `capacity` bytes with its terminator.
cre2_pattern *cre2_compile(const char *pattern, size_t length, int64_t memory, char *message, size_t capacity);

/// Frees a pattern.
void cre2_free(cre2_pattern *pattern);

/// Whether the pattern occurs anywhere in the text.
int cre2_contains(const cre2_pattern *pattern, const char *text, size_t length);

/// How much automaton the pattern needs, about one for each of its characters.
int cre2_size(const cre2_pattern *pattern);

#ifdef __cplusplus
}
#endif
#endif
