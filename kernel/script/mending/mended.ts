/** @module mended: a script that cannot be read, as it was most likely meant; only what can be read is told. */
import { nearest } from '../../text/nearest.ts';
import type { ScriptError } from '../script-error.ts';
import { asForeign, withBraces } from './foreign.ts';

/** Scripts of more characters are not mended. */
const CHARS_MOST = 20_000;
/** Mistakes that are mended in one script. */
const MENDS_MOST = 60;
/** Readings of a script while it is mended, and characters and words that all of them together read. */
const READINGS_MOST = 1200;
const WORK_MOST = 1_000_000;

/** Words of other languages and of the tools for words that are expected. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  at: ['position', 'pos', 'location', 'offset', 'distance', 'elevation', 'z', 'origin', 'point'],
  in: ['on', 'into', 'wall', 'host'],
  to: ['until', 'end', 'top'],
  from: ['start', 'base'],
  slope: ['pitch', 'angle', 'slope_deg'],
  turn: ['rotate', 'rotation', 'rotated', 'angle'],
  direction: ['facing', 'heading', 'towards', 'angle'],
  sill: ['sill_height', 'base', 'elevation'],
  height: ['h', 'high', 'tall'],
  thickness: ['t', 'thick', 'depth', 'width'],
  size: ['dimensions', 'dims', 'profile', 'section'],
  type: ['kind', 'style', 'roof_type', 'wall_type', 'door_type', 'window_type'],
  usage: ['use', 'purpose', 'function'],
  name: ['called', 'named', 'label', 'title'],
  as: ['id', 'called', 'named'],
  rect: ['rectangle', 'box'],
  path: ['polyline', 'points', 'polygon', 'line'],
  by: ['delta', 'x', 'offset', 'angle', 'to'],
  about: ['around', 'center', 'centre', 'origin'],
  times: ['count', 'n', 'copies'],
  colour: ['color'],
  double_hung: ['sash'],
  miter: ['mitre', 'mitred'],
};

/** Words that say nothing: in a script the values stand alone. */
const IDLE: ReadonlySet<string> = new Set(
  'from to start end point points boundary outline position with at location name and the a then'.split(
    ' ',
  ),
);

/**
 * What is wrong with a script, and the characters and words that were read until that was found; faults of a later stage
 * are looked for where those before it have none.
 */
export type StagedError = {
  readonly error: ScriptError;
  readonly stage: number;
  readonly work: number;
};

/** Reads a script: what is wrong with it, null where nothing is. */
export type Reader = (text: string) => StagedError | null;

/** A text and what is wrong with it. */
type Faulty = StagedError & { readonly text: string };

/** The script with its mistakes put right, one after the other; null where one of them is of no known kind. */
export function mendedScript(text: string, read: Reader): string | null {
  const first = text.length > CHARS_MOST ? null : read(text);
  if (first === null) return null;
  let best: Faulty = { ...first, text };
  let [readings, work] = [0, first.work];
  for (let mends = 0; mends < MENDS_MOST; mends += 1) {
    let further: Faulty | null = null;
    for (const candidate of candidates(best)) {
      readings += 1;
      if (readings > READINGS_MOST || work > WORK_MOST) return null;
      const next = read(candidate);
      if (next === null) return candidate;
      work += next.work;
      if (!isFurther({ ...next, text: candidate }, best)) continue;
      further = { ...next, text: candidate };
      break;
    }
    if (further === null) return null;
    best = further;
  }
  return null;
}

/** Whether the fault of one text lies behind that of the other: reading has come further. */
function isFurther(next: Faulty, before: Faulty): boolean {
  if (next.stage !== before.stage) return next.stage > before.stage;
  const { line, column, message } = before.error;
  const { error } = next;
  if (error.line === line && error.column === column && error.message === message) return false;
  return restAfter(next) < restAfter(before);
}

/** Characters from the place of a fault to the end. */
function restAfter({ text, error: { line, column } }: Faulty): number {
  const lines = text.split(/\r?\n/u).slice(line - 1);
  return lines.join('\n').length - (column - 1);
}

/** The script with the line of a fault, or the lines of its block, as they may have been meant. */
function* candidates({ text, error }: Faulty): Generator<string> {
  const lines = text.split(/\r?\n/u);
  const at = error.line - 1;
  const line = lines[at] ?? '';
  for (const meant of [...replaced(line, error), ...asForeign(line), ...moved(line, error)]) {
    yield lines.with(at, meant).join('\n');
  }
  for (const head of [at, at - 1]) {
    const braced = withBraces(lines, head);
    if (braced !== null) yield braced.join('\n');
  }
}

/** A line at the place of a fault: what stands before it, there and after it. */
type Spot = { readonly before: string; readonly token: string; readonly after: string };

function spotOf(line: string, { column }: ScriptError): Spot {
  const rest = line.slice(column - 1);
  const [token = ''] = /^(?:[$@]?[\w.]+|\S)/u.exec(rest) ?? [];
  return { before: line.slice(0, column - 1), token, after: rest.slice(token.length) };
}

/** The line with another word or name where the fault is. */
function* replaced(line: string, error: ScriptError): Generator<string> {
  const { before, token, after } = spotOf(line, error);
  const { expected } = error;
  const words = expected.flatMap((one) => /^[a-z_]+(?= |$)/u.exec(one)?.[0] ?? []);
  const put = (word: string): string => `${before}${word}${after}`;
  for (const word of words) {
    if (MEANT[word]?.includes(token) === true) yield put(word);
  }
  const names = expected.filter((one) => /^[$`@]/u.test(one)).map((one) => one.replaceAll('`', ''));
  for (const list of [words, names]) {
    const near = nearest(token, list);
    if (near !== null && near !== token) yield put(near);
  }
  if (/^[A-Za-z]/u.test(token) && expected.some((one) => / such as [$@]/u.test(one))) {
    yield* [`$${token}`, `@${token}`].map(put);
  }
}

/** The line without what says nothing where the fault is, or with what is missing there. */
function* moved(line: string, error: ScriptError): Generator<string> {
  const { before, token, after } = spotOf(line, error);
  if (/^[=:,]$/u.test(token) && !before.endsWith('..')) {
    yield `${before.trimEnd()} ${after.trimStart()}`;
  }
  if (IDLE.has(token)) yield `${before}${after.trimStart().replace(/^[=:]\s*/u, '')}`;
  for (const missing of missingFrom(error.expected)) {
    yield `${before.trimEnd()} ${missing} ${token}${after}`;
  }
}

/** Words and signs of which the next one has to be: what is missing where another stands. */
function missingFrom(expected: readonly string[]): readonly string[] {
  const [only = ''] = expected.length === 1 ? expected : [];
  if (/^(?:[a-z]+|[,)x])$/u.test(only)) return [only];
  return expected.flatMap((one) => /^(?!as )[a-z]+(?= [A-Z(])/u.exec(one)?.[0] ?? []);
}
