/** @module ifc-sets: sums of the quantities of the standard sets of IFC4, as exported files state them. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { type IfcNamed, isIfcProduct } from '../../building/kinds/facets/ifc.ts';
import type { AnyKind, Storey } from '../../building/kinds/kind.ts';
import type { ModelView } from '../../building/model/view.ts';
import { schemaOf } from '../ifc/schema/ifc-schema.ts';
import type { QuantitySetTemplate } from '../ifc/schema/ifc-sets.ts';
import { QUANTITY_VALUES, quantitySetOf } from '../ifc/schema/quantity-set.ts';
import { thousandthsOf } from '../schedules/exact.ts';
import type { Figure, FigureUnit } from './figure.ts';
import { definitionOf, reasonWithout } from './ifc-definitions.ts';

const SCHEMA = 'IFC4';
/** Elements between two checkpoints. */
const STEP = 50;

const UNITS: ReadonlyMap<string, FigureUnit> = new Map([
  ['IfcQuantityLength', 'mm'],
  ['IfcQuantityArea', 'm²'],
  ['IfcQuantityVolume', 'm³'],
  ['IfcQuantityWeight', 'kg'],
]);

/** Quantities that no sum makes sense of: they are sizes of one element. */
const SIZES = new Set(['Width', 'Height', 'Depth', 'CrossSectionArea']);

/** The elements of one set, with exact sums in thousandths of mm, mm² and mm³ by quantity. */
type Sum = {
  readonly template: QuantitySetTemplate;
  readonly level_id: string | null;
  readonly ids: Set<string>;
  readonly sums: Map<string, { value: bigint; readonly ids: Set<string> }>;
};

/** The sums of all sets that elements of these kinds have, in total or for each level. */
export function ifcSets(
  view: ModelView,
  kinds: readonly AnyKind[],
  byLevel: boolean,
): readonly Figure[] {
  const included = new Set(kinds.map(({ kind }) => kind));
  const levels = new Map(view.levels().map((level) => [level.id, level]));
  const sums = new Map<string, Sum>();
  let done = 0;
  for (const element of view.elements()) {
    if (!included.has(element.kind)) continue;
    if (done % STEP === 0) checkpoint({ done, total: view.count(), doing: 'quantities' });
    done += 1;
    const level = levels.get(view.levelOf(element.id) ?? '');
    for (const [entity, values] of setsOf(element, level, view)) {
      const template = quantitySetOf(schemaOf(SCHEMA), entity);
      if (template === null) continue;
      const level_id = byLevel ? (level?.id ?? null) : null;
      add(sums, { element, template, level_id }, values);
    }
  }
  return [...sums.values()]
    .toSorted((a, b) => rankOf(a, levels) - rankOf(b, levels) || compare(a, b))
    .flatMap(figuresOf);
}

function rankOf({ level_id }: Sum, levels: ReadonlyMap<string, Storey>): number {
  return levels.get(level_id ?? '')?.params.elevation ?? -Infinity;
}

function compare(a: Sum, b: Sum): number {
  return a.template.name < b.template.name ? -1 : 1;
}

/** The quantities of an element and of its parts, by entity. */
function setsOf(
  element: Element,
  level: Storey | undefined,
  view: ModelView,
): readonly (readonly [entity: string, values: IfcNamed])[] {
  const { ifc } = view.kinds.of(element);
  if (!isIfcProduct(ifc)) return [];
  try {
    const parts =
      ifc.parts === 'none' || level === undefined ? null : ifc.parts(element, level, view);
    return [
      [ifc.entity(element, view)[SCHEMA], ifc.quantities(element, view)],
      ...(parts ?? []).map((part) => [part.entity[SCHEMA], part.quantities ?? {}] as const),
    ];
  } catch (error) {
    // A faulty element is left out of exported files, too.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

type Addition = {
  readonly element: Element;
  readonly template: QuantitySetTemplate;
  readonly level_id: string | null;
};

function add(
  sums: Map<string, Sum>,
  { element, template, level_id }: Addition,
  values: IfcNamed,
): void {
  const key = `${level_id ?? ''} ${template.name}`;
  const sum = sums.get(key) ?? { template, level_id, ids: new Set(), sums: new Map() };
  sums.set(key, sum);
  sum.ids.add(element.id);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'number' || !(value >= 0) || !template.quantities.has(name)) continue;
    const known = sum.sums.get(name) ?? { value: 0n, ids: new Set<string>() };
    sum.sums.set(name, known);
    known.value += thousandthsOf(value);
    known.ids.add(element.id);
  }
}

/** The figures of a set: one for each sum, and one for all quantities that are not computed for one reason. */
function figuresOf(sum: Sum): readonly Figure[] {
  const { template, level_id, ids, sums } = sum;
  const figures: Figure[] = [];
  const without = new Map<string, string[]>();
  for (const [name, entity] of template.quantities) {
    const known = sums.get(name);
    if (known === undefined || SIZES.has(name)) {
      const why = known === undefined ? reasonWithout(name) : NO_SUM;
      without.set(why, [...(without.get(why) ?? []), name]);
      continue;
    }
    const [, divisor = 1] = QUANTITY_VALUES.get(entity) ?? [];
    const missing = ids.size - known.ids.size;
    figures.push({
      figure: `${template.name}.${name}`,
      name,
      unit: UNITS.get(entity) ?? '1',
      definition: definitionOf(template.name, name),
      source: sourceOf(template.name, [name]),
      level_id,
      value: Number(known.value) / 1000 / divisor,
      element_ids: [...known.ids],
      because: missing > 0 ? `${missing} of ${ids.size} elements have no value` : null,
    });
  }
  return [...figures, ...[...without].map(([why, names]) => missingFigure(sum, names, why))];
}

const NO_SUM =
  'a size of single elements has no sum: exported IFC files and generate_schedule have the sizes';

function missingFigure(
  { template, level_id, ids }: Sum,
  names: readonly string[],
  why: string,
): Figure {
  return {
    figure: names.map((name) => `${template.name}.${name}`).join(', '),
    name: names.join(', '),
    unit: '1',
    definition: names.map((name) => `${name}: ${definitionOf(template.name, name)}`).join('; '),
    source: sourceOf(template.name, names),
    level_id,
    value: null,
    element_ids: [...ids],
    because: why,
  };
}

function sourceOf(set: string, names: readonly string[]): string {
  return `IFC4 ADD2 TC1, ${set}: ${names.join(', ')}`;
}
