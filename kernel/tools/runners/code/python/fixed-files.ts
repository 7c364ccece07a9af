/** @module fixed-files: the read-only files that all runs of Python share, and their folders. */

/** First inode number of identified files; greater than any number of a program's own files. */
const FIRST_INODE = 1_000_000;

/** Read-only files by absolute path. */
export class FixedFiles {
  readonly #bytes: ReadonlyMap<string, Uint8Array>;
  readonly #inodes: ReadonlyMap<string, number>;
  /** The entries of each folder: name, and whether it is a folder. */
  readonly #folders = new Map<string, Map<string, boolean>>();

  /** @param identified paths of the files that the interpreter tells apart by inode: each gets a unique number */
  constructor(files: ReadonlyMap<string, Uint8Array>, identified: readonly string[] = []) {
    this.#bytes = files;
    this.#inodes = new Map(identified.map((path, index) => [path, FIRST_INODE + index]));
    for (const path of files.keys()) this.#addFolders(path);
  }

  inodeOf(path: string): number | undefined {
    return this.#inodes.get(path);
  }

  get(path: string): Uint8Array | undefined {
    return this.#bytes.get(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Names in a folder, and whether each is a folder; empty for a folder without fixed files. */
  in(folder: string): ReadonlyMap<string, boolean> {
    return this.#folders.get(folder) ?? new Map();
  }

  #addFolders(path: string): void {
    let below = false;
    let rest = path;
    while (rest !== '') {
      const cut = rest.lastIndexOf('/');
      const folder = rest.slice(0, cut) || '/';
      const names = this.#folders.get(folder) ?? new Map<string, boolean>();
      this.#folders.set(folder, names.set(rest.slice(cut + 1), below));
      below = true;
      rest = rest.slice(0, cut);
    }
  }
}
