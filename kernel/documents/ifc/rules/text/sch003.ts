/** @module SCH003: required arguments are present, and arguments have the types of their attributes. */
import type { IfcModel } from '../../read/ifc-model.ts';
import type { StepValue } from '../../read/step-value.ts';
import type { IfcAttribute } from '../../schema/ifc-schema.ts';
import { defineIfcRule, type IfcFault, named, WHOLE_FILE } from '../ifc-rule.ts';
import { everyRow } from './every-row.ts';
import { inWords } from './value-words.ts';
import { wrongType } from './wrong-type.ts';

export const sch003 = defineIfcRule({
  id: 'SCH003',
  title: 'Required arguments are present, and every argument has the type of its attribute',
  group: 'text',
  clause: 'EXPRESS schema, attributes; ISO 10303-21, mapping of values',
  severity: 'error',
  checks: [
    { of: everyRow, faults: argumentFaults },
    {
      of: (model) => (integersOf(model).size === 0 ? [] : [WHOLE_FILE]),
      faults: (_row, model) => [...integersOf(model).values()].map((one) => inReals(one, model)),
    },
  ],
});

/** Instances of one entity that have integers in one attribute of real numbers. */
type Integers = { readonly attribute: string; readonly first: number; count: number };

const found = new WeakMap<IfcModel, Map<string, Integers>>();

/** Integers in the place of real numbers among the rows checked so far, by entity and attribute. */
function integersOf(model: IfcModel): Map<string, Integers> {
  const integers = found.get(model) ?? new Map<string, Integers>();
  found.set(model, integers);
  return integers;
}

/** One finding for an attribute: a program that writes integers writes them in thousands of instances. */
function inReals({ attribute, first, count }: Integers, model: IfcModel): IfcFault {
  const more = count === 1 ? '' : `, the first of ${count} instances,`;
  return {
    row: first,
    message: `${attribute} of ${named(first, model)}${more} has an integer, expected a REAL, which has a decimal point`,
    measured: count,
    required: 0,
  };
}

function* argumentFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const values = model.values(row);
  for (const [i, attribute] of (model.entityOf(row)?.attributes ?? []).entries()) {
    const value = values[i];
    if (value === undefined) continue;
    const { name } = attribute;
    if (value.kind === 'omitted' && !attribute.derived) {
      if (attribute.optional) continue;
      yield { message: `${name} of ${named(row, model)} is missing`, required: name };
      continue;
    }
    const wrong = attribute.derived ? notDerived(value) : wrongValue(row, model, value, attribute);
    if (wrong !== null) yield { message: `${name} of ${named(row, model)}: ${wrong}` };
  }
}

/** The reason why a value is none of an attribute that its entity derives. */
function notDerived(value: StepValue): string | null {
  if (value.kind === 'derived') return null;
  return `expected \`*\`, because the entity derives it, found ${inWords(value)}`;
}

function wrongValue(
  row: number,
  model: IfcModel,
  value: StepValue,
  { name, type }: IfcAttribute,
): string | null {
  let hasInteger = false;
  const onInteger = (): void => {
    hasInteger = true;
  };
  const wrong = wrongType(value, type, { model, onInteger });
  if (wrong === null && hasInteger) {
    const key = `${model.file.typeIndex(row)} ${name}`;
    const known = integersOf(model).get(key);
    if (known === undefined) integersOf(model).set(key, { attribute: name, first: row, count: 1 });
    else known.count += 1;
  }
  return wrong;
}
