/** @module tests of recognition on our own exports: a random house comes back with its parameters, levels and GUIDs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { AnyElement } from '../../../../../kernel/building/kinds/kind.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { ElementRecord } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { kernels } from './building-text.ts';

/** Kinds that come back as bodies, whose boxes are compared. */
const BODIES = new Set(['solid', 'furniture']);
/** Kinds without products. */
const NO_PRODUCT = new Set(['group', 'site', 'material', 'type', 'grid']);

/** Parameters that a file does not state, or that recognition does not read from it. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  wall: ['join_type', 'wall_type', 'fire_rating_min', 'type_id', 'pins', 'follows_level'],
  door: ['fire_rating_min', 'type_id', 'anchor'],
  window: ['type_id', 'anchor'],
  opening: ['anchor'],
  floor: ['floor_type', 'fire_rating_min', 'type_id'],
  // The outline of a room is compared on its own; its point and enclosing walls are not in a file.
  room: ['point', 'boundary_points', 'usage', 'occupancy'],
  column: ['top_level_id', 'follows_level', 'type_id', 'fire_rating_min'],
  beam: ['type_id', 'fire_rating_min', 'follows_level'],
  // The riser is that of the levels; the test of stairs counts risers.
  stair: ['riser_max', 'cut_floor'],
  // The outline of a roof is compared on its own: a file has that of the eaves.
  roof: ['boundary_points', 'overhang', 'type_id'],
  level: [],
};

/** Largest difference of numbers: the grid of 0.001 mm, with the rounding of a turn and back. */
const SAME = 0.0021;
/** Largest difference of the sides of a box, mm. */
const SAME_BOX_MM = 1;

/** The difference of two values; null if there is none. A missing value is null, and 0 where a number is expected. */
function difference(is: unknown, was: unknown): string | null {
  if (typeof was === 'number' && (typeof is === 'number' || (is ?? null) === null)) {
    const now = typeof is === 'number' ? is : 0;
    return Math.abs(now - was) <= SAME ? null : `${was} → ${now}`;
  }
  if (typeof is === 'object' && typeof was === 'object' && is !== null && was !== null) {
    const [a, b] = [new Map<string, unknown>(Object.entries(is)), Object.entries(was)];
    if (b.length !== a.size) return `${JSON.stringify(was)} → ${JSON.stringify(is)}`;
    for (const [name, value] of b) {
      const found = difference(a.get(name), value);
      if (found !== null) return `${name} ${found}`;
    }
    return null;
  }
  return (is ?? null) === (was ?? null) ? null : `${JSON.stringify(was)} → ${JSON.stringify(is)}`;
}

type Corner = { readonly x: number; readonly y: number };

/** The difference of two closed rings, which may begin at any corner and run either way; null if there is none. */
function ringDifference(is: readonly Corner[], was: readonly Corner[]): string | null {
  const found = [is, is.toReversed()].some((ring) =>
    ring.some((_, first) => {
      const turned = [...ring.slice(first), ...ring.slice(0, first)];
      return difference(turned, was) === null;
    }),
  );
  return found ? null : `${JSON.stringify(was)} → ${JSON.stringify(is)}`;
}

function cornersOf(value: unknown): readonly Corner[] {
  return Array.isArray(value) ? value.map((corner: unknown): Corner => Object(corner)) : [];
}

/** What came back of a house. */
type Back = {
  readonly view: ModelView;
  readonly rows: readonly ManifestRow[];
  /** The row of the product of an element. */
  readonly rowOf: (id: string) => ManifestRow | undefined;
};

/** The value of a parameter as the file states it. */
function stated({ params, kind }: AnyElement, name: string, { rowOf }: Back): unknown {
  const value: unknown = params[name];
  if (/^(?:level|host|top_level)_id$/u.test(name) && typeof value === 'string') {
    return rowOf(value)?.element?.id ?? `lost ${value}`;
  }
  if (kind === 'roof' && typeof value === 'number') return value + overEaves(params, name);
  // Files know outer walls only.
  if (kind === 'wall' && name === 'usage' && value !== 'exterior') return 'interior';
  return value;
}

/** By how much a height of a roof in a file differs from that in the model, mm: its eaves are under its outline. */
function overEaves({ roof_type, slope_deg, overhang }: Params, name: string): number {
  const drop =
    roof_type === 'flat' ? 0 : Number(overhang) * Math.tan((Number(slope_deg) * Math.PI) / 180);
  if (name === 'break_height') return drop;
  return name === 'base_offset' ? 0 - drop : 0;
}

type Params = AnyElement['params'];

/** Parameters that are not in a file in some states of the others, by kind. */
const UNSTATED: Readonly<Record<string, (name: string, params: Params) => boolean>> = {
  // Files have no names for a swing of other types of doors, nor for a single door without one.
  door: (name, { door_type, swing }) =>
    (name === 'door_type' && door_type !== 'single') ||
    (name === 'swing' && (door_type !== 'single' || swing === 'none')),
  // A casement states its hinges in a file; the model does not know them.
  window: (name, { window_type }) => name === 'window_type' && window_type === 'casement',
  // A turned hole comes back as its outline.
  opening: (name, { turn_deg }) =>
    ['width', 'height', 'turn_deg'].includes(name) && (turn_deg ?? 0) !== 0,
  column: (name, { top_level_id, location, top_location, ...others }) =>
    (name === 'height' && top_level_id !== null) ||
    (name === 'top_location' && difference(location, top_location) === null) ||
    isUnstatedSection(name, others),
  beam: isUnstatedSection,
  // A ramp that is no thicker than it rises is cut off at its level.
  ramp: (name, { thickness, rise }) => name === 'thickness' && Number(thickness) >= Number(rise),
  // A stair without these parameters is straight, in one flight, without handrails.
  stair: (name, params) => (params[name] ?? null) === null,
  // Without a slope every form is flat, and a flat one has no slope. A break of another form is not in a file.
  roof: (name, { roof_type, slope_deg }) =>
    (name === 'roof_type' && slope_deg === 0) ||
    (name === 'slope_deg' && roof_type === 'flat') ||
    (/^(?:upper_slope_deg|break_height)$/u.test(name) && roof_type !== 'mansard'),
  // The plane of a slope is given by any of its points; the box shows where it is.
  floor: (name, { slope }) => ['slope', 'top_offset'].includes(name) && (slope ?? null) !== null,
};

