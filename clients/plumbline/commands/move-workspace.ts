/** @module move-workspace: a workspace as one file, and a workspace made of one, on this machine or in a database. */
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';

import { verifyStore } from '../../../governance/audit/verify-store.ts';
import { logNameIn, portableLines } from '../../../governance/keeper/shared/portable.ts';
import { importWorkspace } from '../../../governance/keeper/thread/import-workspace.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { Call, Command, Outcome } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { printable } from '../printable.ts';
import { openSession } from '../session.ts';

export const exportWorkspaceCommand: Command = {
  words: 'export-workspace',
  takes: ['FILE'],
  summary: 'verify the log and write it to a file that import-workspace reads; no key is in it',
  options: {},
  async run(call) {
    const path = fileOf(call);
    await using session = openSession(call);
    // The newest there is, wherever it was committed, and all of it under a signed checkpoint.
    await (await session.keeper()).checkpoint();
    await assertVerified(session.paths.store, 'the workspace was not written');
    const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CliFailure(
        1,
        `cannot write: ${printable(reason)}`,
        'name a file that is not there',
      );
    });
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
    return told(path, JSON.parse(last), [
      'next: in a new folder, with `.plumbline/keys/log.pem` copied there, `plumbline import-workspace FILE`',
    ]);
  },
};

export const importWorkspaceCommand: Command = {
  words: 'import-workspace',
  takes: ['FILE'],
  summary:
    'make the workspace of a file here, or in the database of PLUMBLINE_DATABASE_URL, and verify it',
  options: {},
  async run(call) {
    const path = fileOf(call);
    const paths = workspacePaths(resolve(call.terminal.cwd, call.workspace ?? '.'));
    if (existsSync(paths.store)) {
      throw new CliFailure(
        1,
        `there is a workspace in ${printable(paths.inner)} already`,
        'name a new folder with --workspace DIR',
      );
    }
    if (!existsSync(paths.logKey)) {
      throw new CliFailure(
        1,
        'the key of the log is not here',
        'copy `.plumbline/keys/log.pem` of the workspace to the same place in this folder',
      );
    }
    const url = process.env['PLUMBLINE_DATABASE_URL'] ?? '';
    await using file = await open(path).catch(() => {
      throw new CliFailure(1, `cannot read ${printable(path)}`, 'name a file of export-workspace');
    });
    const from = url === '' ? null : url;
    const lines = (): AsyncIterable<string> => file.readLines({ start: 0, autoClose: false });
    const end = await importWorkspace(paths, lines, from, assertReadIn).catch((error: unknown) => {
      if (!(error instanceof LedgerError)) throw error;
      const next =
        error.code === 'UNREACHABLE'
          ? 'nothing was made in this folder; run it again, and it goes on where it ended'
          : 'nothing was made in this folder';
      throw new CliFailure(1, printable(error.message), next);
    });
    return told(path, end, []);
  },
};

function fileOf(call: Call): string {
  const [name] = call.positionals;
  if (name === undefined) throw misuse('got no file, want one', 'name it');
  return resolve(call.terminal.cwd, name);
}

async function assertReadIn(store: string): Promise<void> {
  await assertVerified(store, 'nothing was made in this folder');
}

async function assertVerified(store: string, otherwise: string): Promise<void> {
  const { faults } = await verifyStore(store);
  const [fault] = faults;
  if (fault === undefined) return;
  throw new CliFailure(
    3,
    `${otherwise}: ${faults.length} faults, the first ${printable(fault.detail)}`,
    'run `plumbline audit verify`',
    { faults },
  );
}

function told(path: string, end: unknown, more: readonly string[]): Outcome {
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
