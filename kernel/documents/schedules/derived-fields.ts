/** @module derived fields: fields of an element in addition to its parameters. */
import type { Element } from '../../building/kinds/elements.ts';
import type { Stated } from '../../building/kinds/facets/stated-properties.ts';
import type { AnyKind, Quantity, Referred } from '../../building/kinds/kind.ts';
import { statedBy, statedIn } from '../../building/kinds/shared/stated.ts';
import { typeNameOf } from '../../building/kinds/types/type-name.ts';
import type { Measures, ModelView } from '../../building/model/view.ts';
import { guidOf } from '../ifc/guid.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';
import { GROUP_FIELDS } from './group-fields.ts';
import { constructionIn, labelOf, typeIn } from './labels.ts';
import { madeOf } from './layer-parts.ts';
import { relatedFields } from './related/related-fields.ts';
import { SIDE_FIELDS } from './related/side-rooms.ts';
import type { Cell } from './table.ts';

/** Fields of every element. */
const COMMON: readonly Field[] = [
  fieldOf('element_id', { type: 'text', title: 'Element id', read: ({ id }) => id }),
  fieldOf('ifc_guid', {
    type: 'text',
    title: 'IFC GUID',
    read: ({ id }, view) => guidOf(id, view),
  }),
  fieldOf('kind', { type: 'text', read: ({ kind }) => kind }),
  fieldOf('category', {
    type: 'text',
    read: (element, view) => view.kinds.of(element).category,
    rank: (element, view) => view.kinds.numberOf(element.kind),
  }),
  fieldOf('type', { type: 'text', read: typeIn }),
  fieldOf('material', { type: 'text', read: materialIn }),
  fieldOf('level', {
    type: 'text',
    read: (element, view) => labelOf(view.levelOf(element.id), view),
    rank: (element, view) => elevationOf(view.levelOf(element.id), view),
  }),
  fieldOf('level_id', { type: 'text', read: (element, view) => view.levelOf(element.id) }),
  ...GROUP_FIELDS,
];

/** Fields of elements that reference another element in this role. */
const REFERRING = {
  top: [
    fieldOf('top_level', { type: 'text', read: labelIn('top') }),
    fieldOf('top_level_id', { type: 'text', read: idIn('top') }),
  ],
  rise: [
    fieldOf('top_level', { type: 'text', read: labelIn('rise') }),
    fieldOf('top_level_id', { type: 'text', read: idIn('rise') }),
  ],
  under: [fieldOf('top_under', { type: 'text', read: idIn('under') })],
  type: [
    fieldOf('type_name', { type: 'text', read: typeNameOf }),
    fieldOf('type_id', { type: 'text', read: idIn('type') }),
  ],
  host: [
    fieldOf('host', { type: 'text', read: labelIn('host') }),
    fieldOf('host_id', { type: 'text', read: idIn('host') }),
    ...SIDE_FIELDS,
  ],
} as const;

/** The name of each quantity, its unit in metres, and the divisor that converts the stored unit. */
const SCALES: Readonly<Record<Quantity, readonly [stem: string, metres: string, per: number]>> = {
  length_mm: ['length', 'm', 1e3],
  area_mm2: ['area', 'm2', 1e6],
  perimeter_mm: ['perimeter', 'm', 1e3],
  volume_mm3: ['volume', 'm3', 1e9],
};

/** The quantities that doors, windows and openings in an element reduce. */
const CUT: readonly Quantity[] = ['area_mm2', 'volume_mm3'];

/** Derived fields of the elements of a kind. */
export function derivedFields(kind: AnyKind): readonly Field[] {
  const roles = new Set(Object.values(kind.refs));
  return [
    ...COMMON,
    ...(roles.has('ends_on') ? REFERRING.top : []),
    ...(roles.has('rises_to') ? REFERRING.rise : []),
    ...(roles.has('ends_under') ? REFERRING.under : []),
    ...(roles.has('sits_in') ? REFERRING.host : []),
    ...(roles.has('is_of') ? REFERRING.type : []),
    ...statedBy(kind.kind).map((name) => STATED_FIELDS[name]),
    ...kind.quantities.flatMap((quantity) => QUANTITY_FIELDS[quantity]),
    ...(kind.schedule.figures?.names ?? []).flatMap(figureFields),
    ...relatedFields(kind.kind),
  ];
}

