/**
 * @module picture-files: stores the pictures of answers below `artifacts/pictures/`, a cache of limited size.
 *
 * A picture is named by the digest of its content, so equal pictures are one file. The pictures of a principal with a
 * restricted READ scope are in a folder of their own, whose name identifies the reader (`run-folder.ts`).
 */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileReader } from '../../governance/access/file-reading.ts';
import type { PictureStore } from '../../governance/tool/stored-picture.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { uriOf } from '../../kernel/base/files/artefact-address.ts';
import { absent, linkOnTheWay } from '../../kernel/base/files/path-below.ts';
import { PART, storeByDigest } from '../../kernel/base/files/store-by-digest.ts';
import type { Principal } from '../../schemas/governance.ts';
import {
  isPicture,
  type Measured,
  PICTURE_NAME,
  type Removal,
  removePicture,
} from './remove-picture.ts';
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

/** A stored picture, with its folder below `artifacts/`. */
type Stored = Measured & { readonly folder: string };

/** The pictures of one workspace, for one process. */
export class PictureFiles implements PictureStore {
  readonly #sources: PictureSources;
  readonly #total_max: number;
  /** Bytes that may be written before the total is measured again. */
  #left = 0;
  /** By path: the time of change of a file whose content does not match its name; such files do not count. */
  readonly #foreign = new Map<string, number>();
  /** Paths of files whose content was checked. */
  readonly #checked = new Set<string>();

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
    this.#checked.add(artifact);
    this.#left -= content.length;
    if (this.#left < 0) {
      await this.#clean(artifact).catch((error: unknown) => {
        this.#sources.log(`old pictures were not deleted: ${String(error)}`);
      });
    }
    const path = join(root, ...artifact.split('/'));
    return { path, uri: uriOf(artifact), artifact, bytes: content.length, sha256 };
  };

  /** Deletes old pictures. A fault is logged: the answer has its picture. */
  async #clean(kept: string): Promise<void> {
    let pictures = await this.#pictures();
    if (sum(pictures) > this.#total_max) pictures = await this.#own(pictures);
    let total = sum(pictures);
    // Cleaning leaves an eighth free, so that it is not needed for each picture.
    const target = total > this.#total_max ? this.#total_max * (7 / 8) : total;
    for (const one of removalOrder(pictures, kept)) {
      if (total <= target) break;
      const removal = await this.#remove(one);
      if (removal === 'foreign' || removal === 'gone') total -= one.bytes;
    }
    this.#left = Math.max(0, this.#total_max - total) / PROCESSES;
  }

  /** The files that are pictures by their content too. A content is checked once, and again before it is deleted. */
  async #own(pictures: readonly Stored[]): Promise<readonly Stored[]> {
    const own: Stored[] = [];
    for (const one of pictures) {
      const { path, used_ms } = one;
      const isOwn = this.#checked.has(path) || (await this.#isPicture(path));
      if (isOwn === false) this.#foreign.set(path, used_ms);
      if (isOwn === true) own.push(one);
    }
    this.#checked.clear();
    for (const { path } of own) this.#checked.add(path);
    return own;
  }

  async #isPicture(path: string): Promise<boolean | null> {
    try {
      return await isPicture(this.#sources.folder, path);
    } catch (error) {
      this.#sources.log(`the picture \`${path}\` is not counted: ${String(error)}`);
      return null;
    }
  }

  async #remove(one: Stored): Promise<Removal | 'failed'> {
    try {
      return await removePicture(this.#sources.folder, one);
    } catch (error) {
      this.#sources.log(`the old picture \`${one.path}\` was not deleted: ${String(error)}`);
      return 'failed';
    }
  }

  /** All stored pictures; incomplete files of interrupted writes are deleted. Links are not followed. */
  async #pictures(): Promise<readonly Stored[]> {
    const own = await this.#entries(PICTURES);
    const folders = [PICTURES, ...own.filter((name) => SIGHT.test(name)).map(below(PICTURES))];
    const found: Stored[] = [];
    for (const folder of folders) {
      for (const name of folder === PICTURES ? own : await this.#entries(folder)) {
        if (!PICTURE_NAME.test(name) && !PART_NAME.test(name)) continue;
        const picture = await this.#measured(folder, name);
        if (picture === null) continue;
        if (!PICTURE_NAME.test(name)) await this.#removePart(picture);
        else if (this.#foreign.get(picture.path) !== picture.used_ms) found.push(picture);
      }
    }
    return found;
  }

  /** A regular file; null for anything else, and for a file that is gone. */
  async #measured(folder: string, name: string): Promise<Stored | null> {
    const path = `${folder}/${name}`;
    const stat = await lstat(join(this.#sources.folder, path)).catch(absent);
    if (stat?.isFile() !== true) return null;
    return { folder, path, bytes: stat.size, used_ms: stat.mtimeMs };
  }

  /** Deletes an incomplete file that is old. */
  async #removePart({ path, used_ms }: Stored): Promise<void> {
    const { folder: root, now, log } = this.#sources;
    if (now().getTime() - used_ms <= PART_MS || (await linkOnTheWay(root, path)) !== null) return;
    await rm(join(root, path), { force: true }).catch((error: unknown) => {
      log(`the incomplete file \`${path}\` was not deleted: ${String(error)}`);
    });
  }

  async #entries(folder: string): Promise<readonly string[]> {
    const { folder: root, log } = this.#sources;
    if ((await linkOnTheWay(root, folder)) !== null) return [];
    try {
      return (await readdir(join(root, folder)).catch(absent)) ?? [];
    } catch (error) {
      log(`the pictures in \`${folder}\` are not counted: ${String(error)}`);
      return [];
    }
  }
}

/**
 * The pictures in the order in which they are deleted: each time the picture that was not used for the longest time in
 * the folder with the most bytes, so that a principal who draws much does not displace the pictures of others.
 */
function* removalOrder(pictures: readonly Stored[], kept: string): Generator<Stored> {
  const folders = Map.groupBy(pictures, ({ folder }) => folder);
  const queues = [...folders.values()].map((of) => ({
    bytes: sum(of),
    oldest: of.filter(({ path }) => path !== kept).toSorted((a, b) => a.used_ms - b.used_ms),
  }));
  for (;;) {
    const filled = queues.filter(({ oldest }) => oldest.length > 0);
    const largest = filled.toSorted((a, b) => b.bytes - a.bytes)[0];
    const next = largest?.oldest.shift();
    if (largest === undefined || next === undefined) return;
    largest.bytes -= next.bytes;
    yield next;
  }
}

function sum(pictures: readonly Stored[]): number {
  return pictures.reduce((total, { bytes }) => total + bytes, 0);
}

function below(folder: string): (name: string) => string {
  return (name) => `${folder}/${name}`;
}
