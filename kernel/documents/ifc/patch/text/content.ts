/** @module content: the arguments of a changed or added record as texts, one for each. */
import { Buffer } from 'node:buffer';

import type { InstanceId } from '../../read/instance-id.ts';
import { Comments } from '../../read/lexical.ts';
import { argumentSpans, visitReferences } from '../../read/spans.ts';
import type { StepFile } from '../../read/step-file.ts';
import type { StepValue } from '../../read/step-value.ts';
import { PatchFault } from '../patch-fault.ts';

/** Arguments. Their texts have one character for each byte. */
export class Content {
  readonly args: readonly string[];
  readonly #file: StepFile;
  readonly #rowOf: (id: InstanceId) => number;
  #values: readonly StepValue[] | null = null;
  #refs: ReadonlySet<number> | null = null;

  constructor(file: StepFile, rowOf: (id: InstanceId) => number, args: readonly string[]) {
    this.#file = file;
    this.#rowOf = rowOf;
    this.args = args;
  }

  /** The same arguments with another text in one place. */
  with(position: number, text: string): Content {
    return new Content(this.#file, this.#rowOf, this.args.with(position, text));
  }

  get values(): readonly StepValue[] {
    if (this.#values !== null) return this.#values;
    const values = this.#file.parse(this.#bytes());
    if (values === null) throw new PatchFault('got a text that is no list of arguments');
    this.#values = values;
    return values;
  }

  /** Rows to which the arguments refer. */
  get refs(): ReadonlySet<number> {
    if (this.#refs !== null) return this.#refs;
    const refs = new Set<number>();
    const bytes = this.#bytes();
    const text = { bytes, comments: new Comments(bytes) };
    visitReferences(text, { from: 0, to: bytes.length }, (id) => {
      const row = this.#rowOf(id);
      if (row >= 0) refs.add(row);
    });
    this.#refs = refs;
    return refs;
  }

  #bytes(): Buffer {
    return Buffer.from(`(${this.args.join(',')})`, 'latin1');
  }
}

/** The texts of the arguments of a record of a file; null if they do not end. */
export function argumentTexts(file: StepFile, row: number): readonly string[] | null {
  const { bytes, comments } = file;
  const spans = argumentSpans({ bytes, comments }, file.openOf(row), file.limitOf(row));
  return spans?.args.map(({ from, to }) => bytes.toString('latin1', from, to)) ?? null;
}

/**
 * The text of an argument with other numbers in its references. `other` returns the new number, or null if it is as
 * before.
 */
export function withReferences(arg: string, other: (id: InstanceId) => string | null): string {
  const bytes = Buffer.from(arg, 'latin1');
  const text = { bytes, comments: new Comments(bytes) };
  const parts: string[] = [];
  let done = 0;
  visitReferences(text, { from: 0, to: bytes.length }, (id, from, to) => {
    const number = other(id);
    if (number === null) return;
    parts.push(arg.slice(done, from), `#${number}`);
    done = to;
  });
  return done === 0 ? arg : parts.join('') + arg.slice(done);
}

/** The text of a list without the references to a number, and how many items are left; a typed list keeps its type. */
export function withoutItem(
  arg: string,
  isDead: (id: InstanceId) => boolean,
): { readonly text: string; readonly left: number } {
  const isTyped = !arg.startsWith('(');
  const open = isTyped ? arg.indexOf('(', arg.indexOf('(') + 1) : 0;
  const bytes = Buffer.from(arg, 'latin1');
  const spans = argumentSpans({ bytes, comments: new Comments(bytes) }, open);
  if (open < 0 || spans === null) return { text: arg, left: 0 };
  const kept = spans.args.filter((span) => {
    let isKept = true;
    visitReferences({ bytes, comments: new Comments(bytes) }, span, (id) => {
      if (isDead(id)) isKept = false;
    });
    return isKept;
  });
  const items = kept.map(({ from, to }) => arg.slice(from, to)).join(',');
  const text = `${arg.slice(0, open)}(${items})${arg.slice(spans.end)}`;
  return { text, left: kept.length };
}
