/** @module camera view: a shaded three-dimensional picture of the building, with its own shadow and with edges. */
import type { CameraDefinition } from '../../../../schemas/views.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Box3, Point3 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { coloursOf, PICTURE_GLASS } from '../../../building/kinds/facets/appearance.ts';
import { occupancyOf } from '../../../building/kinds/facets/per-element.ts';
import { shownBody } from '../../../building/kinds/shared/shown-body.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Raster, Rgb } from '../../raster/raster.ts';
import type { Drawing } from '../drawing.ts';
import { groundHeight } from '../ground.ts';
import { nearestFirst } from '../nearest-first.ts';
import { bothSides, hasFormOfFile, mayBeOpen } from '../open-parts.ts';
import { isReference, REFERENCE_SURFACE } from '../reference-style.ts';
import { pictureDrawing } from '../sketch.ts';
import type { DepthBuffer } from './depth-buffer.ts';
import { newBuffer } from './depth-buffer.ts';
import { HiddenTiles } from './hidden-tiles.ts';
import type { Lens } from './lens.ts';
import { inLens, lensOf, spreadOf } from './lens.ts';
import { addTriangle, MeshPainter } from './mesh-painter.ts';
import { shadeStage } from './shade.ts';
import type { Stage } from './stage.ts';
import { GROUND_BODY, Surfaces } from './stage.ts';

/** Size of the picture, pixels. */
const SIZE = { width: 1600, height: 1130 } as const;
/** Size of the paper, mm: the width of A4 landscape, with the proportions of the picture. */
const PAPER = { width: 297, height: 297 * (1130 / 1600) } as const;
/** Size of the shadow map (the depth buffer as seen from the sun), pixels. */
const SHADOW = { width: 1400, height: 1400 } as const;
/** Direction of the sunlight: from the south-west, about 40 degrees above the horizon. */
const SUN: Point3 = { x: 0.48, y: 0.6, z: -0.64 };
/** Number of bodies between two checkpoints. */
const STRIDE = 200;
/** Number of triangles between two checkpoints. */
const TRIANGLES = 6000;
/** Width of the ground around the building, as a share of the size of the building. */
const GROUND_SHARE = 0.35;
/** Depth of the ground below its height, or below the building, mm; otherwise it would hide floors at its height. */
const GROUND_BELOW_MM = 30;

/** Colour of the mullions of glazed elements. */
const FRAME: Rgb = [122, 126, 132];
/** Colour of the ground. */
const GROUND: Rgb = [232, 234, 228];

/**
 * The picture of a camera: a drawing with one raster image, shaded, with shadows and edges. `isEmpty`: it shows no
 * element.
 */
export function cameraView(
  camera: CameraDefinition,
  view: ModelView,
): { readonly drawing: Drawing; readonly isEmpty: boolean } {
  const { bodies, box } = bodiesOf(view);
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
      return bodily === undefined ? null : (shownBody(bodily.element, view)?.mesh ?? null);
    },
  };
  const ground = stage.surfaces.add({ x: 0, y: 0, z: 1 }, GROUND_BODY, GROUND);
  const painter = new MeshPainter(stage);
  addBodies({ lens: stage.lens, buffer: stage.seen, bodies, painter }, (body, { element }) => {
    const shown = shownBody(element, view);
    const colours = coloursOf(view.kinds.of(element).appearance, element);
    if (shown === null || colours === null) return;
    const { glass, rest, framed, file } = shown;
    const own = glass !== null && framed ? FRAME : colours.picture;
    const colour = isReference(element.id, view) ? REFERENCE_SURFACE : own;
    const isOpen = mayBeOpen(element, file);
    const isOfFile = hasFormOfFile(element, file);
    const add = (mesh: Mesh, of: Rgb): void => {
      const triangles = isOpen ? bothSides(mesh.triangles) : mesh.triangles;
      painter.addSeen({ ...mesh, triangles }, { colour: of, body, isOfFile }, stage.seen);
    };
    add(rest, colour);
    if (glass !== null) add(glass, PICTURE_GLASS);
  });
  addBodies({ lens: stage.sun, buffer: stage.lit, bodies, painter }, (_, { element }) => {
    const shown = shownBody(element, view);
    // The panes of a file are so thin that their backs would shade their fronts; glass casts no shadow.
    if (shown !== null) painter.addLit(shown.file === null ? shown.mesh : shown.rest, stage);
  });
  addGround(stage, { box, z: groundOf(box, view), number: ground });
  const isEmpty = stage.seen.face.every((face) => face === 0 || face === ground);
  return { drawing: drawingOf(shadeStage(stage), titleOf(camera)), isEmpty };
}

/** An element with a material body, and the bounding box of this body. */
type Bodily = { readonly element: Element; readonly box: Box3 };

/**
 * Calls `draw` for bodies, nearest first. A body that is certainly hidden by those already drawn is skipped, so that
 * its mesh is never generated.
 */
function addBodies(
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
): void {
  const spreads = bodies.map(({ box }) => spreadOf(lens, box));
  const order = nearestFirst(
    Float64Array.from(spreads, (spread) => (spread === null ? -FAR : -spread.near)),
  );
  const hidden = new HiddenTiles(buffer, lens.perspective);
  let drawn = painter.triangles;
  for (const [done, index] of order.entries()) {
    if (done % STRIDE === 0 || painter.triangles - drawn > TRIANGLES) {
      drawn = painter.triangles;
      checkpoint({ done, total: order.length, doing: 'bodies' });
    }
    const [bodily, spread] = [bodies[index], spreads[index] ?? null];
    if (bodily === undefined || (spread !== null && hidden.hides(spread))) continue;
    draw(index, bodily);
  }
}

/** Sort key of a body whose extent in the picture is unknown: it is drawn before all others. */
const FAR = 1e12;

/** The elements with a material body, and the bounding box of all of them. */
function bodiesOf(view: ModelView): { readonly bodies: readonly Bodily[]; readonly box: Box3 } {
  const bodies: Bodily[] = [];
  const [min, max] = [
    { x: Infinity, y: Infinity, z: Infinity },
    { x: -Infinity, y: -Infinity, z: -Infinity },
  ];
  const total = view.count();
  let looked = 0;
  for (const element of view.elements()) {
    if (looked % STRIDE === 0) checkpoint({ done: looked, total, doing: 'elements' });
    looked += 1;
    if (occupancyOf(element, view.kinds) !== 'matter') continue;
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

/** Bounding box of a model without bodies, mm: an arbitrary cube, so that the lens has a finite scale. */
const NOTHING: Box3 = { min: { x: 0, y: 0, z: 0 }, max: { x: 1000, y: 1000, z: 1000 } };

/**
 * Height of the ground, mm: just below that of elevations if the building reaches from it or below to above it, otherwise just
 * below the building.
 */
function groundOf({ min, max }: Box3, view: ModelView): number {
  const ground = groundHeight(view);
  return (min.z <= ground && max.z > ground ? ground : min.z) - GROUND_BELOW_MM;
}

function titleOf({ kind }: CameraDefinition): string {
  return kind === 'axonometric' ? 'Axonometric view' : 'Perspective';
}

function drawingOf(raster: Raster, title: string): Drawing {
  const picture = { shape: 'picture', at: { x: 0, y: 0 }, ...PAPER, raster } as const;
  return pictureDrawing(title, { width_mm: PAPER.width, height_mm: PAPER.height }, [picture]);
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
