/** @module camera view: the building as a picture in space: shaded, with its own shadow and with edges. */
import type { CameraDefinition } from '../../../schemas/views.ts';
import type { Steps } from '../../findings/steps.ts';
import { at } from '../../geometry/indexed.ts';
import type { Box3, Point3 } from '../../geometry/vector.ts';
import { boxUnion } from '../../geometry/vector.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import type { Drawing } from '../drawing.ts';
import type { DrawnView } from '../plan/storey.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import { drawTriangle, newBuffer } from './depth-buffer.ts';
import type { Lens } from './lens.ts';
import { dot, inLens, lensOf, NEAREST_MM } from './lens.ts';
import { shaded } from './shade.ts';
import type { Stage } from './stage.ts';

/** Size of the picture in dots, and of the paper in mm. */
const SIZE = { width: 1600, height: 1130 } as const;
const PAPER = { width: 297, height: 297 * (1130 / 1600) } as const;
/** Size of the picture that the sun sees, dots. */
const SHADOW = { width: 1400, height: 1400 } as const;
const GROUND_SURFACE = 1;
/** From the sun: from the south-west, 45 degrees high or so. */
const SUN: Point3 = { x: 0.48, y: 0.6, z: -0.64 };
const STRIDE = 200;
/** How far the ground goes on around the building, as a share of its size. */
const GROUND_SHARE = 0.35;
/** How far it lies below floors, so that they are seen, mm. */
const GROUND_BELOW_MM = 30;

/** Colours of what bodies are made of, by category. */
const COLOURS: Readonly<Record<string, Rgb>> = {
  Walls: [238, 234, 226],
  Roofs: [176, 112, 92],
  Floors: [214, 210, 203],
  Doors: [150, 112, 78],
  Windows: [140, 176, 198],
  Columns: [206, 204, 200],
  Beams: [190, 170, 140],
  Stairs: [206, 198, 184],
  Ramps: [206, 202, 194],
  Railings: [110, 112, 116],
};
const OTHER: Rgb = [205, 205, 208];
const GROUND: Rgb = [232, 234, 228];

/** Draws what a camera sees. */
export function* cameraView(camera: CameraDefinition, view: DrawnView): Steps<Drawing> {
  const bodies = [...view.elements()].filter((element) => {
    const { body } = view.kinds.of(element);
    return body !== 'none' && body.occupies === 'matter';
  });
  const boxes = bodies.flatMap(({ id }): readonly Box3[] => [view.bounds(id) ?? []].flat());
  const box = boxes.reduce<Box3 | null>(
    (all, one) => (all === null ? one : boxUnion(all, one)),
    null,
  ) ?? {
    min: { x: 0, y: 0, z: 0 },
    max: { x: 1000, y: 1000, z: 1000 },
  };
  const sunny: CameraDefinition = {
    view: 'camera',
    kind: 'axonometric',
    direction: SUN,
    scale: null,
  };
  const stage: Stage = {
    lens: lensOf(camera, box, SIZE),
    seen: newBuffer(SIZE.width, SIZE.height),
    sun: lensOf(sunny, box, SHADOW),
    lit: newBuffer(SHADOW.width, SHADOW.height),
    surfaces: [{ colour: GROUND, normal: { x: 0, y: 0, z: 1 }, body: -1 }],
  };
  for (const [index, element] of bodies.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: bodies.length, doing: 'bodies' };
    const mesh = view.mesh(element.id);
    if (mesh === null) continue;
    const colour = COLOURS[view.kinds.of(element).category] ?? OTHER;
    addMesh(stage, mesh, { colour, body: index });
  }
  addGround(stage, box, groundOf(box));
  yield { done: 0, total: 1, doing: 'light' };
  return drawingOf(shaded(stage), titleOf(camera));
}

/** The ground lies at 0 where the building stands on it or in it, else below it, mm. */
function groundOf({ min, max }: Box3): number {
  return (min.z <= 0 && max.z > 0 ? 0 : min.z) - GROUND_BELOW_MM;
}

function titleOf({ kind }: CameraDefinition): string {
  return kind === 'axonometric' ? 'Axonometric view' : 'Perspective';
}

function drawingOf(raster: Raster, title: string): Drawing {
  const picture = { shape: 'picture', at: { x: 0, y: 0 }, ...PAPER, raster } as const;
  return {
    title,
    width_mm: PAPER.width,
    height_mm: PAPER.height,
    items: [picture],
    blocks: new Map(),
    placements: [],
    tables: [],
    warnings: [],
  };
}

