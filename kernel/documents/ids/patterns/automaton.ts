/** @module automaton: a regular expression as states that are followed at the same time. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { CharSet } from './char-set.ts';
import type { Node } from './parse-pattern.ts';

/** A state: it reads a character of a set and goes on, or goes on without one to all of `next`. */
type State = { readonly set: CharSet | null; readonly next: number[] };

/** States visited between two checkpoints. */
const STEP = 200_000;
/** Number of results that are kept, and the longest text of one, UTF-16 units. */
const [MAX_KNOWN, MAX_KNOWN_LENGTH] = [256, 256];
/** Memory of the kept results in terms of states. */
const KNOWN_WEIGHT = 256;

/** The states of one expression. A text takes time in its length times the number of states. */
export class Automaton {
  readonly #states: State[] = [];
  readonly #start: number;
  readonly #end: number;
  /** For each state, the step in which it was reached last. */
  readonly #marks: Uint32Array;
  readonly #known = new Map<string, boolean>();
  #step = 0;
  #visited = 0;

  constructor(tree: Node) {
    this.#end = this.#state(null);
    this.#start = this.#built(tree, this.#end);
    this.#marks = new Uint32Array(this.#states.length);
  }

  /** Memory that it may use, in states. */
  get weight(): number {
    return this.#states.length + KNOWN_WEIGHT;
  }

  /** Whether the expression matches the whole text. */
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
      this.#count(current.length);
      current = following;
    }
    return current.includes(this.#end);
  }

  #count(visited: number): void {
    this.#visited += visited;
    if (this.#visited < STEP) return;
    this.#visited = 0;
    checkpoint({ done: 0, total: 0, doing: 'matching patterns' });
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
