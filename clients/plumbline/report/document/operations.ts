/** @module operations: the sections of a report on operations, their pictures and their approvals. */
import type { Fault } from '../../../../governance/audit/verify-report.ts';
import { callerWords } from '../caller.ts';
import type {
  ApprovalReport,
  ChangeRow,
  CommentRow,
  DecisionRow,
  OperationRow,
  ReportData,
} from '../report-data.ts';
import {
  type Block,
  code,
  type Line,
  moreBlocks,
  paragraph,
  type Part,
  type Section,
  type Span,
  span,
  type Words,
  timeText,
} from './blocks.ts';

/** The label of a reason, which the requester wrote and nobody verified. */
const UNVERIFIED = 'Reason, as written by the requester (not verified)';

/** Plans of the changed levels. */
export function picturesSection({ pictures }: ReportData): Section {
  const none = paragraph('No reported operation changed an element on a level.');
  const parts = pictures.rows.map(({ branch, level, changes, drawing }, index): Block => {
    const { created, modified, deleted } = changes;
    const alt = `${level} on branch ${branch}, before and after: ${created} elements created, ${modified} modified, ${deleted} deleted`;
    return { block: 'picture', title: `${index + 1}. ${level} on ${branch}`, alt, drawing };
  });
  const intro = paragraph(
    'Each picture shows a level before the first and after the last listed operation of this report. Elements that these operations changed are coloured: created green, modified amber, deleted red. All others are grey; if the report selects an agent or a session, others may have changed them.',
  );
  return {
    id: 'pictures',
    title: 'Before and after',
    blocks: [
      ...(parts.length === 0 ? [none] : [intro, ...parts]),
      ...moreBlocks(pictures, 'levels'),
    ],
    parts: [],
  };
}

/** Every operation in the order of the log. */
export function operationsSection({ operations, verification }: ReportData): Section {
  const { rows } = operations;
  const none = paragraph('No operation was committed.');
  const intro = paragraph(
    'Every commit in the order of the log. Lengths are in millimetres. A preview (dry run) is not an operation and changed nothing.',
  );
  const last = rows.at(-1);
  const next = `the following operations: \`--since #${(last?.events.last ?? 0) + 1}\``;
  return {
    id: 'operations',
    title: 'Operations',
    blocks: [rows.length === 0 ? none : intro, ...moreBlocks(operations, 'operations', next)],
    parts: rows.map((row, index) => operationPart(row, index + 1, verification.faults.rows)),
  };
}

/** The faults of the log that concern an operation: its entry, or one of its events. */
function faultBlocks({ entry, events }: OperationRow, faults: readonly Fault[]): readonly Block[] {
  return faults
    .filter(({ kind, seq }) =>
      kind.startsWith('event_') ? seq >= events.first && seq <= events.last : seq === entry,
    )
    .map(({ kind, seq, detail }) => {
      const words = `This operation is not as it was recorded: ${kind} at ${seq}: ${detail}`;
      return paragraph([span(words, 'alert')], 'alert');
    });
}

function operationPart(row: OperationRow, number: number, faults: readonly Fault[]): Part {
  const { entry, at, caller, session_id, tool, branch, events, approval, counts } = row;
  const facts: (readonly [string, Words])[] = [
    ['Time', `${timeText(at)} (UTC), log entry ${entry}, ${eventsText(events)}`],
    ['Caller', [span(callerWords(caller)), span(', session '), span(session_id, 'code')]],
    ['Operation', code(row.operation_id)],
    ...(approval === null
      ? ([['Approval', 'none was needed']] as const)
      : ([
          ['Approval', code(approval.approval_id)],
          ['Plan digest', code(`sha256 ${approval.plan_digest}`)],
          ...approval.decisions.map(decisionFact),
        ] as const)),
    ['Effect', countsText(counts)],
  ];
  const lines = [
    ...row.notes.map((text): Line => ({ words: text, depth: 0 })),
    ...row.changes.rows.flatMap(changeLines),
  ];
  const measures = row.measures.map((words): Line => ({ words, depth: 0 }));
  return {
    id: `operation-${number}`,
    title: `${number}. ${tool} on ${branch}`,
    blocks: [
      ...faultBlocks(row, faults),
      { block: 'facts', rows: facts },
      ...reasonBlocks(row.reasoning),
      ...(lines.length === 0 ? [] : [{ block: 'list', label: 'Effects', lines } as const]),
      ...moreBlocks(
        row.changes,
        'changed elements',
        'all are in the log: `plumbline audit export FILE`',
      ),
      ...(measures.length === 0
        ? []
        : [{ block: 'list', label: 'Measures before and after', lines: measures } as const]),
    ],
  };
}

