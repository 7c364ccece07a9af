/** @module products: the sheets Type and Component. */
import { pointInRing } from '../../../building/geometry/plan/polygon.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import {
  type ClassReference,
  classificationWithType,
} from '../../../building/kinds/shared/classification.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { adjacencyOn } from '../../../building/spatial/adjacency.ts';
import { schemaOf } from '../../ifc/schema/ifc-schema.ts';
import { nameOf } from '../../ifc/write/products.ts';
import { madeOf } from '../../schedules/layer-parts.ts';
import type { Asset } from '../assets.ts';
import { type Book, fill, noteNames } from '../book.ts';
import { RowNames, textCell } from '../cell-text.ts';
import { type CobieRow, NA } from '../check.ts';
import { columnsOf } from '../column-properties.ts';
import type { Created } from '../contacts.ts';
import type { StatedValue } from '../stated.ts';
import { categoryOf, external } from './spatial.ts';

/** Columns of Type that name a contact. */
const COMPANIES = ['Manufacturer', 'WarrantyGuarantorParts', 'WarrantyGuarantorLabor'] as const;
const NONE =
  'no element of the model is a component: COBie lists no walls, slabs, columns, beams, roofs and stairs';

/** The types of the components, in order of their first component. */
export function fillTypes(book: Book): void {
  const { originOf, view } = book.source;
  const groups = new Map<string, Asset[]>();
  for (const asset of book.assets.components) {
    const group = groups.get(asset.type.key) ?? [];
    groups.set(asset.type.key, group);
    group.push(asset);
  }
  const names = new RowNames();
  const rows = [...groups].flatMap(([key, group]): CobieRow[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { type, category, facts } = first;
    const Name = names.take(type.name);
    book.types.set(key, Name);
    const created = book.contacts.created(originOf(first.element.id));
    const stated = columnsOf(
      'Type',
      group.map(({ values }) => values),
    );
    book.listed.push({
      sheet: 'Type',
      name: Name,
      element_id: null,
      created,
      values: typeValues(group),
    });
    return [
      {
        Name,
        ...created,
        Category: textCell(categoryOf(facts, first.values, referencesOf(first, view)) ?? category),
        Description: textCell(type.name),
        AssetType: isMoveable(first) ? 'Moveable' : 'Fixed',
        ...external(type.entity, type.guid),
        Material: materialOf(group, view),
        ...stated,
        ...companies(book, stated, created),
      },
    ];
  });
  fill(book, 'Type', rows, NONE);
  noteNames(book, 'Type', names);
}

/** The classification of the type element of a component, then its own. */
function referencesOf({ element }: Asset, view: ModelView): readonly ClassReference[] {
  const all = classificationWithType(element, view);
  return all.toSorted((a, b) => Number(a.from === 'element') - Number(b.from === 'element'));
}

/** The properties that a file states of the type itself. */
function typeValues(group: readonly Asset[]): ReadonlyMap<string, StatedValue> {
  const [first] = group;
  return new Map([...(first?.values ?? [])].filter(([, { ofType }]) => ofType));
}

/** Whether components of a type can be moved: furniture, but no sanitary appliances. */
function isMoveable({ entity }: Asset): boolean {
  return schemaOf('IFC4').isA(entity, 'IfcFurnishingElement');
}

function materialOf(group: readonly Asset[], view: ModelView): string {
  const texts = new Set(
    group.map(({ element, facts }) => {
      const own = view.element(element.id);
      const made = own === undefined ? null : madeOf(own, view);
      const stated = facts?.materials.flatMap(({ parts }) => parts.map(({ material }) => material));
      return made ?? stated?.filter((one) => one !== null).join('; ') ?? '';
    }),
  );
  const [text = ''] = texts;
  return texts.size === 1 ? textCell(text) : NA;
}

/** The addresses of the companies that properties name. */
function companies(book: Book, stated: CobieRow, created: Created): CobieRow {
  const row: Record<string, string> = {};
  for (const column of COMPANIES) {
    const text = stated[column];
    if (typeof text === 'string' && text !== NA) row[column] = book.contacts.company(text, created);
  }
  return row;
}

/** The components in order of creation. */
export function fillComponents(book: Book): void {
  const { view, originOf } = book.source;
  const names = new RowNames();
  const spacesOf = roomFinder(view);
  const rows = book.assets.components.map((asset): CobieRow => {
    const { element, entity, guid, type, facts, values } = asset;
    const Name = names.take(nameOf(element));
    book.components.set(element.id, Name);
    const created = book.contacts.created(originOf(element.id));
    const own = new Map([...values].filter(([, { ofType }]) => !ofType));
    book.listed.push({
      sheet: 'Component',
      name: Name,
      element_id: element.id,
      created,
      values: own,
    });
    const spaces = spacesOf(element).flatMap((id) => book.spaces.get(id) ?? []);
    return {
      Name,
      ...created,
      TypeName: book.types.get(type.key) ?? NA,
      Space: spaces.length === 0 ? NA : spaces.join(','),
      Description: textCell(facts?.description ?? type.name),
      ...external(entity, guid),
      ...columnsOf('Component', [values]),
    };
  });
  fill(book, 'Component', rows, NONE);
  noteNames(book, 'Component', names);
}

/** Finds the rooms of an element: of a door or window those on its sides, of others the room around its middle. */
function roomFinder(view: ModelView): (element: AnyElement) => readonly string[] {
  const by_level = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const holesOn = (level_id: string): ReadonlyMap<string, readonly string[]> => {
    const known = by_level.get(level_id);
    if (known !== undefined) return known;
    const made = new Map(
      adjacencyOn(view, level_id).holes.map(({ element_id, sides }) => {
        const rooms = sides.flatMap((side) => (side.type === 'room' ? [side.room_id] : []));
        return [element_id, [...new Set(rooms)]];
      }),
    );
    by_level.set(level_id, made);
    return made;
  };
  return (element) => {
    const level_id = view.levelOf(element.id);
    if (level_id === null) return [];
    const { host } = view.kinds.references(element);
    return host === null
      ? roomAround(element.id, level_id, view)
      : (holesOn(level_id).get(element.id) ?? []);
  };
}

function roomAround(id: string, level_id: string, view: ModelView): readonly string[] {
  const box = view.bounds(id);
  if (box === null) return [];
  const middle = { x: (box.min.x + box.max.x) / 2, y: (box.min.y + box.max.y) / 2 };
  const z = (box.min.z + box.max.z) / 2;
  const at = { min: { ...middle, z }, max: { ...middle, z } };
  for (const near of view.inBox(at)) {
    const room = view.elementOf(near, 'room');
    if (room === undefined || room.params.level_id !== level_id) continue;
    if (pointInRing(middle, view.outline(near) ?? [])) return [near];
  }
  return [];
}
