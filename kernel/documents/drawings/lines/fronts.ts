/** @module fronts: draws the frames, leaves and panes of doors and windows on the faces of their panels. */
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { WallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import { wallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { fillingOf } from '../../../building/kinds/kind.ts';
import type { Front, Rect } from '../../../building/kinds/types/fitting.ts';
import { fittingOf, frameIn, frontOf } from '../../../building/kinds/types/fitting.ts';
import { glassIn } from '../../../building/kinds/window/frame.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { insideOf } from '../../../building/spatial/spaces.ts';
import type { Edge, Face } from './faces.ts';
import { depthOf, faceOver } from './faces.ts';
import type { Frame } from './slice.ts';
import { inFrame } from './slice.ts';

/** Maximum distance of a part from the plane of the face on which it is drawn, and minimum width of a part, mm. */
const ON_FACE_MM = 0.05;

/** The faces and edges of one body. */
type Part = { readonly faces: Face[]; readonly edges: Edge[] };

/** A point in the frame of a view: right, up and away from the viewer. */
type Spot = readonly [x: number, y: number, depth: number];

/**
 * Draws the front of a door or window (frame, leaves and panes) on the visible faces of its panel. Each pane becomes a
 * separate face and is cut out of the face of the panel. In a curved wall the front follows the facets of the panel.
 */
export function addFront(
  part: Part,
  { element, mesh }: { readonly element: Element; readonly mesh: Mesh },
  { frame, view }: { readonly frame: Frame; readonly view: ModelView },
): void {
  const fitting = fittingOf(element, view);
  const cut = fillingOf(view.kinds, element)?.cut;
  const wall = cut === undefined ? undefined : view.elementOf(cut.host_id, 'wall');
  if (fitting === null || cut === undefined || wall === undefined) return;
  const { width, height } = cut;
  const isShown = (cut.outline ?? null) === null;
  const front = frontOf(fitting, { width, height, isDoor: element.kind === 'door' });
  const glass = isShown ? null : glassIn(element, frameIn(fitting, width, height));
  const foot = lowestOf(mesh);
  const axis = wallAxis(wall.params);
  const begin = cut.offset ?? 0;
  for (const side of [1, -1]) {
    const aside = (side * wall.params.thickness) / 2;
    const spotsOf = (
      corners: readonly (readonly [along: number, up: number])[],
    ): readonly Spot[] => {
      const positions = corners.flatMap(([along, up]) => {
        const { x, y } = axis.at(begin + along, aside);
        return [x, y, foot + up];
      });
      const spots = inFrame({ positions: Float64Array.from(positions), triangles: NONE }, frame);
      return corners.map((_, i) => [
        spots[3 * i] ?? 0,
        spots[3 * i + 1] ?? 0,
        spots[3 * i + 2] ?? 0,
      ]);
    };
    if (!isShown) {
      const middle = glass === null ? null : insideOf(glass);
      const number =
        middle === null ? null : faceThrough(part.faces, spotsOf([[middle.x, middle.y]]));
      if (glass === null || number === null) continue;
      putGlass(part, number, spotsOf(glass.map(({ x, y }) => [x, y] as const)));
      continue;
    }
    for (const piece of piecesOf(axis, begin, width)) {
      const middle = (piece.from + piece.to) / 2;
      const number = faceThrough(part.faces, spotsOf([[middle, height / 2]]));
      if (number !== null) putOn(part, number, { front, height, piece, spotsOf });
    }
  }
}

/** Draws the glass of a window that is no rectangle on the face with the given index. */
function putGlass({ faces, edges }: Part, number: number, corners: readonly Spot[]): void {
  const face = faces[number];
  if (face === undefined) return;
  for (const [i, [ax, ay, az]] of corners.entries()) {
    const [bx, by, bz] = corners[(i + 1) % corners.length] ?? ORIGIN;
    edges.push({ body: face.body, face: number, ax, ay, az, bx, by, bz });
  }
  const plane = { px: face.px, py: face.py, p0: face.p0 };
  const ring = sidesOf(corners);
  const all = Float64Array.from([...face.sides, ...ring]);
  faces[number] = { ...faceOver(face.body, all, plane), part: 'frame' };
  faces.push({ ...faceOver(face.body, ring, plane), part: 'pane' });
}

/** A part of an opening along its wall, mm from the start of the opening. */
type Piece = { readonly from: number; readonly to: number };

/** The straight parts of an opening: the whole opening, or its part on each facet of a curved wall. */
function piecesOf({ chain, length }: WallAxis, begin: number, width: number): readonly Piece[] {
  if (chain === null) return [{ from: 0, to: width }];
  const facet = length / chain.units.length;
  const [first, last] = [Math.floor(begin / facet), Math.ceil((begin + width) / facet)];
  return Array.from({ length: last - first }, (_, i) => ({
    from: Math.max(0, (first + i) * facet - begin),
    to: Math.min(width, (first + i + 1) * facet - begin),
  })).filter(({ from, to }) => to - from > ON_FACE_MM);
}

const NONE = new Uint32Array();

function lowestOf({ positions }: Mesh): number {
  let low = Infinity;
  for (let i = 2; i < positions.length; i += 3) low = Math.min(low, positions[i] ?? Infinity);
  return low;
}

/** The index of the visible face that contains the first point; null if there is none. */
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
  readonly piece: Piece;
  readonly spotsOf: (corners: readonly (readonly [along: number, up: number])[]) => readonly Spot[];
};

/** Draws one straight piece of a front on the face with the given index. */
function putOn(
  { faces, edges }: Part,
  number: number,
  { front, height, piece, spotsOf }: Placed,
): void {
  const face = faces[number];
  if (face === undefined) return;
  const line = (a: readonly [number, number], b: readonly [number, number]): void => {
    const [[ax, ay, az], [bx, by, bz]] = ends(spotsOf([a, b]));
    edges.push({ body: face.body, face: number, ax, ay, az, bx, by, bz });
  };
  // Sides of a rectangle that were created by cutting it at the end of a piece are not drawn.
  const upright = (along: number, low: number, high: number): void => {
    if (along >= piece.from && along <= piece.to) line([along, low], [along, high]);
  };
  if (front.frame !== null) {
    const { from, to, low, high } = front.frame;
    upright(from, low, high);
    upright(to, low, high);
    const head = within(front.frame, piece);
    if (head !== null) line([head.from, high], [head.to, high]);
  }
  const top = front.frame?.high ?? height;
  for (const along of front.meetings) upright(along, 0, top);
  const rings: Float64Array[] = [];
  for (const pane of front.panes) {
    const part = within(pane, piece);
    if (part === null) continue;
    const { from, to, low, high } = part;
    upright(pane.from, low, high);
    upright(pane.to, low, high);
    line([from, low], [to, low]);
    line([from, high], [to, high]);
    rings.push(
      sidesOf(
        spotsOf([
          [from, low],
          [to, low],
          [to, high],
          [from, high],
        ]),
      ),
    );
  }
  if (rings.length === 0) return;
  const plane = { px: face.px, py: face.py, p0: face.p0 };
  const all = Float64Array.from([...face.sides, ...rings.flatMap((one) => [...one])]);
  faces[number] = { ...faceOver(face.body, all, plane), part: 'frame' };
  for (const one of rings) faces.push({ ...faceOver(face.body, one, plane), part: 'pane' });
}

/** The part of a rectangle on a piece; null if there is none. */
function within(rect: Rect, piece: Piece): Rect | null {
  const [from, to] = [Math.max(rect.from, piece.from), Math.min(rect.to, piece.to)];
  return to - from > ON_FACE_MM ? { ...rect, from, to } : null;
}

const ORIGIN: Spot = [0, 0, 0];

function ends([a = ORIGIN, b = ORIGIN]: readonly Spot[]): readonly [Spot, Spot] {
  return [a, b];
}

function sidesOf(corners: readonly Spot[]): Float64Array {
  return Float64Array.from(
    corners.flatMap(([x, y], i) => {
      const [tx, ty] = corners[(i + 1) % corners.length] ?? ORIGIN;
      return [x, y, tx, ty];
    }),
  );
}
