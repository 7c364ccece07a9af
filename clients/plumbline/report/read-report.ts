/** @module read-report: reads the log once, in order, and computes the data of a report from it. */
import {
  isRefusal,
  type LogEntry,
  requestText,
} from '../../../governance/audit/entries/log-entry.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import type { Registry, Session } from '../session.ts';
import { ApprovalRows } from './approval-rows.ts';
import { BoundedList } from './bounded-list.ts';
import { type CallKind, CallTally } from './call-tally.ts';
import { callerOf, callerWords } from './caller.ts';
import { CheckSeries } from './check-series.ts';
import { filesOf, FilesOnDisk, type RecordedFile } from './made-files.ts';
import { type Commit, OperationRows } from './operation-rows.ts';
import { refusalRow, registryRow } from './refusal-rows.ts';
import type {
  Caller,
  FileRow,
  RefusalRow,
  RegistryChange,
  ReportData,
  ReportStretch,
} from './report-data.ts';
import {
  entryPages,
  isRestricted,
  isSelected,
  type ReportOptions,
  type Selection,
  selectionOf,
} from './selection.ts';
import { verificationOf } from './verification.ts';

/** Most rows of the lists of refusals, files, registrations and unread entries. */
const ROWS_MAX = 1000;

/**
 * The data of a report on a workspace. The same log and files give the same data.
 *
 * @param progress called with the number of entries that were read, and their total
 * @throws CliFailure for an unknown agent, session or branch, or an invalid `--since`
 */
