/** @module sources: what the mpt server is given: folders, clock, ids, settings, and the other servers of the process. */
import type { ListedTool } from '../../governance/tool/registry.ts';
import type { LedgerRead } from '../../kernel/ledger/ledger.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { WorkspaceFiles } from '../files/workspace-files.ts';
import type { RunCaller } from './run-caller.ts';
import type { ToolSettings } from './settings.ts';

/** A server in the same process, behind its own gate. */
export type Neighbour = {
  readonly list: (principal: Principal) => readonly ListedTool[];
  readonly call: (
    call: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
    caller: Omit<RunCaller, 'begin'>,
  ) => Promise<EnvelopeBody>;
};

/** Servers by name; a gate is opened at the first use of its server. */
export type Neighbours = ReadonlyMap<string, () => Promise<Neighbour>>;

/** Everything that the domain takes from outside. */
export type ToolSources = {
  readonly reader: LedgerRead;
  /** Folder of derived files that may be deleted at any time; absolute. */
  readonly cache: string;
  /** Folder of the user that all workspaces share, for interpreters; absolute. */
  readonly userCache: string | undefined;
  /** Folder of the tapes of runs; absolute. */
  readonly tapes: string;
  /** The only folder that tools write to; absolute. */
  readonly artifacts: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A fresh uuid. */
  readonly randomId: () => string;
  /** Writes one line for the operator. */
  readonly log: (line: string) => void;
  readonly neighbours: Neighbours;
  readonly settings: ToolSettings;
  /** The files below `artifacts`, and what a caller may read. */
  readonly files: Pick<WorkspaceFiles, 'open' | 'readerOf'>;
};
