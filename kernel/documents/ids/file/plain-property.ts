/** @module plain-property: single properties of a file whose text needs no decoding, which are nearly all, read quickly. */
import type { InstanceModel } from '../../ifc/read/ifc-model.ts';
import type { StepValue } from '../../ifc/read/step-value.ts';
import type { IdsProperty, TypedValue } from '../ids-model.ts';
import type { FileValues } from './file-values.ts';

/** Longest statement that is read this way, bytes. */
const MAX_LENGTH = 400;
/** Printable ASCII without backslash and quotes in texts; a typed value; no unit of its own. */
const PLAIN =
  /^\('([ !#-&(-[\]-~]*)',(?:\$|'[ !#-&(-[\]-~]*'),([A-Z0-9_]+)\((?:'([ !#-&(-[\]-~]*)'|\.([A-Z0-9_]+)\.|([+-]?\d+\.\d*(?:E[+-]?\d+)?)|([+-]?\d+))\),\$\);/u;

/** The property of an `IfcPropertySingleValue`; null if its text has to be read in general. */
export function plainProperty(
  row: number,
  model: InstanceModel,
  values: FileValues,
): IdsProperty | null {
  const { file } = model;
  const [start, end] = [file.openOf(row), file.limitOf(row)];
  if (file.bytes === undefined || end - start > MAX_LENGTH) return null;
  const found = PLAIN.exec(file.bytes.toString('latin1', start, end));
  if (found === null) return null;
  const [, name = '', type = '', text, word, real, integer] = found;
  return new PlainProperty(name, values, () => ({
    kind: 'typed',
    type,
    value: plainValue({ text, word, real, integer }),
  }));
}

function plainValue(of: {
  readonly text: string | undefined;
  readonly word: string | undefined;
  readonly real: string | undefined;
  readonly integer: string | undefined;
}): StepValue {
  if (of.text !== undefined) return { kind: 'text', value: of.text };
  if (of.word !== undefined) return { kind: 'enum', value: of.word };
  if (of.real !== undefined) return { kind: 'real', value: Number(of.real) };
  return { kind: 'integer', value: Number(of.integer) };
}

/** Its value is read when it is asked. */
class PlainProperty implements IdsProperty {
  readonly name: string;
  readonly form = 'single';
  readonly bounds = null;
  readonly #from: FileValues;
  readonly #value: () => StepValue;
  #values: readonly TypedValue[] | null = null;

  constructor(name: string, from: FileValues, value: () => StepValue) {
    this.name = name;
    this.#from = from;
    this.#value = value;
  }

  get values(): readonly TypedValue[] {
    if (this.#values !== null) return this.#values;
    const typed = this.#from.typed(this.#value(), null);
    this.#values = typed === null ? [] : [typed];
    return this.#values;
  }
}