type Body = { readonly colour: Rgb; readonly body: number };

const SPOTS = new Float64Array(9);
/** Directions are one where they differ by less than a thousandth. */
const DIRECTIONS = 1000;

function addMesh(
  stage: Stage,
  { positions, triangles }: { readonly positions: Float64Array; readonly triangles: Uint32Array },
  { colour, body }: Body,
): void {
  const known = new Map<string, number>();
  const points: Point3[] = [];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    points.push({ x: positions[i] ?? 0, y: positions[i + 1] ?? 0, z: positions[i + 2] ?? 0 });
  }
  const seen = points.map((point) => inLens(stage.lens, point));
  const lit = points.map((point) => inLens(stage.sun, point));
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const ring = [triangles[i] ?? 0, triangles[i + 1] ?? 0, triangles[i + 2] ?? 0] as const;
    const a = at(points, ring[0]);
    const normal = normalOf(a, at(points, ring[1]), at(points, ring[2]));
    if (normal === null) continue;
    const { x, y, z } = normal;
    const key = `${Math.round(x * DIRECTIONS)} ${Math.round(y * DIRECTIONS)} ${Math.round(z * DIRECTIONS)} ${Math.round(dot(normal, a))}`;
    let number = known.get(key);
    if (number === undefined) {
      number = stage.surfaces.push({ colour, normal, body });
      known.set(key, number);
    }
    addTriangle(stage.lens, stage.seen, cornersOf(seen, ring), number);
    // The sun looks at the backs of what it lights: no face shadows itself.
    if (dot(normal, stage.sun.deeper) > 0) {
      addTriangle(stage.sun, stage.lit, cornersOf(lit, ring), number);
    }
  }
}

type Corners = readonly [Point3, Point3, Point3];

function cornersOf(
  points: readonly Point3[],
  [a, b, c]: readonly [number, number, number],
): Corners {
  return [at(points, a), at(points, b), at(points, c)];
}

function addGround(stage: Stage, { min, max }: Box3, z: number): void {
  const by = Math.max(max.x - min.x, max.y - min.y) * GROUND_SHARE;
  const corner = (x: number, y: number): Point3 => inLens(stage.lens, { x, y, z });
  const [a, b] = [corner(min.x - by, min.y - by), corner(max.x + by, min.y - by)];
  const [c, d] = [corner(max.x + by, max.y + by), corner(min.x - by, max.y + by)];
  addTriangle(stage.lens, stage.seen, [a, b, c], GROUND_SURFACE);
  addTriangle(stage.lens, stage.seen, [a, c, d], GROUND_SURFACE);
}

function normalOf(a: Point3, b: Point3, c: Point3): Point3 | null {
  const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
  const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  return length < 1e-6 ? null : { x: x / length, y: y / length, z: z / length };
}

/** Draws a triangle whose corners are given along the axes of the lens. */
function addTriangle(lens: Lens, buffer: DepthBuffer, corners: Corners, number: number): void {
  const ring = lens.perspective ? beforeEye(corners) : corners;
  for (let k = 1; k + 1 < ring.length; k += 1) {
    putSpot(lens, 0, at(ring, 0));
    putSpot(lens, 3, at(ring, k));
    putSpot(lens, 6, at(ring, k + 1));
    drawTriangle(buffer, SPOTS, number);
  }
}

function putSpot(lens: Lens, from: number, corner: Point3): void {
  const near = lens.perspective ? 1 / corner.z : -corner.z;
  const scale = lens.perspective ? lens.scale * near : lens.scale;
  SPOTS[from] = lens.middle_x + corner.x * scale;
  SPOTS[from + 1] = lens.middle_y - corner.y * scale;
  SPOTS[from + 2] = near;
}

/** The part of a triangle that lies before an eye. */
function beforeEye(ring: readonly Point3[]): readonly Point3[] {
  if (ring.every(({ z }) => z >= NEAREST_MM)) return ring;
  return ring.flatMap((to, i) => {
    const from = ring.at(i - 1) ?? to;
    const [a, b] = [from.z >= NEAREST_MM, to.z >= NEAREST_MM];
    const share = (NEAREST_MM - from.z) / (to.z - from.z);
    const cut = {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      z: NEAREST_MM,
    };
    return [...(a === b ? [] : [cut]), ...(b ? [to] : [])];
  });
}
