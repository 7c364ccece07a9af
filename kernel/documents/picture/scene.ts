/** @module scene: what a picture of a finding shows: which part of the model, cut open where, and how each element takes part. */
import type { SpacePoint } from '../../schemas/units.ts';
import type { Finding } from '../findings/finding.ts';
import type { Box3, Point3 } from '../geometry/vector.ts';
import { boxIntersects, boxUnion } from '../geometry/vector.ts';
import type { Element, ElementOf } from '../kinds/elements.ts';
import type { ModelView } from '../model/view.ts';
import type { Look } from './camera.ts';
import { type Body, concernedBodies } from './concerned-bodies.ts';
import { waysOf } from './ways.ts';

/** As much of a view as is drawn; what it does not show is not in the picture. */
export type DrawnView = Pick<
  ModelView,
  | 'bounds'
  | 'element'
  | 'elementOf'
  | 'elementsOnLevel'
  | 'inBox'
  | 'kinds'
  | 'levelOf'
  | 'levels'
  | 'mesh'
  | 'workspace'
>;

/** Elements around that are looked at, and that are drawn; triangles that are drawn. */
const LOOKED_AT = 4000;
const DRAWN = 600;
const TRIANGLES = 200_000;
/** Rooms that are named. */
const ROOMS = 12;

/** Heights above a level at which a plan is cut where the finding lies at none of its own, and how far below it is seen; mm. */
const CUT_MM = 1200;
const BELOW_MM = 450;
/** How far a picture reaches around a clash and around anything else, mm: at least, and as a share of its size. */
const AROUND_CLASH_MM = 1100;
const AROUND_MM = 2200;
/** How far a body that is cut out reaches below and above, mm. */
const BEYOND_MM = 300;
const AROUND_SHARE = 0.2;
/** What begins this far above the place of a finding, or further, hides it from who looks down on it, mm. */
const OVER_MM = 100;

export type Scene = {
  readonly look: Look;
  /** What is shown; nothing outside of it is drawn. */
  readonly box: Box3;
  /** Those concerned first, in the order of the finding. */
  readonly bodies: readonly Body[];
  readonly concerned: readonly Element[];
  /** Elements of the finding that the view has not. */
  readonly gone: readonly string[];
  readonly level: ElementOf<'level'> | null;
  /** Height of the cut of a plan, mm. */
  readonly cut_mm: number | null;
  readonly place: Point3 | null;
  readonly ways: readonly (readonly Point3[])[];
  readonly rooms: readonly { readonly name: string; readonly at: Point3 }[];
  /** Elements in the box that were too many to draw. */
  readonly left_out: number;
};

/** How it is looked at, and the width of the picture over its height. */
export type Framing = { readonly look: Look; readonly aspect: number };

/** What to draw of a finding; null when nothing of it has a place. */
export function sceneOf(
  finding: Finding,
  { look, aspect }: Framing,
  view: DrawnView,
): Scene | null {
  const concerned = finding.element_ids.flatMap((id) => view.element(id) ?? []);
  const gone = finding.element_ids.filter((id) => view.element(id) === undefined);
  const ways = waysOf(finding.details);
  const subject = subjectOf(finding, concerned, ways, view);
  if (subject === null) return null;
  const place = finding.location;
  const level = levelOf(finding, concerned, subject, view);
  const cut_mm = look === 'plan' ? cutOf(place?.z ?? null, subject, level) : null;
  const by = reachAround(subject, finding.check.startsWith('clash.') ? AROUND_CLASH_MM : AROUND_MM);
  const box =
    cut_mm === null
      ? blockAround(subject, by)
      : storeyAround(subject, { by, cut_mm, level, aspect });
  const own = concernedBodies(finding, concerned, { view, cut_mm });
  const around = bodiesAround(
    { box, look, place: place ?? middleOf(subject), concerned: new Set(finding.element_ids) },
    view,
  );
  return {
    look,
    box,
    bodies: [...own, ...around.bodies],
    concerned,
    gone,
    level,
    cut_mm,
    place,
    ways,
    rooms: look === 'plan' ? roomsIn(box, new Set(finding.element_ids), view) : [],
    left_out: around.left_out,
  };
}

/** Names of rooms in the box, for who must find the place. */
function roomsIn(box: Box3, concerned: ReadonlySet<string>, view: DrawnView): Scene['rooms'] {
  const named: { readonly name: string; readonly at: Point3 }[] = [];
  for (const id of view.inBox(box).slice(0, LOOKED_AT)) {
    if (named.length === ROOMS) break;
    const room = view.elementOf(id, 'room');
    const bounds = view.bounds(id);
    if (room === undefined || bounds === null || concerned.has(id)) continue;
    const at = room.params.point ?? middleOf(bounds);
    named.push({ name: room.params.name, at: { ...at, z: bounds.min.z } });
  }
  return named;
}

/** The box around what the finding is about: as it says, else around its elements. */
function subjectOf(
  { box, location }: Finding,
  concerned: readonly Element[],
  ways: Scene['ways'],
  view: DrawnView,
): Box3 | null {
  const points = [...ways.flat(), ...(location === null ? [] : [location])];
  const boxes = points.map((point): Box3 => ({ min: point, max: point }));
  if (box !== null) return united([box, ...boxes]);
  const bounds = concerned.flatMap((element) => boundsOf(element, view));
  return united([...boxes, ...bounds]);
}

