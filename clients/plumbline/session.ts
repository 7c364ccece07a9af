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
import { systemErrorText } from '../../kernel/files/system-error.ts';
import { LedgerError, type RegistryKind } from '../../kernel/ledger/ledger.ts';
import { openSqliteReader, type SqliteReader } from '../../kernel/ledger/sqlite-reader.ts';
import { BUILDING_CHECKS } from '../../kernel/model/checks/checks-module.ts';
import { type RefusalBody, Refusal } from '../../schemas/errors.ts';
import { AgentRecord, ApproverRecord, WorkspaceRecord } from '../../schemas/governance.ts';
import type { Call } from './command.ts';
import { CliFailure } from './failure.ts';
import { printable } from './printable.ts';
import { closedWorkspace, currentUser, type SystemUser } from './separation.ts';
import type { TermSource } from './signed-for-term.ts';

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
  /** Connects on first use; this process becomes the keeper when no other process is. */
  readonly keeper: () => Promise<Keeper>;
  /** The present term of that keeper. */
  readonly term: TermSource;
  readonly registry: () => Registry;
  readonly revision: (kind: RegistryKind, name: string) => Promise<number>;
};

/** The folder of the command's workspace. Throws CliFailure when there is none. */
export function workspaceDir(
  { workspace, terminal }: Pick<Call, 'workspace' | 'terminal'>,
  user: SystemUser | null = currentUser(),
): string {
  const start = resolve(terminal.cwd, workspace ?? '.');
  const found = workspace === null ? findWorkspace(start) : start;
  if (found !== null && existsSync(workspacePaths(found).store)) return found;
  const closed = user === null ? null : closedWorkspace(start, user);
  if (closed !== null && (workspace === null || closed.dir === start)) {
    throw new CliFailure(
      1,
      `the workspace in ${printable(closed.dir)} is closed to this user`,
      'run it as the user whom it belongs to; `plumbline doctor` says which',
    );
  }
  const looked = workspace === null ? `${start} and the folders above it` : start;
  throw new CliFailure(
    1,
    `got no workspace in ${printable(looked)}, want a folder with .plumbline/ in it`,
    'run `plumbline init` there, or name another folder with --workspace DIR',
  );
}

/** Opens the workspace of a call. Throws CliFailure when there is none or its store cannot be read. */
export function openSession(call: Pick<Call, 'workspace' | 'terminal'>): Session {
  return openSessionIn(workspaceDir(call));
}

/** Opens the workspace in a folder. Throws LedgerError when its store cannot be read. */
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
      // A connection that failed has been reported by the command that asked for it.
      await connected?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}

function readRegistry(reader: SqliteReader): Registry {
  const record = reader.registryAll('workspace')[0]?.record;
  if (record === undefined) {
    throw new CliFailure(
      1,
      'the store has no workspace record: it was never finished',
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
  return new CliFailure(1, `${printable(message)} (${code} ${name})`, printable(hint), {
    code,
    name,
    data,
  });
}

/** The failure of a command for an error, null for a fault of the program. */
export function failureOf(error: unknown): CliFailure | null {
  if (error instanceof CliFailure) return error;
  if (error instanceof Refusal) return refusalFailure(error.body);
  if (error instanceof LedgerError) {
    return new CliFailure(
      1,
      `${printable(error.message)} (${error.code})`,
      'run `plumbline doctor`',
    );
  }
  const text = systemErrorText(error);
  return text === null ? null : new CliFailure(1, printable(text.message), printable(text.next));
}
