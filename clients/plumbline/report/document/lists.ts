/** @module lists: the sections of a report on refusals, checks, files and registrations. */
import type {
  CheckRow,
  CheckRunRow,
  FileRow,
  FileState,
  FindingRow,
  Listed,
  ReportData,
} from '../report-data.ts';
import {
  type Block,
  code,
  type Column,
  count,
  moreBlocks,
  paragraph,
  type Part,
  type Section,
  span,
  type Words,
  timeText,
} from './blocks.ts';

/** A table of rows that each have an entry of the log: its number is the first column, `cells` are the others. */
type EntryTable<Row> = {
  /** Sentence in place of a table without rows. */
  readonly none: string;
  /** Plural for the rows that are not listed. */
  readonly noun: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly cells: (row: Row) => readonly Words[];
};

function entryTable<Row extends { readonly entry: number }>(
  listed: Listed<Row>,
  { none, noun, caption, columns, cells }: EntryTable<Row>,
): readonly Block[] {
  const table: Block = {
    block: 'table',
    caption: `${caption} (times in UTC)`,
    columns: [{ title: 'Entry', share: 8, align: 'right' }, ...columns],
    rows: listed.rows.map((row) => [String(row.entry), ...cells(row)]),
  };
  return [listed.rows.length === 0 ? paragraph(none) : table, ...moreBlocks(listed, noun)];
}

/** Refused calls with their errors, and rejected approvals. */
export function refusalsSection({ refusals, approvals }: ReportData): Section {
  const refused = entryTable(refusals, {
    none: 'No call was refused.',
    noun: 'refusals',
    caption: 'Refused calls',
    columns: [
      { title: 'Time', share: 17 },
      { title: 'Who', share: 15 },
      { title: 'Call', share: 17 },
      { title: 'Error', share: 18 },
      { title: 'Reason of the refusal', share: 40 },
    ],
    cells: ({ at, who, what, error, message, reasoning }) => [
      timeText(at),
      who,
      what,
      [span(error, 'code')],
      [
        span(message),
        span(reasoning === null ? '' : `; reason of the caller (not verified): ${reasoning}`),
      ],
    ],
  });
  const rejections = approvals.rows.flatMap((row) =>
    row.decisions
      .filter(({ verdict }) => verdict === 'reject')
      .map(({ approver, reason, decided_at }): readonly Words[] => [
        timeText(decided_at),
        [span(approver, 'strong')],
        row.what,
        code(row.approval_id),
        reason ?? 'no reason given',
      ]),
  );
  const rejected: Block = {
    block: 'table',
    caption: 'Rejected approvals (times in UTC)',
    columns: [
      { title: 'Time', share: 17 },
      { title: 'Rejected by', share: 14 },
      { title: 'Plan', share: 34 },
      { title: 'Approval', share: 24 },
      { title: 'Reason of the rejection', share: 24 },
    ],
    rows: rejections,
  };
  return {
    id: 'refusals',
    title: 'Refusals and rejections',
    blocks: [
      ...refused,
      ...(rejections.length === 0 ? [paragraph('No approval was rejected.')] : [rejected]),
    ],
    parts: [],
  };
}

/** The first and the last run of each check. */
export function checksSection({ checks }: ReportData): Section {
  const intro = paragraph(
    'Runs with the same arguments on the same branch are compared: the first run of the report with the last one.',
  );
  return {
    id: 'checks',
    title: 'Checks before and after',
    blocks: [
      checks.rows.length === 0 ? paragraph('No check was run.') : intro,
      ...moreBlocks(checks, 'checks'),
    ],
    parts: checks.rows.map((row, index) => checkPart(row, index + 1)),
  };
}

