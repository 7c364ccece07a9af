/** @module system: implements the imports that a sealed Python may call; every other import ends the run. */
import type { MeteredInstance } from '../../fuel/metered-instance.ts';
import { PAGE_BYTES } from '../../fuel/metered-instance.ts';
import { CodeStream } from '../streams.ts';
import { brokenDown, fromBrokenDown, PythonClock } from './clock.ts';
import { deriveKey } from './derive-key.ts';
import { ANSWER_BYTES_MAX, ERRNO, PythonFiles, SCRYPT_PATH } from './files.ts';
import type { Status } from './files.ts';
import type { FixedFiles } from './fixed-files.ts';

/** An import as the engine calls it. */
export type SystemCall = (...args: readonly never[]) => unknown;

/** Ends a run from within an import. All fuel is used up as well, so that the engine cannot continue. */
export class SandboxEnd extends Error {}

/** Fuel of a system call. */
const CALL_FUEL = 256;
/** Fuel of a random byte. */
const RANDOM_FUEL = 2;
/** Fuel of an entry of a folder. */
const ENTRY_FUEL = 64;
/** Largest number of buffers that one read or write uses. */
const VECTORS_MAX = 1024;
/** Memory grows in steps of this many pages (1 MiB). */
const GROWTH_PAGES = 16;
/** Size of `struct stat` in 32-bit words. */
const STAT_WORDS = 24;
/** Size of `struct dirent`. */
const DIRENT_BYTES = 280;
/** Longest path that is read. */
const PATH_BYTES_MAX = 4096;
/** Seconds since 1970 at which every program starts: 2026-01-01T00:00:00Z. */
const EPOCH_S = 1_767_225_600n;
const denied = (): number => -ERRNO.EPERM;
/** Flag of unlinkat(): removes a folder (AT_REMOVEDIR). */
const REMOVE_FOLDER = 512;
/** Flag of newfstatat(): an empty path means the descriptor itself. */
const AT_EMPTY_PATH = 4096;
/** Truncating this file to n bytes advances the clock by n nanoseconds; used by the harness's `time.sleep`. */
const CLOCK_PATH = '/sandbox/clock';
/** Commands of fcntl(). */
const FCNTL = { dup: 0, getFlags: 3, getLock: 12, dupCloseOnExec: 1030 } as const;
/** Lock type F_UNLCK. */
const UNLOCKED = 2;
/** Commands of fcntl() that succeed without effect: descriptor flags, file flags and locks. */
const NOTHING_TO_DO: ReadonlySet<number> = new Set([1, 2, 4, 13, 14]);
/** File modes by kind. */
const MODE = { file: 0o100644, fixed: 0o100444, folder: 0o40755, stream: 0o20620 } as const;

/** The system calls of one run of Python. */
export class PythonSystem {
  readonly stdout = new CodeStream();
  readonly stderr = new CodeStream();
  readonly files: PythonFiles;
  readonly calls: ReadonlyMap<string, SystemCall>;
  /** The import that ended the run, undefined if none did. */
  ended: { readonly kind: 'sealed' | 'abort'; readonly name: string } | undefined;
  /** Whether more memory was refused at least once. */
  memoryRefused = false;
  readonly #metered: MeteredInstance;
  readonly #clock = new PythonClock();
  #random = 0x2545_f491;

  constructor(metered: MeteredInstance, fixed: FixedFiles) {
    this.#metered = metered;
    this.files = new PythonFiles(fixed, (bytes) => metered.hold(bytes));
    this.calls = new Map(Object.entries(this.#table()));
  }

  /** Ends the run; called for an import that is not in `calls`. */
  refuse(name: string): never {
    this.ended ??= { kind: 'sealed', name };
    return this.#stop(name);
  }

  #abort(name: string): never {
    this.ended ??= { kind: 'abort', name };
    return this.#stop(name);
  }

  #stop(name: string): never {
    this.#metered.stop();
    throw new SandboxEnd(name);
  }

