// What the C library declares only under _GNU_SOURCE, which Swift's Glibc module does not set.
#ifndef PAWL_CSYSTEM_SHIM_H
#define PAWL_CSYSTEM_SHIM_H

#include <spawn.h>

// https://man7.org/linux/man-pages/man2/pipe.2.html
int pipe2(int ends[2], int flags);
// glibc 2.29 and 2.34
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#endif
