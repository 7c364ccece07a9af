/** @module summary: the sections of a report on its period, the verification of the log, and who called. */
import { callerWords } from '../caller.ts';
import type { ReportData } from '../report-data.ts';
import {
  type Block,
  code,
  count,
  moreBlocks,
  paragraph,
  type Section,
  span,
  timeText,
} from './blocks.ts';

/** Period, filter and counts. */
export function summarySection(data: ReportData): Section {
  const { counts, workspace, stretch, verification } = data;
  const period =
    stretch === null
      ? 'no entry of the log is in this period'
      : `${timeText(stretch.from_at)} to ${timeText(stretch.to_at)} (UTC)`;
  const facts: Block = {
    block: 'facts',
    rows: [
      ['Workspace', code(workspace.workspace_id)],
      ['Owner', workspace.owner],
      ['Period', period],
      ['Selected by', filterText(data)],
      ['Log entries', entriesText(data)],
      [
        'Log',
        verification.ok ? [span('verified, no fault', 'good')] : [span(faultText(data), 'alert')],
      ],
    ],
  };
  const broken = verification.ok ? [] : [brokenBlock(data)];
  if (stretch === null) {
    const empty = paragraph(
      `Nothing is reported: no entry is in this period. The log ends with entry ${verification.head.seq}.`,
    );
    return { id: 'summary', title: 'Summary', blocks: [...broken, facts, empty], parts: [] };
  }
  const { approvals, checks, refusals } = data;
  const rejected = approvals.rows.filter(({ status }) => status === 'rejected').length;
  const counted: Block = {
    block: 'facts',
    rows: [
      ['Operations', `${counts.operations}`],
      [
        'Elements',
        `${counts.created} created, ${counts.modified} modified, ${counts.deleted} deleted (each operation counts its own)`,
      ],
      ['Approvals', `${approvals.total}${rejected === 0 ? '' : `, ${rejected} of them rejected`}`],
      ['Refusals', `${refusals.total}`],
      ['Checks', `${checks.total}`],
      ['Files made', `${counts.files}`],
      [
        'Other calls',
        `${count(counts.previews, 'preview')}, ${count(counts.reads, 'answer')} without a change, ${counts.waiting} answered with a pending approval`,
      ],
    ],
  };
  return { id: 'summary', title: 'Summary', blocks: [...broken, facts, counted], parts: [] };
}

function faultText({ verification }: ReportData): string {
  return `NOT INTACT: ${count(verification.faults.total, 'fault')}`;
}

function brokenBlock(data: ReportData): Block {
  const words = `${faultText(data)} in the log. This report is not evidence: entries or events may have been changed, removed or added. The section “Verification of the log” names each fault.`;
  return paragraph([span(words, 'alert')], 'alert');
}

