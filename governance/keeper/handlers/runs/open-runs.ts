/** @module open-runs: the started runs without an end on the log, over all processes of the workspace. */
import type { LedgerRead } from '../../../../kernel/ledger/ledger.ts';
import { BEGUN_RUNS, type ProcessMark, type StoredEventOf } from '../../../../schemas/events.ts';
import { RUNS_BRANCH } from './exec-use.ts';

/** Number of the newest started runs that a new keeper searches. */
const SEARCHED_MAX = 1000;
/** A run counts as over after this time, in milliseconds (1 h), because another process may have its pid by then. */
const LONGEST_MS = 3_600_000;

/** An event that starts a run. */
export type Begun = StoredEventOf<'run.begun'>;

/** The keeper's cache of runs without an end. Each use compares it with the log, because a transaction may be rolled back. */
export class OpenRuns {
  #known: Map<string, { readonly event_id: string }> | null = null;

  /** Clears the cache after other machines have written to the log. */
  forget(): void {
    this.#known = null;
  }

  /** Notes a run that was started in this term. */
  note(record_id: string, event_id: string): void {
    this.#known?.set(record_id, { event_id });
  }

  /** The runs without an end, oldest first. */
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
  const events = await read.eventsTouching(BEGUN_RUNS, RUNS_BRANCH, last, SEARCHED_MAX);
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

/** The process of a keeper; `id` is null when it starts no runs. */
export type KeeperProcess = Omit<ProcessMark, 'id'> & { readonly id: string | null };

/** The data for deciding whether a process is running. */
export type Living = {
  readonly now: Date;
  readonly own: KeeperProcess;
  /** Whether the machine of the keeper has a process with this pid. */
  readonly alive: (pid: number) => boolean;
};

/**
 * Whether the process of a run has ended, so that nobody will report its end. Only the keeper's own knowledge counts: the
 * processes of its machine, and the id of its own process, whose pid an earlier process may have had. Processes of other
 * machines cannot be checked. After `LONGEST_MS` the process has ended or has another run.
 *
 * @param by the requesting process, whose own runs are not over
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
