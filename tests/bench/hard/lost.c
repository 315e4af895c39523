/* Notes in a file every call that changes files under a folder, with its data: what a power cut can take away.
   Preloaded (LD_PRELOAD); lost_begin, lost_mark and lost_end steer it by ctypes. A note is a line
   KIND INODE OFFSET BYTES, then so many bytes: the data, or the paths of what was named. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int notes = -1;
static char root[PATH_MAX];

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

static void put(const void *data, size_t size) { REAL(ssize_t, write, int, const void *, size_t); if (real(notes, data, size) < 0) _exit(97); }
static void note(char kind, unsigned long inode, long long at, const void *data, size_t size) {
  char head[99];
  put(head, snprintf(head, sizeof head, "%c %lu %lld %zu\n", kind, inode, at, size));
  put(data, size);
}

void lost_begin(int fd, const char *folder) { strncpy(root, folder, sizeof root - 1); notes = fd; }
void lost_mark(const char *what) { note('M', 0, 0, what, strlen(what)); }
void lost_end(void) { notes = -1; }

static int under(const char *path) { size_t size = strlen(root); return !strncmp(path, root, size) && (!path[size] || path[size] == '/'); }

/* The whole path of what a call names; whether it is under our folder. */
static int whole(char *to, int at, const char *path) {
  char link[64]; ssize_t size = 0;
  if (notes < 0) return 0;
  if (path[0] != '/') {
    if (at == AT_FDCWD) strcpy(link, "/proc/self/cwd"); else snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    if ((size = readlink(link, to, PATH_MAX - 1)) < 0) return 0;
    to[size++] = '/';
  }
  snprintf(to + size, PATH_MAX - size, "%s", path);
  return under(to);
}

/* The inode of an open file under our folder, 0 for another. */
static unsigned long ours(int fd) {
  char link[64], path[PATH_MAX]; struct stat found; ssize_t size;
  if (notes < 0 || fd == notes) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if ((size = readlink(link, path, sizeof path - 1)) < 0) return 0;
  path[size] = 0;
  return under(path) && !fstat(fd, &found) ? found.st_ino : 0;
}

static int opened(int fd, int at, const char *path, int flags) {
  char to[PATH_MAX];
  if (fd >= 0 && (flags & (O_CREAT | O_TRUNC)) && whole(to, at, path)) {
    unsigned long inode = ours(fd);
    note('O', inode, 0, to, strlen(to));
    if (flags & O_TRUNC) note('T', inode, 0, "", 0);
  }
  return fd;
}
#define MODE mode_t mode = 0; if (flags & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
#define OPEN(name) int name(const char *path, int flags, ...) { MODE REAL(int, name, const char *, int, ...); \
  return opened(real(path, flags, mode), AT_FDCWD, path, flags); }
#define OPENAT(name) int name(int at, const char *path, int flags, ...) { MODE REAL(int, name, int, const char *, int, ...); \
  return opened(real(at, path, flags, mode), at, path, flags); }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)

static ssize_t written(int fd, const void *data, long long at, ssize_t done) {
  unsigned long inode = done > 0 ? ours(fd) : 0;
  if (inode) note('W', inode, at, data, done);
  return done;
}
ssize_t write(int fd, const void *data, size_t size) {
  REAL(ssize_t, write, int, const void *, size_t);
  ssize_t done = real(fd, data, size);
  return written(fd, data, notes < 0 || done < 0 ? 0 : lseek(fd, 0, SEEK_CUR) - done, done);
}
#define PWRITE(name, offset) ssize_t name(int fd, const void *data, size_t size, offset at) { \
  REAL(ssize_t, name, int, const void *, size_t, offset); return written(fd, data, at, real(fd, data, size, at)); }
PWRITE(pwrite, off_t) PWRITE(pwrite64, off64_t)

static int on(char kind, int fd, long long at, int status) {
  unsigned long inode = status ? 0 : ours(fd);
  if (inode) note(kind, inode, at, "", 0);
  return status;
}
#define SYNC(name) int name(int fd) { REAL(int, name, int); return on('S', fd, 0, real(fd)); }
SYNC(fsync) SYNC(fdatasync)
#define CUT(name, offset) int name(int fd, offset size) { REAL(int, name, int, offset); return on('T', fd, size, real(fd, size)); }
CUT(ftruncate, off_t) CUT(ftruncate64, off64_t)

static int named(char kind, int one, const char *from, int other, const char *to, int status) {
  char both[2 * PATH_MAX + 1]; size_t size; struct stat found;
  if (status || !whole(both, one, from)) return status;
  size = strlen(both);
  if (to && whole(both + size + 1, other, to)) { both[size] = '\n'; size += 1 + strlen(both + size + 1); }
  note(kind, kind == 'D' && !stat(both, &found) ? found.st_ino : 0, 0, both, size);
  return status;
}
int rename(const char *from, const char *to) { REAL(int, rename, const char *, const char *); return named('R', AT_FDCWD, from, AT_FDCWD, to, real(from, to)); }
int renameat2(int one, const char *from, int other, const char *to, unsigned flags) {
  REAL(int, renameat2, int, const char *, int, const char *, unsigned);
  return named(flags & 2 ? 'X' : 'R', one, from, other, to, real(one, from, other, to, flags));
}
int link(const char *from, const char *to) { REAL(int, link, const char *, const char *); return named('L', AT_FDCWD, from, AT_FDCWD, to, real(from, to)); }
int linkat(int one, const char *from, int other, const char *to, int flags) {
  REAL(int, linkat, int, const char *, int, const char *, int); return named('L', one, from, other, to, real(one, from, other, to, flags));
}
int mkdir(const char *path, mode_t mode) { REAL(int, mkdir, const char *, mode_t); return named('D', AT_FDCWD, path, 0, 0, real(path, mode)); }
int unlink(const char *path) { REAL(int, unlink, const char *); return named('U', AT_FDCWD, path, 0, 0, real(path)); }
int unlinkat(int at, const char *path, int flags) { REAL(int, unlinkat, int, const char *, int); return named('U', at, path, 0, 0, real(at, path, flags)); }
int rmdir(const char *path) { REAL(int, rmdir, const char *); return named('U', AT_FDCWD, path, 0, 0, real(path)); }
