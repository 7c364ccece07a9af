/**
 * @module picture-files: stores the pictures of answers below `artifacts/pictures/`, a cache of limited size.
 *
 * A picture is named by the digest of its content, so equal pictures are one file. The pictures of a principal with a
 * restricted READ scope are in a folder of their own, whose name identifies the reader (`run-folder.ts`).
 */
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileReader } from '../../governance/access/file-reading.ts';
import type { PictureStore } from '../../governance/tool/stored-picture.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { uriOf } from '../../kernel/base/files/artefact-address.ts';
import { absent, linkOnTheWay } from '../../kernel/base/files/path-below.ts';
import { PART, storeByDigest } from '../../kernel/base/files/store-by-digest.ts';
import type { Principal } from '../../schemas/governance.ts';
import { PICTURES, pictureFolderOf, SIGHT } from './run-folder.ts';

/** Maximum size of all pictures together, bytes: some thousand pictures. */
const TOTAL_MAX = 256 * 1024 * 1024;
/** Age after which an incomplete file of an interrupted write is deleted, ms. */
const PART_MS = 3_600_000;
/**
 * Share of the free space that one process may fill before it measures the total again. Several processes write to one
 * workspace; up to this many together stay below the limit.
 */
const PROCESSES = 16;

/** Name of a stored picture. */
const NAME = /^([0-9a-f]{64})\.png$/u;
/** Name of a picture that is being written. */
const PART_NAME = new RegExp(`^[0-9a-f]{64}\\.png\\.[0-9a-f-]{36}\\${PART}$`, 'u');

/** Dependencies of `PictureFiles`. */
export type PictureSources = {
  /** Absolute path of `artifacts/`. */
  readonly folder: string;
  readonly readerOf: (principal: Principal) => FileReader;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** Maximum size of all pictures together, bytes. Default: 256 MiB. */
  readonly total_max?: number;
};

/** A stored picture: its folder and path below `artifacts/`. */
type Stored = {
  readonly folder: string;
  readonly path: string;
  readonly bytes: number;
  readonly used_ms: number;
};

/** The pictures of one workspace, for one process. */
export class PictureFiles implements PictureStore {
  readonly #sources: PictureSources;
  readonly #total_max: number;
  /** Bytes that may be written before the total is measured again. */
  #left = 0;

  constructor(sources: PictureSources) {
    this.#sources = sources;
    this.#total_max = sources.total_max ?? TOTAL_MAX;
  }

  /** Stores a picture in the folder of the principal, then deletes old pictures if all together exceed the limit. */
  readonly keep: PictureStore['keep'] = async (principal, content) => {
    const { folder: root, readerOf, now } = this.#sources;
    const sha256 = sha256Hex(content);
    const artifact = `${pictureFolderOf(readerOf(principal))}/${sha256}.png`;
    const fault = await storeByDigest(root, artifact, { content, now: now() });
    if (fault !== null) return { fault };
    this.#left -= content.length;
    if (this.#left < 0) await this.#clean(artifact);
    const path = join(root, ...artifact.split('/'));
    return { path, uri: uriOf(artifact), artifact, bytes: content.length, sha256 };
  };

  /** Deletes old pictures. A fault is logged: the answer has its picture. */
  async #clean(kept: string): Promise<void> {
    try {
      const pictures = await this.#pictures();
      const total = sum(pictures);
      // Cleaning leaves an eighth free, so that it is not needed for each picture.
      const target = total > this.#total_max ? this.#total_max * (7 / 8) : total;
      const removed = toRemove(pictures, total - target, kept);
      let freed = 0;
      for (const one of removed) if (await this.#remove(one)) freed += one.bytes;
      this.#left = Math.max(0, this.#total_max - (total - freed)) / PROCESSES;
    } catch (error) {
      this.#sources.log(`old pictures were not deleted: ${String(error)}`);
    }
  }

  /** All stored pictures; incomplete files of interrupted writes are deleted. Links are not followed. */
  async #pictures(): Promise<readonly Stored[]> {
    const { folder: root, now } = this.#sources;
    const own = await this.#entries(PICTURES);
    const folders = [PICTURES, ...own.filter((name) => SIGHT.test(name)).map(below(PICTURES))];
    const found: Stored[] = [];
    for (const folder of folders) {
      for (const name of folder === PICTURES ? own : await this.#entries(folder)) {
        if (!NAME.test(name) && !PART_NAME.test(name)) continue;
        const path = `${folder}/${name}`;
        const stat = await lstat(join(root, path)).catch(absent);
        if (stat?.isFile() !== true) continue;
        const used_ms = stat.mtimeMs;
        if (NAME.test(name)) found.push({ folder, path, bytes: stat.size, used_ms });
        else if (now().getTime() - used_ms > PART_MS) await rm(join(root, path), { force: true });
      }
    }
    return found;
  }

  async #entries(folder: string): Promise<readonly string[]> {
    const { folder: root } = this.#sources;
    if ((await linkOnTheWay(root, folder)) !== null) return [];
    return (await readdir(join(root, folder)).catch(absent)) ?? [];
  }

  /** Deletes a picture; returns false for a file that has other content than its name states, which is not ours. */
  async #remove({ path }: Stored): Promise<boolean> {
    const at = join(this.#sources.folder, path);
    const content = await readFile(at).catch(absent);
    if (content === null) return true;
    const [, digest] = NAME.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    if (sha256Hex(content) !== digest) return false;
    await rm(at, { force: true });
    return true;
  }
}

/**
 * The pictures to delete so that at least `excess` bytes become free: one at a time the picture that was not used for the
 * longest time in the folder with the most bytes, so that a principal who draws much does not displace the pictures of
 * others.
 */
function toRemove(pictures: readonly Stored[], excess: number, kept: string): readonly Stored[] {
  const folders = Map.groupBy(pictures, ({ folder }) => folder);
  const queues = [...folders.values()].map((of) => ({
    bytes: sum(of),
    oldest: of.filter(({ path }) => path !== kept).toSorted((a, b) => a.used_ms - b.used_ms),
  }));
  const removed: Stored[] = [];
  for (let freed = 0; freed < excess;) {
    const filled = queues.filter(({ oldest }) => oldest.length > 0);
    const largest = filled.toSorted((a, b) => b.bytes - a.bytes)[0];
    const next = largest?.oldest.shift();
    if (largest === undefined || next === undefined) break;
    largest.bytes -= next.bytes;
    freed += next.bytes;
    removed.push(next);
  }
  return removed;
}

function sum(pictures: readonly Stored[]): number {
  return pictures.reduce((total, { bytes }) => total + bytes, 0);
}

function below(folder: string): (name: string) => string {
  return (name) => `${folder}/${name}`;
}
