/** @module roof laws: roofs and the walls under them against integrals of what the roofs are by definition. */
import type { ElementOf } from '../../../../kernel/kinds/elements.ts';
import type { PlanPoint } from '../../../../schemas/units.ts';
import type { World } from '../../building/world.ts';
import type { Built } from './built.ts';
import type { Motion } from './calls.ts';
import { cameFrom } from './calls.ts';
import type { Faults } from './laws.ts';
import { GRID_MM, surfaceOf } from './laws.ts';
import type { Building } from './random-building.ts';
import {
  movedOut,
  planesOver,
  ringArea,
  upright,
  volumeBelow,
  volumeUnder,
} from './roof-heights.ts';
import type { RoofPlan } from './roofs.ts';
import { heightOf } from './roofs.ts';

/** Corners of eaves are on the grid of a thousandth. */
const EXACT = 1e-6;
/** What is parted into triangles until they are plane. */
const PARTED = 3e-4;

/** The volume of each roof and that under it are what the heights of its planes make. */
export function roofFaults({ world, ids }: Built, { roofs }: Building): Faults {
  return [...roofs].flatMap(([as, plan]) => {
    const id = ids.get(as);
    const element = id === undefined ? undefined : world.view.elementOf(id, 'roof');
    if (id === undefined || element === undefined) return [];
    const eaves = eavesOf(plan);
    const volume = layerOf(plan, eaves);
    const measured = world.view.measures(id).volume_mm3 ?? 0;
    const faults: string[] = [];
    if (volume !== null && Math.abs(measured / volume - 1) > EXACT) {
      faults.push(`roof ${JSON.stringify(plan.arguments)}: ${measured} mm³, expected ${volume}`);
    }
    const mesh = world.view.mesh(id);
    const under = eaves === null ? null : volumeUnderRoof(plan, eaves);
    if (eaves === null || under === null || mesh === null) return faults;
    const foot = elevationOf(world, element.params.level_id) + element.params.base_offset - 1000;
    const expected = under + 1000 * ringArea(eaves);
    const is = underFaces(mesh.positions, mesh.triangles, foot);
    const share = plan.form.told === 'squares' ? PARTED : EXACT;
    if (Math.abs(is / expected - 1) > share) {
      faults.push(
        `roof ${JSON.stringify(plan.arguments)}: ${is} mm³ under it, expected ${expected}`,
      );
    }
    return faults;
  });
}

/** The outline with its overhang: all eaves at one height. Null where only the kernel knows it. */
function eavesOf({ ring, overhang, form }: RoofPlan): readonly PlanPoint[] | null {
  if (form.told === 'nothing') return null;
  if (form.told === 'plane' || form.told === 'slope') {
    return movedOut(
      ring,
      ring.map(() => overhang),
    );
  }
  const pitches = form.sides.map(({ pitch }) => pitch ?? Infinity);
  const flattest = Math.min(...pitches);
  return movedOut(
    ring,
    pitches.map((pitch) => (pitch === Infinity ? overhang : (overhang * flattest) / pitch)),
  );
}

/** Volume of the layer, square to its planes. */
function layerOf(
  { ring, form, thickness }: RoofPlan,
  eaves: readonly PlanPoint[] | null,
): number | null {
  if (eaves === null || form.told === 'nothing') return null;
  if (form.told !== 'planes') return ringArea(eaves) * upright(thickness, form.pitch);
  return (
    volumeUnder(eaves, planesOver(ring, form.sides, thickness)) -
    volumeUnder(eaves, planesOver(ring, form.sides, 0))
  );
}

/** What lies between a height and all faces that look down, mm³. */
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

/** The volume of each wall is its footprint under what it ends at, without its openings. */
export function wallFaults(
  { world, ids, warnings }: Built,
  building: Building,
  motion: Motion,
): Faults {
  return building.calls.flatMap((call) => {
    const id = ids.get(call.as);
    const wall = id === undefined ? undefined : world.view.elementOf(id, 'wall');
    // What is beyond the roof has its own height there.
    const beyond = `wall \`${id}\` reaches beyond`;
    if (wall === undefined || warnings.some((text) => text.startsWith(beyond))) return [];
    const expected = volumeOf(wall, { world, building, ids }, motion);
    if (expected === null) return [];
    const { volume_mm3 } = world.view.measures(wall.id);
    const mesh = world.view.mesh(wall.id);
    const faces = mesh === null ? 0 : surfaceOf(mesh.positions, mesh.triangles);
    const off = Math.abs((volume_mm3 ?? 0) - expected.volume);
    return off <= GRID_MM * faces + expected.share * expected.volume
      ? []
      : [`wall ${call.as} ${wall.id}: ${volume_mm3} mm³, expected ${expected.volume}`];
  });
}

type Around = Pick<Built, 'world' | 'ids'> & { readonly building: Building };

/** Null for curtain walls and for arcs with openings, whose cuts are radial. */
function volumeOf(
  wall: ElementOf<'wall'>,
  { world, building, ids }: Around,
  motion: Motion,
): { readonly volume: number; readonly share: number } | null {
  const { level_id, base_offset, height, thickness, via, wall_type, top_under } = wall.params;
  const held = world.view.hostedBy(wall.id);
  const isArc = via !== null && via !== undefined;
  if (wall_type === 'curtain' || (isArc && held.length > 0)) return null;
  const cuts = held.map((element) => world.view.measures(element.id).area_mm2 ?? 0);
  const cut = cuts.reduce((sum, area) => sum + area, 0) * thickness;
  const ring = world.view.footprint(wall.id)?.ring ?? [];
  const base = elevationOf(world, level_id) + base_offset;
  if (top_under === null || top_under === undefined) {
    return { volume: ringArea(ring) * height - cut, share: 0 };
  }
  const over = world.view.element(top_under);
  const elevation = elevationOf(world, over === undefined ? null : world.view.levelOf(over.id));
  if (over?.kind === 'floor') {
    const high = elevation + over.params.top_offset - over.params.thickness;
    return { volume: ringArea(ring) * (high - base) - cut, share: 0 };
  }
  const plan = [...building.roofs].find(([as]) => ids.get(as) === top_under)?.[1];
  const own = ring.map((p) => cameFrom(p, motion));
  const footprint = motion.mirrored ? own.toReversed() : own;
  const under = plan === undefined ? null : volumeUnderRoof(plan, footprint);
  if (under === null) return null;
  const volume = under + (elevation - base) * ringArea(footprint) - cut;
  return { volume, share: plan?.form.told === 'squares' ? PARTED : 0 };
}

function elevationOf({ view }: World, level_id: string | null): number {
  return view.elementOf(level_id ?? '', 'level')?.params.elevation ?? 0;
}

/** What lies over a part of the plan at the height of the outline of a roof, up to it, mm³; null where nothing tells it. */
function volumeUnderRoof(plan: RoofPlan, ring: readonly PlanPoint[]): number | null {
  const { form } = plan;
  if (form.told === 'planes') return volumeUnder(ring, planesOver(plan.ring, form.sides, 0));
  const height = heightOf(plan);
  return height === null ? null : volumeBelow(ring, height);
}
