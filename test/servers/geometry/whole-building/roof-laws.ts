/** @module roof laws: roofs and the walls under them against integrals of the definition of roofs. */
import type { ElementOf } from '../../../../kernel/building/kinds/elements.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { World } from '../../building/world.ts';
import type { Built } from './built.ts';
import type { Motion } from './calls.ts';
import { cameFrom } from './calls.ts';
import type { Faults } from './laws.ts';
import { GRID_MM, surfaceOf } from './laws.ts';
import { backwards } from './outlines.ts';
import { cellsOf } from './plane-cells.ts';
import type { Building } from './random-building.ts';
import type { SideForm } from './roof-heights.ts';
import { insideOf, planesOver, ringArea, upright, volumeUnder } from './roof-heights.ts';
import type { RoofPlan } from './roofs.ts';
import { eavesOf, reachOf } from './roofs.ts';
import { freeAround, isInside } from './storey.ts';
import type { Part } from './wavefront.ts';
import { overParts, sweptParts, sweptVolume, widerParts } from './wavefront.ts';

type Ring = readonly PlanPoint[];

/** Corners of eaves are on the grid of a thousandth. */
const EXACT = 1e-6;
/** Distance beyond the eaves within which the planes are computed, mm, and maximum gap between their parts, mm². */
const BEYOND_MM = [1500, 700, 300];
const IN_COURTS = [1, 0.5, 0.2, 0];
const MISSED_MM2 = 2;

/** The volume of each roof and that under it follow from the heights of its planes. No possible roof is refused. */
export function roofFaults({ world, ids, refused }: Built, { roofs }: Building): Faults {
  return [...roofs].flatMap(([as, plan]) => {
    const id = ids.get(as);
    const element = id === undefined ? undefined : world.view.elementOf(id, 'roof');
    if (id === undefined || element === undefined) {
      const why = [...refused].find(([call]) => call.as === as)?.[1] ?? 'without';
      return why.startsWith('without') || !isThere(plan) ? [] : [`roof: ${why}`];
    }
    const eaves = eavesOf(plan);
    const volume = layerOf(plan, eaves);
    const measured = world.view.measures(id).volume_mm3 ?? 0;
    const line = (is: number, what: string, expected: number): string =>
      `roof ${JSON.stringify(plan.arguments)}: ${is} mm³${what}, expected ${expected}`;
    const layer = isAs(measured, volume) ? [] : [line(measured, '', volume)];
    const mesh = world.view.mesh(id);
    const under = volumeUnderRoof(plan, eaves);
    const foot = elevationOf(world, element.params.level_id) + element.params.base_offset - 1000;
    const expected = (under ?? Number.NaN) + 1000 * ringsArea(eaves);
    const is = mesh === null ? 0 : underFaces(mesh.positions, mesh.triangles, foot);
    return isAs(is, expected) ? layer : layer.concat(line(is, ' under it', expected));
  });
}

/** Whether its sides form a roof, and the same sides its top. */
function isThere(plan: RoofPlan): boolean {
  const { rings, form, overhang, thickness } = plan;
  if (form.underside === 'plane') return true;
  const out = reachOf(plan, overhang);
  return [0, thickness].every(
    (one) => widerParts({ rings, sides: form.sides, thickness: one, out }) !== null,
  );
}

function isAs(is: number, expected: number): boolean {
  return Math.abs(is / expected - 1) <= EXACT;
}

function ringsArea(rings: readonly Ring[]): number {
  return rings.reduce((sum, ring) => sum + ringArea(ring), 0);
}

/** Volume of the layer, perpendicular to its planes. */
function layerOf(plan: RoofPlan, eaves: readonly Ring[]): number {
  const { rings, form, thickness } = plan;
  if (form.underside === 'plane') return ringsArea(eaves) * upright(thickness, form.pitch);
  const under = (one: number): number =>
    form.underside === 'swept'
      ? sweptVolume(eaveParts(plan, form.sides, one))
      : volumeUnder(eaves.flat(), planesOver(rings.flat(), form.sides, one));
  return under(thickness) - under(0);
}

/** Volume between a height and all downward faces, mm³. */
function underFaces(p: Float64Array, triangles: Uint32Array, foot: number): number {
  let sum = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const i = 3 * (triangles[t + k] ?? 0);
      return { x: p[i] ?? 0, y: p[i + 1] ?? 0, z: p[i + 2] ?? 0 };
    });
    if (a === undefined || b === undefined || c === undefined) continue;
    const area = ringArea([a, b, c]);
    if (area < 0) sum -= (area * (a.z + b.z + c.z - 3 * foot)) / 3;
  }
  return sum;
}

