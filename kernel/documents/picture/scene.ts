/**
 * @module scene: the content of a picture of a finding: the visible box, the height of the cut, and the bodies with
 * their roles.
 */
import type { SpacePoint } from '../../../schemas/units.ts';
import { kernelCentroid } from '../../building/geometry/plan/kernel-point.ts';
import type { Box3, Point3 } from '../../building/geometry/vector.ts';
import { boxIntersects, boxUnion } from '../../building/geometry/vector.ts';
import type { Element, ElementOf } from '../../building/kinds/elements.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../../checks/findings/finding.ts';
import { type Body, concernedBodies } from './concerned-bodies.ts';
import { waysOf } from './ways.ts';

/** Direction of view: from above, or axonometric from the south-west. */
export type Look = 'axonometric' | 'plan';

/** Maximum number of surrounding elements that are considered. */
const CONSIDERED_MAX = 4000;
/** Maximum number of surrounding elements that are drawn. */
const DRAWN_MAX = 600;
/** Maximum number of triangles of the surrounding elements. */
const TRIANGLES_MAX = 200_000;
/** Maximum number of rooms whose names are shown. */
const ROOMS_MAX = 12;

/** Height of the cut of a plan above its level, mm, if no wall would be cut at the height of the finding. */
const CUT_MM = 1200;
/** Visible depth of a plan below its level, mm. */
const BELOW_MM = 450;
/** Minimum horizontal margin around a clash, mm. */
const AROUND_CLASH_MM = 1100;
/** Minimum horizontal margin around any other finding, mm. */
const AROUND_MM = 2200;
/** Vertical margin of the visible box of an axonometric picture, mm. */
const BEYOND_MM = 300;
/** Minimum horizontal margin as a share of the size of the subject. */
const AROUND_SHARE = 0.2;
/**
 * Surrounding elements that start at least this far above the place of a finding are left out, mm: they would hide it.
 */
const OVER_MM = 100;

/** The content of a picture of a finding. */
export type Scene = {
  readonly look: Look;
  /** The visible box; nothing outside it is drawn. */
  readonly box: Box3;
  /** The bodies of the elements of the finding come first, in the order of the finding. */
  readonly bodies: readonly Body[];
  readonly concerned: readonly Element[];
  /** Elements of the finding that are not in the view. */
  readonly gone: readonly string[];
  readonly level: ElementOf<'level'> | null;
  /** Height of the cut of a plan, mm; null for an axonometric picture. */
  readonly cut_mm: number | null;
  readonly place: Point3 | null;
  /** Lines of the finding, such as an escape route. */
  readonly ways: readonly (readonly Point3[])[];
  readonly rooms: readonly { readonly name: string; readonly at: Point3 }[];
  /** Number of elements in the box that exceed the maximum and are not drawn. */
  readonly left_out: number;
};

/** Direction of view and aspect ratio (width / height) of the picture. */
export type Framing = { readonly look: Look; readonly aspect: number };

