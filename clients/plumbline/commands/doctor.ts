/** @module doctor: checks the installation and the workspace; each fault has a next step. */
import { existsSync, type Stats, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';

import type { Fault } from '../../../governance/audit/verify-report.ts';
import {
  type WorkspacePaths,
  workspacePaths,
} from '../../../governance/keeper/workspace/workspace-files.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { isWritable } from '../../../kernel/ledger/read-only-media.ts';
import { type Call, type Command } from '../command.ts';
import { databaseFindings } from '../database-findings.ts';
import { type Finding, fine } from '../finding.ts';
import { approverFindings } from '../keys/approver-findings.ts';
import { printable } from '../printable.ts';
import { closedWorkspace, currentUser, separationOf, type SystemUser } from '../separation.ts';
import { failureOf, openSessionIn, type Session, workspaceDir } from '../session.ts';
import { type Paint, painter } from '../terminal.ts';
import { verifiedStore, type Witness } from '../verified-store.ts';
import { installedServers } from './config.ts';

const NODE_MAJOR = 24;

function nodeFinding(): Finding {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= NODE_MAJOR) {
    return fine('node', `${node} at ${process.execPath}`);
  }
  return { check: 'node', state: 'fail', found: node, next: `install Node ${NODE_MAJOR} or newer` };
}

function sqliteFinding(): Finding {
  const db = new DatabaseSync(':memory:');
  const row = db.prepare('SELECT sqlite_version() AS version').get();
  db.close();
  return fine('sqlite', String(row?.['version']));
}

/** The store and the log in it, as `audit verify` finds them, and whether checkpoints are kept elsewhere. */
async function storeFindings(session: Session): Promise<readonly Finding[]> {
  const { paths, reader } = session;
  const { report, witness } = await verifiedStore(session);
  const { entries, covered, faults } = report;
  const newest = reader.newestSeal()?.size ?? 0;
  const witnessed = witnessFinding(witness, newest);
  if (!report.ok) {
    const kinds = [...new Set(faults.map(({ kind }) => kind))].join(', ');
    const next = 'run `plumbline audit verify`';
    const found = `${faults.length} faults: ${kinds}`;
    return [
      fine('store', paths.store),
      { check: 'log', state: 'fail', found, next },
      ...faults.flatMap(modelFinding),
      witnessed,
    ];
  }
  const uncovered = entries - covered;
  const log: Finding =
    uncovered > 1000
      ? {
          check: 'log',
          state: 'warn',
          found: `${entries} entries, the last ${uncovered} under no checkpoint`,
          next: 'run `plumbline audit checkpoint` and keep the note elsewhere',
        }
      : fine('log', `${entries} entries, ${report.events} events`);
  return [fine('store', paths.store), log, witnessed];
}

/** An event that the model cannot apply, by name. */
function modelFinding({ kind, seq, detail }: Fault): readonly Finding[] {
  if (kind !== 'event_unapplied') return [];
  const next = 'look with `plumbline repair`; an approver can take the event out';
  return [{ check: 'model', state: 'fail', found: `event ${seq} ${detail}`, next }];
}

function witnessFinding(witness: Witness | null, newest: number): Finding {
  const check = 'witness';
  if (witness === null) {
    return {
      check,
      state: 'warn',
      found: 'none, so nothing shows that the whole log was written anew with its own key',
      next: 'run `plumbline policy set witness`: a file on another disk or share, or a witness over HTTP (docs/witness.md)',
    };
  }
  const { checkpoints, size } = witness;
  const where = 'path' in witness ? witness.path : `${witness.key_name} at ${witness.url}`;
  if (size >= newest) return fine(check, `${where}: ${checkpoints} checkpoints, to entry ${size}`);
  return {
    check,
    state: 'fail',
    found: `${where} ends with entry ${size}, the log has a checkpoint of ${newest}`,
    next:
      'path' in witness
        ? 'let the user who runs the servers append to it; the next commit writes what it lacks'
        : 'run `plumbline audit verify`, which says what it answers; a server of the workspace sends what it lacks',
  };
}

async function keeperFinding(session: Session): Promise<Finding> {
  const { inner } = session.paths;
  if (!isWritable(inner)) {
    const found = `not started: nothing can be written in ${inner}`;
    return {
      check: 'keeper',
      state: 'warn',
      found,
      next: 'servers need a folder that can be written',
    };
  }
  const keeper = await session.keeper();
  const { pid, epoch, head_seq, clients } = await keeper.status();
  const where = pid === process.pid ? 'this process took the role' : `process ${pid}`;
  return fine('keeper', `${where}, epoch ${epoch}, event ${head_seq}, ${clients} clients`);
}

function fileFindings(paths: WorkspacePaths): readonly Finding[] {
  if (platform() === 'win32') {
    return [
      {
        check: 'files',
        state: 'warn',
        found: 'modes are not checked on Windows',
        next: 'keep .plumbline/ readable for yourself alone',
      },
    ];
  }
  const own: readonly (readonly [string, number])[] = [
    [paths.inner, 0o077],
    [paths.keys, 0o077],
    [paths.logKey, 0o077],
    ...(existsSync(paths.webhookKey) ? [[paths.webhookKey, 0o077] as const] : []),
    [paths.store, 0o022],
  ];
  return [...own.map(([path, forbidden]) => fileFinding(path, forbidden)), gitFinding(paths)];
}

