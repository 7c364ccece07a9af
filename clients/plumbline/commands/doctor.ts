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
import { printable } from '../../../kernel/base/text/printable.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import { isWritable } from '../../../kernel/ledger/read-only-media.ts';
import type { Call, Outcome } from '../command.ts';
import { databaseFindings } from '../database-findings.ts';
import { fail, type Finding, pass, warn } from '../finding.ts';
import { installedServers } from '../installation.ts';
import { approverFindings } from '../keys/approver-findings.ts';
import { unreadableWorkspace, currentUser, separationOf, type SystemUser } from '../separation.ts';
import { failureOf, openSessionIn, type Session, workspaceDir } from '../session.ts';
import { type Paint, painter } from '../terminal.ts';
import { verifyWorkspace, type Witness } from '../verify/verify-workspace.ts';

const NODE_MAJOR = 24;

function nodeFinding(): Finding {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= NODE_MAJOR) {
    return pass('node', `${node} at ${process.execPath}`);
  }
  return fail('node', node, `install Node ${NODE_MAJOR} or newer`);
}

function sqliteFinding(): Finding {
  const db = new DatabaseSync(':memory:');
  const row = db.prepare('SELECT sqlite_version() AS version').get();
  db.close();
  return pass('sqlite', String(row?.['version']));
}

/** The findings of `audit verify` about store and log, and whether checkpoints are stored elsewhere. */
async function storeFindings(session: Session): Promise<readonly Finding[]> {
  const { paths, reader } = session;
  const { report, witness } = await verifyWorkspace(session);
  const { entries, covered, faults } = report;
  const newest = reader.newestSeal()?.size ?? 0;
  const external = witnessFinding(witness, newest);
  if (!report.ok) {
    const kinds = [...new Set(faults.map(({ kind }) => kind))].join(', ');
    const next = 'run `plumbline audit verify`';
    const found = `${faults.length} faults: ${kinds}`;
    return [
      pass('store', paths.store),
      fail('log', found, next),
      ...faults.flatMap(modelFinding),
      external,
    ];
  }
  const uncovered = entries - covered;
  const log: Finding =
    uncovered > 1000
      ? warn(
          'log',
          `${entries} entries; no checkpoint confirms the last ${uncovered}`,
          'run `plumbline audit checkpoint` and store the checkpoint off this machine',
        )
      : pass('log', `${entries} entries, ${report.events} events`);
  return [pass('store', paths.store), log, external];
}

/** A finding that names an event that the model cannot apply. */
function modelFinding({ kind, seq, detail }: Fault): readonly Finding[] {
  if (kind !== 'event_unapplied') return [];
  const next = 'run `plumbline repair`; an approver can exclude the event';
  return [fail('model', `event ${seq} ${detail}`, next)];
}

function witnessFinding(witness: Witness | null, newest: number): Finding {
  const check = 'witness';
  if (witness === null) {
    return warn(
      check,
      'none, so it would not be detected if the whole log were rewritten with its own key',
      'run `plumbline policy set witness PATH` with a file on another disk or share, or use a witness over HTTP (docs/witness.md)',
    );
  }
  const { checkpoints, size } = witness;
  const where = 'path' in witness ? witness.path : `${witness.key_name} at ${witness.url}`;
  if (size >= newest) return pass(check, `${where}: ${checkpoints} checkpoints, to entry ${size}`);
  return fail(
    check,
    `${where} covers ${size} entries, but the log has a checkpoint over ${newest}`,
    'path' in witness
      ? 'allow the user who runs the servers to append to it; the next commit writes the missing checkpoints'
      : 'run `plumbline audit verify`, which reports its answer; a server of the workspace sends the missing checkpoints',
  );
}

async function keeperFinding(session: Session): Promise<Finding> {
  const { inner } = session.paths;
  if (!isWritable(inner)) {
    const found = `not started: ${inner} is not writable`;
    return warn('keeper', found, 'servers need a writable folder');
  }
  const keeper = await session.keeper();
  const { pid, head_seq, clients } = await keeper.status();
  const where =
    pid === process.pid
      ? 'no server runs, so this command wrote to the store itself'
      : `process ${pid} writes to the store for ${clients} connections`;
  return pass('keeper', `${where}; newest event ${head_seq}`);
}

