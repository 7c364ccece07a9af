/** @module tape-files: tapes as files of the workspace; the log says which is whose and what each must hash to. */
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { digestOf, isDigest, sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import type { ToolLedgerEntry } from '../../kernel/mpt/ledger-entry.ts';
import { ToolRefusal, TAXONOMY } from '../../kernel/mpt/refusals.ts';
import type { MptCode } from '../../kernel/mpt/refusals.ts';
import type { Tape, TapeStore } from '../../kernel/mpt/tapes.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Journal } from './journal.ts';

/** Where tapes lie and how many: the oldest go first. A tape of more than a quarter of the bytes is not kept. */
export type TapePlace = {
  /** Absolute; made when the first tape is kept. */
  readonly folder: string;
  /** Of all tapes together; 0 keeps none. */
  readonly bytes_max: number;
  readonly tapes_max: number;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Whether the caller may have a run of somebody else given again. */
  readonly mayReplay: (event: StoredEvent) => boolean;
};

/** Tapes of other processes are counted each time after so many of ours. */
const COUNTED_EVERY = 32;
/** Runs of one id that are looked through. */
const RUNS_MAX = 100;

const Count = z.number().min(0);
const Named = z.record(z.string(), z.unknown());

const TapeShape = z.strictObject({
  key: z.string(),
  run_id: z.string(),
  exec_id: z.string(),
  request: z.strictObject({
    tool: z.string(),
    input: Named,
    budget: z.record(z.string(), z.number()),
    context: z.strictObject({
      caller: z.string(),
      exec_id: z.string(),
      session_id: z.string().exactOptional(),
      depth: z.number().exactOptional(),
      mode: z.enum(['live', 'record', 'replay', 'verify']).exactOptional(),
      expect_sha256: z.string().exactOptional(),
    }),
  }),
  mpt_code: z.custom<MptCode>(isMptCode).nullable(),
  cause: z.string(),
  output: Named,
  output_sha256: z.string(),
  use: z.strictObject({
    gas: Count,
    fuel: Count,
    web_requests: Count,
    mem_high_water_bytes: Count,
    latency_ms: z.number(),
  }),
  provenance: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
}) satisfies z.ZodType<Tape>;

function isMptCode(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(TAXONOMY, value);
}

/** Keeps each tape as a file named by its digest. A tape is found by the entry of its run, which names that digest. */
export function tapeFiles(place: TapePlace, journal: Journal): TapeStore {
  const shelf = new Shelf(place);
  const wanted = (entry: ToolLedgerEntry, event: StoredEvent): boolean =>
    tapeOf(entry) !== undefined && place.mayReplay(event);
  const newest = async (entries: readonly ToolLedgerEntry[]): Promise<Tape | undefined> => {
    const entry = entries.at(-1);
    const sha256 = entry === undefined ? undefined : tapeOf(entry);
    return sha256 === undefined ? undefined : await shelf.read(sha256);
  };
  return {
    put: async (tape) => await shelf.put(canonicalJson(tape)),
    find: async (id) => await newest((await journal.of(id, RUNS_MAX, { wanted })).entries),
    findKey: async (key) => {
      const asks = (entry: ToolLedgerEntry, event: StoredEvent): boolean =>
        wanted(entry, event) && keyOf(entry) === key;
      return await newest((await journal.recent(1, { wanted: asks })).entries);
    },
  };
}

function tapeOf({ provenance }: ToolLedgerEntry): string | undefined {
  const { tape_sha256 } = provenance;
  return typeof tape_sha256 === 'string' && isDigest(tape_sha256) ? tape_sha256 : undefined;
}

/** The key of the question of a run: see `tapeKey`. */
function keyOf({ provenance: { contract_sha256, input_sha256 } }: ToolLedgerEntry): string {
  return digestOf({ contract_sha256: contract_sha256 ?? null, input_sha256: input_sha256 ?? null });
}

type Kept = { readonly path: string; readonly bytes: number; readonly at_ms: number };

/** The folder and how much lies in it, as far as is known. */
class Shelf {
  readonly #place: TapePlace;
  #known: { bytes: number; tapes: number; puts: number } | undefined;

  constructor(place: TapePlace) {
    this.#place = place;
  }

  /** The digest of the kept text, null where it is over the bounds. */
  async put(text: string): Promise<string | null> {
    const { folder, bytes_max, tapes_max, randomId } = this.#place;
    const bytes = Buffer.byteLength(text);
    if (bytes > bytes_max / 4) return null;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const known = this.#known;
    const full =
      known === undefined ||
      known.puts >= COUNTED_EVERY ||
      known.tapes + 1 > tapes_max ||
      known.bytes + bytes > bytes_max;
    const { bytes: held, tapes, puts } = full ? await this.#makeRoom(bytes) : known;
    this.#known = { bytes: held + bytes, tapes: tapes + 1, puts: puts + 1 };
    const sha256 = sha256Hex(text);
    // Nobody may find half a file
    const part = join(folder, `${randomId()}.part`);
    await writeFile(part, text, { mode: 0o600, flag: 'wx' });
    await rename(part, join(folder, `${sha256}.json`));
    return sha256;
  }

  /** Gives up the oldest until one more of `bytes` fits. */
  async #makeRoom(bytes: number): Promise<{ bytes: number; tapes: number; puts: number }> {
    const { bytes_max, tapes_max } = this.#place;
    const newestFirst = (await this.#listed()).toSorted((a, b) => b.at_ms - a.at_ms);
    let held = 0;
    let tapes = 0;
    for (const kept of newestFirst) {
      const stays = tapes + 1 < tapes_max && held + kept.bytes + bytes <= bytes_max;
      if (!stays) {
        await rm(kept.path, { force: true });
        continue;
      }
      held += kept.bytes;
      tapes += 1;
    }
    return { bytes: held, tapes, puts: 0 };
  }

  /** Everything in the folder; another process may take away from it meanwhile. */
  async #listed(): Promise<readonly Kept[]> {
    const { folder } = this.#place;
    const kept = await Promise.all(
      (await readdir(folder)).map(async (name): Promise<readonly Kept[]> => {
        const path = join(folder, name);
        const found = await lstat(path).catch(() => undefined);
        return found?.isFile() === true ? [{ path, bytes: found.size, at_ms: found.mtimeMs }] : [];
      }),
    );
    return kept.flat();
  }

  /**
   * A tape that is the one that the log names.
   *
   * @throws {ToolRefusal} TOOL_DRIFT where it is gone, or is another one
   */
  async read(sha256: string): Promise<Tape> {
    const path = join(this.#place.folder, `${sha256}.json`);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined)
      throw new ToolRefusal('TOOL_DRIFT', 'the tape of the run was given up for newer ones', {
        want: sha256,
      });
    const altered = new ToolRefusal('TOOL_DRIFT', 'the tape is not the one that the run left', {
      want: sha256,
    });
    if (!found.isFile() || found.size > this.#place.bytes_max) throw altered;
    const bytes = await readFile(path);
    if (sha256Hex(bytes) !== sha256) throw altered;
    return TapeShape.parse(JSON.parse(bytes.toString('utf8')));
  }
}
