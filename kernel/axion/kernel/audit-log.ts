/** @module audit-log: the append-only, hash-chained JSON Lines file of decisions, and its verification. */
import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

import { sha256Hex } from '../../base/canonical/hash.ts';
import { AxionFault } from '../axion-fault.ts';
import { joinMembers, memberTexts, UNKNOWN_HASH } from '../hashing.ts';
import type { AuditDraft } from '../proposal.ts';
import { checkAuditEntry } from '../schema-load.ts';

/** `prev_entry_hash` of the first entry. */
export const AUDIT_GENESIS = UNKNOWN_HASH;

/** One line of the log and its hash. */
export type ChainedLine = { readonly line: string; readonly entry_hash: string };

/**
 * The line of a draft at its place in the chain. `entry_hash` is the digest of the canonical JSON
 * of the entry without `entry_hash`.
 */
export function chainLine(draft: AuditDraft, prev_entry_hash: string): ChainedLine {
  const members = memberTexts({ ...draft, prev_entry_hash });
  const entry_hash = sha256Hex(joinMembers(members));
  return { line: joinMembers({ ...members, entry_hash: `"${entry_hash}"` }), entry_hash };
}

/** A known state of a log: its number of entries and the hash of its last entry at that time. */
export type LogEnd = { readonly entries: number; readonly head: string };

export type AuditFault = 'malformed' | 'edited' | 'broken_link' | 'cut_off';

/** The result of verifying a log: the entries before the first fault, and the fault or the hash of the last entry. */
export type AuditVerdict =
  | { readonly ok: true; readonly entries: number; readonly head: string }
  | {
      readonly ok: false;
      readonly entries: number;
      /** Line of the fault, counted from 1. */
      readonly line: number;
      readonly fault: AuditFault;
      readonly message: string;
    };

/** An incremental verifier, which keeps the first fault. */
export type AuditVerifier = {
  /** Verifies the next line, without its line end. */
  readonly add: (line: string) => AuditVerdict;
  /** The verdict on the lines so far. */
  readonly verdict: () => AuditVerdict;
  /** The verdict after the last line. */
  readonly end: () => AuditVerdict;
};

/**
 * Verifies schema, canonical bytes, own hash and link of each line. From the file alone, a log truncated at a line end
 * and a rewritten log cannot be detected.
 *
 * @param known an earlier end of the log: the log must contain it and may continue after it
 */
export function openVerifier(known?: LogEnd): AuditVerifier {
  let head = AUDIT_GENESIS;
  let entries = 0;
  let fault: Extract<AuditVerdict, { readonly ok: false }> | undefined;
  const verdict = (): AuditVerdict => fault ?? { ok: true, entries, head };
  const cutOff = (line: number, message: string): typeof fault => {
    const once = `${known?.entries ?? 0} entries and the head \`${known?.head ?? ''}\``;
    return {
      ok: false,
      entries,
      line,
      fault: 'cut_off',
      message: `${message}, it once had ${once}`,
    };
  };
  return {
    verdict,
    end() {
      const reached = known === undefined || entries >= known.entries;
      if (!reached) fault ??= cutOff(entries + 1, `the log ends after ${entries} entries`);
      return verdict();
    },
    add(line) {
      if (fault !== undefined) return fault;
      const checked = checkLine(line, head);
      if (checked.ok) {
        head = checked.entry_hash;
        entries += 1;
        if (entries === known?.entries && head !== known.head) {
          fault = cutOff(entries, `the head is \`${head}\` here`);
        }
      } else {
        fault = { ...checked, entries, line: entries + 1 };
      }
      return verdict();
    },
  };
}

type LineCheck =
  | { readonly ok: true; readonly entry_hash: string }
  | { readonly ok: false; readonly fault: AuditFault; readonly message: string };

function checkLine(line: string, prev: string): LineCheck {
  const parsed = parse(line);
  const checked = checkAuditEntry(parsed);
  if (!checked.ok) return { ok: false, fault: 'malformed', message: checked.message };
  const { entry_hash, ...rest } = checked.value;
  const members = memberTexts(rest);
  if (sha256Hex(joinMembers(members)) !== entry_hash) {
    return { ok: false, fault: 'edited', message: 'the entry does not hash to its `entry_hash`' };
  }
  if (joinMembers({ ...members, entry_hash: `"${entry_hash}"` }) !== line) {
    return { ok: false, fault: 'malformed', message: 'the line is not canonical json' };
  }
  return rest.prev_entry_hash === prev
    ? { ok: true, entry_hash }
    : {
        ok: false,
        fault: 'broken_link',
        message: `got the previous hash \`${rest.prev_entry_hash}\`, want \`${prev}\``,
      };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Invalid JSON is invalid by every schema.
    return undefined;
  }
}

const CHUNK_BYTES = 1 << 20;

/**
 * Verifies a log file as a stream. An empty file is valid and has no entries.
 *
 * @param known an earlier end of the log
 * @throws {Error} when the file cannot be read
 */
export function verifyAuditFile(path: string, known?: LogEnd): AuditVerdict {
  const verifier = openVerifier(known);
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      rest = addLines(verifier, Buffer.concat([rest, buffer.subarray(0, read)]));
    }
    // A last line without a line end was written incompletely; with the added line end it is never canonical.
    if (rest.length > 0) verifier.add(`${rest.toString()}\n`);
  } finally {
    closeSync(file);
  }
  return verifier.end();
}

/** Adds the complete lines to the verifier; returns the bytes after the last line end. */
function addLines(verifier: AuditVerifier, bytes: Buffer): Buffer {
  let start = 0;
  for (let end = bytes.indexOf(10, start); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.subarray(start, end);
    // Decoding would map all invalid bytes to the same replacement character, so that an edit could go unnoticed.
    verifier.add(isUtf8(line) ? line.toString() : '');
    start = end + 1;
  }
  return bytes.subarray(start);
}

/** A log file open for appending; it continues the chain of an existing file. */
export class AuditFile {
  readonly #file: number;
  readonly #before: number;
  #head: string;
  #entries = 0;

  /** @throws {AxionFault} `AUDIT_BROKEN` when the existing file does not verify */
  constructor(path: string) {
    const found: AuditVerdict = existsSync(path)
      ? verifyAuditFile(path)
      : { ok: true, entries: 0, head: AUDIT_GENESIS };
    if (!found.ok) {
      throw new AxionFault(
        'AUDIT_BROKEN',
        `the log \`${path}\` does not verify at line ${found.line}: ${found.message}`,
      );
    }
    this.#head = found.head;
    this.#before = found.entries;
    this.#file = openSync(path, 'a');
  }

  /** Hash of the last entry; `AUDIT_GENESIS` for an empty log. */
  get head(): string {
    return this.#head;
  }

  /** Number of entries in the file, including those of earlier runs. */
  get entries(): number {
    return this.#before + this.#entries;
  }

  /** Appends the drafts in order and returns their lines. */
  append(drafts: readonly AuditDraft[]): readonly string[] {
    const lines = drafts.map((one) => {
      const { line, entry_hash } = chainLine(one, this.#head);
      this.#head = entry_hash;
      return line;
    });
    this.#entries += lines.length;
    if (lines.length > 0) writeSync(this.#file, `${lines.join('\n')}\n`);
    return lines;
  }

  [Symbol.dispose](): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}
