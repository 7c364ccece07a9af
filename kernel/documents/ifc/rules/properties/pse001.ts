/** @module PSE001: standard property sets conform to the standard. */
import type { IfcModel } from '../../read/ifc-model.ts';
import type { StepValue } from '../../read/step-value.ts';
import {
  applicabilityOf,
  type PropertySetTemplate,
  type PropertyTemplate,
} from '../../schema/ifc-sets.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { inWords } from '../text/value-words.ts';
import { isOwner, ownersOf } from './standard-sets.ts';

const PREFIX = 'Pset_';

export const pse001 = defineIfcRule({
  id: 'PSE001',
  title: 'Property sets named Pset_ conform to the standard',
  group: 'properties',
  clause: 'Property Sets for Objects, IfcPropertySet',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcPropertySet')
          .filter((row) => model.text(row, 'Name')?.startsWith(PREFIX) === true),
      faults: function* check(row, model) {
        const name = model.text(row, 'Name') ?? '';
        const set = model.schema.psets().get(name);
        if (set === undefined) {
          const message = `\`${name}\` is not a standard property set of ${model.schema.name}`;
          yield { message, measured: name, required: null };
          return;
        }
        yield* wrongOwners(row, set, model);
        for (const property of model.refs(row, 'HasProperties')) {
          yield* wrongProperty(property, set, model);
        }
      },
    },
  ],
});

function* wrongOwners(
  row: number,
  set: PropertySetTemplate,
  model: IfcModel,
): Generator<IfcFault, void, void> {
  if (set.applicable.length === 0) return;
  for (const owner of ownersOf(row, model)) {
    if (isOwner(owner, set, model)) continue;
    yield {
      message: `\`${set.name}\` is assigned to ${named(owner, model)}`,
      measured: model.typeOf(owner),
      required: applicabilityOf(set),
    };
  }
}

function* wrongProperty(
  row: number,
  set: PropertySetTemplate,
  model: IfcModel,
): Generator<IfcFault, void, void> {
  const name = model.text(row, 'Name') ?? '';
  const template = set.properties.get(name);
  if (template === undefined) {
    const message = `\`${set.name}\` has no property \`${name.slice(0, 100)}\``;
    yield { row, message, measured: name, required: null };
    return;
  }
  const kind = kindOf(template);
  const measured = model.typeOf(row);
  if (kind !== null && measured !== kind) {
    const message = `\`${set.name}.${name}\` is ${measured}, not ${kind}`;
    yield { row, message, measured, required: kind };
    return;
  }
  yield* wrongValues(row, { template, set: set.name }, model);
}

function kindOf({ kind }: PropertyTemplate): string | null {
  if (kind === null) return null;
  if (kind === 'Complex') return 'IfcComplexProperty';
  return `IfcProperty${kind}Value`;
}

/** Value attributes of each kind of property, each with the index of its data type in the template. */
const VALUES: Readonly<Record<string, readonly (readonly [attribute: string, type: number])[]>> = {
  IfcPropertySingleValue: [['NominalValue', 0]],
  IfcPropertyBoundedValue: [
    ['UpperBoundValue', 0],
    ['LowerBoundValue', 0],
    ['SetPointValue', 0],
  ],
  IfcPropertyListValue: [['ListValues', 0]],
  IfcPropertyTableValue: [
    ['DefiningValues', 0],
    ['DefinedValues', 1],
  ],
};

type Expected = { readonly template: PropertyTemplate; readonly set: string };

function* wrongValues(
  row: number,
  { template, set }: Expected,
  model: IfcModel,
): Generator<IfcFault, void, void> {
  const path = `\`${set}.${template.name}\``;
  const type = model.typeOf(row);
  for (const [attribute, place] of VALUES[type] ?? []) {
    const required = template.types[place];
    if (required === undefined) continue;
    for (const measured of typesIn(model.value(row, attribute))) {
      if (isOfType(measured, required, model)) continue;
      const message = `${path} has a value of type ${measured}, not ${required}`;
      yield { row, message, measured, required };
    }
  }
  if (type === 'IfcPropertyEnumeratedValue' && template.values.length > 0) {
    for (const measured of notAllowed(model.value(row, 'EnumerationValues'), template.values)) {
      const message = `${path} has the value \`${measured.slice(0, 60)}\`, which is not allowed`;
      yield { row, message, measured, required: template.values.join(', ').slice(0, 300) };
    }
  }
  if (type === 'IfcPropertyReferenceValue') {
    const referred = model.ref(row, 'PropertyReference');
    const [required] = template.types;
    if (referred === null || required === undefined || model.isA(referred, required)) return;
    const measured = model.typeOf(referred);
    yield { row, message: `${path} refers to ${measured}, not ${required}`, measured, required };
  }
}

/** Whether a type is the required one, based on it, or a member of it if it is a select. */
function isOfType(type: string, required: string, { schema }: IfcModel): boolean {
  let at = schema.type(type);
  while (at?.kind === 'defined' && at.name !== required) at = at.of;
  return (
    (at !== undefined && 'name' in at && at.name === required) || schema.inSelect(type, required)
  );
}

/** Types of a value, or of the values in a list, without duplicates. */
function typesIn(value: StepValue): ReadonlySet<string> {
  const values = value.kind === 'list' ? value.items : [value];
  return new Set(values.flatMap((one) => (one.kind === 'typed' ? [one.type] : [])));
}

/** The values in a list that are none of the allowed texts, without duplicates; an omitted value is allowed. */
function notAllowed(list: StepValue, allowed: readonly string[]): ReadonlySet<string> {
  const values = list.kind === 'list' ? list.items : [list];
  const inner = values.map((one) => (one.kind === 'typed' ? one.value : one));
  return new Set(
    inner
      .filter((one) => one.kind !== 'omitted' && one.kind !== 'derived')
      .filter((one) => one.kind !== 'text' || !allowed.includes(one.value))
      .map(plainText),
  );
}

/** A text or number as it is; any other value in words. */
function plainText(value: StepValue): string {
  const { kind } = value;
  if (kind === 'text' || kind === 'integer' || kind === 'real') return String(value.value);
  return kind === 'enum' ? `.${value.value}.` : inWords(value).replaceAll('`', '');
}
