/* Counts the calls by which a program touches the disk, and lets one of them fail, or every write from one of them on.
   Preloaded (LD_PRELOAD) into the process that is tried; faults_arm and faults_seen steer it by ctypes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static long seen, at = -1;
static int lasting;

void faults_arm(long moment, int from_then_on) { seen = 0; at = moment; lasting = from_then_on; }
long faults_seen(void) { return seen; }

/* Whether this call fails: the one of that number as a broken disk, later ones that need room as a full disk. */
static int fails(int needs_room) {
  if (at < 0) return 0;
  seen++;
  if (seen == at && (needs_room || !lasting)) { errno = lasting ? ENOSPC : EIO; return 1; }
  if (lasting && at && seen > at && needs_room) { errno = ENOSPC; return 1; }
  return 0;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)
#define MODE mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
#define OPEN(name) int name(const char *path, int flags, ...) { MODE REAL(int, name, const char *, int, ...); \
  return fails((flags & O_CREAT) != 0) ? -1 : real(path, flags, mode); }
#define OPENAT(name) int name(int at_fd, const char *path, int flags, ...) { MODE REAL(int, name, int, const char *, int, ...); \
  return fails((flags & O_CREAT) != 0) ? -1 : real(at_fd, path, flags, mode); }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)

#define CALL(type, name, room, declared, given) type name declared { REAL(type, name, WITHOUT declared); return fails(room) ? (type)-1 : real given; }
#define WITHOUT(...) __VA_ARGS__
CALL(ssize_t, read, 0, (int fd, void *data, size_t size), (fd, data, size))
CALL(ssize_t, pread, 0, (int fd, void *data, size_t size, off_t from), (fd, data, size, from))
CALL(ssize_t, pread64, 0, (int fd, void *data, size_t size, off64_t from), (fd, data, size, from))
CALL(ssize_t, pwrite, 1, (int fd, const void *data, size_t size, off_t to), (fd, data, size, to))
CALL(ssize_t, pwrite64, 1, (int fd, const void *data, size_t size, off64_t to), (fd, data, size, to))
CALL(int, fsync, 1, (int fd), (fd))
CALL(int, fdatasync, 1, (int fd), (fd))
CALL(int, ftruncate, 1, (int fd, off_t size), (fd, size))
CALL(int, ftruncate64, 1, (int fd, off64_t size), (fd, size))
CALL(int, rename, 1, (const char *from, const char *to), (from, to))
CALL(int, renameat2, 1, (int one, const char *from, int other, const char *to, unsigned flags), (one, from, other, to, flags))
CALL(int, link, 1, (const char *from, const char *to), (from, to))
CALL(int, linkat, 1, (int one, const char *from, int other, const char *to, int flags), (one, from, other, to, flags))
CALL(int, mkdir, 1, (const char *path, mode_t mode), (path, mode))
CALL(int, unlink, 0, (const char *path), (path))
CALL(int, unlinkat, 0, (int at_fd, const char *path, int flags), (at_fd, path, flags))
CALL(int, rmdir, 0, (const char *path), (path))

ssize_t write(int fd, const void *data, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t);
  return fd != 2 && fails(1) ? -1 : real(fd, data, size);
}

#define MAP(name, offset) void *name(void *to, size_t size, int protection, int flags, int fd, offset from) { \
  REAL(void *, name, void *, size_t, int, int, int, offset); \
  return fd >= 0 && fails(0) ? MAP_FAILED : real(to, size, protection, flags, fd, from); }
MAP(mmap, off_t) MAP(mmap64, off64_t)
