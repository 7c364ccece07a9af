/** @module telemetry: the interface of a server to its operator's traces and metrics. */
import type { StepTimer } from '../../governance/tool/step-timer.ts';
import type { Observer } from '../host/observed.ts';

/** The telemetry of a process. */
export type Telemetry = {
  /** Returns the observer of one server. `names`: its tools; other names are not recorded. */
  readonly observe: (server: string, names: ReadonlySet<string>) => Observer;
  readonly timed: StepTimer;
  /** Registers values that are read whenever metrics are sent. */
  readonly watch: (gauges: Gauges) => void;
  /** Sends the remaining data within 1.5 s; returns false if not all was sent. */
  readonly close: () => Promise<boolean>;
};

/** Values that are read on demand. */
export type Gauges = {
  /** Number of log entries that are not yet written. */
  readonly auditWaiting: () => number;
  /** Number of pending approvals. */
  readonly approvalsPending: () => Promise<number>;
};

/** Dependencies of telemetry. */
export type TelemetrySources = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `pipe`: standard input and output, so that nothing else may be written there. */
  readonly transport: 'pipe' | 'tcp';
  readonly version: string;
  /** Unique id of this process among those of the same service. */
  readonly instance: string;
  readonly log: (line: string) => void;
};