function eventsText({ first, last }: OperationRow['events']): string {
  return first === last ? `event ${first}` : `events ${first} to ${last}`;
}

function countsText({ created, modified, deleted }: OperationRow['counts']): string {
  return created + modified + deleted === 0
    ? 'no element is created, modified or deleted'
    : `${created} created, ${modified} modified, ${deleted} deleted`;
}

function reasonBlocks(reasoning: string | null): readonly Block[] {
  return reasoning === null
    ? [paragraph('No reason was given.')]
    : [{ block: 'quote', label: UNVERIFIED, text: reasoning }];
}

const SIGNS = { created: '+', modified: '~', deleted: '-', also: '>' } as const;

/** A changed element, and below it each old and new value. */
function changeLines({ change, depth, text, params }: ChangeRow): readonly Line[] {
  const look = change === 'also' ? 'modified' : change;
  const word = change === 'also' ? 'also changes' : change;
  const along = depth > 0 ? 'with it ' : '';
  return [
    { words: [span(`${SIGNS[change]} ${along}${word}`, look), span(` ${text}`)], depth },
    ...params.map(({ name, from, to }) => ({
      words: [span(`${name}: `, 'strong'), span(`${from} → ${to}`)],
      depth: depth + 1,
    })),
  ];
}

function decisionFact(decision: DecisionRow): readonly [string, Words] {
  const { verdict, approver, public_key, reason, decided_at, via_hub, marks } = decision;
  return [
    verdict === 'approve' ? 'Approved by' : 'Rejected by',
    [
      span(approver, 'strong'),
      span(`, ${timeText(decided_at)} (UTC)${via_hub ? ', through a hub' : ''}, key `),
      span(public_key, 'code'),
      span(reason === null ? ', no reason given' : `, reason: ${reason}`),
      ...markSpans(marks),
    ],
  ];
}

function commentFact(comment: CommentRow): readonly [string, Words] {
  const { approver, public_key, text, commented_at, marks } = comment;
  return [
    'Comment by',
    [
      span(approver, 'strong'),
      span(`, ${timeText(commented_at)} (UTC), key `),
      span(public_key, 'code'),
      span(`: ${text}`),
      ...markSpans(marks),
    ],
  ];
}

/** Marks after the text to which they belong. */
function markSpans(marks: readonly string[]): readonly Span[] {
  return marks.length === 0 ? [] : [span(`; marks: ${marks.join('; ')}`)];
}

/** Every approval with its digest and decisions. */
export function approvalsSection({ approvals }: ReportData): Section {
  const intro = paragraph(
    'A person signs the SHA-256 digest of the whole plan. The key is the Ed25519 public key with which the signature was verified.',
  );
  return {
    id: 'approvals',
    title: 'Approvals',
    blocks: [
      approvals.rows.length === 0 ? paragraph('No approval was requested or decided.') : intro,
      ...moreBlocks(approvals, 'approvals'),
    ],
    parts: approvals.rows.map((row, index) => approvalPart(row, index + 1)),
  };
}

function approvalPart(row: ApprovalReport, number: number): Part {
  const { approval_id, status, requested_at, caller, session_id, detail, executed_entry } = row;
  const facts: (readonly [string, Words])[] = [
    ['Approval', code(approval_id)],
    ['Plan digest', code(`sha256 ${row.plan_digest}`)],
    ['Requested by', [span(callerWords(caller)), span(', session '), span(session_id, 'code')]],
    ['Requested at', `${timeText(requested_at)} (UTC)`],
    ['Needed because', row.because],
    ...row.comments.map(commentFact),
    ...row.decisions.map(decisionFact),
    ['Result', resultText(status, executed_entry, detail)],
  ];
  return {
    id: `approval-${number}`,
    title: `${number}. ${row.what}: ${status}`,
    blocks: [{ block: 'facts', rows: facts }, ...reasonBlocks(row.reasoning)],
  };
}

function resultText(status: string, executed_entry: number | null, detail: string | null): string {
  if (executed_entry !== null) return `executed, log entry ${executed_entry}`;
  const undecided =
    status === 'pending' ? 'pending when the log ended; nothing was changed' : status;
  return `${undecided}${status === 'pending' ? '' : ', nothing was changed'}${detail === null ? '' : `: ${detail}`}`;
}
