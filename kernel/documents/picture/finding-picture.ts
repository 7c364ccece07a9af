/**
 * @module finding picture: draws the elements of a finding, their surroundings, and marks for the place of the fault.
 */

import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import type { Point2 } from '../../building/geometry/vector.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../../checks/findings/finding.ts';
import { DepthBuffers } from '../drawings/camera/depth-buffer.ts';
import { Edges } from '../drawings/camera/edges.ts';
import { lensOf, spotIn } from '../drawings/camera/lens.ts';
import type { Drawing, Item } from '../drawings/drawing.ts';
import { WHITE } from '../drawings/pens.ts';
import { png } from '../drawings/print/png.ts';
import { PIXELS_PER_MM } from '../drawings/shapes.ts';
import { pictureDrawing } from '../drawings/sketch.ts';
import { newRaster } from '../raster/raster.ts';
import { colourOf } from './colours.ts';
import { composeLayers, type Layers } from './compose.ts';
import { inksOf } from './inks.ts';
import { addBody, type Easel, newEasel } from './layer.ts';
import { placeItems, roomName, signItems, signOf, signPlace, wayItems } from './marks.ts';
import { AREA, legendItems, PAGE, pageItems } from './page.ts';
import type { Look, Scene } from './scene.ts';
import { sceneOf } from './scene.ts';
import { sharedLayer } from './shared-layer.ts';

/**
 * Directions of view, pointing away from the viewer. The vectors are exact, so that every machine draws the same
 * pixels.
 */
export const DIRECTIONS = {
  plan: { x: 0, y: 0, z: -1 },
  axonometric: { x: 0.48, y: 0.64, z: -0.6 },
} as const;
/** Share of the drawing area that the visible box fills; a plan fills it completely. */
const SHARES = { plan: 1, axonometric: 0.96 } as const;
/**
 * Resolution of the model picture in relation to that of the final image: four pixels are averaged to one, so that edges
 * are smooth.
 */
const FINE = 2;

/** Distance between the sample points of a line that signs avoid, pixels. */
const STEP = 50;
/** Maximum number of steps between sample points on one segment of a line. */
const STEPS_MAX = 60;

/** A picture, and the elements that it does not show. */
export type FindingPicture = {
  readonly drawing: Drawing;
  /** Elements of the finding that are not in the view. */
  readonly gone: readonly string[];
  /** Number of elements that exceed the maximum and are not drawn. */
  readonly left_out: number;
};

/** The direction from which a finding is usually drawn: clashes axonometric, the others from above. */
export function usualLook({ check }: Pick<Finding, 'check'>): Look {
  return check.startsWith('clash.') ? 'axonometric' : 'plan';
}

/** How pictures are drawn. */
export type PictureOptions = {
  /** Pixels of the final image per millimetre of paper; the time of a picture grows with its square. */
  readonly per_mm?: number;
  /** Buffers of earlier pictures. */
  readonly buffers?: DepthBuffers;
};

/** The picture as PNG, with the resolution with which it was drawn; its title is the message of the finding. */
export function findingPng(
  { drawing }: FindingPicture,
  { per_mm = PIXELS_PER_MM }: PictureOptions = {},
): Buffer {
  return png(drawing, PAGE.width * per_mm);
}

/**
 * Draws a finding in the model of the view. Null if the finding has no location and none of its elements has a place in
 * the view. The same input gives the same drawing.
 */
