/** @module session: a workspace opened for one command: its keeper, its reader and its paths. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { registryRevision } from '../../governance/approval/registry-revision.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import {
  findWorkspace,
  workspacePaths,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { systemErrorText } from '../../kernel/base/files/system-error.ts';
import { printable } from '../../kernel/base/text/printable.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { LedgerError, type RegistryKind } from '../../kernel/ledger/ledger.ts';
import { openSqliteReader, type SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { type RefusalBody, Refusal } from '../../schemas/errors.ts';
import { AgentRecord, ApproverRecord, WorkspaceRecord } from '../../schemas/governance.ts';
import { PlanFault } from '../../servers/approvals/checked-plan.ts';
import type { Call } from './command.ts';
import { CliFailure } from './failure.ts';
import { unreadableWorkspace, currentUser, type SystemUser } from './separation.ts';
import type { TermSource } from './sign-for-term.ts';

/** The registered workspace, approvers and agents. */
export type Registry = {
  readonly workspace: WorkspaceRecord;
  readonly agents: readonly AgentRecord[];
  readonly approvers: readonly ApproverRecord[];
};

/** An open workspace; disposing it closes reader and keeper. */
export type Session = AsyncDisposable & {
  readonly paths: WorkspacePaths;
  readonly reader: SqliteReader;
  /** Connects on first use; this process becomes the keeper if no other process is. */
  readonly keeper: () => Promise<Keeper>;
  /** The current term of that keeper. */
  readonly term: TermSource;
  readonly registry: () => Registry;
  readonly revision: (kind: RegistryKind, name: string) => Promise<number>;
};

/** The folder of the command's workspace. @throws CliFailure if there is none */
export function workspaceDir(
  { workspace, terminal }: Pick<Call, 'workspace' | 'terminal'>,
  user: SystemUser | null = currentUser(),
): string {
  const start = resolve(terminal.cwd, workspace ?? '.');
  const found = workspace === null ? findWorkspace(start) : start;
  if (found !== null && existsSync(workspacePaths(found).store)) return found;
  const closed = user === null ? null : unreadableWorkspace(start, user);
  if (closed !== null && (workspace === null || closed.dir === start)) {
    throw new CliFailure(
      `this user cannot read the workspace in ${printable(closed.dir)}`,
      'run the command as its owner; `plumbline doctor` names the owner',
    );
  }
  const searched = workspace === null ? `${start} and the folders above it` : start;
  throw new CliFailure(
    `there is no workspace (a folder with .plumbline/ in it) in ${printable(searched)}`,
    'run `plumbline init` there, or name another folder with --workspace DIR',
  );
}

/** Opens the workspace of a call. @throws CliFailure if there is none, or its store cannot be read */
export function openSession(call: Pick<Call, 'workspace' | 'terminal'>): Session {
  return openSessionIn(workspaceDir(call));
}

/** Opens the workspace in a folder. @throws LedgerError if its store cannot be read */
export function openSessionIn(dir: string): Session {
  const paths = workspacePaths(dir);
  const reader = openSqliteReader(paths.store);
  let connected: Promise<Keeper> | undefined;
  const keeper = (): Promise<Keeper> =>
    (connected ??= connectKeeper({ checks: BUILDING_CHECKS, dir }));
  return {
    paths,
    reader,
    keeper,
    term: { place: paths.socket, termNonce: async () => (await keeper()).termNonce() },
    registry: () => readRegistry(reader),
    revision: (kind, name) => registryRevision(reader, kind, name),
    async [Symbol.asyncDispose]() {
      reader.close();
      // A failed connection was reported by the command that used it.
      await connected?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}

/** The registered workspace, approvers and agents of a folder, read without a keeper. */
export function registryIn(dir: string): Registry {
  const reader = openSqliteReader(workspacePaths(dir).store);
  try {
    return readRegistry(reader);
  } finally {
    reader.close();
  }
}

function readRegistry(reader: SqliteReader): Registry {
  const record = reader.registryAll('workspace')[0]?.record;
  if (record === undefined) {
    throw new CliFailure(
      'the store has no workspace record: its creation was interrupted',
      'run `plumbline init` in this folder again',
    );
  }
  return {
    workspace: WorkspaceRecord.parse(JSON.parse(record)),
    agents: reader.registryAll('agent').map((row) => AgentRecord.parse(JSON.parse(row.record))),
    approvers: reader
      .registryAll('approver')
      .map((row) => ApproverRecord.parse(JSON.parse(row.record))),
  };
}

/** The failure of a command for a refusal. */
export function refusalFailure({ code, name, message, hint, data }: RefusalBody): CliFailure {
  return new CliFailure(`${printable(message)} (${code} ${name})`, printable(hint), {
    data: {
      code,
      name,
      data,
    },
  });
}

/** The failure of a command for an error; null for a bug. */
export function failureOf(error: unknown): CliFailure | null {
  if (error instanceof CliFailure) return error;
  if (error instanceof Refusal) return refusalFailure(error.body);
  if (error instanceof PlanFault) {
    return new CliFailure(error.message, error.next, { exit: error.edited ? 3 : 1 });
  }
  if (error instanceof LedgerError) {
    return new CliFailure(`${printable(error.message)} (${error.code})`, 'run `plumbline doctor`');
  }
  const text = systemErrorText(error);
  return text === null ? null : new CliFailure(printable(text.message), printable(text.next));
}