function checkPart(row: CheckRow, number: number): Part {
  const { tool, options, branch, whole, runs, first, last, fresh, resolved, remaining } = row;
  const facts: (readonly [string, Words])[] = [
    ['Arguments', options === '' ? 'none' : options],
    ['Checked', whole ? 'the whole branch' : 'only what its caller may read'],
    ['Runs', `${runs}`],
    [last === null ? 'Only run' : 'First run', runText(first)],
    ...(last === null ? [] : ([['Last run', runText(last)]] as const)),
  ];
  const compared =
    last === null
      ? []
      : [
          ...findingBlocks('new', fresh, 'deleted'),
          ...findingBlocks('resolved', resolved, 'created'),
        ];
  return {
    id: `check-${number}`,
    title: `${number}. ${tool} on ${branch}`,
    blocks: [
      { block: 'facts', rows: facts },
      ...compared,
      ...findingBlocks(last === null ? 'found' : 'remaining', remaining, null),
      ...keptBlocks(last ?? first),
    ],
  };
}

function runText({ at, entry, counts, found }: CheckRunRow): string {
  const { error, warning, advisory } = counts;
  return `${timeText(at)} (UTC), log entry ${entry}: ${count(found, 'finding')} (${count(error, 'error')}, ${count(warning, 'warning')}, ${advisory} advisory)`;
}

function keptBlocks({ found, kept }: CheckRunRow): readonly Block[] {
  return found <= kept
    ? []
    : [
        paragraph(
          `The log has ${kept} of the ${found} findings of this run; the others are counted only and are not compared.`,
        ),
      ];
}

function findingBlocks(
  label: string,
  findings: Listed<FindingRow>,
  look: 'created' | 'deleted' | null,
): readonly Block[] {
  if (findings.total === 0) return [paragraph(`0 findings are ${label}.`)];
  const lines = findings.rows.map(({ severity, check, message }) => ({
    words: [span(`${severity} ${check}`, look ?? 'strong'), span(`: ${message}`)],
    depth: 0,
  }));
  return [
    { block: 'list', label: `${count(findings.total, 'finding')} ${label}`, lines },
    ...moreBlocks(findings, 'findings', '`get_validation_run` lists all'),
  ];
}

/** The files with their digests, and whether they are still the same. */
export function filesSection({ files }: ReportData): Section {
  const intro = paragraph(
    'The digest is that of the log. The last column compares the file on disk with it at the time of this report.',
  );
  const table = entryTable(files, {
    none: 'No file was made.',
    noun: 'files',
    caption: 'Files below artifacts/',
    columns: [
      { title: 'Time and tool', share: 18 },
      { title: 'Path', share: 20 },
      { title: 'Type', share: 16 },
      { title: 'Bytes', share: 9, align: 'right' },
      { title: 'SHA-256 in the log', share: 30 },
      { title: 'File on disk now', share: 22 },
    ],
    cells: (row) => [
      `${timeText(row.at)} ${row.tool}`,
      code(row.path),
      row.media_type ?? 'not recorded',
      row.bytes === null ? 'not recorded' : String(row.bytes),
      code(row.sha256),
      stateWords(row),
    ],
  });
  return {
    id: 'files',
    title: 'Files made',
    blocks: [...(files.rows.length === 0 ? [] : [intro]), ...table],
    parts: [],
  };
}

function stateWords({ disk }: FileRow): Words {
  const { state } = disk;
  return state === 'same' ? [span('same', 'good')] : differenceWords(disk);
}

function differenceWords(disk: Exclude<FileState, { state: 'same' }>): Words {
  switch (disk.state) {
    case 'replaced':
      return `replaced by event ${disk.event_seq} of the log`;
    case 'differs':
      return [span('DIFFERS', 'alert'), span(', sha256 '), span(disk.sha256, 'code')];
    case 'missing':
      return [span('MISSING', 'alert')];
    case 'not_read':
      return [span('NOT READ', 'alert'), span(`: ${disk.because}`)];
    default:
      return disk satisfies never;
  }
}

/** Changes of people, agents and policy. */
export function registrySection({ registry }: ReportData): Section {
  const table = entryTable(registry, {
    none: 'People, agents and policy did not change.',
    noun: 'registrations',
    caption: 'Registrations',
    columns: [
      { title: 'Time', share: 24 },
      { title: 'Change', share: 44 },
      { title: 'Signed by', share: 24 },
    ],
    cells: ({ at, what, signed_by }) => [
      timeText(at),
      what,
      signed_by ?? 'no signature was needed',
    ],
  });
  return {
    id: 'registry',
    title: 'People, agents and policy',
    blocks: table,
    parts: [],
  };
}
