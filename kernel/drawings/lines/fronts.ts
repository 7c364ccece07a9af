import type { Mesh } from '../../geometry/mesh/mesh.ts';
/** @module fronts: frames, leaves and panes of doors and windows on the faces of their panels. */
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { Element } from '../../kinds/elements.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { axisOfCut } from '../../kinds/rules/in-wall.ts';
import type { Front, Rect } from '../../kinds/types/fitting.ts';
import { fittingOf, frontOf } from '../../kinds/types/fitting.ts';
import type { DrawnView } from '../plan/storey.ts';
import type { Edge, Face } from './faces.ts';
import { depthOf, faceOver } from './faces.ts';
import type { Frame } from './slice.ts';
import { inFrame } from './slice.ts';

/** What is seen lies this near the plane of a face, mm. */
const ON_FACE_MM = 0.05;

type Part = { readonly faces: Face[]; readonly edges: Edge[] };

/** A corner in the frame of a view: along, up and away. */
type Spot = readonly [x: number, y: number, depth: number];

/** The corners of a rectangle on the panel, one after the other. */
type Corners = readonly [Spot, Spot, Spot, Spot];

/**
 * Puts the front of what fills a hole in a straight wall onto the face of its panel that is turned to who looks: panes
 * become faces of their own, with what is left of the panel around them.
 */
export function addFront(
  part: Part,
  { element, mesh }: { readonly element: Element; readonly mesh: Mesh },
  { frame, view }: { readonly frame: Frame; readonly view: DrawnView },
): void {
  const fitting = fittingOf(element, view);
  const cut = fillingOf(view.kinds, element)?.cut;
  const wall = cut === undefined ? undefined : view.elementOf(cut.host_id, 'wall');
  if (fitting === null || cut === undefined || wall === undefined) return;
  if (wallAxis(wall.params).chain !== null) return;
  const { width, height } = cut;
  const front = frontOf(fitting, { width, height, isDoor: element.kind === 'door' });
  const foot = lowestOf(mesh);
  const [start, end] = axisOfCut(wall, cut);
  const [ux, uy] = [(end.x - start.x) / width, (end.y - start.y) / width];
  for (const side of [1, -1]) {
    const aside = (side * wall.params.thickness) / 2;
    const spotsOf = (
      corners: readonly (readonly [along: number, up: number])[],
    ): readonly Spot[] => {
      const positions = corners.flatMap(([along, up]) => [
        start.x + ux * along - uy * aside,
        start.y + uy * along + ux * aside,
        foot + up,
      ]);
      const spots = inFrame({ positions: Float64Array.from(positions), triangles: NONE }, frame);
      return corners.map((_, i) => [
        spots[3 * i] ?? 0,
        spots[3 * i + 1] ?? 0,
        spots[3 * i + 2] ?? 0,
      ]);
    };
    const number = faceThrough(part.faces, spotsOf([[width / 2, height / 2]]));
    if (number !== null) putOn(part, number, { front, height, spotsOf });
  }
}

const NONE = new Uint32Array();

function lowestOf({ positions }: Mesh): number {
  let low = Infinity;
  for (let i = 2; i < positions.length; i += 3) low = Math.min(low, positions[i] ?? Infinity);
  return low;
}

/** The number of the face in whose plane a spot lies; null where that is not seen. */
function faceThrough(faces: readonly Face[], [spot]: readonly Spot[]): number | null {
  if (spot === undefined) return null;
  const [x, y, depth] = spot;
  const found = faces.findIndex((face) => {
    const isOver = x > face.left && x < face.right && y > face.bottom && y < face.top;
    return isOver && Math.abs(depthOf(face, x, y) - depth) <= ON_FACE_MM;
  });
  return found < 0 ? null : found;
}

type Placed = {
  readonly front: Front;
  readonly height: number;
  readonly spotsOf: (corners: readonly (readonly [along: number, up: number])[]) => readonly Spot[];
};

function putOn({ faces, edges }: Part, number: number, { front, height, spotsOf }: Placed): void {
  const face = faces[number];
  if (face === undefined) return;
  const cornersOf = ({ from, to, low, high }: Rect): Corners => {
    const [a = ORIGIN, b = ORIGIN, c = ORIGIN, d = ORIGIN] = spotsOf([
      [from, low],
      [to, low],
      [to, high],
      [from, high],
    ]);
    return [a, b, c, d];
  };
  const draw = ([ax, ay, az]: Spot, [bx, by, bz]: Spot): void => {
    edges.push({ body: face.body, face: number, ax, ay, az, bx, by, bz });
  };
  if (front.frame !== null) {
    const [a, b, c, d] = cornersOf(front.frame);
    draw(a, d);
    draw(d, c);
    draw(c, b);
  }
  const top = front.frame?.high ?? height;
  for (const along of front.meetings) {
    const [foot, head] = spotsOf([
      [along, 0],
      [along, top],
    ]);
    if (foot !== undefined && head !== undefined) draw(foot, head);
  }
  const panes = front.panes.map(cornersOf);
  for (const [a, b, c, d] of panes) {
    draw(a, b);
    draw(b, c);
    draw(c, d);
    draw(d, a);
  }
  if (panes.length === 0) return;
  const sides = panes.map((corners) => Float64Array.from(sidesOf(corners)));
  const plane = { px: face.px, py: face.py, p0: face.p0 };
  const all = Float64Array.from([...face.sides, ...sides.flatMap((one) => [...one])]);
  faces[number] = { ...faceOver(face.body, all, plane), part: 'frame' };
  for (const one of sides) faces.push({ ...faceOver(face.body, one, plane), part: 'pane' });
}

const ORIGIN: Spot = [0, 0, 0];

function sidesOf(corners: Corners): readonly number[] {
  return corners.flatMap(([x, y], i) => {
    const [tx, ty] = corners[(i + 1) % 4] ?? ORIGIN;
    return [x, y, tx, ty];
  });
}