/** Fields whose value is a property, for kinds that have no parameter for it. */
const STATED_FIELDS = {
  fire_rating_min: statedField('fire_rating_min', 'integer'),
  load_bearing: statedField('load_bearing', 'boolean'),
  is_external: statedField('is_external', 'boolean'),
} as const satisfies Record<Stated, Field>;

function statedField(name: Stated, type: Field['type']): Field {
  return fieldOf(name, { type, read: (element, view) => statedIn(element, name, view) });
}

const QUANTITY_FIELDS = {
  length_mm: quantityFields('length_mm'),
  area_mm2: quantityFields('area_mm2'),
  perimeter_mm: quantityFields('perimeter_mm'),
  volume_mm3: quantityFields('volume_mm3'),
} as const satisfies Record<Quantity, readonly Field[]>;

function quantityFields(quantity: Quantity): readonly Field[] {
  const [stem, metres, per] = SCALES[quantity];
  const net: Pick<Field, 'type' | 'summed' | 'read'> = {
    type: 'number',
    summed: true,
    read: (element, view) => measuresOf(element, view, 'measures')[quantity],
  };
  const gross: typeof net = {
    ...net,
    read: (element, view) => measuresOf(element, view, 'grossMeasures')[quantity],
  };
  return [
    fieldOf(`${stem}_${metres}`, { ...net, per }),
    fieldOf(quantity, net),
    ...(CUT.includes(quantity)
      ? [fieldOf(`gross_${stem}_${metres}`, { ...gross, per }), fieldOf(`gross_${quantity}`, gross)]
      : []),
  ];
}

/** Unit suffixes of figures, the matching suffixes in metres, and the conversion factors. */
const IN_METRES = [
  ['_mm2', '_m2', 1e6],
  ['_mm', '_m', 1e3],
] as const;

/**
 * Fields of a figure of a kind, in its unit and in metres. Heights, also of one riser, row counts and per-metre figures
 * have no sum.
 */
function figureFields(name: string): readonly Field[] {
  const figure: Pick<Field, 'type' | 'summed' | 'read'> = {
    type: 'number',
    summed: !/height|riser_mm|columns|rows|_per_/u.test(name),
    read: (element, view) =>
      view.kinds.of(element).schedule.figures?.of(element, view)[name] ?? null,
  };
  const metres = IN_METRES.find(([ending]) => name.endsWith(ending));
  if (metres === undefined) return [fieldOf(name, figure)];
  const [ending, short, per] = metres;
  const key = `${name.slice(0, -ending.length)}${short}`;
  return [fieldOf(key, { ...figure, per }), fieldOf(name, figure)];
}

type Measuring = 'measures' | 'grossMeasures';
type Measured = WeakMap<Element, Measures>;
const MEASURED = new WeakMap<ModelView, { readonly [how in Measuring]: Measured }>();

/** Measures of an element, computed once per view for all columns: a view is immutable. */
function measuresOf(element: Element, view: ModelView, how: Measuring): Measures {
  const kept = MEASURED.get(view) ?? { measures: new WeakMap(), grossMeasures: new WeakMap() };
  MEASURED.set(view, kept);
  const known = kept[how].get(element);
  if (known !== undefined) return known;
  const measures = view[how](element.id);
  kept[how].set(element, measures);
  return measures;
}

/** The layers of the element's type, or its own material with its thickness. */
function materialIn(element: Element, view: ModelView): Cell {
  return madeOf(element, view) ?? constructionIn(element, view);
}

function elevationOf(level_id: string | null, view: ModelView): number | null {
  return level_id === null ? null : (view.elementOf(level_id, 'level')?.params.elevation ?? null);
}

function referredIn(role: keyof Referred, element: Element, view: ModelView): string | null {
  const id = view.kinds.references(element)[role];
  return id === null || view.element(id) === undefined ? null : id;
}

function idIn(role: keyof Referred): Field['read'] {
  return (element, view) => referredIn(role, element, view);
}

/** Name of the type of an element, else of its type in the file that it was imported from. */
function labelIn(role: keyof Referred): Field['read'] {
  return (element, view) => labelOf(referredIn(role, element, view), view);
}
