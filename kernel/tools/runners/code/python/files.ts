/** @module files: the file system of Python programs, by the descriptors and paths of system calls. */
import { CodeFiles, FILES_MAX, isFileName } from '../files.ts';
import type { HoldBytes, StoredFile } from '../files.ts';
import type { FixedFiles } from './fixed-files.ts';

/** Error numbers of the engine's C library. */
export const ERRNO = {
  EACCES: 2,
  EBADF: 8,
  EEXIST: 20,
  EINVAL: 28,
  EISDIR: 31,
  EMFILE: 33,
  ENOENT: 44,
  ENOMEM: 48,
  ENOSPC: 51,
  ENOSYS: 52,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  ENOTTY: 59,
  EPERM: 63,
  ERANGE: 68,
  EROFS: 69,
  ESPIPE: 70,
} as const;

/** Bit flags of open(). */
const OPEN = { write: 3, create: 64, exclusive: 128, truncate: 512, append: 1024 } as const;

/** Working folder of a program at its start. Its files are part of the output, files of `/tmp` are not. */
const HOME = '/data';
/** The source file of the program. */
const MAIN_PATH = '/sandbox/main.py';
/** The file to which the harness writes how the program ended. */
const END_PATH = '/sandbox/end';
/** The file through which the harness requests a derived key and reads it. */
export const SCRYPT_PATH = '/sandbox/scrypt';
/** All files through which the harness and the host communicate. */
const OUR_PATHS: ReadonlySet<string> = new Set([END_PATH, SCRYPT_PATH]);

/** Folders that exist in every run and cannot be removed. */
const FIXED_FOLDERS = [
  '/',
  HOME,
  '/tmp',
  '/lib',
  '/sandbox',
  '/lib/python3.14',
  '/lib/python3.14/site-packages',
];
/** Largest number of open descriptors. */
const DESCRIPTORS_MAX = 64;
/** First inode number of a program's files; 1 is the number of folders and of most read-only files. */
const FIRST_INODE = 2;
/** Memory limit of the files between the harness and the host. */
const END_BYTES_MAX = 4 * 1024 * 1024;
/** Largest derived key, so that it fits into `SCRYPT_PATH` together with its request. */
export const ANSWER_BYTES_MAX = 1024 * 1024;

/** What a descriptor refers to. `position` is an offset in bytes, for a folder in entries. */
type Handle =
  | {
      readonly kind: 'file';
      readonly files: CodeFiles;
      readonly file: StoredFile;
      position: number;
      readonly append: boolean;
      readonly writes: boolean;
    }
  | {
      readonly kind: 'fixed';
      readonly path: string;
      readonly bytes: Uint8Array;
      position: number;
    }
  | { readonly kind: 'folder'; readonly path: string; position: number };

/** Result of stat(). */
export type Status = {
  readonly kind: 'file' | 'folder' | 'stream';
  readonly size: number;
  readonly writable: boolean;
  /** For a file of the program: its unique number, by which SQLite identifies locked files. */
  readonly inode?: number;
};

/** A result or an error number, by the convention of the system call: mostly 0 or a negative error number. */
type OrError = number;

/** The file system of one run. Paths are absolute and normalised. */
export class PythonFiles {
  readonly #fixed: FixedFiles;
  readonly #files: CodeFiles;
  /** The files between the harness and the host; they have their own limit and do not count against the program. */
  readonly #ends = new CodeFiles((bytes) => bytes <= END_BYTES_MAX);
  readonly #folders = new Set(FIXED_FOLDERS);
  readonly #open = new Map<number, Handle>();
  readonly #inodes = new WeakMap<StoredFile, number>();
  #inodeNext = FIRST_INODE;
  #code = new Uint8Array(0);
  #working = HOME;

  constructor(fixed: FixedFiles, hold: HoldBytes) {
    this.#fixed = fixed;
    this.#files = new CodeFiles(hold);
  }

