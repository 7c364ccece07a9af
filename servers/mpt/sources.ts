/** @module sources: the dependencies of the mpt server: folders, clock, ids, settings, and the other servers. */
import type { ExtraContent } from '../../governance/tool/define.ts';
import type { ListedTool } from '../../governance/tool/registry.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { WorkspaceFiles } from '../files/workspace-files.ts';
import type { RunCaller } from './run-caller.ts';
import type { ToolSettings } from './settings/settings.ts';

/** The answer of another server: its envelope, and its pictures and links. */
type NeighbourAnswer = {
  readonly envelope: EnvelopeBody;
  readonly content: readonly ExtraContent[];
};

/** Another server in this process, called through its gate. */
export type Neighbour = {
  readonly list: (principal: Principal) => readonly ListedTool[];
  readonly call: (
    call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
    caller: Omit<RunCaller, 'begin'>,
  ) => Promise<NeighbourAnswer>;
};

/** Servers by name. Calling the function opens the gate of the server on first use. */
export type Neighbours = ReadonlyMap<string, () => Promise<Neighbour>>;

/** Dependencies of the domain. */
export type ToolSources = {
  readonly reader: LedgerRead;
  /** Absolute path of the workspace's folder for derived files, which may be deleted at any time. */
  readonly cache: string;
  /** Absolute path of the user's folder for derived files of interpreters, shared by all workspaces. */
  readonly userCache: string | undefined;
  /** Absolute path of the folder of tapes. */
  readonly tapes: string;
  /** Absolute path of `artifacts/`, the only folder to which tools write. */
  readonly artifacts: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns a new UUID. */
  readonly randomId: () => string;
  /** Writes one line for the operator. */
  readonly log: (line: string) => void;
  readonly neighbours: Neighbours;
  readonly settings: ToolSettings;
  /** The files below `artifacts/`, and the callers' permissions to read them. */
  readonly files: Pick<WorkspaceFiles, 'open' | 'readerOf'>;
};