function fileFindings(paths: WorkspacePaths): readonly Finding[] {
  if (platform() === 'win32') {
    return [
      warn(
        'files',
        'modes are not checked on Windows',
        'make sure that only you can read .plumbline/',
      ),
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

/** Whether git ignores the folder of the keys. Workspaces of earlier versions have no `.gitignore`. */
function gitFinding({ inner }: WorkspacePaths): Finding {
  const file = join(inner, '.gitignore');
  if (existsSync(file)) return pass('files', `${inner} is ignored by git`);
  return warn(
    'files',
    `${file} is missing, so git may add the keys`,
    `write a line with \`*\` into ${file}`,
  );
}

function fileFinding(path: string, forbidden: number): Finding {
  const check = 'files';
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    return fail(check, `${path} does not exist`, 'restore it from a backup');
  }
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.uid !== process.getuid?.()) {
    return warn(
      check,
      `${path} belongs to another user`,
      'change its owner to the user who runs the servers',
    );
  }
  if ((stats.mode & forbidden) === 0) return pass(check, `${path} ${mode}`);
  return fail(check, `${path} ${mode}: others have access`, `chmod go-rwx ${path}`);
}

/** Checks the sandbox: the permission flag of Node, and on Linux a program that removes network access. */
function sandboxFinding(): Finding {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) {
    return fail(
      'sandbox',
      "Node's --permission is missing, so programs cannot be sandboxed",
      `install Node ${NODE_MAJOR} or newer`,
    );
  }
  return pass(
    'sandbox',
    "tools run programs with limits on computation, in a process that Node's --permission restricts",
  );
}

/** Runs a check, whose name is shown meanwhile; an error becomes a finding. */
async function runCheck(
  { terminal }: Call,
  check: string,
  run: () => Promise<readonly Finding[]> | readonly Finding[],
): Promise<readonly Finding[]> {
  terminal.progress(`checking: ${check} …`);
  try {
    return await run();
  } catch (error) {
    const failure = failureOf(error);
    const found = failure?.message ?? (error instanceof Error ? error.message : String(error));
    const next =
      error instanceof LedgerError || failure === null
        ? 'restore the workspace from a backup'
        : failure.next;
    return [fail(check, printable(found), next)];
  }
}

/** Whether agents run as the owner of the store or as another user. */
function usersFinding(paths: WorkspacePaths, user: SystemUser | null): Finding {
  const check = 'users';
  if (user === null) {
    return warn(
      check,
      'owners of files are not checked on Windows',
      'keep .plumbline/ for a user that runs no agents',
    );
  }
  const { owner_uid, can } = separationOf(paths, user);
  const who = owner_uid === user.uid ? 'the same user' : 'another user';
  const found = `the store belongs to uid ${owner_uid}, this process runs as uid ${user.uid}, ${who}: a program of uid ${user.uid} can`;
  if (can.length === 0) return pass(check, `${found} neither read nor write store and keys`);
  return warn(
    check,
    `${found} ${can.join(', ')}`,
    'if agents run programs of their own, run store and approver as another user (docs/cli.md, "Two users")',
  );
}

/** The findings for a workspace that this user cannot read. */
function unreadableFindings(paths: WorkspacePaths, user: SystemUser): readonly Finding[] {
  return [
    usersFinding(paths, user),
    warn(
      'store',
      `${paths.inner} cannot be read by this user, so nothing in it was checked`,
      'run `plumbline doctor` as its owner',
    ),
  ];
}

async function workspaceFindings(call: Call): Promise<readonly Finding[]> {
  const user = currentUser();
  const start = resolve(call.terminal.cwd, call.workspace ?? '.');
  const closed = user === null ? null : unreadableWorkspace(start, user);
  if (user !== null && closed !== null && (call.workspace === null || closed.dir === start)) {
    return unreadableFindings(closed, user);
  }
  const dir = workspaceDir(call);
  const paths = workspacePaths(dir);
  const users = await runCheck(call, 'users', () => [usersFinding(paths, user)]);
  const files = await runCheck(call, 'files', () => fileFindings(paths));
  const inside = await runCheck(call, 'store', async () => {
    await using session = openSessionIn(dir);
    const parts = [
      await runCheck(call, 'database', () => databaseFindings(session)),
      await runCheck(call, 'store', () => storeFindings(session)),
      await runCheck(call, 'keeper', async () => [await keeperFinding(session)]),
      await runCheck(call, 'approvers', () => approverFindings(session.registry(), paths, call)),
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

/** Checks the installation and the workspace; the exit code is 1 if a check fails. */
export async function diagnose(call: Call): Promise<Outcome> {
  const findings = [
    nodeFinding(),
    ...(await runCheck(call, 'sqlite', () => [sqliteFinding()])),
    ...(await runCheck(call, 'workspace', () => workspaceFindings(call))),
    pass('servers', installedServers().join(', ')),
    sandboxFinding(),
  ];
  call.terminal.progress(null);
  const failed = findings.some(({ state }) => state === 'fail');
  const paint = painter(call.terminal.colour);
  return {
    exit: failed ? 1 : 0,
    json: findings,
    lines: findings.flatMap((finding) => findingLines(finding, paint)),
  };
}