export async function readReport(
  session: Pick<Session, 'paths' | 'reader' | 'registry'>,
  options: ReportOptions,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<ReportData> {
  const verification = await verificationOf(session);
  const { reader } = session;
  return await reader.snapshot(async () => {
    const registry = session.registry();
    // Entries that were committed after the verification are not in the report.
    const { seq } = verification.head;
    const until = seq > 0 ? seq : (reader.auditHead()?.seq ?? 0);
    const selection = selectionOf(reader, registry, until, options);
    const reading = await Reading.open(session, registry, selection);
    const stretch = await reading.run((done) => progress(done, until));
    return { ...reading.data(), verification, stretch, filter: selection.filter };
  });
}

/** One pass over the log. */
class Reading {
  readonly #reader: Session['reader'];
  readonly #registry: Registry;
  readonly #selection: Selection;
  readonly #approvals: ApprovalRows;
  readonly #disk: FilesOnDisk;
  readonly #operations: OperationRows;
  readonly #tally = new CallTally();
  readonly #checks = new CheckSeries();
  readonly #refusals = new BoundedList<RefusalRow>(ROWS_MAX);
  readonly #files = new BoundedList<FileRow>(ROWS_MAX);
  readonly #registered = new BoundedList<RegistryChange>(ROWS_MAX);
  readonly #unread = new BoundedList<string>(ROWS_MAX);
  #entries = 0;
  #events: ReportStretch['events'] = null;

  private constructor(
    { reader, paths }: Pick<Session, 'paths' | 'reader'>,
    registry: Registry,
    selection: Selection,
    operations: OperationRows,
  ) {
    this.#reader = reader;
    this.#registry = registry;
    this.#selection = selection;
    this.#operations = operations;
    this.#approvals = new ApprovalRows(reader, registry);
    this.#disk = new FilesOnDisk(paths.artifacts, reader);
  }

  static async open(
    session: Pick<Session, 'paths' | 'reader'>,
    registry: Registry,
    selection: Selection,
  ): Promise<Reading> {
    const operations = await OperationRows.open(session.reader);
    return new Reading(session, registry, selection, operations);
  }

  /** Reads all entries of the period; null if there are none. */
  async run(progress: (done: number) => void): Promise<ReportStretch | null> {
    const { until, start } = this.#selection;
    let stretch: Omit<ReportStretch, 'events'> | null = null;
    for (const page of entryPages(this.#reader, until)) {
      for (const { seq, hash, prev_hash, entry } of page) {
        if (stretch === null && !(start === null || (entry !== null && hasBegun(start, entry)))) {
          continue;
        }
        const at: string = entry?.at ?? stretch?.to_at ?? 'not readable';
        stretch ??= {
          first: seq,
          last: seq,
          from_at: at,
          to_at: at,
          follows: prev_hash,
          head: hash,
        };
        stretch = { ...stretch, last: seq, to_at: at, head: hash };
        if (entry === null) this.#unread.add(() => `entry ${seq} of the log is not readable`);
        else await this.#take(entry);
      }
      progress(page.at(-1)?.seq ?? until);
    }
    return stretch === null ? null : { ...stretch, events: this.#events };
  }

  data(): Omit<ReportData, 'verification' | 'stretch' | 'filter'> {
    const { workspace } = this.#registry;
    const files = this.#files.list();
    return {
      workspace: { workspace_id: workspace.workspace_id, owner: workspace.owner.name },
      counts: {
        ...this.#tally.total,
        ...this.#operations.counts,
        entries: this.#entries,
        files: files.total,
      },
      callers: this.#tally.list(),
      operations: this.#operations.list(),
      refusals: this.#refusals.list(),
      approvals: this.#approvals.list(),
      checks: this.#checks.list(),
      files,
      registry: this.#registered.list(),
      pictures: this.#operations.pictures(),
      unread: this.#unread.list(),
    };
  }

  async #take(entry: LogEntry): Promise<void> {
    if (!this.#isReported(entry)) return;
    this.#entries += 1;
    if (isRefusal(entry)) this.#refusals.add(() => refusalRow(entry, this.#registry));
    if (entry.kind === 'approval') this.#approvals.take(entry);
    const registered = registryRow(entry);
    if (registered !== null) this.#registered.add(() => registered);
    const { principal, session_id, at } = entry;
    const caller = principal === undefined ? null : callerOf(principal, this.#registry);
    if (caller !== null && session_id != null) {
      const kind = callKind(entry);
      if (kind !== null) this.#tally.add(kind, caller, session_id, at);
      await this.#takeFiles(entry, caller, entry.files ?? []);
    }
    if (entry.first_seq !== undefined) await this.#takeCommit(entry, caller);
  }

  /** Whether the options select an entry. Entries of approvals belong to their requesters. */
  #isReported(entry: LogEntry): boolean {
    const { filter } = this.#selection;
    if (!isRestricted(filter)) return true;
    const { kind, step, principal, session_id = null } = entry;
    const approval_id = requestText(entry.approval_id);
    if (kind === 'approval' && approval_id !== null && step !== 'opened') {
      const requested = this.#approvals.requestOf(approval_id);
      return requested !== null && isSelected(filter, requested);
    }
    if (principal === undefined) return false;
    const branch = entry.branch ?? entry.plan?.branch ?? null;
    const { name, agent_id = null } = principal;
    return isSelected(filter, { name, agent_id, session_id, branch });
  }

  async #takeCommit(entry: LogEntry, caller: Caller | null): Promise<void> {
    const { seq, first_seq: first = 0, last_seq: last = first } = entry;
    const approval_id = requestText(entry.approval_id);
    const events = this.#eventsOf(seq, first, last);
    this.#events = { first: this.#events?.first ?? first, last };
    const by = caller ?? voiderOf(events);
    const commit: Commit = {
      entry: seq,
      at: entry.at,
      caller: by,
      session_id: entry.session_id ?? '',
      tool: entry.tool === undefined ? 'repair' : `${entry.server ?? ''}.${entry.tool}`,
      branch: entry.branch ?? 'main',
      operation_id: entry.operation_id ?? '',
      events: { first, last },
      reasoning: entry.reasoning ?? null,
      approval: approval_id === null ? null : this.#approvals.proofOf(approval_id),
    };
    await this.#operations.add(commit, events);
    for (const event of events) {
      if (event.type === 'validation.run') this.#checks.add(event, seq);
      await this.#takeFiles(entry, by, filesOf(event));
    }
  }

  #eventsOf(entry: number, first: number, last: number): readonly StoredEvent[] {
    try {
      const events = this.#reader.eventsAfter(first - 1, last - first + 1);
      const found = events.filter(({ seq }) => seq <= last);
      if (found.length === last - first + 1) return found;
      this.#unread.add(() => `entry ${entry}: events ${first} to ${last} are incomplete`);
      return found;
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      this.#unread.add(() => `entry ${entry}: its events are not readable: ${error.message}`);
      return [];
    }
  }

  async #takeFiles(
    { seq, at, tool = '' }: LogEntry,
    caller: Caller,
    files: readonly (Omit<RecordedFile, 'media_type'> & Partial<RecordedFile>)[],
  ): Promise<void> {
    for (const { path, bytes, sha256, media_type = null } of files) {
      const file = { path, bytes, sha256, media_type };
      const disk = this.#files.hasRoom ? await this.#disk.stateOf(file) : null;
      const by = { entry: seq, at, tool, who: callerWords(caller) };
      this.#files.add(() => ({ ...by, ...file, disk: disk ?? { state: 'missing' } }));
    }
  }
}

/** Whether an entry is in the period: the first that is begins it, and all later entries are in it. */
function hasBegun(start: NonNullable<Selection['start']>, { at, last_seq }: LogEntry): boolean {
  return start.at === 'time'
    ? Date.parse(at) >= start.time_ms
    : last_seq !== undefined && last_seq >= start.seq;
}

/** The kind of a call for its count; null for an entry that is no call, and for an approval. */
function callKind(entry: LogEntry): CallKind | null {
  const { kind, step, outcome, dry_run } = entry;
  if (step === 'committed' || step === 'executed') return 'operations';
  if (kind !== 'call' || step !== undefined) return null;
  if (isRefusal(entry)) return 'refused';
  if (outcome === 'pending') return 'waiting';
  return dry_run === true ? 'previews' : 'reads';
}

/** The approver who excluded an event, which has no caller. */
function voiderOf(events: readonly StoredEvent[]): Caller {
  for (const event of events) {
    if (event.type !== 'event.voided') continue;
    const { approver: name, user_id: id } = event.payload;
    return { kind: 'human', name, id, person: null };
  }
  return { kind: 'human', name: 'not stated', id: '', person: null };
}
