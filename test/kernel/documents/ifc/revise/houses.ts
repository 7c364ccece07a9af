/** @module houses: a small house and later states of it, as IFC files. */
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import type { MatchChoice } from '../../../../../kernel/documents/ifc/revise/decisions.ts';
import type { OwnElements } from '../../../../../kernel/documents/ifc/revise/own-elements.ts';
import { revisedRows, type Superseded } from '../../../../../kernel/documents/ifc/revise/revise.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { exported } from '../write/reread.ts';

const kernels = await loadKernels();

const CORNERS = [
  { x: 0, y: 0 },
  { x: 9000, y: 0 },
  { x: 9000, y: 6000 },
  { x: 0, y: 6000 },
];

/** Two storeys of four walls each with a door and a window, a floor, a column, a desk. */
export function firstHouse(): StateView {
  const events: PlannedEvent[] = [];
  for (const level_id of ['L1', 'L2']) {
    for (const [i, start] of CORNERS.entries()) {
      const end = CORNERS[(i + 1) % 4] ?? start;
      const name = `Wall ${level_id} ${i}`;
      events.push(created('wall', `${level_id}-w${i}`, { level_id, start, end, name }));
    }
    events.push(
      created('floor', `${level_id}-floor`, { level_id, boundary_points: [...CORNERS] }),
      created('door', `${level_id}-door`, { host_id: `${level_id}-w0`, offset: 3000 }),
      created('window', `${level_id}-window`, { host_id: `${level_id}-w2`, offset: 4000 }),
      created('column', `${level_id}-column`, { level_id, location: { x: 4000, y: 3000 } }),
    );
  }
  events.push(created('furniture', 'desk', { level_id: 'L1', location: { x: 2000, y: 2000 } }));
  return modelOf(...events);
}

/** The house with a new door and a new table, a moved column and a thicker wall, and without a window. */
export function laterHouse(): StateView {
  const house = firstHouse();
  return house.apply([
    created('door', 'new-door', { host_id: 'L1-w1', offset: 2000 }),
    created('furniture', 'a-table', { level_id: 'L2', location: { x: 3000, y: 2000 } }),
    modifies(house.element('L1-column'), { location: { x: 5000, y: 3500 } }),
    modifies(house.element('L2-w3'), { thickness: 300 }),
    deletes(house.element('L2-window')),
  ]);
}

/** The view as an IFC4 file; `new`: with other GlobalIds, and without the ids of elements in tags and names. */
export function fileOf(view: StateView, guids: 'kept' | 'new' = 'kept'): Buffer {
  const { file, text } = exported(view, 'IFC4', 'house');
  if (guids === 'kept') return file;
  let next = 0;
  const renamed = text.replaceAll(/(=\s*IFC[A-Z0-9]+\(\s*')[0-9A-Za-z_$]{22}'/gu, (_, start) => {
    next += 1;
    return `${String(start)}N${String(next).padStart(21, '0')}'`;
  });
  let plain = renamed;
  for (const { id } of view.elements()) plain = plain.replaceAll(`'${id}'`, '$');
  return Buffer.from(plain, 'latin1');
}

/** The rows of a file. */
export async function rowsOf(file: Buffer): Promise<readonly ManifestRow[]> {
  const only = { categories: null, levels: null };
  return (await importOf(file, { name: 'house.ifc', import_id: 'import_1', only, taken: [] })).rows;
}

/** The rows of a file as a revision of others. */
export async function revisionRows(
  old: readonly ManifestRow[],
  file: Buffer,
  choices: readonly MatchChoice[] = [],
): Promise<ReturnType<typeof revisedRows>> {
  return revised(old, await rowsOf(file), { choices });
}

/** A branch without elements of its own. */
export const NO_OWN: OwnElements = { elements: [], guidOf: () => '', extentOf: () => null };

/** Rows as a revision of others. */
export function revised(
  old: readonly ManifestRow[],
  fresh: readonly ManifestRow[],
  {
    choices = [],
    isTaken = () => false,
    own = NO_OWN,
  }: Partial<Pick<Superseded, 'choices' | 'isTaken' | 'own'>> = {},
): ReturnType<typeof revisedRows> {
  return revisedRows(fresh, { rows: old, choices, isTaken, own }, kernels);
}

/** The element of the row with this GlobalId. */
export function elementWith(rows: readonly ManifestRow[], guid: string): string {
  return rows.find((row) => row.guid === guid)?.element?.id ?? '';
}

/** Kinds of the rows with these elements. */
export function kindsIn(rows: readonly ManifestRow[], ids: readonly string[]): readonly string[] {
  return rows
    .flatMap(({ element }) => (element !== null && ids.includes(element.id) ? [element.kind] : []))
    .toSorted();
}