/** The volume of each wall is that over its footprint up to its upper end, without its openings. */
export function wallFaults(
  { world, ids, warnings }: Built,
  building: Building,
  motion: Motion,
): Faults {
  return building.calls.flatMap((call) => {
    const id = ids.get(call.as);
    const wall = id === undefined ? undefined : world.view.elementOf(id, 'wall');
    // Beyond the roof the wall has its own height.
    const beyond = `wall \`${id}\` reaches beyond`;
    if (wall === undefined || warnings.some((text) => text.startsWith(beyond))) return [];
    const expected = volumeOf(wall, { world, building, ids }, motion);
    if (expected === null) return [];
    const { volume_mm3 } = world.view.measures(wall.id);
    const mesh = world.view.mesh(wall.id);
    const faces = mesh === null ? 0 : surfaceOf(mesh.positions, mesh.triangles);
    return Math.abs((volume_mm3 ?? 0) - expected) <= GRID_MM * faces
      ? []
      : [`wall ${call.as} ${wall.id}: ${volume_mm3} mm³, expected ${expected}`];
  });
}

type Around = Pick<Built, 'world' | 'ids'> & { readonly building: Building };
/** The element under which another one ends: its height (for a roof that of its outline) and its extent as drawn, mm. */
type Overhead = {
  readonly high: number;
  readonly roof: RoofPlan | null;
  readonly edge: Ring;
  readonly courts: readonly Ring[];
};

/** Null for an element that ends level. */
function overheadOf(
  top_under: string | null | undefined,
  { world, building, ids }: Around,
  motion: Motion,
): Overhead | null {
  const over = world.view.element(top_under ?? '');
  if (over === undefined) return null;
  const elevation = elevationOf(world, world.view.levelOf(over.id));
  if (over.kind === 'floor') {
    const { boundary_points, top_offset, thickness } = over.params;
    const high = elevation + top_offset - thickness;
    return { high, roof: null, edge: ownRing(boundary_points, motion), courts: [] };
  }
  const roof = [...building.roofs].find(([as]) => ids.get(as) === top_under)?.[1];
  if (roof === undefined) return null;
  const [edge = [], ...courts] = eavesOf(roof);
  return { high: elevation, roof, edge, courts: courts.map(backwards) };
}

/** Null for curtain walls and for arcs with openings, whose cuts are radial. */
function volumeOf(wall: ElementOf<'wall'>, around: Around, motion: Motion): number | null {
  const { world } = around;
  const { level_id, base_offset, height, thickness, via, wall_type, top_under } = wall.params;
  const held = world.view.hostedBy(wall.id);
  const isArc = via !== null && via !== undefined;
  if (wall_type === 'curtain' || (isArc && held.length > 0)) return null;
  const cuts = held.map((element) => world.view.measures(element.id).area_mm2 ?? 0);
  const cut = cuts.reduce((sum, area) => sum + area, 0) * thickness;
  const footprint = world.view.footprint(wall.id);
  if (footprint === null) return null;
  const over = overheadOf(top_under, around, motion);
  const top = over === null ? base_offset + height : over.high - elevationOf(world, level_id);
  const { ring, bands = [{ ring, low: base_offset, high: top }] } = footprint;
  const parts = bands.map((band, i) => {
    const own = ownRing(band.ring, motion);
    const isLast = i === bands.length - 1;
    const roof = over?.roof ?? null;
    const high = isLast ? top : Math.min(band.high, top);
    if (roof === null) return ringArea(own) * Math.max(0, high - band.low);
    // Over the outside of a wall a roof is lower than its outline, by its slope, so that it can cut lower bands too.
    const from = volumeUnderRoof(roof, [own], band.low - top);
    const to = isLast ? 0 : volumeUnderRoof(roof, [own], band.high - top);
    return from === null || to === null ? null : from - to;
  });
  let sum = -cut;
  for (const part of parts) {
    if (part === null) return null;
    sum += part;
  }
  return sum;
}

/** A ring in the frame in which the roof was drawn, counter-clockwise. */
function ownRing(ring: Ring, motion: Motion): Ring {
  const own = ring.map((p) => cameFrom(p, motion));
  return ringArea(own) < 0 ? own.toReversed() : own;
}

/** The volume of each room is that over its outline up to the element above, or its height. */
export function roomFaults(made: Built, building: Building, motion: Motion): Faults {
  const { world, ids } = made;
  return [...world.view.elementsOf('room')].flatMap((room) => {
    const { level_id, height, top_under } = room.params;
    const rings = [world.view.outline(room.id) ?? [], ...world.view.holes(room.id)];
    const own = rings.map((ring, i) => {
      const turned = ownRing(ring, motion);
      return i === 0 ? turned : turned.toReversed();
    });
    const over = overheadOf(top_under, { world, building, ids }, motion);
    // Beyond an edge, behind an arc wall, the room has the height of its level.
    if (over !== null && !isWithin(own, over)) return [];
    const tall = over === null ? height : over.high - elevationOf(world, level_id);
    const roof = over?.roof ?? null;
    const under = roof === null ? 0 : volumeUnderRoof(roof, own);
    if (under === null) return [`room ${room.id} lies where no roof is`];
    const expected = under + tall * ringsArea(own);
    const { volume_mm3 } = world.view.measures(room.id);
    const mesh = world.view.mesh(room.id);
    const faces = mesh === null ? 0 : surfaceOf(mesh.positions, mesh.triangles);
    return Math.abs((volume_mm3 ?? 0) - expected) <= GRID_MM * faces
      ? []
      : [`room ${room.id}: ${volume_mm3} mm³, expected ${expected}`];
  });
}