  /** Adds the program and its input files. Returns false if they do not fit into memory. */
  addInput(
    code: string,
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  ): boolean {
    this.#code = new TextEncoder().encode(code);
    return files.every(({ name, bytes }) => {
      const path = `${HOME}/${name}`;
      for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
        this.#folders.add(path.slice(0, at));
      }
      return this.#files.addInput(path, bytes);
    });
  }

  /** The content of `END_PATH`. */
  end(): Uint8Array | undefined {
    const file = this.#ends.get(END_PATH);
    return file?.bytes.subarray(0, file.length);
  }

  /** The request for a derived key: the content of `SCRYPT_PATH`. */
  keyRequest(): Uint8Array | undefined {
    const file = this.#ends.get(SCRYPT_PATH);
    return file?.bytes.slice(0, file.length);
  }

  /** Writes a derived key to `SCRYPT_PATH`. Returns false if it is too long. */
  answerKey(bytes: Uint8Array): boolean {
    const file = this.#ends.get(SCRYPT_PATH);
    if (file === undefined || !this.#ends.resize(file, 0)) return false;
    return this.#ends.write(file, 0, bytes);
  }

  /** The files that the program wrote below `/data`, by name. */
  written(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
    return this.#files
      .written()
      .filter(({ name }) => name.startsWith(`${HOME}/`))
      .map(({ name, bytes }) => ({ name: name.slice(HOME.length + 1), bytes }));
  }

  /** The folder to which paths are relative: the open folder, else the working folder. */
  folderOf(descriptor: number): string {
    const handle = this.#open.get(descriptor);
    return handle?.kind === 'folder' ? handle.path : this.#working;
  }

  /** The working folder; undefined if it was removed. */
  workingFolder(): string | undefined {
    return this.#isFolder(this.#working) ? this.#working : undefined;
  }

  /** Makes a folder, given by its path or descriptor, the working folder of this run. */
  enter(target: number | string): OrError {
    const status = this.status(target);
    if (typeof status === 'number') return status;
    if (status.kind !== 'folder') return -ERRNO.ENOTDIR;
    this.#working = typeof target === 'string' ? target : this.folderOf(target);
    return 0;
  }

  open(path: string, flags: number): OrError {
    if (this.#open.size >= DESCRIPTORS_MAX) return -ERRNO.EMFILE;
    const writes = (flags & OPEN.write) !== 0;
    if (this.#isFolder(path)) {
      return writes ? -ERRNO.EISDIR : this.#add({ kind: 'folder', path, position: 0 });
    }
    const fixed = this.#readOnly(path);
    if (fixed !== undefined) {
      return writes ? -ERRNO.EROFS : this.#add({ kind: 'fixed', path, bytes: fixed, position: 0 });
    }
    const files = this.#storeOf(path);
    const existing = files.get(path);
    if (existing !== undefined && (flags & OPEN.exclusive) !== 0) return -ERRNO.EEXIST;
    if (existing === undefined && (flags & OPEN.create) === 0) return -ERRNO.ENOENT;
    if (existing === undefined && !this.#mayCreate(path)) return -ERRNO.EACCES;
    const file = existing ?? files.create(path);
    if (file === undefined) return -ERRNO.ENOSPC;
    if (writes && (flags & OPEN.truncate) !== 0) files.resize(file, 0);
    files.retain(file);
    return this.#add({
      kind: 'file',
      files,
      file,
      position: 0,
      append: (flags & OPEN.append) !== 0,
      writes,
    });
  }

  close(descriptor: number): OrError {
    const handle = this.#open.get(descriptor);
    if (handle === undefined) return descriptor < 3 ? 0 : ERRNO.EBADF;
    if (handle.kind === 'file') handle.files.release(handle.file);
    this.#open.delete(descriptor);
    return 0;
  }

  duplicate(descriptor: number): OrError {
    const handle = this.#open.get(descriptor);
    if (handle === undefined) return -ERRNO.EBADF;
    if (this.#open.size >= DESCRIPTORS_MAX) return -ERRNO.EMFILE;
    if (handle.kind === 'file') handle.files.retain(handle.file);
    return this.#add(handle);
  }

  /** Reads at `at`, or at the descriptor's position, which then advances. Standard input is empty. */
  read(descriptor: number, length: number, at?: number): Uint8Array | OrError {
    const handle = this.#open.get(descriptor);
    if (handle === undefined) return descriptor === 0 ? new Uint8Array(0) : ERRNO.EBADF;
    if (handle.kind === 'folder') return ERRNO.EISDIR;
    const from = at ?? handle.position;
    const bytes = contentOf(handle).subarray(from, from + length);
    if (at === undefined) handle.position += bytes.length;
    return bytes;
  }

  /** Writes at `at`, or at the descriptor's position, which then advances. Returns 0 or an error number. */
  write(descriptor: number, bytes: Uint8Array, at?: number): OrError {
    const handle = this.#open.get(descriptor);
    if (handle === undefined || handle.kind !== 'file' || !handle.writes) return ERRNO.EBADF;
    const from = handle.append ? handle.file.length : (at ?? handle.position);
    if (!handle.files.write(handle.file, from, bytes)) return ERRNO.ENOSPC;
    if (at === undefined) handle.position = from + bytes.length;
    return 0;
  }

  /** Sets the position and returns it. `whence`: 0 from the start, 1 from the current position, 2 from the end. */
  seek(descriptor: number, offset: number, whence: number): OrError {
    const handle = this.#open.get(descriptor);
    if (handle === undefined) return descriptor < 3 ? -ERRNO.ESPIPE : -ERRNO.EBADF;
    const size = handle.kind === 'folder' ? 0 : contentOf(handle).length;
    const start = whence === 0 ? 0 : whence === 1 ? handle.position : size;
    const position = offset + start;
    if (!Number.isSafeInteger(position) || position < 0) return -ERRNO.EINVAL;
    handle.position = position;
    return position;
  }

  truncate(target: number | string, length: number): OrError {
    const handle = typeof target === 'number' ? this.#open.get(target) : undefined;
    const file =
      typeof target === 'string'
        ? this.#files.get(target)
        : handle?.kind === 'file' && handle.writes
          ? handle.file
          : undefined;
    if (file === undefined) return typeof target === 'string' ? -ERRNO.ENOENT : -ERRNO.EBADF;
    if (!Number.isSafeInteger(length) || length < 0) return -ERRNO.EINVAL;
    return this.#files.resize(file, length) ? 0 : -ERRNO.ENOSPC;
  }

  status(target: number | string): Status | OrError {
    if (typeof target === 'string') {
      if (this.#isFolder(target)) return { kind: 'folder', size: 4096, writable: true };
      const fixed = this.#readOnly(target);
      if (fixed !== undefined) return this.#fixedStatus(target, fixed.length);
      const file = this.#files.get(target);
      return file === undefined
        ? -ERRNO.ENOENT
        : { kind: 'file', size: file.length, writable: true, inode: this.#inodeOf(file) };
    }
    const handle = this.#open.get(target);
    if (handle === undefined) {
      return target < 3 ? { kind: 'stream', size: 0, writable: true } : -ERRNO.EBADF;
    }
    if (handle.kind === 'folder') return { kind: 'folder', size: 4096, writable: true };
    const size = contentOf(handle).length;
    return handle.kind === 'file'
      ? { kind: 'file', size, writable: true, inode: this.#inodeOf(handle.file) }
      : this.#fixedStatus(handle.path, size);
  }

  #fixedStatus(path: string, size: number): Status {
    const inode = this.#fixed.inodeOf(path);
    return { kind: 'file', size, writable: false, ...(inode === undefined ? {} : { inode }) };
  }

  /** Entries of an open folder from its position on, sorted by name; `skip` advances the position. */
  entries(
    descriptor: number,
  ): readonly { readonly name: string; readonly folder: boolean }[] | OrError {
    const handle = this.#open.get(descriptor);
    if (handle?.kind !== 'folder') return -ERRNO.ENOTDIR;
    const start = handle.path === '/' ? '/' : `${handle.path}/`;
    const found = new Map(this.#fixed.in(handle.path));
    for (const path of [...this.#folders, ...this.#files.names()]) {
      if (path === handle.path || !path.startsWith(start)) continue;
      const [name = '', ...below] = path.slice(start.length).split('/');
      found.set(name, (found.get(name) ?? false) || below.length > 0 || this.#folders.has(path));
    }
    return [...found]
      .map(([name, folder]) => ({ name, folder }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .slice(handle.position);
  }

  skip(descriptor: number, count: number): void {
    const handle = this.#open.get(descriptor);
    if (handle !== undefined) handle.position += count;
  }

  remove(path: string): OrError {
    if (this.#isFolder(path)) return -ERRNO.EISDIR;
    if (this.#readOnly(path) !== undefined) return -ERRNO.EROFS;
    return this.#files.remove(path) ? 0 : -ERRNO.ENOENT;
  }

  removeFolder(path: string): OrError {
    if (!this.#isFolder(path)) {
      return this.#files.get(path) === undefined ? -ERRNO.ENOENT : -ERRNO.ENOTDIR;
    }
    if (FIXED_FOLDERS.includes(path) || this.#fixed.isFolder(path)) return -ERRNO.EACCES;
    const below = [...this.#folders, ...this.#files.names()].some((one) =>
      one.startsWith(`${path}/`),
    );
    if (below) return -ERRNO.ENOTEMPTY;
    this.#folders.delete(path);
    return 0;
  }

  makeFolder(path: string): OrError {
    if (this.#isFolder(path) || this.#files.get(path) !== undefined) return -ERRNO.EEXIST;
    if (!this.#mayCreate(path)) return -ERRNO.EACCES;
    if (this.#folders.size >= FILES_MAX) return -ERRNO.ENOSPC;
    this.#folders.add(path);
    return 0;
  }

  rename(from: string, to: string): OrError {
    if (this.#isFolder(from) || this.#isFolder(to)) return -ERRNO.EPERM;
    if (!this.#mayCreate(to)) return -ERRNO.EACCES;
    return this.#files.rename(from, to) ? 0 : -ERRNO.ENOENT;
  }

  #inodeOf(file: StoredFile): number {
    const inode = this.#inodes.get(file) ?? this.#inodeNext;
    if (inode === this.#inodeNext) {
      this.#inodes.set(file, inode);
      this.#inodeNext += 1;
    }
    return inode;
  }

  #isFolder(path: string): boolean {
    return this.#folders.has(path) || this.#fixed.isFolder(path);
  }

  #readOnly(path: string): Uint8Array | undefined {
    return path === MAIN_PATH ? this.#code : this.#fixed.get(path);
  }

  /** Whether a path may be created: below `/data` or `/tmp`, in an existing folder, with a valid file name. */
  #mayCreate(path: string): boolean {
    if (OUR_PATHS.has(path)) return true;
    const root = [`${HOME}/`, '/tmp/'].find((one) => path.startsWith(one));
    return (
      root !== undefined &&
      isFileName(path.slice(root.length)) &&
      this.#folders.has(path.slice(0, path.lastIndexOf('/')))
    );
  }

  #storeOf(path: string): CodeFiles {
    return OUR_PATHS.has(path) ? this.#ends : this.#files;
  }

  #add(handle: Handle): number {
    let descriptor = 3;
    while (this.#open.has(descriptor)) descriptor += 1;
    this.#open.set(descriptor, handle);
    return descriptor;
  }
}

function contentOf(handle: Exclude<Handle, { kind: 'folder' }>): Uint8Array {
  return handle.kind === 'fixed' ? handle.bytes : handle.file.bytes.subarray(0, handle.file.length);
}
