/** @module pattern: matches whole texts with regular expressions of XML Schema, in time linear in the text. */
import type { CharSet } from './char-set.ts';
import { type Node, parsePattern, PATTERN_LIMITS, PatternFault } from './parse-pattern.ts';

/** Number of results that a pattern keeps. */
const MAX_KNOWN = 4096;
/** Longest text whose result is kept, UTF-16 units. */
const MAX_KNOWN_LENGTH = 256;

/** A state: it reads a character of a set and goes on, or goes on without one to all of `next`. */
type State = { readonly set: CharSet | null; readonly next: number[] };

/**
 * A compiled pattern. A text is matched in time proportional to its length and to the size of the pattern, whatever
 * either contains: all ways through the pattern are followed at the same time.
 */
export class Pattern {
  readonly source: string;
  readonly #states: State[] = [];
  readonly #start: number;
  readonly #end: number;
  /** For each state, the step in which it was reached last. */
  readonly #marks: Uint32Array;
  readonly #known = new Map<string, boolean>();
  #step = 0;

  /** @throws {PatternFault} for a text that is no pattern of XSD, or one beyond `PATTERN_LIMITS` */
  constructor(source: string) {
    this.source = source;
    const tree = parsePattern(source);
    const size = sizeOf(tree);
    if (size > PATTERN_LIMITS.states) {
      throw new PatternFault(
        `has ${size > 1e9 ? 'more than 1000000000' : size} characters when its counts are written out; expected at most ${PATTERN_LIMITS.states}`,
      );
    }
    this.#end = this.#state(null);
    this.#start = this.#built(tree, this.#end);
    this.#marks = new Uint32Array(this.#states.length);
  }

  /** Whether the pattern matches the whole text. */
  matches(text: string): boolean {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.#run(text);
    if (text.length <= MAX_KNOWN_LENGTH) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(text, found);
    }
    return found;
  }

  #run(text: string): boolean {
    let current: number[] = [];
    this.#newStep();
    this.#reach(this.#start, current);
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      const following: number[] = [];
      this.#newStep();
      for (const at of current) {
        const state = this.#states[at];
        if (state === undefined || state.set === null || !state.set(code)) continue;
        for (const next of state.next) this.#reach(next, following);
      }
      if (following.length === 0) return false;
      current = following;
    }
    return current.includes(this.#end);
  }

  #newStep(): void {
    if (this.#step === 0xffff_ffff) {
      this.#marks.fill(0);
      this.#step = 0;
    }
    this.#step += 1;
  }

  /** Adds a state and all states that follow without a character. */
  #reach(from: number, found: number[]): void {
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.#marks[at] === this.#step) continue;
      this.#marks[at] = this.#step;
      const state = this.#states[at];
      if (state === undefined) continue;
      if (state.set !== null || at === this.#end) found.push(at);
      else open.push(...state.next);
    }
  }

  #state(set: CharSet | null, ...next: readonly number[]): number {
    this.#states.push({ set, next: [...next] });
    return this.#states.length - 1;
  }

  /** Builds a tree so that it goes on at `next`; returns its first state. */
  #built(node: Node, next: number): number {
    switch (node.kind) {
      case 'set':
        return this.#state(node.set, next);
      case 'sequence':
        return node.items.reduceRight((after, item) => this.#built(item, after), next);
      case 'choice':
        return this.#state(null, ...node.items.map((item) => this.#built(item, next)));
      case 'repeat':
        return this.#repeated(node, next);
      default:
        return node satisfies never;
    }
  }

  #repeated({ item, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number {
    let at = next;
    if (max === null) {
      const loop = this.#state(null, next);
      this.#states[loop]?.next.push(this.#built(item, loop));
      at = loop;
    } else {
      // Each optional copy may be skipped together with those after it.
      for (let copy = min; copy < max; copy += 1) {
        at = this.#state(null, next, this.#built(item, at));
      }
    }
    for (let copy = 0; copy < min; copy += 1) at = this.#built(item, at);
    return at;
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
