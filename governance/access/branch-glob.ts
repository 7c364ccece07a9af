/** @module branch-glob: whether a branch name matches a glob, in time bounded by the product of the two lengths. */

/** Steps of a pattern that are not literal characters, below every code point. */
const ANY_RUN = -1;
const SEGMENT_RUN = -2;
const ONE = -3;

/** `**` matches every character but these, and `.` of a regular expression does not either. */
const LINE_ENDS: ReadonlySet<string> = new Set(['\n', '\r', '\u2028', '\u2029']);

/**
 * True when the whole of `branch` matches `pattern`: `*` any run without `/`, `**` any run, `?` one character but `/`.
 * Characters are code points. All positions in the pattern are advanced at once instead of one after the other: a
 * backtracking matcher takes exponential time for a pattern such as `a*a*a*a*b`.
 */
export function matchesGlob(pattern: string, branch: string): boolean {
  const steps = stepsOf(pattern);
  let reached = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  reached[0] = 1;
  skipRuns(steps, reached);
  for (const char of branch) {
    next.fill(0);
    if (!advance(steps, char, { from: reached, to: next })) return false;
    skipRuns(steps, next);
    [reached, next] = [next, reached];
  }
  return reached[steps.length] === 1;
}

function stepsOf(pattern: string): readonly number[] {
  return (pattern.match(/\*\*|./gsu) ?? []).map((part) => {
    if (part === '**') return ANY_RUN;
    if (part === '*') return SEGMENT_RUN;
    return part === '?' ? ONE : (part.codePointAt(0) ?? 0);
  });
}

/** Marks the positions after one more character; false where there are none. */
function advance(
  steps: readonly number[],
  char: string,
  { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array },
): boolean {
  const code = char.codePointAt(0) ?? 0;
  const isSegment = char !== '/';
  const isLine = !LINE_ENDS.has(char);
  let any = false;
  for (const [at, step] of steps.entries()) {
    if (from[at] !== 1) continue;
    const stays = (step === ANY_RUN && isLine) || (step === SEGMENT_RUN && isSegment);
    const goesOn = step === code || (step === ONE && isSegment);
    if (stays) to[at] = 1;
    if (goesOn) to[at + 1] = 1;
    any ||= stays || goesOn;
  }
  return any;
}

/** Marks the positions behind runs that are reached, because a run may be empty. */
function skipRuns(steps: readonly number[], reached: Uint8Array): void {
  for (const [at, step] of steps.entries()) {
    if (reached[at] === 1 && (step === ANY_RUN || step === SEGMENT_RUN)) reached[at + 1] = 1;
  }
}
