/** @module selection: which entries a report includes, and the agents, sessions and branches that its options may name. */
import { entryOf, type LogEntry } from '../../../governance/audit/entries/log-entry.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { SqliteReader } from '../../../kernel/ledger/sqlite-reader.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure } from '../failure.ts';
import type { Registry } from '../session.ts';
import type { ReportFilter } from './report-data.ts';
import { type Start, startOf, startWords } from './since.ts';

/** The options as given. */
export type ReportOptions = Readonly<
  Record<'agent' | 'session' | 'branch' | 'since', string | null>
>;

/** The entries to be reported. */
export type Selection = {
  readonly filter: ReportFilter;
  readonly start: Start | null;
  /** Last audit entry of the report. */
  readonly until: number;
};

/** The fields of an entry, or of the plan of an approval, by which it is selected. */
export type Selected = {
  readonly name: string | null;
  readonly agent_id: string | null;
  readonly session_id: string | null;
  readonly branch: string | null;
};

/** Entries read at once. */
const PAGE = 1000;
/** Most names that a refusal lists. */
const NAMES_LISTED = 20;

/** Whether a filter selects by caller, session or branch. */
export function isRestricted({ agent, session, branch }: ReportFilter): boolean {
  return agent !== null || session !== null || branch !== null;
}

/** Whether an entry with these fields is reported. A call that names no branch is one on `main`. */
export function isSelected(filter: ReportFilter, of: Selected): boolean {
  const { agent, session, branch } = filter;
  return (
    (agent === null || of.name === agent || of.agent_id === agent) &&
    (session === null || of.session_id === session) &&
    (branch === null || (of.branch ?? 'main') === branch)
  );
}

/** Pages of the audit log from its beginning to entry `until`; null for a row that is no entry. */
export function* entryPages(
  reader: Pick<SqliteReader, 'auditAfter'>,
  until: number,
): Generator<
  readonly {
    readonly seq: number;
    readonly hash: string;
    readonly prev_hash: string;
    readonly entry: LogEntry | null;
  }[]
> {
  for (let after = 0; after < until;) {
    const rows = reader.auditAfter(after, Math.min(PAGE, until - after));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => ({
      seq: row.seq,
      hash: row.hash,
      prev_hash: row.prev_hash,
      entry: entryOf(row),
    }));
    after = last.seq;
  }
}

/** The names in a log that options may use. */
type Known = {
  readonly agents: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
};

function knownIn(reader: SqliteReader, registry: Registry, until: number): Known {
  const agents = new Set(registry.agents.map(({ name }) => name));
  const ids = new Set(registry.agents.map(({ agent_id }) => agent_id));
  const sessions = new Set<string>();
  for (const page of entryPages(reader, until)) {
    for (const { entry } of page) {
      if (entry?.principal !== undefined) {
        agents.add(entry.principal.name);
        if (entry.principal.agent_id != null) ids.add(entry.principal.agent_id);
      }
      if (entry?.session_id != null) sessions.add(entry.session_id);
    }
  }
  return { agents, ids, sessions };
}

/**
 * The selection of the options.
 *
 * @throws CliFailure for an unknown agent, session or branch, with the known ones, and for an invalid `--since`
 */
export function selectionOf(
  reader: SqliteReader,
  registry: Registry,
  until: number,
  options: ReportOptions,
): Selection {
  const { agent, branch } = options;
  let { session } = options;
  if (agent !== null || session !== null) {
    const known = knownIn(reader, registry, until);
    if (agent !== null && !known.agents.has(agent) && !known.ids.has(agent)) {
      throw unknown('agent', agent, [...known.agents]);
    }
    if (session !== null) session = sessionNamed(session, known.sessions);
  }
  if (branch !== null && branch !== 'main' && reader.branchHead(branch) === null) {
    throw unknown(
      'branch',
      branch,
      reader.branches().map((head) => head.branch),
    );
  }
  const [head] = until === 0 ? [] : reader.auditAfter(until - 1, 1);
  const head_at = (head === undefined ? null : entryOf(head))?.at ?? '1970-01-01T00:00:00.000Z';
  const start = options.since === null ? null : startOf(options.since, head_at);
  return {
    filter: {
      agent,
      session,
      branch,
      since:
        start === null || options.since === null
          ? null
          : { given: options.since, starts_at: startWords(start) },
    },
    start,
    until,
  };
}

function sessionNamed(given: string, sessions: ReadonlySet<string>): string {
  if (sessions.has(given)) return given;
  const found = [...sessions].filter((id) => id.startsWith(given));
  const [only] = found;
  if (only === undefined) throw unknown('session', given, [...sessions].toReversed());
  if (found.length === 1) return only;
  throw new CliFailure(
    `\`${printable(given)}\` is the beginning of ${found.length} sessions: ${listed(found.toReversed())}`,
    'give more characters of the id',
  );
}

function unknown(what: string, given: string, known: readonly string[]): CliFailure {
  return new CliFailure(
    `unknown ${what} \`${printable(given)}\`, expected one of ${listed(known)}`,
    didYouMean(given, known, `name one of them with --${what}`),
  );
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return '(none is in the log)';
  const more = names.length - NAMES_LISTED;
  const shown = names.slice(0, NAMES_LISTED).map((name) => `\`${printable(name)}\``);
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
