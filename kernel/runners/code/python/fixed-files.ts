/** @module fixed-files: the read-only files of all runs of a Python, and the folders in which they are. */

/** Read-only files by absolute path. */
export class FixedFiles {
  readonly #bytes: ReadonlyMap<string, Uint8Array>;
  /** What is in each folder: name, and whether that is a folder. */
  readonly #folders = new Map<string, Map<string, boolean>>();

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.#bytes = files;
    for (const path of files.keys()) this.#enter(path);
  }

  get(path: string): Uint8Array | undefined {
    return this.#bytes.get(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Names in a folder, and whether each is a folder; none for a folder that holds no fixed file. */
  in(folder: string): ReadonlyMap<string, boolean> {
    return this.#folders.get(folder) ?? new Map();
  }

  #enter(path: string): void {
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
