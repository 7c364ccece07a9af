/** @module doctor: what works here and what does not, each with a next step. */
import { type Stats, statSync } from 'node:fs';
import { platform } from 'node:os';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import {
  LedgerError,
  verifyStore,
  type WorkspacePaths,
  workspacePaths,
} from '../../../governance/keeper/client-kit.ts';
import type { Call, Command } from '../command.ts';
import { printable } from '../printable.ts';
import { failureOf, openSessionIn, type Session, workspaceDir } from '../session.ts';
import { type Paint, painter } from '../terminal.ts';
import { installedServers } from './config.ts';

/** One thing that was looked at. `next` is empty where nothing is to be done. */
export type Finding = {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly next: string;
};

const NODE_MAJOR = 24;

function ok(check: string, found: string): Finding {
  return { check, state: 'ok', found, next: '' };
}

function nodeFinding(): Finding {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= NODE_MAJOR) return ok('node', `${node} at ${process.execPath}`);
  return { check: 'node', state: 'fail', found: node, next: `install Node ${NODE_MAJOR} or newer` };
}

function sqliteFinding(): Finding {
  const db = new DatabaseSync(':memory:');
  const row = db.prepare('SELECT sqlite_version() AS version').get();
  db.close();
  return ok('sqlite', String(row?.['version']));
}

/** Every page of the store, then the log that is in it. */
async function storeFindings(paths: WorkspacePaths, session: Session): Promise<readonly Finding[]> {
  const db = new DatabaseSync(paths.store, { readOnly: true });
  const damaged = db
    .prepare('PRAGMA integrity_check(5)')
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((line) => line !== 'ok');
  db.close();
  const pages: Finding =
    damaged.length === 0
      ? ok('store', paths.store)
      : {
          check: 'store',
          state: 'fail',
          found: damaged.join('; '),
          next: 'restore the file from a backup; nothing repairs it silently',
        };
  const report = await verifyStore(session.paths.store);
  const { entries, covered, faults } = report;
  if (!report.ok)
    return [
      pages,
      {
        check: 'log',
        state: 'fail',
        found: `${faults.length} faults`,
        next: 'run `plumbline audit verify`',
      },
    ];
  const uncovered = entries - covered;
  const log: Finding =
    uncovered > 1000
      ? {
          check: 'log',
          state: 'warn',
          found: `${entries} entries, the last ${uncovered} under no checkpoint`,
          next: 'run `plumbline audit checkpoint` and keep the note elsewhere',
        }
      : ok('log', `${entries} entries, ${report.events} events`);
  return [pages, log];
}

async function keeperFinding(session: Session): Promise<Finding> {
  const keeper = await session.keeper();
  const { pid, epoch, head_seq, clients } = await keeper.status();
  const where = pid === process.pid ? 'this process took the role' : `process ${pid}`;
  return ok('keeper', `${where}, epoch ${epoch}, event ${head_seq}, ${clients} clients`);
}

function fileFindings(paths: WorkspacePaths): readonly Finding[] {
  if (platform() === 'win32')
    return [
      {
        check: 'files',
        state: 'warn',
        found: 'modes are not checked on Windows',
        next: 'keep .plumbline/ readable for yourself alone',
      },
    ];
  const own: readonly (readonly [string, number])[] = [
    [paths.inner, 0o077],
    [paths.keys, 0o077],
    [paths.logKey, 0o077],
    [paths.store, 0o022],
  ];
  return own.map(([path, forbidden]) => fileFinding(path, forbidden));
}

function fileFinding(path: string, forbidden: number): Finding {
  const check = 'files';
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    return {
      check,
      state: 'fail',
      found: `${path} is not there`,
      next: 'restore it from a backup',
    };
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.uid !== process.getuid?.())
    return {
      check,
      state: 'warn',
      found: `${path} belongs to another user`,
      next: 'give it to the user who runs the servers',
    };
  if ((stats.mode & forbidden) === 0) return ok(check, `${path} ${mode}`);
  return {
    check,
    state: 'fail',
    found: `${path} ${mode}: others have access`,
    next: `chmod go-rwx ${path}`,
  };
}

function peopleFinding(session: Session): Finding {
  const active = session.registry().approvers.filter(({ status }) => status === 'active');
  if (active.length > 0)
    return ok('approvers', printable(active.map(({ name }) => name).join(', ')));
  return {
    check: 'approvers',
    state: 'warn',
    found: 'nobody can approve yet, so deletions wait for ever',
    next: 'run `plumbline approver add NAME`',
  };
}

/** What keeps programs in: the permission flag of Node, and on Linux a program that takes the network away. */
function sandboxFinding(): Finding {
  if (!process.allowedNodeEnvironmentFlags.has('--permission'))
    return {
      check: 'sandbox',
      state: 'fail',
      found: "Node's --permission is missing, so programs cannot be kept in",
      next: `install Node ${NODE_MAJOR} or newer`,
    };
  return ok('sandbox', "programs run metered, in a process under Node's --permission");
}

/** A check that fails by itself is a finding too. */
async function guarded(
  check: string,
  look: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const failure = failureOf(error);
    const found = failure?.message ?? (error instanceof Error ? error.message : String(error));
    const next =
      error instanceof LedgerError || failure === null
        ? 'restore the workspace from a backup'
        : failure.next;
    return [{ check, state: 'fail', found: printable(found), next }];
  }
}

async function workspaceFindings(call: Call): Promise<readonly Finding[]> {
  const dir = workspaceDir(call);
  const paths = workspacePaths(dir);
  const files = await guarded('files', () => fileFindings(paths));
  const inside = await guarded('store', async () => {
    await using session = openSessionIn(dir);
    const parts = [
      await guarded('store', () => storeFindings(paths, session)),
      await guarded('keeper', async () => [await keeperFinding(session)]),
      await guarded('approvers', () => [peopleFinding(session)]),
    ];
    return parts.flat();
  });
  return [...files, ...inside];
}

function findingLines({ check, state, found, next }: Finding, paint: Paint): readonly string[] {
  const style = { ok: 'created', warn: 'modified', fail: 'deleted' } as const;
  const line = `${paint(state.padEnd(5), style[state])} ${check.padEnd(10)} ${printable(found)}`;
  return state === 'ok' || next === '' ? [line] : [line, `      next: ${printable(next)}`];
}

export const doctorCommand: Command = {
  words: 'doctor',
  takes: [],
  summary: 'check Node, store, keeper, permissions of files, sandbox',
  options: {},
  async run(call) {
    const findings = [
      nodeFinding(),
      ...(await guarded('sqlite', () => [sqliteFinding()])),
      ...(await guarded('workspace', () => workspaceFindings(call))),
      ok('servers', installedServers().join(', ')),
      sandboxFinding(),
    ];
    const failed = findings.some(({ state }) => state === 'fail');
    const paint = painter(call.terminal.colour);
    return {
      exit: failed ? 1 : 0,
      json: findings,
      lines: findings.flatMap((finding) => findingLines(finding, paint)),
    };
  },
};
