/** @module files: the file store of one program: its input files, the files it wrote, and the memory they use. */

/** A file in input and output: as text if its bytes are valid UTF-8, else as base64. */
export type CodeFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly base64: string };

/** Reserves memory for the whole store, `bytes` in total. Returns false if they do not fit. */
export type HoldBytes = (bytes: number) => boolean;

/** Maximum number of files and folders of a program at any time. */
export const FILES_MAX = 256;
/** Maximum length of a path, in characters. */
const PATH_MAX = 200;

/** The content of one file: the first `length` bytes of `bytes`. */
export type StoredFile = {
  bytes: Uint8Array;
  length: number;
  written: boolean;
  /** Number of open descriptors. A removed file counts as memory until the last one is closed. */
  opens: number;
  removed: boolean;
};

/**
 * Whether a name is a valid path below the program's folder: 1 to 8 parts of letters, digits and `._ -+@()`, none of
 * them `.` or `..`.
 */
export function isFileName(name: string): boolean {
  if (name.length === 0 || name.length > PATH_MAX) return false;
  const parts = name.split('/');
  return (
    parts.length <= 8 &&
    parts.every((part) => /^[\p{L}\p{N}._ \-+@()]+$/u.test(part) && part !== '.' && part !== '..')
  );
}

const NEW_FILE = { length: 0, written: true, opens: 0, removed: false } as const;

/** The files of one run; lists are sorted by name. */
export class CodeFiles {
  readonly #files = new Map<string, StoredFile>();
  readonly #hold: HoldBytes;
  #held = 0;

  constructor(hold: HoldBytes) {
    this.#hold = hold;
  }

  /** Adds an input file. Returns false if it does not fit into memory. */
  addInput(name: string, bytes: Uint8Array): boolean {
    return (
      this.#reserve(bytes.length) &&
      Boolean(this.#files.set(name, { ...NEW_FILE, bytes, length: bytes.length, written: false }))
    );
  }

  get(name: string): StoredFile | undefined {
    return this.#files.get(name);
  }

  names(): readonly string[] {
    return [...this.#files.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  }

  get count(): number {
    return this.#files.size;
  }

  /** Creates an empty file; `undefined` if there are too many. */
  create(name: string): StoredFile | undefined {
    if (this.#files.size >= FILES_MAX) return undefined;
    const file: StoredFile = { ...NEW_FILE, bytes: new Uint8Array(0) };
    this.#files.set(name, file);
    return file;
  }

  /** Sets the length and fills new bytes with zeros. Returns false if they do not fit into memory. */
  resize(file: StoredFile, length: number): boolean {
    if (length > file.bytes.length) {
      // Doubling keeps repeated appends linear; the capacity counts as memory
      const capacity = Math.max(
        length,
        Math.min(file.bytes.length * 2, file.bytes.length + 4_194_304),
        256,
      );
      if (!this.#reserve(capacity - file.bytes.length)) return false;
      const larger = new Uint8Array(capacity);
      larger.set(file.bytes.subarray(0, file.length));
      file.bytes = larger;
    } else {
      // An input file shares its bytes with the caller until it is first written to
      if (!file.written) file.bytes = file.bytes.slice();
      if (length < file.length) file.bytes.fill(0, length, file.length);
    }
    file.length = length;
    file.written = true;
    return true;
  }

  /** Writes at a position, growing the file as needed. Returns false if it does not fit into memory. */
  write(file: StoredFile, at: number, bytes: Uint8Array): boolean {
    if (!this.resize(file, Math.max(file.length, at + bytes.length))) return false;
    file.bytes.set(bytes, at);
    return true;
  }

  remove(name: string): boolean {
    const file = this.#files.get(name);
    if (file === undefined) return false;
    file.removed = true;
    if (file.opens === 0) this.#reserve(-file.bytes.length);
    return this.#files.delete(name);
  }

  /** Counts a new descriptor of the file. */
  retain(file: StoredFile): void {
    file.opens += 1;
  }

  /** Counts a closed descriptor; the last one of a removed file frees its bytes. */
  release(file: StoredFile): void {
    file.opens -= 1;
    if (file.opens === 0 && file.removed) this.#reserve(-file.bytes.length);
  }

  rename(from: string, to: string): boolean {
    const file = this.#files.get(from);
    if (file === undefined || from === to) return file !== undefined;
    this.remove(to);
    this.#files.delete(from);
    this.#files.set(to, file);
    file.written = true;
    return true;
  }

  /** The files that the program wrote, by name. */
  written(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
    return this.names().flatMap((name) => {
      const file = this.#files.get(name);
      return file?.written === true ? [{ name, bytes: file.bytes.subarray(0, file.length) }] : [];
    });
  }

  #reserve(more: number): boolean {
    if (!this.#hold(this.#held + more)) return false;
    this.#held += more;
    return true;
  }
}

/** A file as text if its bytes are valid UTF-8, else as base64. */
export function toCodeFile(name: string, bytes: Uint8Array): CodeFile {
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { name, base64: Buffer.from(bytes).toString('base64') };
  }
}
