/** @module shown-values: parameters, quantities and properties of an element with labels and units. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { AnyKind } from '../../../kernel/building/kinds/kind.ts';
import { room } from '../../../kernel/building/kinds/room/room.ts';
import {
  CLASSIFICATION,
  classificationWithType,
} from '../../../kernel/building/kinds/shared/classification.ts';
import { propertiesWithType } from '../../../kernel/building/kinds/shared/properties.ts';
import { wall } from '../../../kernel/building/kinds/wall/wall.ts';
import type { FileFacts, FileValue } from '../../../kernel/building/model/file-source.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Field } from '../../../kernel/documents/schedules/field.ts';
import { fieldsOf } from '../../../kernel/documents/schedules/fields.ts';
import { madeOf } from '../../../kernel/documents/schedules/layer-parts.ts';
import { parameterFields } from '../../../kernel/documents/schedules/parameter-fields.ts';
import type { Cell } from '../../../kernel/documents/schedules/table.ts';
import { shownFacts } from '../../spatial/file-facts.ts';
import type { ShownValue } from '../protocol/element.ts';

/** Decimals of shown numbers that have no rule of their own. */
const DIGITS = 3;
/** Parameters that the answer shows elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'name',
  'properties',
  CLASSIFICATION,
  'members',
  'placements',
]);
/** Suffixes of fields in millimetres that also exist in metres, or as text. */
const IN_MILLIMETRES = /_mm[23]?$/u;
/** Derived fields that are no quantities. */
const NO_QUANTITY: ReadonlySet<string> = new Set([
  'element_id',
  'ifc_guid',
  'kind',
  'category',
  'type',
  'level',
  'level_id',
  'host',
  'host_id',
  'type_id',
  'type_name',
  'top_level_id',
  'top_under',
]);

/** Fields of the parameters of a kind that do not refer to other elements. */
export function ownFields(kind: AnyKind): readonly Field[] {
  const fields = [...parameterFields(kind).values()].filter(({ key }) => !ELSEWHERE.has(key));
  return kind.kind === room.kind ? fields.map(outlined) : fields;
}

/** Longest list of points that is shown as such, characters. */
const POINTS_CHARS = 200;

/**
 * The boundary of a room as the walls make it, to which its area belongs: the stored points are those with which it was
 * created, and stay when a wall goes.
 */
function outlined(field: Field): Field {
  if (field.key !== 'boundary_points') return field;
  return {
    ...field,
    read: (element, view) => {
      const outline = view.outline(element.id);
      if (outline === null) return field.read(element, view);
      const text = outline.map(({ x, y }) => `(${x}, ${y})`).join(' ');
      return text.length <= POINTS_CHARS ? text : `${outline.length} points`;
    },
  };
}

/** Fields of quantities and other facts that follow from the model, in metres if they have a unit. */
export function quantityFields(kind: AnyKind): readonly Field[] {
  const own = parameterFields(kind);
  const fields = fieldsOf([kind]);
  const shown = [...fields.values()].filter(({ key }) => {
    if (own.has(key) || NO_QUANTITY.has(key)) return false;
    const metres = key.replace(IN_MILLIMETRES, (ending) => ending.replace('mm', 'm'));
    return metres === key || !fields.has(metres);
  });
  return shown.map(statedMaterial).map((field) => lengthOf(kind, field));
}

/** The length of a wall is that of its axis; its faces are longer or shorter at corners. */
function lengthOf({ kind }: AnyKind, field: Field): Field {
  return kind === wall.kind && field.key === 'length_m'
    ? { ...field, title: 'Axis length' }
    : field;
}

/** In a schedule, an element without a stated material has its type there: a window `awning`, a roof `gable 250 mm`. */
function statedMaterial(field: Field): Field {
  return field.key === 'material' ? { ...field, read: madeOf } : field;
}

/** The value of a field in its unit: numbers on its decimals, texts unchanged. */
export function shownCell(field: Field, element: Element, view: BuildingView): Cell {
  const value = cellOf(field, element, view);
  return typeof value === 'number' ? rounded(value / field.per, field.decimals ?? DIGITS) : value;
}

/** The value; null for one that needs a body that cannot be built. */
function cellOf(field: Field, element: Element, view: BuildingView): Cell {
  try {
    return field.read(element, view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor + 0;
}

/** A value in words. */
function inWords(value: Exclude<Cell, null>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** The fields of an element that have a value. */
export function shownFields(
  fields: readonly Field[],
  element: Element,
  view: BuildingView,
): readonly ShownValue[] {
  return fields.flatMap((field) => {
    const value = shownCell(field, element, view);
    if (value === null) return [];
    const { key, title, unit } = field;
    return [{ name: key, label: title, text: inWords(value), unit: unit ?? '' }];
  });
}

/** Properties and classifications of the model, of its type, and of the file of an imported element. */
export function shownProperties(element: Element, view: BuildingView): readonly ShownValue[] {
  const shown = new Map<string, ShownValue>();
  const add = (set: string, name: string, text: string, unit = ''): void => {
    const key = `${set}.${name}`;
    if (!shown.has(key)) shown.set(key, { name: key, label: name, text, unit });
  };
  for (const [set, properties] of Object.entries(propertiesWithType(element, view))) {
    for (const [name, value] of Object.entries(properties)) add(set, name, inWords(value));
  }
  for (const { system, code, name } of classificationWithType(element, view)) {
    add(CLASSIFICATION, system, name === null ? code : `${code} ${name}`);
  }
  const { file } = shownFacts(element, view);
  if (file === null) return [...shown.values()];
  for (const { set, properties } of file.sets) {
    for (const { name, value, unit } of properties) add(set, name, fileText(value), unit ?? '');
  }
  for (const [name, text] of statedInFile(file)) add('IFC', name, text);
  return [...shown.values()];
}

function some(name: string, text: string | null): readonly (readonly [string, string])[] {
  return text === null || text === '' ? [] : [[name, text]];
}

/** What a file states about an element besides its sets. */
function statedInFile(
  file: Pick<
    FileFacts,
    'entity' | 'description' | 'object_type' | 'type' | 'materials' | 'classifications'
  >,
): readonly (readonly [string, string])[] {
  const { entity, description, object_type, type, materials, classifications } = file;
  const parts = materials.flatMap(({ name, parts: layers }) => {
    const texts = layers.map((layer) => layer.material ?? layer.name ?? '').filter(Boolean);
    return texts.length > 0 ? texts : [name ?? ''];
  });
  const classes = classifications.map(({ system, code, name }) =>
    [system, code, name].filter((part) => part !== null).join(' '),
  );
  return [
    ...some('Entity', entity),
    ...some('Description', description),
    ...some('ObjectType', object_type),
    ...some('Type', type?.name ?? null),
    ...some('Materials', parts.filter(Boolean).join(', ')),
    ...some('Classifications', classes.join(', ')),
  ];
}

function fileText(value: FileValue): string {
  if (value === null) return 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(rounded(value, 6));
  if (typeof value === 'string') return value;
  if ('lower' in value) {
    const { lower, upper } = value;
    return `${fileText(lower)} to ${fileText(upper)}`;
  }
  return value.map(fileText).join(', ');
}