function filterText({ filter }: ReportData): string {
  const { agent, session, branch, since } = filter;
  const parts = [
    agent === null ? '' : `agent or person ${agent}`,
    session === null ? '' : `session ${session}`,
    branch === null ? '' : `branch ${branch} (a call that names no branch counts as one on main)`,
    since === null ? '' : `since ${since.given}, which is ${timeText(since.starts_at)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing: the whole log' : parts.join('; ');
}

function entriesText({ stretch, counts, filter }: ReportData): string {
  if (stretch === null) return 'none';
  const { first, last, events } = stretch;
  const all = last - first + 1;
  const selected =
    filter.agent === null && filter.session === null && filter.branch === null
      ? count(all, 'entry', 'entries')
      : `${counts.entries} of ${count(all, 'entry', 'entries')} are selected`;
  const ledger =
    events === null ? 'no events' : `events ${events.first} to ${events.last} of the ledger`;
  return `${first} to ${last}: ${selected}; ${ledger}`;
}

/** The verification, its digests, and each fault. */
export function verificationSection({ verification, stretch, unread }: ReportData): Section {
  const { ok, entries, events, head, covered, faults, log_key } = verification;
  const result = ok
    ? paragraph([span('The log is intact: no fault was found.', 'good')], 'good')
    : paragraph(
        [span(`The log is NOT INTACT: ${count(faults.total, 'fault')}.`, 'alert')],
        'alert',
      );
  const scope = `Verified were the whole hash chain from its first entry (${count(entries, 'entry', 'entries')}), the digest of every event (${events}), every approval, decision and signature by the rules of its time, every stored checkpoint, and the tables of the store.`;
  const limits =
    covered >= entries
      ? 'Every entry is covered by a signed checkpoint of this workspace.'
      : `Entries after ${covered} are not covered by a signed checkpoint.`;
  const rows: (readonly [string, ReturnType<typeof code> | string])[] = [
    ['Head of the log', code(`${head.seq} ${head.hash}`)],
    ...(stretch === null
      ? []
      : ([
          [`Hash before entry ${stretch.first}`, code(stretch.follows)],
          [`Hash of entry ${stretch.last}`, code(stretch.head)],
        ] as const)),
    ['Key of the log', log_key === null ? 'missing' : code(log_key)],
  ];
  const listed: Block = {
    block: 'list',
    label: 'Faults',
    lines: [
      ...faults.rows.map(({ kind, seq, detail }) => ({
        words: [span(`${kind}${seq === 0 ? '' : ` at ${seq}`}: ${detail}`, 'alert' as const)],
        depth: 0,
      })),
      ...unread.rows.map((text) => ({ words: [span(text, 'alert' as const)], depth: 0 })),
    ],
  };
  const { checkpoint } = verification;
  const note: readonly Block[] =
    checkpoint === null
      ? []
      : [
          {
            block: 'quote',
            label: `Signed checkpoint over the first ${count(checkpoint.size, 'entry', 'entries')}`,
            text: checkpoint.note.trimEnd(),
          },
        ];
  return {
    id: 'verification',
    title: 'Verification of the log',
    blocks: [
      result,
      paragraph(scope),
      { block: 'facts', rows },
      paragraph(
        `${limits} A log that was rewritten as a whole, with its keys, is detected only by a checkpoint that was kept elsewhere: \`plumbline audit verify --checkpoint FILE\`.`,
      ),
      ...(listed.lines.length === 0 ? [] : [listed]),
      ...moreBlocks(faults, 'faults', '`plumbline audit verify` lists all'),
      ...moreBlocks(unread, 'unreadable entries', '`plumbline audit verify` lists all'),
      ...note,
    ],
    parts: [],
  };
}

/** Who called, and in which sessions. */
export function callersSection({ callers }: ReportData): Section {
  const numbers = [
    { title: 'Operations', share: 12, align: 'right' },
    { title: 'Refused', share: 10, align: 'right' },
    { title: 'Previews', share: 10, align: 'right' },
    { title: 'Pending', share: 10, align: 'right' },
    { title: 'Other calls', share: 9, align: 'right' },
  ] as const;
  const table: Block = {
    block: 'table',
    caption: 'Agents and people with their calls',
    columns: [{ title: 'Caller', share: 28 }, { title: 'Id', share: 30 }, ...numbers],
    rows: callers.rows.map((row) => [
      [span(callerWords(row.caller), 'strong')],
      code(row.caller.id),
      ...numbersOf(row),
    ]),
  };
  const sessions: Block = {
    block: 'table',
    caption: 'Sessions (times in UTC)',
    columns: [
      { title: 'Session', share: 24 },
      { title: 'Caller', share: 12 },
      { title: 'First call', share: 14 },
      { title: 'Last call', share: 14 },
      ...numbers,
    ],
    rows: callers.rows.flatMap(({ caller, sessions: { rows } }) =>
      rows.map((row) => [
        code(row.session_id),
        caller.name,
        timeText(row.first_at),
        timeText(row.last_at),
        ...numbersOf(row),
      ]),
    ),
  };
  const none = paragraph('No agent and no person called.');
  return {
    id: 'callers',
    title: 'Who',
    blocks: [
      ...(callers.rows.length === 0 ? [none] : [table, sessions]),
      ...moreBlocks(callers, 'callers'),
      ...callers.rows.flatMap((row) => moreBlocks(row.sessions, `sessions of ${row.caller.name}`)),
    ],
    parts: [],
  };
}

function numbersOf(
  row: Readonly<Record<'operations' | 'refused' | 'previews' | 'waiting' | 'reads', number>>,
): readonly string[] {
  return [row.operations, row.refused, row.previews, row.waiting, row.reads].map(String);
}
