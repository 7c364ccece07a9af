/** @module tape-files: tapes as files of the workspace; the log records the owner and the digest of each. */
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { digestOf, isDigest, sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { writeFileAtomically } from '../../kernel/files/write-file-atomically.ts';
import type { ToolLedgerEntry } from '../../kernel/mpt/records/ledger-entry.ts';
import type { Tape, TapeStore } from '../../kernel/mpt/records/tapes.ts';
import { ToolRefusal, TAXONOMY } from '../../kernel/mpt/refusals.ts';
import type { MptCode } from '../../kernel/mpt/refusals.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Journal } from './journal.ts';

/** Folder and bounds of tapes: the oldest are deleted first. A tape of more than a quarter of the bytes is not kept. */
export type TapePlace = {
  /** Absolute; created with the first tape. */
  readonly folder: string;
  /** Of all tapes together; 0 keeps none. */
  readonly bytes_max: number;
  readonly tapes_max: number;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Whether a caller may replay the run of an entry. */
  readonly mayReplay: (principal: Principal, entry: ToolLedgerEntry, event: StoredEvent) => boolean;
};

/** The folder is listed again after this many writes, to count the tapes of other processes. */
const COUNTED_EVERY = 32;
/** Runs of one id that are searched at most. */
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
    unmeasured: z.literal(true).exactOptional(),
  }),
  provenance: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
}) satisfies z.ZodType<Tape>;

function isMptCode(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(TAXONOMY, value);
}

/**
 * Keeps each tape as a file named by its digest. A tape is found through the ledger entry of its run, which holds that
 * digest. Returns the store of a caller, in which it finds only the tapes of runs that it may replay.
 */
export function tapeFiles(place: TapePlace, journal: Journal): (caller: Principal) => TapeStore {
  const folder = new TapeFolder(place);
  const newest = async (entries: readonly ToolLedgerEntry[]): Promise<Tape | undefined> => {
    const entry = entries.at(-1);
    const sha256 = entry === undefined ? undefined : tapeOf(entry);
    return sha256 === undefined ? undefined : await folder.read(sha256);
  };
  return (caller) => {
    const wanted = (entry: ToolLedgerEntry, event: StoredEvent): boolean =>
      tapeOf(entry) !== undefined && place.mayReplay(caller, entry, event);
    return {
      put: async (tape) => await folder.put(canonicalJson(tape)),
      find: async (id) => await newest((await journal.of(id, RUNS_MAX, { wanted })).entries),
      findKey: async (key) => {
        const asks = (entry: ToolLedgerEntry, event: StoredEvent): boolean =>
          wanted(entry, event) && keyOf(entry) === key;
        return await newest((await journal.recent(1, { wanted: asks })).entries);
      },
    };
  };
}

function tapeOf({ provenance }: ToolLedgerEntry): string | undefined {
  const { tape_sha256 } = provenance;
  return typeof tape_sha256 === 'string' && isDigest(tape_sha256) ? tape_sha256 : undefined;
}

/** Digest of what the caller of a run could read; null where it read everything. */
export function sightOf({ provenance: { sight } }: ToolLedgerEntry): string | null {
  return typeof sight === 'string' ? sight : null;
}

/** The tape key of a run: see `tapeKey`. */
function keyOf({ provenance: { contract_sha256, input_sha256 } }: ToolLedgerEntry): string {
  return digestOf({ contract_sha256: contract_sha256 ?? null, input_sha256: input_sha256 ?? null });
}

type Kept = { readonly path: string; readonly bytes: number; readonly at_ms: number };

/** The folder and its last known size. */
class TapeFolder {
  readonly #place: TapePlace;
  #known: { bytes: number; tapes: number; puts: number } | undefined;

  constructor(place: TapePlace) {
    this.#place = place;
  }

  /** Writes the text; returns its digest, or null when it exceeds the bounds. */
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
    await writeFileAtomically(join(folder, `${sha256}.json`), text, { unique: randomId() });
    return sha256;
  }

  /** Deletes the oldest tapes until one more of `bytes` fits. */
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

  /** All tapes in the folder; another process may delete some meanwhile. */
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
   * Reads a tape and checks that it has the digest on the log.
   *
   * @throws {ToolRefusal} TOOL_DRIFT when it is missing or has another digest
   */
  async read(sha256: string): Promise<Tape> {
    const path = join(this.#place.folder, `${sha256}.json`);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) {
      throw new ToolRefusal('TOOL_DRIFT', 'the tape of the run was given up for newer ones', {
        want: sha256,
      });
    }
    const altered = new ToolRefusal('TOOL_DRIFT', 'the tape is not the one that the run left', {
      want: sha256,
    });
    if (!found.isFile() || found.size > this.#place.bytes_max) throw altered;
    const bytes = await readFile(path);
    if (sha256Hex(bytes) !== sha256) throw altered;
    return TapeShape.parse(JSON.parse(bytes.toString('utf8')));
  }
}
