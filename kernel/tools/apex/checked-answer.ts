/** @module checked-answer: checks the answer of a plane against its shape and budget, and bounds what it returns. */
import { canonicalJson, CanonicalJsonError } from '../../base/canonical/json.ts';
import { firstExceeded } from './budgets.ts';
import type { Budgets, Exceeded } from './budgets.ts';
import { PlaneAnswerShape } from './plane.ts';
import type { PlaneAnswer } from './plane.ts';
import { isWithinTokens } from './token-cap.ts';

/** Ids that every form of an answer keeps, because the caller must not repeat the call. */
type Effect = {
  /** The approval that is pending. */
  readonly approval_id?: string;
  /** The event that records what the call did. */
  readonly event_id?: string;
};

/** The end of a run with an output. */
export type OutputEnd = {
  readonly ok: true;
  readonly payload: unknown;
  readonly consumed: Budgets;
} & Pick<Effect, 'approval_id'>;

/** What a refusal returns in addition to its code and cause. */
export type RefusalMore = Effect & {
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

/** Bounds of an answer, and how its texts are masked. */
export type AnswerRules = { readonly granted: Budgets; readonly mask: (text: string) => string };

/** Checks an answer against its shape and the granted budget; an answer of another shape is FRAGILITY. */
export async function checkedAnswer(value: unknown, rules: AnswerRules): Promise<RunEnd> {
  const { granted, mask } = rules;
  const read = readAnswer(value);
  if (read === undefined) return refused('FRAGILITY', 'the plane gave a malformed answer');
  const { answer, text } = read;
  const { consumed } = answer;
  const over = firstExceeded(consumed, granted);
  if (over !== undefined && answer.kind !== 'refusal') {
    return await summaryEnd(overflowOf(answer, text, over), granted);
  }
  switch (answer.kind) {
    case 'output':
      return await boundedOutput(text, answer, granted);
    case 'refusal': {
      // Masked before it is cut: a part of a secret has no recognisable form
      const cause = oneLine(mask(answer.cause));
      return refused(answer.code, cause, consumed, await moreOf(answer, rules));
    }
    case 'overflow':
      return await summaryEnd(answer, granted);
    default:
      return answer satisfies never;
  }
}

/** The ids of a plane's answer that a run keeps which ended before it; empty if it gave none. */
export function effectOf(answer: PlaneAnswer | undefined): Effect {
  if (answer === undefined || answer.kind === 'overflow') return {};
  const { approval_id, event_id } = answer;
  return {
    ...(approval_id === undefined ? {} : { approval_id }),
    ...(event_id === undefined ? {} : { event_id }),
  };
}

type Overflow = Extract<PlaneAnswer, { kind: 'overflow' }> & Effect;

/** Replaces the answer of a plane that exceeded its budget by a summary of the result and questions. */
function overflowOf(
  answer: Exclude<PlaneAnswer, { kind: 'refusal' }>,
  text: string,
  { dimension, got, limit }: Exceeded,
): Overflow {
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
    ...effectOf(answer),
  };
}

/** Parses the answer of a plane; `text` is its payload as canonical JSON. Undefined if malformed or reading throws. */
export function readAnswer(value: unknown): { answer: PlaneAnswer; text: string } | undefined {
  try {
    const answer = PlaneAnswerShape.parse(value);
    return { answer, text: answer.kind === 'output' ? textOf(answer.payload) : '' };
  } catch {
    return undefined;
  }
}

/** The canonical JSON of an output. A lone surrogate, which has none, is replaced as in `toWellFormed`. */
function textOf(payload: unknown): string {
  try {
    return payloadText(payload);
  } catch (error) {
    if (!(error instanceof CanonicalJsonError) || error.code !== 'LONE_SURROGATE') throw error;
    return payloadText(withTexts(payload, (text) => text.toWellFormed()));
  }
}

/** A JSON value with all its texts and member names mapped. */
function withTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, member]) => [map(name), withTexts(member, map)]));
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
  return await summaryEnd(
    {
      kind: 'overflow',
      dimension: 'tokens_output_max',
      summary: text,
      questions,
      consumed,
      ...effectOf(answer),
    },
    granted,
  );
}

/** Replaces an answer that is too long by a summary and at most 3 questions, shortened until they fit; its ids stay. */
async function summaryEnd(answer: Overflow, granted: Budgets): Promise<RunEnd> {
  const { dimension: overflow, consumed, approval_id, event_id } = answer;
  const pending = approval_id === undefined ? {} : { approval_id };
  const effect = event_id === undefined ? pending : { ...pending, event_id };
  const limit = granted.tokens_output_max ?? Infinity;
  const summary = answer.summary.slice(0, SUMMARY_UNITS).toWellFormed();
  const count = Math.min(QUESTIONS_MAX, granted.clarifying_questions_max ?? QUESTIONS_MAX);
  const questions = answer.questions.slice(0, count).map(oneLine);
  const short = summary.slice(0, SUMMARY_UNITS / 4).toWellFormed();
  const forms = [
    { overflow, summary, questions },
    { overflow, summary: short, questions },
    { overflow, summary: '', questions },
    { overflow, summary: short, questions: [] },
    { overflow, summary: '', questions: [] },
  ];
  for (const form of forms) {
    const payload = { ...form, ...effect };
    if (await isWithinTokens(payloadText(payload), limit)) {
      return { ok: true, payload, consumed, ...pending };
    }
  }
  const cause = `not even a summary fits into ${limit} tokens`;
  if (event_id === undefined) return refused('BOUND_DATA', cause, consumed, effect);
  return refused(
    'BOUND_DATA',
    `${cause}; the call is recorded as the event ${event_id}`,
    consumed,
    {
      ...effect,
      hint: 'look at the event before you call again',
    },
  );
}

/** Hint, summary, questions, detail and ids of a refusal; a detail with more tokens than granted is left out. */
async function moreOf(
  answer: Extract<PlaneAnswer, { kind: 'refusal' }>,
  { granted, mask }: AnswerRules,
): Promise<RefusalMore> {
  const { hint, summary, questions = [] } = answer;
  const detail = await boundedDetail(answer.detail, { granted, mask });
  const count = Math.min(QUESTIONS_MAX, granted.clarifying_questions_max ?? QUESTIONS_MAX);
  const asked = questions.slice(0, count).map((question) => oneLine(mask(question)));
  return {
    ...(hint === undefined ? {} : { hint: oneLine(mask(hint)) }),
    ...(summary === undefined
      ? {}
      : { summary: mask(summary).slice(0, SUMMARY_UNITS).toWellFormed() }),
    ...(questions.length === 0 ? {} : { questions: asked }),
    ...(detail === undefined ? {} : { detail }),
    ...effectOf(answer),
  };
}

/** The masked detail of a refusal; undefined if it has more tokens than granted, or no JSON form. */
async function boundedDetail(
  detail: RefusalMore['detail'],
  { granted, mask }: AnswerRules,
): Promise<RefusalMore['detail']> {
  const limit = granted.tokens_output_max ?? Infinity;
  if (detail === undefined) return undefined;
  let text: string;
  try {
    text = payloadText(withTexts(detail, (part) => mask(part).toWellFormed()));
  } catch {
    return undefined;
  }
  return (await isWithinTokens(text, limit)) ? JSON.parse(text) : undefined;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300).toWellFormed();
}
