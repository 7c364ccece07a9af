/** @module portable: a workspace's log as a file of lines, and a workspace made of such a file, in a store of any kind. */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { canonicalJson } from '../../../kernel/canonical/json.ts';
import { publicKeyOf } from '../../../kernel/canonical/signature.ts';
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

/** Last line: where the log stands, and SHA-256 over all lines before it with their line breaks. */
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

/** The lines of a file with the whole log of a workspace, with their line breaks. No key is among them. */
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
 * Makes the writes of a file in a store, a transaction for each.
 *
 * @param to `log`: name of the log that the key of this workspace signs; `there`: the writes of this file that the log has
 *   already, of an import that was cut
 * @throws {LedgerError} as `checkLines`; LOCKED where the log has others, or a workspace
 */
export async function importLines(
  lines: AsyncIterable<string>,
  writer: LedgerWriter,
  { log, there }: { readonly log: string; readonly there: readonly Write[] },
): Promise<PortableEnd> {
  if ((await writer.reader.registryAll('workspace')).length > 0) throw taken();
  const { head_seq, audit_seq } = await headsOf(writer.reader);
  if (there.length === 0 && (head_seq > 0 || audit_seq > 0)) throw taken();
  let count = 0;
  const writes = writesIn(lines, log);
  let next = await writes.next();
  for (; next.done !== true; next = await writes.next()) {
    const write = next.value;
    const known = there[count];
    count += 1;
    if (known === undefined) await writer.transact((tx) => applyWrite(tx, write));
    else if (canonicalJson(known) !== canonicalJson(write)) throw taken();
  }
  if (count < there.length) throw taken();
  const end = next.value;
  const { line: _line, sha256: _sha256, ...wanted } = end;
  const found = await headsOf(writer.reader);
  if (canonicalJson(found) === canonicalJson(wanted)) return end;
  throw broken(`its writes lead to entry ${found.audit_seq}, want ${wanted.audit_seq}`);
}

/** The writes of a file, and its last line where that is right. */
async function* writesIn(
  lines: AsyncIterable<string>,
  log: string,
): AsyncGenerator<Write, PortableEnd, undefined> {
  const digest = createHash('sha256');
  let header = false;
  let end: PortableEnd | null = null;
  for await (const line of lines) {
    if (end !== null) throw broken('something follows its last line');
    const value = parsed(line);
    if (!header) {
      assertFitting(value, log);
      header = true;
    } else if (End.safeParse(value).success) {
      end = End.parse(value);
      if (end.sha256 !== digest.copy().digest('hex')) throw broken('it was edited');
    } else {
      yield readWrite(value);
    }
    digest.update(`${line}\n`);
  }
  if (end === null) throw broken('its last line is not there');
  return end;
}

function assertFitting(value: unknown, log: string): void {
  const header = Header.safeParse(value);
  if (!header.success) throw broken('it does not begin as one of this version');
  if (header.data.log === log) return;
  throw new LedgerError(
    'LOCKED',
    `the file is the log \`${header.data.log}\`, the key here signs \`${log}\`: give the key of that log`,
  );
}

function taken(): LedgerError {
  return new LedgerError('LOCKED', 'there is a log here already');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw broken('a line of it is no JSON');
  }
}

function broken(why: string): LedgerError {
  return new LedgerError(
    'CORRUPT',
    `the file is not one of \`plumbline export-workspace\`: ${why}`,
  );
}
