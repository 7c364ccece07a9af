/** @module move-workspace: exports a workspace to a file, and creates one from it, on this machine or in a database. */
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';

import { verifyStore } from '../../../governance/audit/verify-store.ts';
import { logNameIn, portableLines } from '../../../governance/keeper/shared/portable.ts';
import { importWorkspace } from '../../../governance/keeper/thread/import-workspace.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { Call, Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { createFile } from '../inputs/files.ts';
import { openSession } from '../session.ts';

/**
 * Signs a checkpoint, verifies the workspace and writes it to a new file.
 *
 * @throws CliFailure if the verification finds a fault
 */
export async function exportWorkspace(call: Call): Promise<Outcome> {
  const path = fileOf(call);
  await using session = openSession(call);
  // The checkpoint covers the newest commit of any machine.
  await (await session.keeper()).checkpoint();
  await assertVerified(session.paths.store, 'the workspace was not written');
  const file = await createFile(path, 0o600);
  let last = '';
  try {
    await session.reader.snapshot(async () => {
      for await (const line of portableLines(session.reader, logNameIn(session.paths))) {
        await file.write(line);
        last = line;
      }
    });
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return outcomeOf(path, JSON.parse(last), [
    'next: in a new folder, with `.plumbline/keys/log.pem` copied there, `plumbline import-workspace FILE`',
  ]);
}

/**
 * Creates a workspace from an exported file.
 *
 * @throws CliFailure if the folder is already a workspace or the key of the log is missing
 */
export async function importWorkspaceFile(call: Call): Promise<Outcome> {
  const path = fileOf(call);
  const paths = workspacePaths(resolve(call.terminal.cwd, call.workspace ?? '.'));
  if (existsSync(paths.store)) {
    throw new CliFailure(
      `${printable(paths.inner)} is already a workspace`,
      'name a new folder with --workspace DIR',
    );
  }
  if (!existsSync(paths.logKey)) {
    throw new CliFailure(
      'the key of the log is missing',
      'copy `.plumbline/keys/log.pem` of the workspace to the same place in this folder',
    );
  }
  const url = process.env['PLUMBLINE_DATABASE_URL'] ?? '';
  await using file = await open(path).catch(() => {
    throw new CliFailure(
      `cannot read ${printable(path)}`,
      'name a file written by `plumbline export-workspace FILE`',
    );
  });
  const from = url === '' ? null : url;
  const lines = (): AsyncIterable<string> => file.readLines({ start: 0, autoClose: false });
  const end = await importWorkspace(paths, lines, from, (store) =>
    assertVerified(store, 'nothing was created in this folder'),
  ).catch((error: unknown) => {
    if (!(error instanceof LedgerError)) throw error;
    const next =
      error.code === 'UNREACHABLE'
        ? 'nothing was created in this folder; run the command again to continue'
        : 'nothing was created in this folder';
    throw new CliFailure(printable(error.message), next);
  });
  return outcomeOf(path, end, []);
}

function fileOf(call: Call): string {
  return resolve(call.terminal.cwd, call.positionals[0] ?? '');
}

async function assertVerified(store: string, consequence: string): Promise<void> {
  const { faults } = await verifyStore(store);
  const [fault] = faults;
  if (fault === undefined) return;
  throw new CliFailure(
    `${consequence}: ${faults.length} faults, the first: ${printable(fault.detail)}`,
    'run `plumbline audit verify`',
    { exit: 3, data: { faults } },
  );
}

function outcomeOf(path: string, end: unknown, more: readonly string[]): Outcome {
  const { head_seq, audit_seq, audit_hash } = Object(end);
  return {
    json: { file: path, head_seq, audit_seq, audit_hash },
    lines: [
      `file      ${printable(path)}`,
      `log       ${String(audit_seq)} entries, ${String(head_seq)} events, head ${String(audit_hash)}; verified`,
      ...more,
    ],
  };
}
