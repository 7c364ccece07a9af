/** @module laws of every building; each law returns its violations in words, and nothing if it is satisfied. */
import * as z from 'zod';

import type { SolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Element, ElementOf } from '../../../../kernel/building/kinds/elements.ts';
import { PlanPoint } from '../../../../schemas/units.ts';
import type { World } from '../../building/world.ts';
import type { Built } from './built.ts';
import type { Motion } from './calls.ts';
import { carriedRing } from './calls.ts';
import type { FreeCell } from './plane-cells.ts';
import { cellsOf } from './plane-cells.ts';
import type { Building } from './random-building.ts';
import { ringArea } from './roof-heights.ts';

/** The violations, in words. */
export type Faults = readonly string[];

/** Kinds without a body. */
const BODILESS = ['level', 'grid', 'type', 'material', 'site', 'opening', 'group'];
/** Measures of round profiles use the circle, bodies its facets. */
const ROUND = 2e-3;
/** Corners are on a grid: each face may deviate by this distance, mm. */
export const GRID_MM = 0.001;

/** Every body is closed and faces outwards, has no triangle without area, and the measured volume. */
export function bodyFaults({ world }: Built): Faults {
  return [...world.view.elements()].flatMap((element) => {
    if (BODILESS.includes(element.kind)) return [];
    const fault = (what: string): string => `${element.kind} ${element.id}: ${what}`;
    const mesh = world.view.mesh(element.id);
    if (mesh === null) return [fault('no body')];
    const { positions, triangles } = mesh;
    const volume = volumeOf(positions, triangles);
    const { volume_mm3 } = world.view.measures(element.id);
    const off = volume_mm3 === null ? 0 : Math.abs(volume - volume_mm3);
    const slack = isRound(element) ? ROUND * volume : GRID_MM * surfaceOf(positions, triangles);
    const open = openEdges(triangles);
    const thin = thinTriangles(positions, triangles);
    const faults = [
      open > 0 ? `${open} edges are not shared by two faces` : null,
      volume > 0 ? null : `volume ${volume}`,
      off <= slack ? null : `body of ${volume}, measured ${volume_mm3} mm³`,
      thin > 0 ? `${thin} triangles without area` : null,
    ];
    return faults.flatMap((what) => (what === null ? [] : fault(what)));
  });
}

function isRound({ kind, params }: Element): boolean {
  return kind === 'railing' || ('profile' in params && params.profile.startsWith('circle'));
}

function volumeOf(p: Float64Array, triangles: Uint32Array): number {
  let six = 0;
  const [ox = 0, oy = 0, oz = 0] = p;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const i = 3 * (triangles[t + k] ?? 0);
      return [(p[i] ?? 0) - ox, (p[i + 1] ?? 0) - oy, (p[i + 2] ?? 0) - oz] as const;
    });
    if (a === undefined || b === undefined || c === undefined) continue;
    six +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

/** Area of all faces, mm². */
export function surfaceOf(p: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) sum += areaOf(p, triangles, t).twice / 2;
  return sum;
}

