/** @module details: the sheets Attribute and Coordinate, which state more about the rows of other sheets. */
import { type Book, fill, type Listed } from '../book.ts';
import { keyCell, numberCell, RowNames, textCell } from '../cell-text.ts';
import type { CobieRow } from '../check.ts';
import { isInColumn } from '../column-properties.ts';
import { SYSTEM } from '../source.ts';

/** The stage of values and documents of a deliverable (pick list StageType). */
export const STAGE = 'Submitted';

/** The properties and quantities of all rows that are in no column, in the order of the rows. */
export function fillAttributes(book: Book): void {
  const rows = book.listed.flatMap((listed) => attributesOf(listed));
  fill(book, 'Attribute', rows, 'no element of the other sheets has a property');
}

function attributesOf({ sheet, name, created, values }: Listed): readonly CobieRow[] {
  const names = new RowNames();
  return [...values].flatMap(([key, { set, name: property, value, unit, form }]): CobieRow[] => {
    if (isInColumn(key)) return [];
    // Properties of two sets may have one name, and the names of a row's attributes are keys.
    const wanted = names.has(property) ? `${set}.${property}` : property;
    return [
      {
        Name: names.take(wanted),
        ...created,
        Category: STAGE,
        SheetName: sheet,
        RowName: name,
        Value: typeof value === 'number' ? value : textCell(String(value)),
        Unit: textCell(unit),
        ExtSystem: SYSTEM,
        ExtObject: form,
        ExtIdentifier: textCell(key),
        Description: textCell(`${property} of ${set}`),
      },
    ];
  });
}

/** The origin of each floor, the box of each space, and the middle of the box of each component; mm. */
export function fillCoordinates(book: Book): void {
  const rows = book.listed.flatMap((listed) => pointsOf(book, listed));
  fill(book, 'Coordinate', rows, 'no floor, space or component has a place');
}

type Point = { readonly x: number; readonly y: number; readonly z: number };

function pointsOf({ source: { view } }: Book, listed: Listed): readonly CobieRow[] {
  const { sheet, element_id: id } = listed;
  if (id === null) return [];
  if (sheet === 'Floor') {
    const level = view.elementOf(id, 'level');
    const z = level?.params.elevation;
    return z === undefined ? [] : [pointRow(listed, 'point', { x: 0, y: 0, z })];
  }
  const box = view.bounds(id);
  if (box === null) return [];
  const { min, max } = box;
  if (sheet === 'Space') {
    return [pointRow(listed, 'box-lowerleft', min), pointRow(listed, 'box-upperright', max)];
  }
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  return [pointRow(listed, 'point', middle)];
}

function pointRow({ sheet, name, created }: Listed, category: string, at: Point): CobieRow {
  return {
    Name: keyCell(`${name} ${category}`),
    ...created,
    Category: category,
    SheetName: sheet,
    RowName: name,
    CoordinateXAxis: numberCell(at.x),
    CoordinateYAxis: numberCell(at.y),
    CoordinateZAxis: numberCell(at.z),
    ExtSystem: SYSTEM,
  };
}
