/** @module telemetry: what a server is watched by, for who runs it. */
import type { StepTimer } from '../../governance/tool/step-timer.ts';
import type { Observer } from '../host/observed.ts';

/** What a server is watched by. */
export type Telemetry = {
  /** Watches the requests of one server, whose tools have these names. */
  readonly observe: (server: string, names: ReadonlySet<string>) => Observer;
  readonly timed: StepTimer;
  /** Asks for these numbers whenever metrics are sent. */
  readonly watch: (gauges: Gauges) => void;
  /** Sends what is left, for 1.5 s at most; false where not all was sent. */
  readonly close: () => Promise<boolean>;
};

/** Numbers that are asked for. */
export type Gauges = {
  /** Entries of the log that are not written yet. */
  readonly auditWaiting: () => number;
  /** Approvals that wait for a person. */
  readonly approvalsPending: () => Promise<number>;
};

/** What telemetry is given. */
export type TelemetrySources = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `pipe`: standard input and output, which nothing else may be written to. */
  readonly transport: 'pipe' | 'tcp';
  readonly version: string;
  /** Tells this process from others of the same service. */
  readonly instance: string;
  readonly log: (line: string) => void;
};
