/** @module pattern: matches whole texts with regular expressions of XML Schema, in time linear in the text. */
import { Automaton } from './automaton.ts';
import { type Node, parsePattern, PATTERN_LIMITS, PatternFault } from './parse-pattern.ts';

/** States of all patterns that are kept built. */
const MAX_STATES = 1_000_000;

/** Automata by their source; rebuilt if they were removed, so that many patterns take bounded memory. */
const built = new Map<string, Automaton>();
let states = 0;

/**
 * A valid pattern. A text is matched in time proportional to its length and to the size of the pattern, whatever either
 * contains: all ways through the pattern are followed at the same time.
 */
export class Pattern {
  readonly source: string;

  /** @throws {PatternFault} for a text that is no pattern of XSD, or one beyond `PATTERN_LIMITS` */
  constructor(source: string) {
    this.source = source;
    if (!built.has(source)) checkedTree(source);
  }

  /** Whether the pattern matches the whole text. */
  matches(text: string): boolean {
    return automatonOf(this.source).matches(text);
  }
}

/** The tree of a pattern within the limits. @throws {PatternFault} */
function checkedTree(source: string): Node {
  const tree = parsePattern(source);
  const size = sizeOf(tree);
  if (size > PATTERN_LIMITS.states) {
    const count = size > 1e9 ? 'more than 1000000000' : size;
    throw new PatternFault(
      `has ${count} characters when its counts are written out; expected at most ${PATTERN_LIMITS.states}`,
    );
  }
  return tree;
}

function automatonOf(source: string): Automaton {
  const known = built.get(source);
  if (known !== undefined) return known;
  const made = new Automaton(checkedTree(source));
  if (states + made.weight > MAX_STATES) {
    built.clear();
    states = 0;
  }
  states += made.weight;
  built.set(source, made);
  return made;
}

/** Number of states that a tree needs at most. */
function sizeOf(node: Node): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
    case 'choice':
      return node.items.reduce((sum, item) => sum + sizeOf(item), 1);
    case 'repeat':
      // An empty item counts too, so that no count can build states without limit.
      return (sizeOf(node.item) + 1) * Math.max(1, node.max ?? node.min + 1);
    default:
      return node satisfies never;
  }
}

/** Why a text is no pattern, as the rest of a sentence that begins with it; null if it is one. */
export function patternFault(source: string): string | null {
  try {
    parsed(source);
    return null;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}

/** The pattern of a text. @throws {PatternFault} */
export function parsed(source: string): Pattern {
  return new Pattern(source);
}
