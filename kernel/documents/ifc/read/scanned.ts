/** @module scanned: what a scan of a STEP file finds. */
import type { IdMap } from './instance-id.ts';
import type { InstanceColumns } from './instance-table.ts';
import type { Comments } from './lexical.ts';
import type { Lines, StepFaults } from './step-fault.ts';

/** An entity of the header. */
export type HeaderEntry = {
  /** In upper case. */
  readonly name: string;
  /** Offset of the name. */
  readonly at: number;
  /** Offset of the opening bracket; -1 if there is none. */
  readonly open: number;
  /** Whether its arguments do not end; this is a fault already. */
  readonly isBroken: boolean;
  /** Whether only its semicolon is missing; this is a fault already. */
  readonly isCut: boolean;
};

/** What a file has. */
export type Scanned = InstanceColumns & {
  /** Rows whose arguments do not end; this is a fault already. */
  readonly broken: readonly number[];
  /** Rows of complex instances: their arguments are entities, each with its own arguments. */
  readonly complex: ReadonlySet<number>;
  readonly header: readonly HeaderEntry[];
  /** Offset of `HEADER`; null if there is no header. */
  readonly headerAt: number | null;
  /** Numbers that the REFERENCE section defines; they have no row. */
  readonly external: IdMap;
  readonly comments: Comments;
  readonly lines: Lines;
  readonly faults: StepFaults;
  readonly limits: StepFaults;
  /** Whether a limit ended the scan before the end of the file. */
  readonly isPartial: boolean;
};
