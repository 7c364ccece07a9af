/** @module branch-glob: glob matching of branch names, in time bounded by the product of the two lengths. */

/** Codes of the wildcards in a compiled pattern: negative, so that they differ from every code point. */
const ANY_RUN = -1;
const SEGMENT_RUN = -2;
const ONE = -3;

/** `**` does not match line terminators, like `.` in a regular expression. */
const LINE_ENDS: ReadonlySet<string> = new Set(['\n', '\r', '\u2028', '\u2029']);

/**
 * True when the whole of `branch` matches `pattern`: `*` matches any run without `/`, `**` any run, `?` one character other
 * than `/`. Characters are code points. All positions in the pattern advance in parallel, because a backtracking matcher
 * takes exponential time for a pattern such as `a*a*a*a*b`.
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

/** Marks the positions after one more character; false when no position remains. */
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

/** Also marks the position after each reached run, because a run may be empty. */
function skipRuns(steps: readonly number[], reached: Uint8Array): void {
  for (const [at, step] of steps.entries()) {
    if (reached[at] === 1 && (step === ANY_RUN || step === SEGMENT_RUN)) reached[at + 1] = 1;
  }
}
