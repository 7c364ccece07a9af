/** @module view-timing bench: answers about the log to a person with a restricted READ, with hidden changes and without. */
import type { JsonAsk } from '../../servers/view/protocol/answers.ts';
import { TimingTwin } from '../servers/view/timing-twin.ts';
import type { BenchRow } from './measure.ts';

/** Hidden changes that are newer than what the person sees, each with a refusal of somebody else. */
const HIDDEN = 40_000;
const ROUNDS = 40;
/** A difference (ms) that is small next to the spread of a request. */
const SAME_MS = 1;

const MAIN = { branch: 'main' };
const QUESTIONS: readonly (readonly [what: string, name: JsonAsk, input: object])[] = [
  ['log', 'log', { ...MAIN, limit: 50 }],
  ['steps by operation', 'steps', { ...MAIN, by: 'event' }],
  ['steps by session', 'steps', { ...MAIN, by: 'session' }],
  ['colours by age', 'colours', { at: MAIN, by: 'age' }],
  ['colours by author', 'colours', { at: MAIN, by: 'author' }],
  ['element', 'element', { at: MAIN, id: 'W0' }],
  ['notice', 'notice', {}],
];

async function timeOf(twin: TimingTwin, name: JsonAsk, input: object): Promise<number> {
  // What was shown before would be kept.
  twin.signIn();
  const start = performance.now();
  await twin.page.json(name, input);
  return performance.now() - start;
}

/** The time below which this share of the times is. */
function below(share: number, times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

function spreadText(times: readonly number[]): string {
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => below(share, times).toFixed(2));
  return `median ${middle} ms (10 to 90 %: ${low} to ${high} ms)`;
}

/** The rows of the twins. */
export async function viewTimingRows(): Promise<readonly BenchRow[]> {
  await using plain = await TimingTwin.open(0);
  await using full = await TimingTwin.open(HIDDEN);
  const rows: BenchRow[] = [];
  const first = [await timeOf(plain, 'log', { ...MAIN, limit: 50 })];
  first.push(await timeOf(full, 'log', { ...MAIN, limit: 50 }));
  for (const twin of [plain, full]) await twin.readAhead();
  for (const [what, name, input] of QUESTIONS) {
    const times: [number[], number[]] = [[], []];
    for (let round = -3; round < ROUNDS; round += 1) {
      for (const [i, twin] of [plain, full].entries()) {
        const time = await timeOf(twin, name, input);
        if (round >= 0) times[i]?.push(time);
      }
    }
    // Other programs on the machine lengthen the upper times.
    const [a, b] = times.map((some) => below(0.1, some));
    const difference = Math.abs((b ?? 0) - (a ?? 0));
    rows.push({
      what: `${what} with ${HIDDEN} hidden changes, read in advance`,
      baseline: `without them ${spreadText(times[0])}`,
      measured: spreadText(times[1]),
      ratio: below(0.5, times[1]) / below(0.5, times[0]),
      target: `the shortest tenth differs by ≤ ${SAME_MS} ms`,
      holds: difference <= SAME_MS,
    });
  }
  rows.push({
    what: 'the first log, before it was read in advance',
    baseline: `without them ${first[0]?.toFixed(0)} ms`,
    measured: `${first[1]?.toFixed(0)} ms`,
    ratio: null,
    target: 'none: the hub keeps it back',
    holds: true,
  });
  return rows;
}