/** The scene of a finding; null if it has no location and none of its elements has a place in the view. */
export function sceneOf(
  finding: Finding,
  { look, aspect }: Framing,
  view: ModelView,
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

/**
 * Names of the rooms that a plan cuts or shows the floor of, for orientation, without the rooms of the finding itself and
 * without those below the storey, which the visible depth of the plan touches.
 */
function roomsIn(box: Box3, concerned: ReadonlySet<string>, view: ModelView): Scene['rooms'] {
  const named: { readonly name: string; readonly at: Point3 }[] = [];
  for (const id of view.inBox(box).slice(0, CONSIDERED_MAX)) {
    if (named.length === ROOMS_MAX) break;
    const room = view.elementOf(id, 'room');
    const bounds = view.bounds(id);
    if (room === undefined || bounds === null || concerned.has(id)) continue;
    if (bounds.min.z < box.min.z && bounds.max.z < box.max.z) continue;
    const outline = view.outline(id);
    const middle = outline === null ? null : kernelCentroid(outline);
    const at = middle ?? room.params.point ?? middleOf(bounds);
    named.push({ name: room.params.name, at: { ...at, z: bounds.min.z } });
  }
  return named;
}

/**
 * The box around the subject of a finding: around its location, its lines, and its box. If the finding has no box,
 * those of its elements are used. Null if there is nothing to enclose.
 */
function subjectOf(
  { box, location }: Finding,
  concerned: readonly Element[],
  ways: Scene['ways'],
  view: ModelView,
): Box3 | null {
  const points = [...ways.flat(), ...(location === null ? [] : [location])];
  const boxes = points.map((point): Box3 => ({ min: point, max: point }));
  if (box !== null) return unionOfBoxes([box, ...boxes]);
  const bounds = concerned.flatMap((element) => boundsOf(element, view));
  return unionOfBoxes([...boxes, ...bounds]);
}

/** The bounds of an element; for a level, those of the elements on it. */
function boundsOf({ id, kind }: Element, view: ModelView): readonly Box3[] {
  if (kind !== 'level') return [view.bounds(id) ?? []].flat();
  const boxes: Box3[] = [];
  for (const element of view.elementsOnLevel(id)) {
    if (boxes.length === DRAWN_MAX) break;
    boxes.push(...[view.bounds(element.id) ?? []].flat());
  }
  return boxes;
}

function unionOfBoxes(boxes: readonly Box3[]): Box3 | null {
  const [first, ...others] = boxes;
  return first === undefined ? null : others.reduce(boxUnion, first);
}

function middleOf({ min, max }: Box3): SpacePoint {
  return { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
}

/**
 * The level of the finding, otherwise that of an element, otherwise the highest level that is not above the finding.
 */
function levelOf(
  { level_id, location }: Finding,
  concerned: readonly Element[],
  subject: Box3,
  view: ModelView,
): Scene['level'] {
  const ids = [level_id, ...concerned.map(({ id }) => view.levelOf(id))];
  for (const id of ids) {
    const named = id === null ? undefined : view.elementOf(id, 'level');
    if (named !== undefined) return named;
  }
  const z = location?.z ?? subject.min.z;
  return view.levels().findLast(({ params }) => params.elevation <= z) ?? null;
}

/**
 * The height of the cut: that of the finding if it is 300 mm above the level and 100 mm below its top, where walls are
 * cut; otherwise the default height above the level.
 */
function cutOf(z: number | null, { min, max }: Box3, level: Scene['level']): number {
  if (level === null) return z ?? (min.z + max.z) / 2;
  const { elevation, height } = level.params;
  const usual = elevation + Math.min(CUT_MM, height / 2);
  return z !== null && z > elevation + 300 && z < elevation + height - 100 ? z : usual;
}

/** The margin around a subject in a picture, mm. */
function reachAround({ min, max }: Box3, least: number): number {
  return Math.max(least, AROUND_SHARE * Math.max(max.x - min.x, max.y - min.y));
}

/** The visible box of an axonometric picture. */
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

/** The visible box of a plan: from the cut down to below the floor, extended to the aspect ratio of the picture. */
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

/** The surrounding bodies in the box, nearest first, up to the maximum number. */
function bodiesAround(
  { box, look, place, concerned }: Surroundings,
  view: ModelView,
): { readonly bodies: readonly Body[]; readonly left_out: number } {
  const ids = view.inBox(box).filter((id) => !concerned.has(id));
  const near: { readonly id: string; readonly distance: number }[] = [];
  for (const id of ids.slice(0, CONSIDERED_MAX)) {
    const bounds = view.bounds(id);
    const element = view.element(id);
    if (bounds === null || element === undefined || !boxIntersects(bounds, box)) continue;
    if (occupancyOf(element, view.kinds) !== 'matter') continue;
    // An element completely above the place would only hide it.
    if (bounds.min.z >= (look === 'plan' ? box.max.z : place.z + OVER_MM)) continue;
    near.push({ id, distance: distanceTo(place, bounds) });
  }
  // The sort is stable: elements at the same distance keep the order of the view.
  near.sort((a, b) => a.distance - b.distance);
  const bodies: Body[] = [];
  let triangles = 0;
  for (const { id } of near.slice(0, DRAWN_MAX)) {
    const mesh = view.mesh(id);
    if (mesh === null) continue;
    triangles += mesh.triangles.length / 3;
    if (triangles > TRIANGLES_MAX) break;
    bodies.push({ id, mesh, role: { role: 'around' }, cut: true, shares: false });
  }
  const beyond = Math.max(0, ids.length - CONSIDERED_MAX);
  return { bodies, left_out: near.length - bodies.length + beyond };
}

/** Square of the distance from a point to a box, mm². */
function distanceTo(point: Point3, { min, max }: Box3): number {
  const apart = (axis: 'x' | 'y' | 'z'): number =>
    Math.max(0, min[axis] - point[axis], point[axis] - max[axis]);
  return apart('x') ** 2 + apart('y') ** 2 + apart('z') ** 2;
}