/** The bounds of an element; of a level those of what stands on it. */
function boundsOf({ id, kind }: Element, view: DrawnView): readonly Box3[] {
  if (kind !== 'level') return [view.bounds(id) ?? []].flat();
  const boxes: Box3[] = [];
  for (const element of view.elementsOnLevel(id)) {
    if (boxes.length === DRAWN) break;
    boxes.push(...[view.bounds(element.id) ?? []].flat());
  }
  return boxes;
}

function united(boxes: readonly Box3[]): Box3 | null {
  const [first, ...others] = boxes;
  return first === undefined ? null : others.reduce(boxUnion, first);
}

function middleOf({ min, max }: Box3): SpacePoint {
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
}

/** The level that the finding names, else the highest one that is not above it. */
function levelOf(
  { level_id, location }: Finding,
  concerned: readonly Element[],
  subject: Box3,
  view: DrawnView,
): Scene['level'] {
  const ids = [level_id, ...concerned.map(({ id }) => view.levelOf(id))];
  for (const id of ids) {
    const named = id === null ? undefined : view.elementOf(id, 'level');
    if (named !== undefined) return named;
  }
  const z = location?.z ?? subject.min.z;
  return view.levels().findLast(({ params }) => params.elevation <= z) ?? null;
}

/** The height of the finding where it is one at which walls are cut, else the usual one above its level. */
function cutOf(z: number | null, { min, max }: Box3, level: Scene['level']): number {
  if (level === null) return z ?? (min.z + max.z) / 2;
  const { elevation, height } = level.params;
  const usual = elevation + Math.min(CUT_MM, height / 2);
  return z !== null && z > elevation + 300 && z < elevation + height - 100 ? z : usual;
}

/** How far a picture of something reaches around it, mm. */
function reachAround({ min, max }: Box3, least: number): number {
  return Math.max(least, AROUND_SHARE * Math.max(max.x - min.x, max.y - min.y));
}

/** What an axonometric picture shows. */
function blockAround({ min, max }: Box3, by: number): Box3 {
  return {
    min: { x: min.x - by, y: min.y - by, z: min.z - BEYOND_MM },
    max: { x: max.x + by, y: max.y + by, z: max.z + BEYOND_MM },
  };
}

type Storey = {
  readonly by: number;
  readonly cut_mm: number;
  readonly level: Scene['level'];
  readonly aspect: number;
};

/** What a plan shows: from the cut down to the floor, as wide and as high as the picture is. */
function storeyAround(subject: Box3, { by, cut_mm, level, aspect }: Storey): Box3 {
  const { min, max } = subject;
  const floor = Math.min(level?.params.elevation ?? min.z, min.z, cut_mm);
  const [width, height] = [max.x - min.x + 2 * by, max.y - min.y + 2 * by];
  const x = Math.max(width, height * aspect) / 2;
  const y = Math.max(height, width / aspect) / 2;
  const middle = middleOf(subject);
  return {
    min: { x: middle.x - x, y: middle.y - y, z: floor - BELOW_MM },
    max: { x: middle.x + x, y: middle.y + y, z: cut_mm },
  };
}

type Surroundings = {
  readonly box: Box3;
  readonly look: Look;
  readonly place: Point3;
  readonly concerned: ReadonlySet<string>;
};

/** The bodies in the box, nearest first, as many as are drawn. */
function bodiesAround(
  { box, look, place, concerned }: Surroundings,
  view: DrawnView,
): { readonly bodies: readonly Body[]; readonly left_out: number } {
  const ids = view.inBox(box).filter((id) => !concerned.has(id));
  const near: { readonly id: string; readonly distance: number }[] = [];
  for (const id of ids.slice(0, LOOKED_AT)) {
    const bounds = view.bounds(id);
    const element = view.element(id);
    if (bounds === null || element === undefined || !boxIntersects(bounds, box)) continue;
    const { body } = view.kinds.of(element);
    if (body === 'none' || body.occupies === 'space') continue;
    // What lies wholly above the place would only hide it.
    if (bounds.min.z >= (look === 'plan' ? box.max.z : place.z + OVER_MM)) continue;
    near.push({ id, distance: distanceTo(place, bounds) });
  }
  // Stable: of those at one distance the order of the view stays.
  near.sort((a, b) => a.distance - b.distance);
  const bodies: Body[] = [];
  let triangles = 0;
  for (const { id } of near.slice(0, DRAWN)) {
    const mesh = view.mesh(id);
    if (mesh === null) continue;
    triangles += mesh.triangles.length / 3;
    if (triangles > TRIANGLES) break;
    bodies.push({ id, mesh, role: { role: 'around' }, cut: true, shares: false });
  }
  const beyond = Math.max(0, ids.length - LOOKED_AT);
  return { bodies, left_out: near.length - bodies.length + beyond };
}

/** Square of the distance from a point to a box, mm². */
function distanceTo(point: Point3, { min, max }: Box3): number {
  const apart = (axis: 'x' | 'y' | 'z'): number =>
    Math.max(0, min[axis] - point[axis], point[axis] - max[axis]);
  return apart('x') ** 2 + apart('y') ** 2 + apart('z') ** 2;
}
