/** @module tests of standard sets: what elements accept is in every exported file, or in a warning of the export. */
import { describe, expect, test } from 'vitest';

import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { FURNITURE_TYPES } from '../../../kernel/building/kinds/furniture/types.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../kernel/documents/ifc/guid.ts';
import { IfcModel } from '../../../kernel/documents/ifc/read/ifc-model.ts';
import { readStepFile } from '../../../kernel/documents/ifc/read/step-file.ts';
import { pse001 } from '../../../kernel/documents/ifc/rules/properties/pse001.ts';
import { runIfcRules } from '../../../kernel/documents/ifc/rules/run-rules.ts';
import {
  IFC_SCHEMAS,
  type IfcSchemaName,
  schemaOf,
} from '../../../kernel/documents/ifc/schema/ifc-schema.ts';
import {
  type StandardSet,
  standardSet,
  valueTypeOf,
} from '../../../kernel/documents/ifc/schema/standard-sets.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { planProperties } from '../../../servers/geometry/set-properties-plan.ts';
import { context } from '../../kernel/building/kinds/bench.ts';
import { ONE_OF_EACH, oneOfEach } from '../../kernel/building/kinds/one-of-each.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';

type Values = Readonly<Record<string, string | number | boolean>>;
type Accepted = readonly [set: string, values: Values];

/** The sets that a schema has for the entity of an element, whatever its predefined type is. */
function possibleSets(element: Element, view: ModelView): ReadonlySet<string> {
  const { ifc } = view.kinds.of(element);
  const names = new Set<string>();
  if (ifc === 'none' || ifc.as === 'grid_axis') return names;
  for (const name of IFC_SCHEMAS) {
    const schema = schemaOf(name);
    const entity = ifc.as === 'storey' ? 'IfcBuildingStorey' : ifc.entity(element, view)[name];
    for (const set of schema.psets().values()) {
      if (set.applicable.some((one) => schema.isA(entity, one.entity))) names.add(set.name);
    }
  }
  return names;
}

/** A value that a property accepts; null if it accepts none. */
function valueFor(set: StandardSet, name: string): string | number | boolean | null {
  const template = set.template.properties.get(name);
  const type = template === undefined ? null : valueTypeOf(set, template);
  if (type === 'text') return template?.values[0] ?? 'text';
  return type === 'number' ? 1 : type === null ? null : true;
}

/** The view with properties of an element; the message if they are refused. */
function assigned(view: ModelView, id: string, [set, properties]: Accepted): ModelView | string {
  try {
    return view.apply(planProperties({ element_ids: [id], set, properties }, view, context).events);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** All properties that an element accepts, by set. */
function acceptedBy(element: Element, view: ModelView): readonly Accepted[] {
  return [...possibleSets(element, view)].flatMap((name): readonly Accepted[] => {
    const set = standardSet(name);
    const properties: Values[] = [];
    for (const property of set?.template.properties.keys() ?? []) {
      const value = set === undefined ? null : valueFor(set, property);
      if (value === null) continue;
      const one = { [property]: value };
      const made = assigned(view, element.id, [name, one]);
      if (typeof made !== 'string') properties.push(one);
      else if (made.includes('does not apply')) break;
    }
    const values: Values = Object.assign({}, ...properties);
    return properties.length === 0 ? [] : [[name, values]];
  });
}

/** Sets that fit into the properties of one element together. */
function rounds(sets: readonly Accepted[]): readonly (readonly Accepted[])[] {
  const all: Accepted[][] = [];
  let length = Infinity;
  for (const one of sets) {
    const own = JSON.stringify(one).length;
    if (length + own > 7000) {
      all.push([]);
      length = 0;
    }
    all.at(-1)?.push(one);
    length += own;
  }
  return all;
}

/** `id SET.NAME` of each property in a file. */
function writtenIn(
  file: Buffer,
  schema: IfcSchemaName,
  ids: readonly string[],
): ReadonlySet<string> {
  const model = new IfcModel(readStepFile(file), schema);
  const byGuid = new Map(ids.map((id) => [ifcGuid(id), id]));
  const found = new Set<string>();
  for (const relation of model.rows('IfcRelDefinesByProperties')) {
    const set = model.ref(relation, 'RelatingPropertyDefinition') ?? -1;
    for (const owner of model.refs(relation, 'RelatedObjects')) {
      const id = byGuid.get(model.text(owner, 'GlobalId') ?? '');
      for (const property of model.refs(set, 'HasProperties')) {
        found.add(`${id} ${model.text(set, 'Name')}.${model.text(property, 'Name')}`);
      }
    }
  }
  return found;
}

/** Everything that is wrong with the export of a view whose elements have these properties. */
function lost(
  view: ModelView,
  schema: IfcSchemaName,
  given: ReadonlyMap<Element, readonly Accepted[]>,
): readonly string[] {
  const { file, warnings } = exported(view, schema);
  const [result] = runIfcRules(readStepFile(file), [pse001]);
  const written = writtenIn(
    file,
    schema,
    [...given.keys()].map(({ id }) => id),
  );
  const isIn = ({ id, kind }: Element, set: string, property: string): boolean =>
    written.has(`${id} ${set}.${property}`) !==
    [set, `${set}.${property}`].some((name) =>
      warnings.some((one) => {
        const [before = '', why] = one.split(' is left out: ');
        return (
          why !== undefined &&
          before.startsWith(`\`${name}\` of ${kind} `) &&
          before.includes(`\`${id}\``)
        );
      }),
    );
  const missing = [...given].flatMap(([element, sets]) =>
    sets.flatMap(([set, values]) =>
      Object.keys(values)
        .filter((property) => !isIn(element, set, property))
        .map((property) => `${schema} ${element.id} ${set}.${property}`),
    ),
  );
  return [...(result?.findings ?? []).map(({ message }) => `${schema} ${message}`), ...missing];
}

/** Exports a view with all properties that the elements accept; returns the number of sets and what is wrong. */
function checked(
  view: ModelView,
  elements: readonly Element[],
): readonly [number, readonly string[]] {
  const byElement = elements.map((one) => [one, rounds(acceptedBy(one, view))] as const);
  const most = Math.max(...byElement.map(([, all]) => all.length));
  const wrong = Array.from({ length: most }, (_, round) => {
    const given = new Map(byElement.map(([one, all]) => [one, all[round] ?? []]));
    let with_sets = view;
    for (const [{ id }, sets] of given) {
      for (const set of sets) {
        const made = assigned(with_sets, id, set);
        if (typeof made !== 'string') with_sets = made;
      }
    }
    return IFC_SCHEMAS.flatMap((schema) => lost(with_sets, schema, given));
  });
  return [byElement.flatMap(([, all]) => all.flat()).length, wrong.flat()];
}

describe('every standard set that an element accepts is in the file, or in a warning', () => {
  test('for each kind', () => {
    const view = oneOfEach();
    const elements = ONE_OF_EACH.filter(({ kind }) => kind !== 'type');
    const [sets, wrong] = checked(view, elements);
    expect(wrong).toEqual([]);
    expect(sets).toBeGreaterThan(300);
  });

  test.each(FURNITURE_TYPES)('for furniture of type %s', (furniture_type) => {
    const view = modelOf(created('furniture', 'X', { furniture_type }));
    const [sets, wrong] = checked(
      view,
      [...view.elements()].filter(({ id }) => id === 'X'),
    );
    expect(wrong).toEqual([]);
    expect(sets).toBeGreaterThan(20);
  });
});