  #table(): Readonly<Record<string, SystemCall>> {
    return {
      ...this.#fileCalls(),
      ...this.#pathCalls(),
      ...this.#machineCalls(),
    };
  }

  #fileCalls(): Readonly<Record<string, SystemCall>> {
    const { files } = this;
    return {
      fd_read: (fd: number, vectors: number, count: number, done: number) =>
        this.#readTo(fd, this.#vectors(vectors, count), done),
      fd_pread: (fd: number, vectors: number, ...[count, at, done]: Positioned) =>
        this.#readTo(fd, this.#vectors(vectors, count), done, Number(at)),
      fd_write: (fd: number, vectors: number, count: number, done: number) =>
        this.#writeFrom(fd, this.#vectors(vectors, count), done),
      fd_pwrite: (fd: number, vectors: number, ...[count, at, done]: Positioned) =>
        this.#writeFrom(fd, this.#vectors(vectors, count), done, Number(at)),
      fd_seek: (fd: number, offset: bigint, whence: number, result: number) => {
        const position = files.seek(fd, Number(offset), whence);
        if (position < 0) return -position;
        this.#view().setBigInt64(result >>> 0, BigInt(position), true);
        return 0;
      },
      fd_close: (fd: number) => files.close(fd),
      fd_sync: () => 0,
      fd_fdstat_get: (fd: number, result: number) => {
        this.#view().setUint8(result >>> 0, fd < 3 ? 2 : 4);
        return 0;
      },
      __syscall_fdatasync: () => 0,
      __syscall_dup: (fd: number) => files.duplicate(fd),
      __syscall_fcntl64: (fd: number, command: number, argument: number) =>
        this.#control(fd, command, argument),
      __syscall_ioctl: () => -ERRNO.ENOTTY,
      __syscall_fstat64: (fd: number, buffer: number) => this.#stat(files.status(fd), buffer),
      __syscall_ftruncate64: (fd: number, length: bigint) => files.truncate(fd, Number(length)),
      __syscall_getdents64: (fd: number, buffer: number, size: number) =>
        this.#listTo(fd, buffer >>> 0, size >>> 0),
      __syscall_fadvise64: () => 0,
      __syscall_fchmod: () => 0,
      __syscall_poll: () => 0,
    };
  }

  #pathCalls(): Readonly<Record<string, SystemCall>> {
    const { files } = this;
    const at = (folder: number, path: number): string => this.#path(folder, path);
    const here = (path: number): string => this.#path(-100, path);
    return {
      __syscall_openat: (folder: number, path: number, flags: number) =>
        files.open(at(folder, path), flags),
      __syscall_stat64: (path: number, buffer: number) =>
        this.#stat(files.status(here(path)), buffer),
      __syscall_lstat64: (path: number, buffer: number) =>
        this.#stat(files.status(here(path)), buffer),
      __syscall_newfstatat: (folder: number, path: number, buffer: number, flags: number) => {
        const own = (flags & AT_EMPTY_PATH) !== 0 && this.#text(path) === '';
        return this.#stat(files.status(own ? folder : at(folder, path)), buffer);
      },
      __syscall_faccessat: (folder: number, path: number) => {
        const status = files.status(at(folder, path));
        return typeof status === 'number' ? status : 0;
      },
      __syscall_unlinkat: (folder: number, path: number, flags: number) =>
        flags === REMOVE_FOLDER
          ? files.removeFolder(at(folder, path))
          : files.remove(at(folder, path)),
      __syscall_rmdir: (path: number) => files.removeFolder(here(path)),
      __syscall_mkdirat: (folder: number, path: number) => files.makeFolder(at(folder, path)),
      __syscall_renameat: (from: number, old: number, to: number, path: number) =>
        files.rename(at(from, old), at(to, path)),
      __syscall_truncate64: (path: number, length: bigint) => {
        const target = here(path);
        if (target === CLOCK_PATH) return this.#sleep(length);
        return target === SCRYPT_PATH ? this.#derive() : files.truncate(target, Number(length));
      },
      __syscall_getcwd: (buffer: number, size: number) => {
        const folder = files.workingFolder();
        if (folder === undefined) return -ERRNO.ENOENT;
        const bytes = new TextEncoder().encode(`${folder}\0`);
        if (size >>> 0 < bytes.length) return -ERRNO.ERANGE;
        this.#memory().set(bytes, buffer >>> 0);
        return bytes.length;
      },
      __syscall_readlinkat: () => -ERRNO.EINVAL,
      __syscall_utimensat: () => 0,
      __syscall_chmod: () => 0,
      __syscall_fchmodat2: () => 0,
      __syscall_chdir: (path: number) =>
        this.#text(path) === '' ? -ERRNO.ENOENT : files.enter(here(path)),
      __syscall_fchdir: (folder: number) => files.enter(folder),
      __syscall_symlinkat: denied,
      __syscall_mknodat: denied,
      __syscall_fchownat: denied,
      __syscall_fchown32: denied,
      __syscall_statfs64: denied,
      __syscall_fstatfs64: denied,
      __syscall_pipe: denied,
      __syscall_umask_js: () => 0o22,
      __syscall_getuid32_js: () => 1000,
    };
  }

  #machineCalls(): Readonly<Record<string, SystemCall>> {
    const utc = (seconds: bigint, result: number): void => {
      const view = this.#view();
      for (const [index, field] of [...brokenDown(seconds), 0].entries()) {
        view.setInt32((result >>> 0) + index * 4, field, true);
      }
    };
    const toSeconds = (fields: number): bigint => {
      const view = this.#view();
      const seconds = fromBrokenDown(
        Array.from({ length: 6 }, (_, index) => view.getInt32((fields >>> 0) + index * 4, true)),
      );
      if (seconds !== -1n) utc(seconds, fields);
      return seconds;
    };
    return {
      clock_time_get: (clock: number, _precision: bigint, result: number) => {
        const { used } = this.#metered;
        const ns = clock === 0 ? this.#clock.readDate(used) : this.#clock.read(used);
        this.#view().setBigUint64(result >>> 0, ns, true);
        return 0;
      },
      clock_res_get: (_clock: number, result: number) => {
        this.#view().setBigUint64(result >>> 0, 1000n, true);
        return 0;
      },
      emscripten_date_now: () => Number(this.#clock.readDate(this.#metered.used)) / 1e6,
      emscripten_get_now: () => Number(this.#clock.read(this.#metered.used)) / 1e6,
      _gmtime_js: utc,
      _localtime_js: utc,
      _mktime_js: toSeconds,
      _timegm_js: toSeconds,
      _tzset_js: (offset: number, daylight: number, standard: number, summer: number) => {
        const view = this.#view();
        view.setUint32(offset >>> 0, 0, true);
        view.setUint32(daylight >>> 0, 0, true);
        for (const name of [standard, summer]) {
          this.#memory().set(new TextEncoder().encode('UTC\0'), name >>> 0);
        }
      },
      random_get: (buffer: number, length: number) => {
        this.#metered.charge((length >>> 0) * RANDOM_FUEL);
        const memory = this.#memory();
        for (let index = 0; index < length; index += 1) {
          memory[(buffer >>> 0) + index] = this.#randomByte();
        }
        return 0;
      },
      environ_sizes_get: (count: number, size: number) => {
        this.#view().setUint32(count >>> 0, 0, true);
        this.#view().setUint32(size >>> 0, 0, true);
        return 0;
      },
      environ_get: () => 0,
      emscripten_resize_heap: (bytes: number) => this.#grow(bytes >>> 0),
      emscripten_get_heap_max: () => this.#metered.capBytes,
      _emscripten_runtime_keepalive_clear: () => 0,
      emscripten_runtime_keepalive_push: () => undefined,
      emscripten_runtime_keepalive_pop: () => undefined,
      // Files cannot be mapped: SQLite then uses another journal mode, and `mmap` is an OSError
      _mmap_js: () => -ERRNO.ENOSYS,
      _setitimer_js: () => -ERRNO.ENOSYS,
      _Py_CheckEmscriptenSignals_Helper: () => 0,
      _try_fcntl64: () => 0,
      _abort_js: () => this.#abort('abort'),
      __assert_fail: () => this.#abort('a failed assertion'),
      proc_exit: () => this.#abort('exit'),
      exit: () => this.#abort('exit'),
    };
  }

  /** Implements fcntl(). The files of a run are not shared, so every lock is granted. */
  #control(fd: number, command: number, argument: number): number {
    if (command === FCNTL.getLock) {
      const lock = this.#view().getUint32(argument >>> 0, true);
      this.#view().setInt16(lock, UNLOCKED, true);
      return 0;
    }
    if (command === FCNTL.dup || command === FCNTL.dupCloseOnExec) return this.files.duplicate(fd);
    if (command === FCNTL.getFlags) return 2;
    return NOTHING_TO_DO.has(command) ? 0 : -ERRNO.EINVAL;
  }

  #sleep(ns: bigint): number {
    return ns >= 0n && this.#clock.sleep(ns) ? 0 : -ERRNO.EINVAL;
  }

  /** Answers the request for a derived key with the key. */
  #derive(): number {
    const key = deriveKey(
      this.#metered,
      this.files.keyRequest() ?? new Uint8Array(0),
      ANSWER_BYTES_MAX,
    );
    if (key === undefined && !this.#metered.exhausted) this.memoryRefused = true;
    return key !== undefined && this.files.answerKey(key) ? 0 : -ERRNO.ENOMEM;
  }

  #readTo(fd: number, vectors: readonly Vector[], done: number, at?: number): number {
    let total = 0;
    for (const { start, length } of vectors) {
      const bytes = this.files.read(fd, length, at === undefined ? undefined : at + total);
      if (typeof bytes === 'number') return bytes;
      this.#charge(bytes.length);
      this.#memory().set(bytes, start);
      total += bytes.length;
      if (bytes.length < length) break;
    }
    this.#view().setUint32(done >>> 0, total, true);
    return 0;
  }

  #writeFrom(fd: number, vectors: readonly Vector[], done: number, at?: number): number {
    let total = 0;
    for (const { start, length } of vectors) {
      this.#charge(length);
      const bytes = this.#memory().subarray(start, start + length);
      if (fd === 1) {
        this.stdout.write(bytes);
      } else if (fd === 2) {
        this.stderr.write(bytes);
      } else {
        const failed = this.files.write(fd, bytes, at === undefined ? undefined : at + total);
        if (failed !== 0) return failed;
      }
      total += length;
    }
    this.#view().setUint32(done >>> 0, total, true);
    return 0;
  }

  #listTo(fd: number, buffer: number, size: number): number {
    const entries = this.files.entries(fd);
    if (typeof entries === 'number') return entries;
    const fitting = entries.slice(0, Math.floor(size / DIRENT_BYTES));
    this.#metered.charge(CALL_FUEL + entries.length * ENTRY_FUEL);
    const view = this.#view();
    for (const [index, { name, folder }] of fitting.entries()) {
      const at = buffer + index * DIRENT_BYTES;
      const encoded = new TextEncoder().encode(name).subarray(0, DIRENT_BYTES - 20);
      view.setBigInt64(at, BigInt(index + 10), true);
      view.setBigInt64(at + 8, BigInt((index + 1) * DIRENT_BYTES), true);
      view.setUint16(at + 16, DIRENT_BYTES, true);
      view.setUint8(at + 18, folder ? 4 : 8);
      this.#memory()
        .fill(0, at + 19, at + DIRENT_BYTES)
        .set(encoded, at + 19);
    }
    this.files.skip(fd, fitting.length);
    return fitting.length * DIRENT_BYTES;
  }

  /** Fills a `struct stat`. All times are the fixed start time, so that runs are equal. */
  #stat(status: Status | number, buffer: number): number {
    if (typeof status === 'number') return status;
    this.#charge(0);
    const view = this.#view();
    const at = buffer >>> 0;
    for (let word = 0; word < STAT_WORDS; word += 1) view.setUint32(at + word * 4, 0, true);
    const mode = status.kind === 'file' && !status.writable ? MODE.fixed : MODE[status.kind];
    view.setUint32(at + 4, mode, true);
    view.setUint32(at + 8, 1, true);
    view.setBigInt64(at + 24, BigInt(status.size), true);
    view.setUint32(at + 32, 4096, true);
    setStatusTimes(this.#metered.memory, at);
    view.setBigInt64(at + 88, BigInt(status.inode ?? 1), true);
    return 0;
  }

  #grow(bytes: number): number {
    const needed = Math.ceil(bytes / PAGE_BYTES);
    // Grows in steps of 1 MiB if possible, so that an allocator with small requests rarely grows
    const rounded = Math.ceil(needed / GROWTH_PAGES) * GROWTH_PAGES;
    if (this.#metered.growTo(rounded) || this.#metered.growTo(needed)) return 1;
    this.memoryRefused = true;
    return 0;
  }

  #randomByte(): number {
    // xorshift32: the same bytes in every run; not for secrets
    this.#random ^= this.#random << 13;
    this.#random ^= this.#random >>> 17;
    this.#random ^= this.#random << 5;
    return this.#random & 0xff;
  }

  /** The path at a pointer, made absolute and normalised. Relative paths start at the folder of the descriptor. */
  #path(folder: number, pointer: number): string {
    this.#charge(0);
    const text = this.#text(pointer);
    const base = text.startsWith('/') ? '' : this.files.folderOf(folder);
    const parts: string[] = [];
    for (const part of `${base}/${text}`.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return `/${parts.join('/')}`;
  }

  #text(pointer: number): string {
    const memory = this.#memory().subarray(pointer >>> 0, (pointer >>> 0) + PATH_BYTES_MAX);
    const end = memory.indexOf(0);
    return new TextDecoder().decode(memory.slice(0, end < 0 ? memory.length : end));
  }

  #vectors(at: number, count: number): readonly Vector[] {
    const view = this.#view();
    return Array.from({ length: Math.min(count, VECTORS_MAX) }, (_, index) => ({
      start: view.getUint32((at >>> 0) + index * 8, true),
      length: view.getUint32((at >>> 0) + index * 8 + 4, true),
    }));
  }

  #charge(bytes: number): void {
    this.#metered.charge(CALL_FUEL + (bytes >>> 4));
  }

  #memory(): Uint8Array {
    return new Uint8Array(this.#metered.memory.buffer);
  }

  #view(): DataView {
    return new DataView(this.#metered.memory.buffer);
  }
}

/** Sets all times of a `struct stat` to the fixed start time. Each time is seconds and nanoseconds. */
export function setStatusTimes(memory: WebAssembly.Memory, buffer: number): void {
  const view = new DataView(memory.buffer, buffer >>> 0, STAT_WORDS * 4);
  for (const time of [40, 56, 72]) {
    view.setBigInt64(time, EPOCH_S, true);
    view.setBigInt64(time + 8, 0n, true);
  }
}

/** Arguments of a positioned read or write: vector count, offset, address for the total. */
type Positioned = readonly [count: number, at: bigint, done: number];
/** A buffer in memory: its address and its length in bytes. */
type Vector = { readonly start: number; readonly length: number };