/** Whether git leaves the folder of the keys alone. Workspaces of before have no such file. */
function gitFinding({ inner }: WorkspacePaths): Finding {
  const file = join(inner, '.gitignore');
  if (existsSync(file)) return fine('files', `${inner} is kept out of git`);
  return {
    check: 'files',
    state: 'warn',
    found: `there is no ${file}, so git may take the keys along`,
    next: `write a line with \`*\` into ${file}`,
  };
}

function fileFinding(path: string, forbidden: number): Finding {
  const check = 'files';
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return {
      check,
      state: 'fail',
      found: `${path} is not there`,
      next: 'restore it from a backup',
    };
  }
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.uid !== process.getuid?.()) {
    return {
      check,
      state: 'warn',
      found: `${path} belongs to another user`,
      next: 'give it to the user who runs the servers',
    };
  }
  if ((stats.mode & forbidden) === 0) return fine(check, `${path} ${mode}`);
  return {
    check,
    state: 'fail',
    found: `${path} ${mode}: others have access`,
    next: `chmod go-rwx ${path}`,
  };
}

/** Checks the sandbox: the permission flag of Node, and on Linux a program that removes network access. */
function sandboxFinding(): Finding {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) {
    return {
      check: 'sandbox',
      state: 'fail',
      found: "Node's --permission is missing, so programs cannot be kept in",
      next: `install Node ${NODE_MAJOR} or newer`,
    };
  }
  return fine('sandbox', "programs run metered, in a process under Node's --permission");
}

/** Runs a check; an error in it becomes a finding. */
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

/** Which of the two stands: agents run as the user whom the store belongs to, or as another one. */
function usersFinding(paths: WorkspacePaths, user: SystemUser | null): Finding {
  const check = 'users';
  if (user === null) {
    return {
      check,
      state: 'warn',
      found: 'owners of files are not checked on Windows',
      next: 'keep .plumbline/ for a user that runs no agents',
    };
  }
  const { owner_uid, can } = separationOf(paths, user);
  const who = owner_uid === user.uid ? 'the same user' : 'another user';
  const found = `the store belongs to uid ${owner_uid}, this process runs as uid ${user.uid}, ${who}: a program of uid ${user.uid} can`;
  if (can.length === 0) return fine(check, `${found} neither read nor write store and keys`);
  return {
    check,
    state: 'warn',
    found: `${found} ${can.join(', ')}`,
    next: 'where agents run programs of their own, give store and approver to another user (docs/cli.md, "Two users")',
  };
}

/** What can be said from outside of a workspace that this user cannot look into. */
function closedFindings(paths: WorkspacePaths, user: SystemUser): readonly Finding[] {
  return [
    usersFinding(paths, user),
    {
      check: 'store',
      state: 'warn',
      found: `${paths.inner} is closed to this user, so nothing in it was looked at`,
      next: 'run `plumbline doctor` as the user whom it belongs to',
    },
  ];
}

async function workspaceFindings(call: Call): Promise<readonly Finding[]> {
  const user = currentUser();
  const start = resolve(call.terminal.cwd, call.workspace ?? '.');
  const closed = user === null ? null : closedWorkspace(start, user);
  if (user !== null && closed !== null && (call.workspace === null || closed.dir === start)) {
    return closedFindings(closed, user);
  }
  const dir = workspaceDir(call);
  const paths = workspacePaths(dir);
  const users = await guarded('users', () => [usersFinding(paths, user)]);
  const files = await guarded('files', () => fileFindings(paths));
  const inside = await guarded('store', async () => {
    await using session = openSessionIn(dir);
    const parts = [
      await guarded('database', () => databaseFindings(session)),
      await guarded('store', () => storeFindings(session)),
      await guarded('keeper', async () => [await keeperFinding(session)]),
      await guarded('approvers', () => approverFindings(session.registry(), paths, call)),
    ];
    return parts.flat();
  });
  return [...files, ...users, ...inside];
}

function findingLines({ check, state, found, next }: Finding, paint: Paint): readonly string[] {
  const style = { ok: 'created', warn: 'modified', fail: 'deleted' } as const;
  const line = `${paint(state.padEnd(5), style[state])} ${check.padEnd(10)} ${printable(found)}`;
  return state === 'ok' || next === '' ? [line] : [line, `      next: ${printable(next)}`];
}

export const doctorCommand: Command = {
  words: 'doctor',
  takes: [],
  summary: 'check Node, store, database, keeper, permissions of files, approvers, sandbox',
  options: {
    'key-dir': { type: 'string', value: 'DIR', help: 'where approvers keep their keys' },
  },
  async run(call) {
    const findings = [
      nodeFinding(),
      ...(await guarded('sqlite', () => [sqliteFinding()])),
      ...(await guarded('workspace', () => workspaceFindings(call))),
      fine('servers', installedServers().join(', ')),
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
