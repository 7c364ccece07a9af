/** @module pattern-list: texts that at least one of several patterns matches; results are kept for texts that repeat. */
import { worked } from '../work.ts';
import { PatternFault } from './parse-pattern.ts';
import { parsed, type Pattern } from './pattern.ts';

/** Number of results that all lists keep, and the longest text of one, UTF-16 units. */
const [MAX_KNOWN, MAX_KNOWN_LENGTH] = [50_000, 256];

/** The lists that keep results. */
const keeping = new Set<Map<string, boolean>>();
let kept = 0;

/** Tests texts against patterns of which one must match. A text that is no pattern matches nothing. */
export function matchingAny(sources: readonly string[]): (text: string) => boolean {
  const patterns = sources.flatMap((source): readonly Pattern[] => {
    try {
      return [parsed(source)];
    } catch (error) {
      if (error instanceof PatternFault) return [];
      throw error;
    }
  });
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = patterns.some((pattern) => {
      worked(1);
      return pattern.matches(text);
    });
    if (text.length <= MAX_KNOWN_LENGTH) keep(known, text, found);
    return found;
  };
}

function keep(known: Map<string, boolean>, text: string, found: boolean): void {
  if (kept >= MAX_KNOWN) {
    for (const one of keeping) one.clear();
    keeping.clear();
    kept = 0;
  }
  kept += 1;
  keeping.add(known);
  known.set(text, found);
}
