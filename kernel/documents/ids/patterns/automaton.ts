/** @module automaton: a regular expression as states that are followed at the same time. */
import { worked } from '../work.ts';
import type { CharSet } from './char-set.ts';
import type { Node } from './parse-pattern.ts';

/** A state: it reads a character of a set and goes on, or goes on without one to all of `next`. */
type State = { readonly set: CharSet | null; readonly next: number[] };

/** Whether a set contains the character of one step. */
type CharTest = (set: CharSet) => boolean;

/** Number of states from which the results of sets are kept for one character. */
const MANY = 16;
/** What a checkpoint reports. */
const DOING = 'matching patterns';

/** The states of one expression. A text takes time in its length times the number of states. */
export class Automaton {
  readonly #states: State[] = [];
  readonly #start: number;
  readonly #end: number;
  /** For each state, the step in which it was reached last. */
  readonly #marks: Uint32Array;
  /** Characters of the expression: testing one character with all of its sets takes time in them. */
  readonly #length: number;
  /** States before the first character. */
  readonly #first: number[] = [];
  /** The results of sets for the character of this step. */
  readonly #contains = new Map<CharSet, boolean>();
  #step = 0;
  /** States reached since they were counted. */
  #reached = 0;

  /** `length`: UTF-16 units of the expression. */
  constructor(tree: Node, length: number) {
    this.#length = length;
    this.#end = this.#state(null);
    this.#start = this.#built(tree, this.#end);
    this.#marks = new Uint32Array(this.#states.length);
    this.#newStep();
    this.#reach(this.#start, this.#first);
    worked(this.#states.length, DOING);
  }

  /** Number of states. */
  get size(): number {
    return this.#states.length;
  }

  /** Whether the expression matches the whole text. */
  matches(text: string): boolean {
    let current: readonly number[] = this.#first;
    for (const character of text) {
      const following = this.#after(current, character.codePointAt(0) ?? 0);
      worked(current.length + this.#reached + this.#length, DOING);
      this.#reached = 0;
      if (following.length === 0) return false;
      current = following;
    }
    return current.includes(this.#end);
  }

  /** The states that a character leads to. */
  #after(current: readonly number[], code: number): readonly number[] {
    const following: number[] = [];
    this.#newStep();
    const isIn = current.length < MANY ? (set: CharSet): boolean => set(code) : this.#keeping(code);
    for (const at of current) {
      const state = this.#states[at];
      if (state === undefined || state.set === null || !isIn(state.set)) continue;
      for (const next of state.next) this.#reach(next, following);
    }
    return following;
  }

  /** Tests each set once for a character, because the copies of a repeated part have the same sets. */
  #keeping(code: number): CharTest {
    const known = this.#contains;
    known.clear();
    return (set) => {
      const before = known.get(set);
      if (before !== undefined) return before;
      const found = set(code);
      known.set(set, found);
      return found;
    };
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
      this.#reached += 1;
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
