/** @module portable: export of a workspace's log as lines, and import of such lines into a store of any kind. */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { canonicalJson } from '../../../kernel/base/canonical/json.ts';
import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import { applyWrite, headsOf } from '../../../kernel/ledger/follow/apply-commit.ts';
import { readWrite, type Write } from '../../../kernel/ledger/follow/commit-text.ts';
import {
  portableWrites,
  type PortableSource,
} from '../../../kernel/ledger/follow/portable-writes.ts';
import { LedgerError, type LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { EPOCH_COUNTER } from '../commit/group-committer.ts';
import { logNameOf } from '../workspace/log-key.ts';
import type { WorkspacePaths } from '../workspace/workspace-files.ts';

const FORMAT = 'plumbline-workspace/v1';

const Header = z.strictObject({
  line: z.literal('header'),
  format: z.literal(FORMAT),
  /** Name of the log: the digest of the key that signs its checkpoints. */
  log: z.string(),
});

/** Last line: the heads of the log, and SHA-256 over all lines before it with their line breaks. */
const End = z.strictObject({
  line: z.literal('end'),
  head_seq: z.int(),
  audit_seq: z.int(),
  audit_hash: z.string().nullable(),
  sha256: z.string(),
});
export type PortableEnd = z.output<typeof End>;

const LOCAL: ReadonlySet<string> = new Set([EPOCH_COUNTER]);

/** The name of the log that the key of a workspace signs. */
export function logNameIn(paths: Pick<WorkspacePaths, 'logKey'>): string {
  return logNameOf(publicKeyOf(createPrivateKey(readFileSync(paths.logKey))));
}

/** The whole log of a workspace as lines with line breaks, without any key. */
export async function* portableLines(source: PortableSource, log: string): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const lineOf = (value: object): string => {
    const line = `${canonicalJson(value)}\n`;
    digest.update(line);
    return line;
  };
  yield lineOf({ line: 'header', format: FORMAT, log });
  for await (const write of portableWrites(source, LOCAL)) yield lineOf(write);
  const heads = await headsOf(source);
  yield `${canonicalJson({ line: 'end', ...heads, sha256: digest.digest('hex') })}\n`;
}

/**
 * Reads a file to its end.
 *
 * @param log name of the log that the key of this workspace signs
 * @throws {LedgerError} CORRUPT for a file that is not whole or was edited, LOCKED for one of another log
 */
export async function checkLines(lines: AsyncIterable<string>, log: string): Promise<void> {
  for await (const _ of writesIn(lines, log));
}

/**
 * Applies the writes of a file to a store, one transaction each.
 *
 * @param to `log`: name of the log that the key of this workspace signs; `applied`: writes of this file that the log already
 *   has after an interrupted import
 * @throws {LedgerError} as `checkLines`; LOCKED when the log has other writes, or a workspace
 */
export async function importLines(
  lines: AsyncIterable<string>,
  writer: LedgerWriter,
  { log, applied }: { readonly log: string; readonly applied: readonly Write[] },
): Promise<PortableEnd> {
  if ((await writer.reader.registryAll('workspace')).length > 0) throw hasLogError();
  const { head_seq, audit_seq } = await headsOf(writer.reader);
  if (applied.length === 0 && (head_seq > 0 || audit_seq > 0)) throw hasLogError();
  let count = 0;
  const writes = writesIn(lines, log);
  let next = await writes.next();
  for (; next.done !== true; next = await writes.next()) {
    const write = next.value;
    const known = applied[count];
    count += 1;
    if (known === undefined) await writer.transact((tx) => applyWrite(tx, write));
    else if (canonicalJson(known) !== canonicalJson(write)) throw hasLogError();
  }
  if (count < applied.length) throw hasLogError();
  const end = next.value;
  const { line: _line, sha256: _sha256, ...expected } = end;
  const found = await headsOf(writer.reader);
  if (canonicalJson(found) === canonicalJson(expected)) return end;
  throw fileError(`its writes end at entry ${found.audit_seq}; expected ${expected.audit_seq}`);
}

/** The writes of a file; returns its valid last line. */
async function* writesIn(
  lines: AsyncIterable<string>,
  log: string,
): AsyncGenerator<Write, PortableEnd, undefined> {
  const digest = createHash('sha256');
  let header = false;
  let end: PortableEnd | null = null;
  for await (const line of lines) {
    if (end !== null) throw fileError('there are lines after its last line');
    const value = parseLine(line);
    if (!header) {
      assertFitting(value, log);
      header = true;
    } else if (End.safeParse(value).success) {
      end = End.parse(value);
      if (end.sha256 !== digest.copy().digest('hex')) throw fileError('it was edited');
    } else {
      yield readWrite(value);
    }
    digest.update(`${line}\n`);
  }
  if (end === null) throw fileError('its last line is missing');
  return end;
}

function assertFitting(value: unknown, log: string): void {
  const header = Header.safeParse(value);
  if (!header.success) throw fileError('its first line is not a header of this version');
  if (header.data.log === log) return;
  throw new LedgerError(
    'LOCKED',
    `the file has the log \`${header.data.log}\`, but the key of this workspace signs \`${log}\`: use the key of the first log`,
  );
}

function hasLogError(): LedgerError {
  return new LedgerError('LOCKED', 'this workspace already has a log');
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw fileError('a line is not JSON');
  }
}

function fileError(why: string): LedgerError {
  return new LedgerError(
    'CORRUPT',
    `the file is not an intact output of \`plumbline export-workspace FILE\`: ${why}`,
  );
}
