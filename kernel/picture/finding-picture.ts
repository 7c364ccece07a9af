/** @module finding picture: a finding as a picture in which one sees at once what is wrong where. */
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { Point3 } from '../geometry/vector.ts';
import { halved } from '../raster/raster.ts';
import type { Raster } from '../raster/raster.ts';
import type { Point } from '../raster/smooth-shapes.ts';
import type { Camera, Look, Window } from './camera.ts';
import { cameraOn, spotOf, windowOf } from './camera.ts';
import { colourOf } from './colours.ts';
import { composed, type Layers } from './compose.ts';
import { inksOf } from './inks.ts';
import { addBody, emptyLayer, type Easel } from './layer.ts';
import {
  drawPlace,
  drawRoomName,
  drawSign,
  drawWay,
  onSheet,
  type Sheet,
  signOf,
  signPlace,
} from './marks.ts';
import { AREA, drawLegend, newPage } from './page.ts';
import type { DrawnView, Scene } from './scene.ts';
import { sceneOf } from './scene.ts';
import { sharedLayer } from './shared-layer.ts';
import { facesOf } from './surfaces.ts';
import type { Face } from './surfaces.ts';

/** Dots between points of a way that signs keep away from, and most of them on one part of it. */
const STEP = 50;
const STEPS_MAX = 60;

/** A picture with what is said beside it. */
export type FindingPicture = {
  readonly raster: Raster;
  readonly gone: readonly string[];
  /** Elements that were too many to draw. */
  readonly left_out: number;
};

/** Draws a finding as the view shows it now; null when nothing of it has a place. The same input gives the same dots. */
export function* findingPicture(
  finding: Finding,
  look: Look,
  view: DrawnView,
): Steps<FindingPicture | null> {
  const scene = sceneOf(finding, { look, aspect: AREA.width / AREA.height }, view);
  if (scene === null) return null;
  const raster = newPage(finding);
  const camera = cameraOn(look, scene.box, AREA);
  const window = windowOf(camera, scene.box);
  yield { done: 0, total: 1, doing: 'bodies' };
  const easel: Easel = { camera, surfaces: [null], own: emptyLayer(camera) };
  const layers = yield* drawnLayers(scene, window, easel);
  const roles = [...scene.bodies.map(({ role }) => role), { role: 'shared' } as const];
  const { surfaces } = easel;
  yield* composed(raster, AREA, layers, { camera, surfaces, inks: inksOf(surfaces, roles) });
  drawMarks({ raster, camera, corner: AREA }, scene, layers, easel);
  drawLegend(raster, { scene, shared: layers.shared !== null, scale: camera.scale });
  return { raster: halved(raster), gone: scene.gone, left_out: scene.left_out };
}

function* drawnLayers({ bodies, look }: Scene, window: Window, easel: Easel): Steps<Layers> {
  const [around, first, others] = [
    emptyLayer(easel.camera),
    emptyLayer(easel.camera),
    emptyLayer(easel.camera),
  ];
  const pair: (readonly Face[])[] = [];
  for (const [index, { mesh, role, cut, shares }] of bodies.entries()) {
    yield { done: index, total: bodies.length, doing: 'bodies' };
    const faces = facesOf(mesh, index, easel.surfaces);
    const layer = role.role !== 'concerned' ? around : role.index === 0 ? first : others;
    addBody(layer, faces, cut ? window : null, easel);
    if (shares) pair.push(faces);
  }
  const [one, ...rest] = pair;
  if (one === undefined || rest.length === 0) return { around, first, others, shared: null };
  // A plan shows what two share at whatever height it lies.
  const within = look === 'plan' ? null : window;
  const shared = sharedLayer([one, rest.flat()], bodies.length, within, easel);
  return { around, first, others, shared };
}

function drawMarks(
  sheet: Sheet,
  scene: Scene,
  { first, others }: Layers,
  { surfaces }: Easel,
): void {
  const { raster, camera, corner } = sheet;
  for (const way of scene.ways) drawWay(sheet, way);
  const taken: Point[] = scene.ways.flatMap((way) => alongWay(camera, way));
  if (scene.place !== null) {
    const { x, y } = spotOf(camera, scene.place);
    taken.push([x, y]);
    drawPlace(raster, onSheet(sheet, scene.place));
  }
  const signed = { layers: [first, others], surfaces, camera };
  for (const [index, { id }] of scene.concerned.entries()) {
    const element = scene.bodies.findIndex((body) => body.id === id);
    const at = element < 0 ? null : signPlace(element, { ...signed, taken });
    if (at === null) continue;
    taken.push(at);
    drawSign(raster, [at[0] + corner.x, at[1] + corner.y], signOf(index), colourOf(index));
  }
  for (const { name, at } of scene.rooms) drawRoomName(sheet, { name, at, taken });
}

/** Points on a line, near enough to each other that no sign comes between them, dots. */
function alongWay(camera: Camera, way: readonly Point3[]): readonly Point[] {
  const spots = way.map((point) => spotOf(camera, point));
  return spots.flatMap((to, index): Point[] => {
    const from = spots[index - 1] ?? to;
    const length = Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2);
    const steps = Math.min(STEPS_MAX, Math.ceil(length / STEP));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const share = steps === 0 ? 1 : step / steps;
      return [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    });
  });
}
