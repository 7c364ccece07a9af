/** @module checked-answer: checks the answer of a plane against its shape and budget, and bounds what it returns. */
import { canonicalJson } from '../../base/canonical/json.ts';
import { firstExceeded } from './budgets.ts';
import type { Budgets, Exceeded } from './budgets.ts';
import { PlaneAnswerShape } from './plane.ts';
import type { PlaneAnswer } from './plane.ts';
import { isWithinTokens } from './token-cap.ts';

/** The end of a run with an output. */
export type OutputEnd = {
  readonly ok: true;
  readonly payload: unknown;
  readonly consumed: Budgets;
  /** The output says that this approval is pending. */
  readonly approval_id?: string;
};

/** What a refusal returns in addition to its code and cause. */
export type RefusalMore = {
  readonly hint?: string;
  readonly summary?: string;
  /** At most 3. */
  readonly questions?: readonly string[];
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** How a run ended, before its audit entry is written. */
export type RunEnd =
  | OutputEnd
  | {
      readonly ok: false;
      readonly code: string;
      readonly cause: string;
      readonly consumed: Budgets;
      readonly more: RefusalMore;
    };

/** Questions in a summary; the budget can only lower this. */
const QUESTIONS_MAX = 3;
/** Longest summary, UTF-16 units. */
const SUMMARY_UNITS = 400;

/** The end of a run that was refused. */
export function refused(
  code: string,
  cause: string,
  consumed: Budgets = {},
  more: RefusalMore = {},
): RunEnd {
  return { ok: false, code, cause, consumed, more };
}

/** The canonical JSON of a payload. */
export function payloadText(payload: unknown): string {
  return canonicalJson(payload ?? null);
}

/** Checks an answer against its shape and the granted budget; an answer of another shape is FRAGILITY. */
export async function checkedAnswer(value: unknown, granted: Budgets): Promise<RunEnd> {
  const read = readAnswer(value);
  if (read === undefined) return refused('FRAGILITY', 'the plane gave a malformed answer');
  const { answer, text } = read;
  const { consumed } = answer;
  const over = firstExceeded(consumed, granted);
  if (over !== undefined && answer.kind !== 'refusal') {
    return await summarised(overflowOf(answer, text, over), granted);
  }
  switch (answer.kind) {
    case 'output':
      return await boundedOutput(text, answer, granted);
    case 'refusal':
      return refused(answer.code, oneLine(answer.cause), consumed, await moreOf(answer, granted));
    case 'overflow':
      return await summarised(answer, granted);
    default:
      return answer satisfies never;
  }
}

/** Replaces the answer of a plane that exceeded its budget by a summary of the result and questions. */
function overflowOf(
  answer: Exclude<PlaneAnswer, { kind: 'refusal' }>,
  text: string,
  { dimension, got, limit }: Exceeded,
): Extract<PlaneAnswer, { kind: 'overflow' }> {
  return {
    kind: 'overflow',
    dimension,
    summary: answer.kind === 'overflow' ? answer.summary : text,
    questions: [
      `it took ${got} of ${dimension} and ${limit} was granted: may that be raised`,
      'which part of the work is needed',
      'may the intent be narrowed',
    ],
    consumed: answer.consumed,
  };
}

/** Parses the answer of a plane; `text` is its payload as canonical JSON. Undefined if malformed or reading throws. */
export function readAnswer(value: unknown): { answer: PlaneAnswer; text: string } | undefined {
  try {
    const answer = PlaneAnswerShape.parse(value);
    return { answer, text: answer.kind === 'output' ? payloadText(answer.payload) : '' };
  } catch {
    return undefined;
  }
}

async function boundedOutput(
  text: string,
  answer: Extract<PlaneAnswer, { kind: 'output' }>,
  granted: Budgets,
): Promise<RunEnd> {
  const { consumed } = answer;
  const limit = granted.tokens_output_max ?? Infinity;
  if (answer.tokens_checked === true || (await isWithinTokens(text, limit))) {
    const { approval_id } = answer;
    const pending = approval_id === undefined ? {} : { approval_id };
    return { ok: true, payload: JSON.parse(text), consumed, ...pending };
  }
  const questions = [
    'which part of the answer is needed',
    'may the answer be narrowed by a filter or a limit',
    `may tokens_output_max be raised above ${limit}`,
  ];
  return await summarised(
    { kind: 'overflow', dimension: 'tokens_output_max', summary: text, questions, consumed },
    granted,
  );
}

/** Replaces an answer that is too long by a summary and at most 3 questions, shortened until they fit. */
async function summarised(
  answer: Extract<PlaneAnswer, { kind: 'overflow' }>,
  granted: Budgets,
): Promise<RunEnd> {
  const { dimension: overflow, consumed } = answer;
  const limit = granted.tokens_output_max ?? Infinity;
  const summary = answer.summary.slice(0, SUMMARY_UNITS).toWellFormed();
  const count = Math.min(QUESTIONS_MAX, granted.clarifying_questions_max ?? QUESTIONS_MAX);
  const questions = answer.questions.slice(0, count).map(oneLine);
  const forms = [
    { overflow, summary, questions },
    { overflow, summary: summary.slice(0, SUMMARY_UNITS / 4).toWellFormed(), questions },
    { overflow, summary: '', questions },
    { overflow, summary: '', questions: [] },
  ];
  for (const payload of forms) {
    if (await isWithinTokens(payloadText(payload), limit)) return { ok: true, payload, consumed };
  }
  return refused('BOUND_DATA', `not even a summary fits into ${limit} tokens`, consumed);
}

/** Hint, summary, questions and detail of a refusal; a detail with more tokens than granted is left out. */
async function moreOf(
  { hint, summary, questions = [], detail }: Extract<PlaneAnswer, { kind: 'refusal' }>,
  granted: Budgets,
): Promise<RefusalMore> {
  const limit = granted.tokens_output_max ?? Infinity;
  const isShort = detail !== undefined && (await isWithinTokens(payloadText(detail), limit));
  const count = Math.min(QUESTIONS_MAX, granted.clarifying_questions_max ?? QUESTIONS_MAX);
  return {
    ...(hint === undefined ? {} : { hint: oneLine(hint) }),
    ...(summary === undefined ? {} : { summary: summary.slice(0, SUMMARY_UNITS).toWellFormed() }),
    ...(questions.length === 0 ? {} : { questions: questions.slice(0, count).map(oneLine) }),
    ...(isShort ? { detail } : {}),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300).toWellFormed();
}
