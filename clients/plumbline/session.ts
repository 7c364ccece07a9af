/** @module session: a workspace opened for one command: its keeper, its reader and its paths. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import {
  connectKeeper,
  findWorkspace,
  LedgerError,
  openSqliteReader,
  registryRevision,
  type RegistryKind,
  type SqliteReader,
  workspacePaths,
  type WorkspacePaths,
} from '../../governance/keeper/client-kit.ts';
import type { Keeper } from '../../governance/keeper/protocol.ts';
import { type RefusalBody, Refusal } from '../../schemas/errors.ts';
import { AgentRecord, ApproverRecord, WorkspaceRecord } from '../../schemas/governance.ts';
import type { Call } from './command.ts';
import { CliFailure } from './failure.ts';
import { printable } from './printable.ts';

/** What the registry holds. */
export type Registry = {
  readonly workspace: WorkspaceRecord;
  readonly agents: readonly AgentRecord[];
  readonly approvers: readonly ApproverRecord[];
};

/** An open workspace; disposing it closes what it holds. */
export type Session = AsyncDisposable & {
  readonly paths: WorkspacePaths;
  readonly reader: SqliteReader;
  /** Connects on first use; this process becomes the keeper when nobody else is. */
  readonly keeper: () => Promise<Keeper>;
  readonly registry: () => Registry;
  readonly revision: (kind: RegistryKind, name: string) => Promise<number>;
};

/** The folder of the workspace that a command works on. Throws CliFailure when there is none. */
export function workspaceDir({
  workspace,
  terminal,
}: Pick<Call, 'workspace' | 'terminal'>): string {
  const start = resolve(terminal.cwd, workspace ?? '.');
  const found = workspace === null ? findWorkspace(start) : start;
  if (found !== null && existsSync(workspacePaths(found).store)) return found;
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
  return {
    paths,
    reader,
    keeper: () => (connected ??= connectKeeper({ dir })),
    registry: () => readRegistry(reader),
    revision: (kind, name) => registryRevision(reader, kind, name),
    async [Symbol.asyncDispose]() {
      reader.close();
      await (await connected)?.close();
    },
  };
}

function readRegistry(reader: SqliteReader): Registry {
  const record = reader.registryAll('workspace')[0]?.record;
  if (record === undefined)
    throw new CliFailure(
      1,
      'the store has no workspace record: it was never finished',
      'run `plumbline init` in this folder again',
    );
  return {
    workspace: WorkspaceRecord.parse(JSON.parse(record)),
    agents: reader.registryAll('agent').map((row) => AgentRecord.parse(JSON.parse(row.record))),
    approvers: reader
      .registryAll('approver')
      .map((row) => ApproverRecord.parse(JSON.parse(row.record))),
  };
}

/** A refusal as the end of a command. */
export function refusalFailure({ code, name, message, hint, data }: RefusalBody): CliFailure {
  return new CliFailure(1, `${printable(message)} (${code} ${name})`, printable(hint), {
    code,
    name,
    data,
  });
}

/** What a command ends with after an error, null for a bug. */
export function failureOf(error: unknown): CliFailure | null {
  if (error instanceof CliFailure) return error;
  if (error instanceof Refusal) return refusalFailure(error.body);
  if (error instanceof LedgerError)
    return new CliFailure(
      1,
      `${printable(error.message)} (${error.code})`,
      'run `plumbline doctor`',
    );
  return null;
}