/** Whether all corners are inside an outline up to rounding, and none is in a courtyard. */
function isWithin(rings: readonly Ring[], { edge, courts }: Overhead): boolean {
  const [ring = [], ...holes] = rings;
  const isOpen = courts.some((court) => {
    const lies = (one: Ring): number => cellsOf([one, court]).overlap_mm2;
    const held = holes.reduce((sum, hole) => sum + lies(backwards(hole)), 0);
    return lies(ring) - held > 10 * GRID_MM * Math.sqrt(ringArea(court));
  });
  return (
    !isOpen && ring.every((p) => isInside(edge, p) || Math.abs(freeAround(edge, p)) < 10 * GRID_MM)
  );
}

function elevationOf({ view }: World, level_id: string | null): number {
  return view.elementOf(level_id ?? '', 'level')?.params.elevation ?? 0;
}

/**
 * Volume over rings from the height of the outline of a roof up to the roof, mm³; null if they extend beyond its known
 * parts. With `floor`: only of what is above that height over the outline, from it on.
 */
function volumeUnderRoof(
  plan: RoofPlan,
  rings: readonly Ring[],
  floor: number | null = null,
): number | null {
  const { form } = plan;
  if (form.underside === 'swept') {
    return volumeUnderParts({ plan, sides: form.sides }, rings, floor);
  }
  const inside = insideOf(corners(plan), 0);
  const planes =
    form.underside === 'plane'
      ? [(p: PlanPoint): number => form.pitch * inside(p)]
      : planesOver(corners(plan), form.sides, 0);
  return rings.reduce((sum, ring) => sum + volumeUnder(ring, planes, floor), 0);
}

function corners({ rings: [outline = []] }: RoofPlan): Ring {
  return outline;
}

function volumeUnderParts(
  { plan, sides }: { readonly plan: RoofPlan; readonly sides: readonly SideForm[] },
  rings: readonly Ring[],
  floor: number | null,
): number | null {
  const over = overParts(rings, wideParts(plan, sides), floor);
  return Math.abs(over.area - ringsArea(rings)) > MISSED_MM2 ? null : over.volume;
}

const SWEPT = new WeakMap<RoofPlan, Map<number, readonly Part[]>>();

/** The parts of a roof up to its eaves, computed once. */
function eaveParts(plan: RoofPlan, sides: readonly SideForm[], thickness: number): readonly Part[] {
  const { rings, overhang } = plan;
  const known = SWEPT.get(plan) ?? new Map<number, readonly Part[]>();
  const parts =
    known.get(thickness) ?? sweptParts({ rings, sides, thickness, out: reachOf(plan, overhang) });
  SWEPT.set(plan, known.set(thickness, parts));
  return parts;
}

const WIDE = new WeakMap<RoofPlan, readonly Part[]>();

/** The parts of the underside, continued beyond the eaves as long as they stay the same. */
function wideParts(plan: RoofPlan, sides: readonly SideForm[]): readonly Part[] {
  const known = WIDE.get(plan);
  if (known !== undefined) return known;
  const eaves = eavesOf(plan);
  const own = eaveParts(plan, sides, 0);
  const volume = sweptVolume(own);
  const { rings, overhang } = plan;
  const reach = reachOf(plan, overhang);
  // All around, or only on the outside if courtyards are too small.
  const wide = BEYOND_MM.flatMap((by) => IN_COURTS.map((share) => [by, by * share] as const))
    .map(([outside, inside]) => {
      const more = furtherOut(plan, sides, [outside, inside]);
      return widerParts({
        rings,
        sides,
        thickness: 0,
        out: reach.map((far, i) => far + (more[i] ?? 0)),
      });
    })
    .find(
      (parts) =>
        parts !== null && Math.abs(overParts(eaves, parts).volume / volume - 1) < EXACT / 10,
    );
  WIDE.set(plan, wide ?? own);
  return wide ?? own;
}

/** How much further outside the sides are at a lower height; the flattest side of the outside and of courtyards by the given distances. */
function furtherOut(
  { rings }: RoofPlan,
  sides: readonly SideForm[],
  [outside, inside]: readonly [number, number],
): readonly number[] {
  let first = 0;
  return rings.flatMap((ring, k) => {
    const own = sides.slice(first, (first += ring.length));
    const by = k === 0 ? outside : inside;
    const flattest = Math.min(...own.map(({ pitch }) => pitch ?? Infinity));
    return own.map(({ pitch }) => (pitch === null ? by : (by * flattest) / pitch));
  });
}