/** Names of profiles that are written as outlines, because readers differ about them, and the turn of a round one. */
function isUnstatedSection(name: string, { profile, outline }: Params): boolean {
  const text = typeof profile === 'string' ? profile : '';
  const isDrawn = /^(?:trapezium|C |Z |I (?:\S+x){5})/u.test(text) || (outline ?? null) !== null;
  const isRound = text.startsWith('circle');
  return (name === 'profile' && isDrawn) || (/^(?:roll|turn)_deg$/u.test(name) && isRound);
}

/** What differs between an element and the one that was read, as sentences. */
function differences(was: AnyElement, is: ElementRecord, back: Back): readonly string[] {
  if (was.kind !== is.kind) return [`${was.kind} ${was.id} is a ${is.kind}`];
  const flipped =
    was.kind === 'wall' && difference(is.params['start'], was.params['start']) !== null;
  const found = Object.keys(was.params).flatMap((name): readonly string[] => {
    if (NOT_READ[was.kind]?.includes(name) === true) return [];
    if (UNSTATED[was.kind]?.(name, was.params) === true) return [];
    // A wall of the same body may run the other way; its fillings are then measured from there.
    if (flipped && (name === 'start' || name === 'end')) return [];
    const [before, after] = [stated(was, name, back), is.params[name]];
    const one = ['boundary_points', 'boundary'].includes(name)
      ? ringDifference(cornersOf(after), cornersOf(before))
      : name === 'holes'
        ? holesDifference(after, before)
        : difference(after, before);
    return one === null ? [] : [`${was.kind} ${was.id}: ${name} ${one}`];
  });
  if (was.kind !== 'room' && was.kind !== 'roof') return found;
  const outline = ringDifference(
    cornersOf(is.params['boundary_points']),
    back.view.outline(was.id) ?? [],
  );
  return outline === null ? found : [...found, `${was.kind} ${was.id}: outline ${outline}`];
}

function holesDifference(is: unknown, was: unknown): string | null {
  const [after, before] = [is, was].map((one) =>
    Array.isArray(one) ? one.map((ring: unknown) => cornersOf(ring)) : [],
  );
  if (after?.length !== before?.length) return `${before?.length} → ${after?.length} rings`;
  const lost = before?.find((ring) => after?.every((one) => ringDifference(one, ring) !== null));
  return lost === undefined ? null : JSON.stringify(lost);
}

/** What differs between an element and the body or group of parts that it came back as. */
function bodyDifferences(was: AnyElement, row: ManifestRow, { view }: Back): readonly string[] {
  const bounds = view.bounds(was.id);
  if (row.outcome === 'refused') return [`${was.kind} ${was.id}: ${row.reason ?? ''}`];
  if (row.box === null || bounds === null) return [];
  const { box } = row;
  const isSame = (['min', 'max'] as const).every((side) =>
    (['x', 'y', 'z'] as const).every(
      (axis) => Math.abs(box[side][axis] - bounds[side][axis]) <= SAME_BOX_MM,
    ),
  );
  return isSame ? [] : [`${was.kind} ${was.id}: ${JSON.stringify([bounds, row.box])}`];
}

/** What was lost of an element, as sentences. */
function lostOf(element: AnyElement, back: Back): readonly string[] {
  const { kind, id, params } = element;
  if (kind === 'grid') {
    const one = back.rows.find(
      (row) => row.element?.kind === 'grid' && row.element.params['name'] === params['name'],
    );
    const found = ['start', 'end'].map((name) =>
      difference(one?.element?.params[name], params[name]),
    );
    return found.flatMap((text) => (text === null ? [] : [`grid ${id}: ${text}`]));
  }
  if (NO_PRODUCT.has(kind)) return [];
  const row = back.rowOf(id);
  if (row === undefined) return [`${kind} ${id}: no product`];
  // Some walls with other ends at other heights come back as bodies, and so do the fillings of bodies.
  const isBanded = back.view.footprint(id)?.bands !== undefined;
  if (isBanded && row.outcome === 'body') return bodyDifferences(element, row, back);
  const { host_id } = params;
  const host = typeof host_id === 'string' ? back.rowOf(host_id) : undefined;
  if (host !== undefined && host.outcome !== 'parametric') return [];
  if (BODIES.has(kind)) return bodyDifferences(element, row, back);
  if (row.element === null) return [`${kind} ${id}: ${row.reason ?? ''}`];
  return differences(element, row.element, back);
}

test.each(fc.sample(fc.nat(1e6), 4))('house %i', async (seed) => {
  const view = randomHouse(seed);
  for (const schema of IFC_SCHEMAS) {
    const { model } = await openIfc(exported(view, schema, 'house').file);
    const rows = manifestRowsOf(recognise(model, 'lineage', kernels), model);
    const byGuid = new Map(rows.map((row) => [row.guid, row]));
    const back: Back = { view, rows, rowOf: (id) => byGuid.get(ifcGuid(id)) };
    const lost = [...view.elements()].flatMap((element) => lostOf(element, back));
    expect([schema, lost]).toEqual([schema, []]);
  }
});
