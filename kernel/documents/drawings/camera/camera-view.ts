/** @module camera view: the building as a picture in space: shaded, with its own shadow and with edges. */
import type { CameraDefinition } from '../../../schemas/views.ts';
import type { Steps } from '../../findings/steps.ts';
import type { Box3, Point3 } from '../../geometry/vector.ts';
import { glazed } from '../../kinds/curtain/glazed.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import type { Drawing } from '../drawing.ts';
import { nearestFirst } from '../nearest-first.ts';
import type { DrawnView } from '../plan/storey.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import { newBuffer } from './depth-buffer.ts';
import { HiddenTiles } from './hidden-tiles.ts';
import type { Lens } from './lens.ts';
import { inLens, lensOf, spreadOf } from './lens.ts';
import { addTriangle, MeshPainter } from './mesh-painter.ts';
import { shaded } from './shade.ts';
import type { Stage } from './stage.ts';
import { GROUND_BODY, Surfaces } from './stage.ts';

/** Size of the picture in dots, and of the paper in mm. */
const SIZE = { width: 1600, height: 1130 } as const;
const PAPER = { width: 297, height: 297 * (1130 / 1600) } as const;
/** Size of the picture that the sun sees, dots. */
const SHADOW = { width: 1400, height: 1400 } as const;
/** From the sun: from the south-west, 45 degrees high or so. */
const SUN: Point3 = { x: 0.48, y: 0.6, z: -0.64 };
/** Bodies between two stops, and triangles. */
const STRIDE = 200;
const TRIANGLES = 6000;
/** How far the ground goes on around the building, as a share of its size. */
const GROUND_SHARE = 0.35;
/** How far it lies below floors, so that they are seen, mm. */
const GROUND_BELOW_MM = 30;

const GLASS: Rgb = [140, 176, 198];
/** Mullions. */
const FRAME: Rgb = [122, 126, 132];
/** Colours of what bodies are made of, by category. */
const COLOURS: Readonly<Record<string, Rgb>> = {
  Walls: [238, 234, 226],
  Roofs: [176, 112, 92],
  Floors: [214, 210, 203],
  Doors: [150, 112, 78],
  Windows: GLASS,
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
  const { bodies, box } = yield* bodiesOf(view);
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
    surfaces: new Surfaces(),
    meshOf: (body) => {
      const bodily = bodies[body];
      return bodily === undefined ? null : view.mesh(bodily.element.id);
    },
  };
  const ground = stage.surfaces.add({ x: 0, y: 0, z: 1 }, GROUND_BODY, GROUND);
  const painter = new MeshPainter(stage);
  yield* addBodies(
    { lens: stage.lens, buffer: stage.seen, bodies, painter },
    (body, { element }) => {
      const mesh = view.mesh(element.id);
      const colour = COLOURS[view.kinds.of(element).category] ?? OTHER;
      if (mesh === null) return;
      const { glass, rest } = glazed(element, mesh);
      painter.addSeen(rest, { colour: glass === null ? colour : FRAME, body });
      if (glass !== null) painter.addSeen(glass, { colour: GLASS, body });
    },
  );
  yield* addBodies({ lens: stage.sun, buffer: stage.lit, bodies, painter }, (_, { element }) => {
    const mesh = view.mesh(element.id);
    if (mesh !== null) painter.addLit(mesh);
  });
  addGround(stage, { box, z: groundOf(box), number: ground });
  return drawingOf(yield* shaded(stage), titleOf(camera));
}

type Bodily = { readonly element: Element; readonly box: Box3 };

/** Draws bodies nearest first; those that what was drawn hides for certain are left out, and need no mesh. */
function* addBodies(
  {
    lens,
    buffer,
    bodies,
    painter,
  }: {
    readonly lens: Lens;
    readonly buffer: DepthBuffer;
    readonly bodies: readonly Bodily[];
    readonly painter: MeshPainter;
  },
  draw: (body: number, bodily: Bodily) => void,
): Steps<void> {
  const spreads = bodies.map(({ box }) => spreadOf(lens, box));
  const order = nearestFirst(
    Float64Array.from(spreads, (spread) => (spread === null ? -FAR : -spread.near)),
  );
  const hidden = new HiddenTiles(buffer, lens.perspective);
  let drawn = painter.triangles;
  for (const [done, index] of order.entries()) {
    if (done % STRIDE === 0 || painter.triangles - drawn > TRIANGLES) {
      drawn = painter.triangles;
      yield { done, total: order.length, doing: 'bodies' };
    }
    const [bodily, spread] = [bodies[index], spreads[index] ?? null];
    if (bodily === undefined || (spread !== null && hidden.hides(spread))) continue;
    draw(index, bodily);
  }
}

/** Nearer than anything. */
const FAR = 1e12;

/** What has a body of matter, and the box over all of it. */
function* bodiesOf(
  view: DrawnView,
): Steps<{ readonly bodies: readonly Bodily[]; readonly box: Box3 }> {
  const bodies: Bodily[] = [];
  const [min, max] = [
    { x: Infinity, y: Infinity, z: Infinity },
    { x: -Infinity, y: -Infinity, z: -Infinity },
  ];
  const total = view.count();
  let looked = 0;
  for (const element of view.elements()) {
    if (looked % STRIDE === 0) yield { done: looked, total, doing: 'elements' };
    looked += 1;
    const { body } = view.kinds.of(element);
    if (body === 'none' || body.occupies !== 'matter') continue;
    const box = view.bounds(element.id);
    if (box === null) continue;
    bodies.push({ element, box });
    for (const axis of ['x', 'y', 'z'] as const) {
      if (box.min[axis] < min[axis]) min[axis] = box.min[axis];
      if (box.max[axis] > max[axis]) max[axis] = box.max[axis];
    }
  }
  const box = min.x <= max.x ? { min, max } : NOTHING;
  return { bodies, box };
}

const NOTHING: Box3 = { min: { x: 0, y: 0, z: 0 }, max: { x: 1000, y: 1000, z: 1000 } };

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

function addGround(
  { lens, seen, surfaces: { bodies } }: Stage,
  {
    box: { min, max },
    z,
    number,
  }: { readonly box: Box3; readonly z: number; readonly number: number },
): void {
  const by = Math.max(max.x - min.x, max.y - min.y) * GROUND_SHARE;
  const corner = (x: number, y: number): Point3 => inLens(lens, { x, y, z });
  const [a, b] = [corner(min.x - by, min.y - by), corner(max.x + by, min.y - by)];
  const [c, d] = [corner(max.x + by, max.y + by), corner(min.x - by, max.y + by)];
  addTriangle({ lens, buffer: seen, bodies }, [a, b, c], number);
  addTriangle({ lens, buffer: seen, bodies }, [a, c, d], number);
}