export function findingPicture(
  finding: Finding,
  look: Look,
  view: ModelView,
  { per_mm = PIXELS_PER_MM, buffers = new DepthBuffers() }: PictureOptions = {},
): FindingPicture | null {
  const { min, max } = AREA;
  const size = { width: max.x - min.x, height: max.y - min.y };
  const fine_per_mm = FINE * per_mm;
  const pixels = { width: size.width * fine_per_mm, height: size.height * fine_per_mm };
  const scene = sceneOf(finding, { look, aspect: size.width / size.height }, view);
  if (scene === null) return null;
  const camera = { view: 'camera', kind: 'axonometric', scale: null } as const;
  const lens = lensOf({ ...camera, direction: DIRECTIONS[look] }, scene.box, {
    ...pixels,
    share: SHARES[look],
  });
  checkpoint({ done: 0, total: 1, doing: 'bodies' });
  const easel = newEasel(lens, scene.box, buffers);
  const layers = drawnLayers(scene, easel, buffers);
  const roles = [...scene.bodies.map(({ role }) => role), { role: 'shared' } as const];
  const { surfaces, cuts } = easel;
  const raster = newRaster(pixels.width, pixels.height, WHITE);
  const edges = new Edges({ surfaces, meshOf: (body) => scene.bodies[body]?.mesh ?? null });
  composeLayers(raster, layers, { edges, inks: inksOf(surfaces, cuts, roles) });
  const isShared = layers.shared !== null;
  const drawing = pictureDrawing(
    finding.message,
    { width_mm: PAGE.width, height_mm: PAGE.height },
    [
      ...pageItems(finding),
      { shape: 'picture', at: min, ...size, raster },
      ...markItems(scene, layers, { easel, fine_per_mm }),
      ...legendItems({ scene, isShared, scale: lens.scale / fine_per_mm }),
    ],
  );
  const { around, first, others } = layers;
  buffers.give([easel.own, around, first, others]);
  return { drawing, gone: scene.gone, left_out: scene.left_out };
}

function drawnLayers({ bodies, look }: Scene, easel: Easel, buffers: DepthBuffers): Layers {
  const { width, height } = easel.lens;
  const [around, first, others] = [
    buffers.take(width, height),
    buffers.take(width, height),
    buffers.take(width, height),
  ];
  const pair: Mesh[] = [];
  for (const [body, { mesh, role, cut, shares }] of bodies.entries()) {
    checkpoint({ done: body, total: bodies.length, doing: 'bodies' });
    const layer = role.role !== 'concerned' ? around : role.index === 0 ? first : others;
    addBody(layer, { mesh, body, isCut: cut }, easel);
    if (shares) pair.push(mesh);
  }
  const [one, ...rest] = pair;
  if (one === undefined || rest.length === 0) return { around, first, others, shared: null };
  // A plan shows intersections at all heights.
  const both = { pair: [[one], rest], body: bodies.length, isCut: look !== 'plan' } as const;
  return { around, first, others, shared: sharedLayer(both, easel) };
}

/** The marks: lines of the finding, its place, a sign for each element, and the names of rooms. */
function* markItems(
  { ways, place, concerned, bodies, rooms }: Scene,
  { first, others }: Layers,
  { easel, fine_per_mm }: { readonly easel: Easel; readonly fine_per_mm: number },
): Iterable<Item> {
  const { surfaces, lens } = easel;
  const onPaper = (spot: Point2): Point2 => paperOf(spot, fine_per_mm);
  const taken: Point2[] = [];
  for (const way of ways) {
    const spots = way.map((point) => spotIn(lens, point));
    yield* wayItems(spots.map(onPaper));
    taken.push(...alongWay(spots));
  }
  if (place !== null) {
    const spot = spotIn(lens, place);
    taken.push(spot);
    yield* placeItems(onPaper(spot));
  }
  const signed = { layers: [first, others], bodies: surfaces.bodies, lens, taken };
  for (const [index, { id }] of concerned.entries()) {
    const body = bodies.findIndex((one) => one.id === id);
    const at = body < 0 ? null : signPlace(body, signed);
    if (at === null) continue;
    taken.push(at);
    yield* signItems(onPaper(at), signOf(index), colourOf(index));
  }
  for (const room of rooms) yield* roomName(room, { lens, taken }, onPaper);
}

/** Converts a pixel of the model picture to a point on the paper. */
function paperOf({ x, y }: Point2, per_mm: number): Point2 {
  return { x: AREA.min.x + x / per_mm, y: AREA.max.y - y / per_mm };
}

/** Sample points along a line, close enough together that no sign fits between them. */
function alongWay(spots: readonly Point2[]): readonly Point2[] {
  return spots.flatMap((to, index): Point2[] => {
    const from = spots[index - 1] ?? to;
    const length = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2);
    const steps = Math.min(STEPS_MAX, Math.ceil(length / STEP));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const share = steps === 0 ? 1 : step / steps;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    });
  });
}
