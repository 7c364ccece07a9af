/** @module tape-files: stores tapes as files of the workspace; the log records the owner and digest of each. */
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod';

import { digestOf, isDigest, sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { writeFileAtomically } from '../../kernel/base/files/write-file-atomically.ts';
import { readRequest } from '../../kernel/tools/mpt/contracts/contract.ts';
import type { ToolRequest } from '../../kernel/tools/mpt/contracts/contract.ts';
import { ProvenanceShape, UseShape } from '../../kernel/tools/mpt/output/outcome.ts';
import type { ToolLedgerEntry } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { Tape, TapeStore } from '../../kernel/tools/mpt/records/tapes.ts';
import { ToolRefusal, TAXONOMY } from '../../kernel/tools/mpt/refusals.ts';
import type { MptCode } from '../../kernel/tools/mpt/refusals.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Journal } from './journal.ts';

/** Folder and limits of tapes. The oldest are deleted first. */
export type TapePlace = {
  /** Absolute path; the folder is created with the first tape. */
  readonly folder: string;
  /** Limit of all tapes together; one tape may use a quarter of it. 0 stores none. */
  readonly bytes_max: number;
  readonly tapes_max: number;
  /** Returns a new UUID. */
  readonly randomId: () => string;
  /** Whether a caller may replay the run of an entry. */
  readonly mayReplay: (principal: Principal, entry: ToolLedgerEntry, event: StoredEvent) => boolean;
};

/** Number of writes after which the folder is listed again, to count tapes of other processes. */
const COUNTED_EVERY = 32;
/** Largest number of runs with one id that are searched. */
const RUNS_MAX = 100;

/** Schema of a stored tape. */
const TapeShape = z.strictObject({
  key: z.string(),
  run_id: z.string(),
  exec_id: z.string(),
  request: z.custom<ToolRequest>((value) => readRequest(value).ok),
  mpt_code: z.custom<MptCode>(isMptCode).nullable(),
  cause: z.string(),
  output: z.record(z.string(), z.unknown()),
  output_sha256: z.string(),
  use: UseShape,
  provenance: ProvenanceShape,
}) satisfies z.ZodType<Tape>;

function isMptCode(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(TAXONOMY, value);
}

/**
 * Stores each tape as a file named by its digest, which is also in the ledger entry of the run. Returns a function that
 * creates the store of a caller; there a caller finds only the tapes of runs that it may replay.
 */
export function tapeFiles(place: TapePlace, journal: Journal): (caller: Principal) => TapeStore {
  const folder = new TapeFolder(place);
  const newest = async (entries: readonly ToolLedgerEntry[]): Promise<Tape | undefined> => {
    const entry = entries.at(-1);
    const sha256 = entry === undefined ? undefined : tapeOf(entry);
    return sha256 === undefined ? undefined : await folder.read(sha256);
  };
  return (caller) => {
    const isReplayable = (entry: ToolLedgerEntry, event: StoredEvent): boolean =>
      tapeOf(entry) !== undefined && place.mayReplay(caller, entry, event);
    return {
      put: async (tape) => await folder.put(canonicalJson(tape)),
      find: async (id) =>
        await newest((await journal.of(id, RUNS_MAX, { matches: isReplayable })).entries),
      findKey: async (key) => {
        const hasKey = (entry: ToolLedgerEntry, event: StoredEvent): boolean =>
          isReplayable(entry, event) && keyOf(entry) === key;
        return await newest((await journal.recent(1, { matches: hasKey })).entries);
      },
    };
  };
}

function tapeOf({ provenance }: ToolLedgerEntry): string | undefined {
  const { tape_sha256 } = provenance;
  return typeof tape_sha256 === 'string' && isDigest(tape_sha256) ? tape_sha256 : undefined;
}

/** Digest of the READ scope of the caller of a run; null if the scope was not restricted. */
export function sightOf({ provenance: { sight } }: ToolLedgerEntry): string | null {
  return typeof sight === 'string' ? sight : null;
}

/** The tape key of a run: see `tapeKey`. */
function keyOf({ provenance: { contract_sha256, input_sha256 } }: ToolLedgerEntry): string {
  return digestOf({ contract_sha256: contract_sha256 ?? null, input_sha256: input_sha256 ?? null });
}

/** A stored tape: its path, its size, and when it was written (milliseconds since 1970). */
type StoredTape = { readonly path: string; readonly bytes: number; readonly at_ms: number };

/** The folder of tapes, with its last known size. */
class TapeFolder {
  readonly #place: TapePlace;
  #known: { bytes: number; tapes: number; puts: number } | undefined;

  constructor(place: TapePlace) {
    this.#place = place;
  }

  /** Stores a text; returns its digest, or null if it exceeds the limits. */
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
    const { bytes: used, tapes, puts } = full ? await this.#makeRoom(bytes) : known;
    this.#known = { bytes: used + bytes, tapes: tapes + 1, puts: puts + 1 };
    const sha256 = sha256Hex(text);
    await writeFileAtomically(join(folder, `${sha256}.json`), text, { unique: randomId() });
    return sha256;
  }

  /** Deletes the oldest tapes until one more of `bytes` bytes fits. */
  async #makeRoom(bytes: number): Promise<{ bytes: number; tapes: number; puts: number }> {
    const { bytes_max, tapes_max } = this.#place;
    const newestFirst = (await this.#listed()).toSorted((a, b) => b.at_ms - a.at_ms);
    let used = 0;
    let tapes = 0;
    for (const tape of newestFirst) {
      if (tapes + 1 < tapes_max && used + tape.bytes + bytes <= bytes_max) {
        used += tape.bytes;
        tapes += 1;
      } else {
        await rm(tape.path, { force: true });
      }
    }
    return { bytes: used, tapes, puts: 0 };
  }

  /** All tapes in the folder. Another process may delete some meanwhile. */
  async #listed(): Promise<readonly StoredTape[]> {
    const { folder } = this.#place;
    const tapes = await Promise.all(
      (await readdir(folder)).map(async (name): Promise<readonly StoredTape[]> => {
        const path = join(folder, name);
        const found = await lstat(path).catch(() => undefined);
        return found?.isFile() === true ? [{ path, bytes: found.size, at_ms: found.mtimeMs }] : [];
      }),
    );
    return tapes.flat();
  }

  /**
   * Reads the tape with this digest and verifies it.
   *
   * @throws {ToolRefusal} TOOL_DRIFT if it is missing or has another digest
   */
  async read(sha256: string): Promise<Tape> {
    const path = join(this.#place.folder, `${sha256}.json`);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) {
      throw new ToolRefusal(
        'TOOL_DRIFT',
        'the tape of the run was deleted to make room for newer ones',
        {
          want: sha256,
        },
      );
    }
    const altered = new ToolRefusal(
      'TOOL_DRIFT',
      'the tape differs from the one that the run recorded',
      {
        want: sha256,
      },
    );
    if (!found.isFile() || found.size > this.#place.bytes_max) throw altered;
    const bytes = await readFile(path);
    if (sha256Hex(bytes) !== sha256) throw altered;
    return TapeShape.parse(JSON.parse(bytes.toString('utf8')));
  }
}
