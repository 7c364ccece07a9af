/** @module open-runs: the runs that were begun and have no end on the log yet, over all processes of the workspace. */
import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import { BEGUN_RUNS, type ProcessMark, type StoredEventOf } from '../../../../schemas/events.ts';
import { RUNS_BRANCH } from './exec-use.ts';

/** The newest begun runs that a new keeper looks through. */
const LOOKED_THROUGH = 1000;
/** A run counts as over after this time, in milliseconds (1 h): by then another process may have its number. */
const LONGEST_MS = 3_600_000;

/** An event that begins a run. */
export type Begun = StoredEventOf<'run.begun'>;

/** The keeper's memory of runs without an end. It is held against the log each time: a transaction may be rolled back. */
export class OpenRuns {
  #known: Map<string, { readonly event_id: string }> | null = null;

  /** Reads the log anew when it is next asked: others have written to it. */
  forget(): void {
    this.#known = null;
  }

  /** Notes a run that was begun in this term. */
  note(record_id: string, event_id: string): void {
    this.#known?.set(record_id, { event_id });
  }

  /** Those that have no end, oldest first. */
  async open(read: LedgerRead): Promise<readonly Begun[]> {
    const known = (this.#known ??= await newest(read));
    const open: Begun[] = [];
    for (const [record_id, { event_id }] of known) {
      const event = await read.eventById(event_id);
      if (event?.type === 'run.begun' && !(await hasEnded(read, record_id))) open.push(event);
      else known.delete(record_id);
    }
    return open;
  }
}

async function newest(read: LedgerRead): Promise<Map<string, { readonly event_id: string }>> {
  const last = Number.MAX_SAFE_INTEGER;
  const events = await read.eventsTouching(BEGUN_RUNS, RUNS_BRANCH, last, LOOKED_THROUGH);
  return new Map(
    events
      .toReversed()
      .flatMap(({ type, payload, event_id }) =>
        type === 'run.begun' ? [[payload.record_id, { event_id }] as const] : [],
      ),
  );
}

async function hasEnded(read: LedgerRead, record_id: string): Promise<boolean> {
  return (await read.versionAt(RUNS_BRANCH, record_id)) !== null;
}

/** The process of a keeper; `id` is null where it begins no runs. */
export type KeeperProcess = Omit<ProcessMark, 'id'> & { readonly id: string | null };

/** How it is found out whether a process is running. */
export type Living = {
  readonly now: Date;
  readonly own: KeeperProcess;
  /** Whether the machine of the keeper has a process of this number. */
  readonly alive: (pid: number) => boolean;
};

/**
 * Whether the process of a run is gone, so that nobody will report its end. Only what the keeper itself knows counts: the
 * processes of its machine, and the id of its own process, whose number an earlier process may have had. A process of
 * another machine cannot be asked. After the longest time of a run, its process is gone or has another run.
 *
 * `by`: the process that asks, whose own runs are not over.
 */
export function isGone(
  { payload, at }: Begun,
  by: Pick<ProcessMark, 'id'>,
  { now, own, alive }: Living,
): boolean {
  const { id, pid, host } = payload.process;
  if (id === by.id || id === own.id) return false;
  if (now.getTime() - Date.parse(at) > LONGEST_MS) return true;
  return host === own.host && (pid === own.pid || !alive(pid));
}
