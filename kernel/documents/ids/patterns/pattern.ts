/** @module pattern: matches whole texts with regular expressions of XML Schema, in time linear in the text. */
import { worked } from '../work.ts';
import { Automaton } from './automaton.ts';
import { type Node, parsePattern, PATTERN_LIMITS, PatternFault } from './parse-pattern.ts';

/** States of all automata that are kept for further checks. Those of one file are fewer. */
const MAX_STATES = 1_000_000;

/** Automata by their source, so that a pattern that a file repeats is built once. */
const built = new Map<string, Automaton>();
let states = 0;

/**
 * A valid pattern. A text is matched in time proportional to its length and to the size of the pattern, whatever either
 * contains: all ways through the pattern are followed at the same time.
 */
export class Pattern {
  readonly source: string;
  /** Built for the first text and kept as long as the pattern. */
  #automaton: Automaton | null = null;

  /** @throws {PatternFault} for a text that is no pattern of XSD, or one beyond `PATTERN_LIMITS` */
  constructor(source: string) {
    this.source = source;
    if (!built.has(source)) checkedTree(source);
  }

  /** Whether the pattern matches the whole text. @throws {Interrupted} if the work must stop */
  matches(text: string): boolean {
    this.#automaton ??= automatonOf(this.source);
    return this.#automaton.matches(text);
  }
}

/** The tree of a pattern within the limits. @throws {PatternFault} */
function checkedTree(source: string): Node {
  worked(source.length, 'reading patterns');
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
  const made = new Automaton(checkedTree(source), source.length);
  if (states + made.size > MAX_STATES) {
    built.clear();
    states = 0;
  }
  states += made.size;
  built.set(source, made);
  return made;
}

/** Number of states that a pattern takes at most; 0 for a text that is no pattern, which is never built. */
export function patternStates(source: string): number {
  try {
    return sizeOf(checkedTree(source));
  } catch (error) {
    if (error instanceof PatternFault) return 0;
    throw error;
  }
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