/** Directed edges that occur twice or without their counterpart. */
function openEdges(triangles: Uint32Array): number {
  const seen = new Map<string, number>();
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const key = `${triangles[t + from]}>${triangles[t + to]}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  return [...seen].filter(([key, count]) => {
    const [from, to] = key.split('>');
    return count !== 1 || seen.get(`${to}>${from}`) !== 1;
  }).length;
}

/** A triangle lower than this is degenerate, mm: a thousandth of the grid. */
const LOW_MM = 1e-6;

function thinTriangles(p: Float64Array, triangles: Uint32Array): number {
  let count = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const { twice, longest } = areaOf(p, triangles, t);
    if (!(twice > LOW_MM * longest)) count += 1;
  }
  return count;
}

/** Twice the area of a triangle and its longest side. */
function areaOf(
  p: Float64Array,
  triangles: Uint32Array,
  t: number,
): { readonly twice: number; readonly longest: number } {
  const to = (i: number, k: number): readonly [number, number, number] => {
    const [a, b] = [3 * (triangles[i] ?? 0), 3 * (triangles[k] ?? 0)];
    return [
      (p[b] ?? 0) - (p[a] ?? 0),
      (p[b + 1] ?? 0) - (p[a + 1] ?? 0),
      (p[b + 2] ?? 0) - (p[a + 2] ?? 0),
    ];
  };
  const [u, v, w] = [to(t, t + 1), to(t, t + 2), to(t + 1, t + 2)];
  const twice = Math.hypot(
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  );
  return { twice, longest: Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...w)) };
}

/** No two walls of a storey share a volume unless a warning names both. */
export function overlapFaults({ world, warnings }: Built, solids: SolidKernel): Faults {
  const walls = [...world.view.elementsOf('wall')];
  return walls.flatMap((a, i) =>
    walls.slice(i + 1).flatMap((b) => {
      if (a.params.level_id !== b.params.level_id || !boxesMeet(world, a, b)) return [];
      const [one, other] = [a, b].map(({ id }) => world.view.footprint(id)?.ring ?? []);
      if (one === undefined || other === undefined) return [];
      // Touching faces may overlap by the rounding of their corners.
      const { overlap_mm2 } = cellsOf([one, other]);
      if (overlap_mm2 <= 4 * GRID_MM * Math.max(a.params.thickness, b.params.thickness)) return [];
      const isSaid = warnings.some(
        (text) =>
          /lies on|lies in|crosses/u.test(text) && text.includes(a.id) && text.includes(b.id),
      );
      if (isSaid) return [];
      const volume = sharedVolume(world, [a.id, b.id], solids);
      return [`walls ${a.id} and ${b.id} share ${overlap_mm2} mm² of plan, ${volume} mm³`];
    }),
  );
}

function sharedVolume(
  { view }: World,
  [a, b]: readonly [string, string],
  solids: SolidKernel,
): number | null {
  const [one, other] = [view.mesh(a), view.mesh(b)];
  return one === null || other === null ? null : solids.boolean(one, other, 'intersect').volume_mm3;
}

function boxesMeet({ view }: World, a: ElementOf<'wall'>, b: ElementOf<'wall'>): boolean {
  const [one, other] = [view.bounds(a.id), view.bounds(b.id)];
  if (one === null || other === null) return false;
  return (['x', 'y', 'z'] as const).every(
    (axis) => one.min[axis] < other.max[axis] && other.min[axis] < one.max[axis],
  );
}

const Answered = z.object({
  outline: z.array(PlanPoint),
  measures: z.looseObject({
    area_mm2: z.number().nullable(),
    perimeter_mm: z.number().nullable().optional(),
  }),
});
type Answered = z.output<typeof Answered>;

async function answered({ world }: Built, element_id: string): Promise<Answered> {
  const include = ['outline', 'measures'];
  return Answered.parse(await world.ask('get_element', { element_id, include }));
}

/** 1e-8 m². */
const AREA_MM2 = 0.01;
/** The same if a warning reports crossing walls: their corners deviate by half a micrometre all around a room. */
const CROSSED_MM = GRID_MM / 2;

/**
 * Walls do not overlap in plan, each room is the free cell around its point, and rooms and walls together have the outer
 * area, within 1e-8 m². Outlines and areas are those of `get_element`; cells are computed independently.
 */
export async function areaFaults(
  made: Built,
  { calls, outer }: Building,
  motion: Motion,
): Promise<Faults> {
  const faults: string[] = [];
  for (const { id: level_id, params } of made.world.view.levels()) {
    const on = [...made.world.view.elementsOnLevel(level_id)];
    const walls = on.filter(({ kind }) => kind === 'wall');
    if (walls.length === 0) continue;
    const outlines = await Promise.all(
      walls.map(async ({ id }) => (await answered(made, id)).outline),
    );
    const { union_mm2, overlap_mm2, free } = cellsOf(outlines);
    const isWarned = made.warnings.some((text) => /lies (?:on|in) wall|crosses wall/u.test(text));
    if (overlap_mm2 > AREA_MM2 && !isWarned) {
      faults.push(`${params.name}: walls cover ${overlap_mm2} mm² twice`);
    }
    const names = calls
      .filter(
        ({ tool, arguments: given }) =>
          tool === 'create_room' && given['level_id'] === `$${params.name}`,
      )
      .map(({ as }) => as);
    // Where walls cross without a joint, the corners of their faces are rounded to the grid.
    const rooms = await roomsIn(made, names, { free, around: isWarned ? CROSSED_MM : 0 });
    faults.push(...rooms.faults);
    const known = outer.get(params.name);
    const isWhole = [...made.refused.keys()].every(({ tool }) => tool !== 'create_wall');
    if (known === undefined || !isWhole) continue;
    const whole = Math.abs(ringArea(carriedRing(known, motion)));
    const off = union_mm2 + rooms.net - whole;
    // Corners of oblique elements are rounded before they are used.
    const aslant = motion.angle_deg % 90 === 0 ? 0 : 4 * GRID_MM * Math.sqrt(whole);
    const slack = AREA_MM2 + aslant + (isWarned ? CROSSED_MM * rooms.around : 0);
    if (Math.abs(off) > slack) {
      faults.push(`${params.name}: walls and rooms are ${off} mm² more than the outer area`);
    }
  }
  return faults;
}

/** Faults of rooms compared with the free cells around their points, the area of all cells (by rooms if possible), and the length of the outlines of rooms, mm. */
async function roomsIn(
  made: Built,
  names: readonly string[],
  { free, around }: { readonly free: readonly FreeCell[]; readonly around: number },
): Promise<{ readonly faults: Faults; readonly net: number; readonly around: number }> {
  const faults: string[] = [];
  const areas = new Map(free.map((cell) => [cell, cell.area_mm2]));
  let whole = 0;
  for (const as of names) {
    const room = made.world.view.elementOf(made.ids.get(as) ?? '', 'room');
    const point = room?.params.point ?? null;
    if (room === undefined || point === null) continue;
    const cell = free.find((one) => one.contains(point));
    const { area_mm2, perimeter_mm } = (await answered(made, room.id)).measures;
    if (cell !== undefined) areas.set(cell, area_mm2 ?? 0);
    whole += perimeter_mm ?? 0;
    const off = (area_mm2 ?? 0) - (cell?.area_mm2 ?? 0);
    if (Math.abs(off) > AREA_MM2 + around * (perimeter_mm ?? 0)) {
      faults.push(`room ${as} ${room.id} has ${area_mm2} mm², ${off} more than is free there`);
    }
  }
  const net = [...areas.values()].reduce((sum, area) => sum + area, 0);
  return { faults, net, around: whole };
}
