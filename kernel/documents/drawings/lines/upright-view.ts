/** @module upright view: sections and elevations: the cut bodies, and the visible lines behind the plane. */
import type { Compass, ElevationDefinition, SectionDefinition } from '../../../../schemas/views.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Drawing, Pen } from '../drawing.ts';
import { groundHeight } from '../ground.ts';
import { addScaleBar, addTitle } from '../pages/legend.ts';
import { addLevelMarks } from '../pages/level-marks.ts';
import { DASHED, layerOf, LAYERS, penOf, type Widths, widthsFor } from '../pens.ts';
import { isReference, lighten, referenceNote, referencePen } from '../reference-style.ts';
import { pagedDrawing, Sketch } from '../sketch.ts';
import { addCutParts } from './cut-parts.ts';
import type { FaceGrid } from './face-grid.ts';
import { gridOver, seenDepth } from './face-grid.ts';
import { HiddenLines } from './hidden-lines.ts';
import { LineSet } from './line-set.ts';
import type { Scene } from './scene.ts';
import { sceneOf } from './scene.ts';
import type { Frame } from './slice.ts';
import { addTints } from './tints.ts';

/** Number of edges between two checkpoints. */
const LOOKS = 1000;
/** Number of cells and faces tested against edges between two checkpoints. */
const TESTS = 30_000;
/** Number of drawn lines between two checkpoints. */
const LINES = 1000;
/** Margin around the view on paper, mm. */
const MARGIN_MM = 12;
/** Height of the space for the title below the view on paper, mm. */
const TITLE_MM = 16;
/** A line is drawn heavier if the surface next to it is more than this behind it, mm. */
const STEP_MM = 150;

/** Unit vectors towards the viewer. */
const NORMALS = {
  north: { x: 0, y: 1 },
  south: { x: 0, y: -1 },
  east: { x: 1, y: 0 },
  west: { x: -1, y: 0 },
} as const satisfies Record<Compass, Point2>;

/** The frame of a horizontal view; `normal` points towards the viewer, and `through` has depth 0. */
function uprightFrame(normal: Point2, through: Point2): Frame {
  const length = Math.sqrt(normal.x * normal.x + normal.y * normal.y);
  const [x, y] = [normal.x / length, normal.y / length];
  const off = through.x * x + through.y * y;
  return {
    origin: { x: x * off, y: y * off, z: 0 },
    right: { x: 0 - y, y: x, z: 0 },
    up: { x: 0, y: 0, z: 1 },
    deeper: { x: 0 - x, y: 0 - y, z: 0 },
  };
}

/** An elevation: the building from one side. */
export function elevationView(definition: ElevationDefinition, view: ModelView): Drawing {
  const { direction, scale } = definition;
  const frame = uprightFrame(NORMALS[direction], { x: 0, y: 0 });
  const title = `${direction.slice(0, 1).toUpperCase()}${direction.slice(1)} elevation`;
  return uprightView(
    { frame, scale, cuts: false, depth: null, title, note: `Elevation · 1:${scale}` },
    view,
  );
}

/** A section: the building behind a plane, cut open by it. */
export function sectionView(definition: SectionDefinition, view: ModelView): Drawing {
  const { origin, normal, depth, scale } = definition;
  const frame = uprightFrame(normal, origin);
  return uprightView(
    { frame, scale, cuts: true, depth, title: 'Section', note: `Section · 1:${scale}` },
    view,
  );
}

/** The parameters of a view: see `Outlook`; `note` is the line below its title. */
type Look = {
  readonly frame: Frame;
  readonly scale: number;
  readonly cuts: boolean;
  readonly depth: number | null;
  readonly title: string;
  readonly note: string;
};

function uprightView(look: Look, view: ModelView): Drawing {
  const scene = sceneOf(look, view);
  const grid = gridOver(scene.faces);
  const sketch = new Sketch(look.scale);
  addTints(sketch, { ...scene, grid, cuts: look.cuts }, view);
  lighten(sketch, widthsFor(sketch.scale).seen, 0, (item) => {
    return 'element' in item && isReference(item.element, view);
  });
  addLines(sketch, look, { scene, grid, view });
  const slices = Map.groupBy(scene.slices, ({ element }) => isReference(element.id, view));
  const drawn = sketch.items.length;
  addCutParts(sketch, slices.get(true) ?? [], view, look.frame);
  lighten(sketch, widthsFor(sketch.scale).seen, drawn);
  addCutParts(sketch, slices.get(false) ?? [], view, look.frame);
  const note = `${look.note}${referenceNote(scene.elements, view, 'references')}`;
  return finishedView(sketch, { ...look, note }, view);
}

/** Minimum length of a drawn line, mm. */
const MIN_LENGTH_MM = 0.5;
/** Maximum depth of a line in the plane of the section, mm. Also the tolerance of the ground level. */
const IN_PLANE_MM = 0.01;

function addLines(
  sketch: Sketch,
  look: Look,
  {
    scene,
    grid,
    view,
  }: { readonly scene: Scene; readonly grid: FaceGrid; readonly view: ModelView },
): void {
  const { faces, edges, elements } = scene;
  const lines = new HiddenLines(faces, grid);
  const set = new LineSet();
  for (const [index, edge] of edges.entries()) {
    if (lines.work >= TESTS || index % LOOKS === 0) {
      lines.work = 0;
      checkpoint({ done: index, total: edges.length, doing: 'lines' });
    }
    if (grid.shown[edge.face] === 0) continue;
    if (look.cuts && edge.az < IN_PLANE_MM && edge.bz < IN_PLANE_MM) continue;
    const face = faces[edge.face];
    const element = elements[edge.body];
    if (face === undefined || element === undefined) continue;
    for (const part of lines.visible(edge)) {
      set.add({ edge, face, part, id: element.id, category: view.kinds.of(element).category });
    }
  }
  const widths = widthsFor(sketch.scale);
  const pens = pensFor(widths, view);
  const ground = groundHeight(view);
  let drawn = 0;
  for (const { from, to, id, category, depth } of set.merged()) {
    if (drawn % LINES === 0) checkpoint({ done: drawn, total: set.size, doing: 'line widths' });
    drawn += 1;
    // The remainder of an edge whose other parts were dropped as duplicates.
    if (segmentLengthMm(from, to) < MIN_LENGTH_MM) continue;
    const own = pens(id, category);
    const depths = samplePoints(from, to).map((p) => seenDepth(faces, grid, p.x, p.y));
    const farthest = Math.max(...depths);
    const weight = farthest === Infinity ? 0 : farthest - depth > STEP_MM ? 1 : 2;
    const pen = weight === 0 ? own[look.cuts ? 1 : 0] : own[weight];
    if (look.cuts) sketch.line([from, to], pen, id);
    else addAtGround(sketch, [from, to], { pen, id, ground });
  }
}

/** Pens of an outline, of an edge in front of another surface, and of any other line. */
type Pens = readonly [outline: Pen, edge: Pen, seen: Pen];

/** The pens of an element by its category; those of reference models are light and thin. */
function pensFor(widths: Widths, view: ModelView): (id: string, category: string) => Pens {
  const pale = referencePen(widths.seen);
  const known = new Map<string, Pens>();
  return (id, category) => {
    if (isReference(id, view)) return [pale, pale, pale];
    const layer = layerOf(category, 'seen');
    const pens = known.get(category) ?? [
      penOf(layer, widths.cut),
      penOf(layer, widths.edge),
      penOf(layer, widths.seen),
    ];
    known.set(category, pens);
    return pens;
  };
}

/** Draws a line of an elevation; the part below the ground is dashed. */
function addAtGround(
  sketch: Sketch,
  [from, to]: readonly [Point2, Point2],
  { pen, id, ground }: { readonly pen: Pen; readonly id: string; readonly ground: number },
): void {
  const [low, high] = from.y <= to.y ? [from, to] : [to, from];
  if (low.y >= ground - IN_PLANE_MM) return sketch.line([from, to], pen, id);
  const { layer, colour } = pen;
  const dashed = penOf(layer, widthsFor(sketch.scale).seen, { dash_mm: DASHED, colour });
  if (high.y <= ground + IN_PLANE_MM) return sketch.line([from, to], dashed, id);
  const share = (ground - low.y) / (high.y - low.y);
  const middle = { x: low.x + (high.x - low.x) * share, y: ground };
  sketch.line([middle, high], pen, id);
  sketch.line([low, middle], dashed, id);
}

/** Distance from a line at which the visible depth on both sides is sampled, mm. */
const SAMPLE_OFFSET_MM = 3;

function samplePoints(from: Point2, to: Point2): readonly Point2[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const by = SAMPLE_OFFSET_MM / Math.sqrt(dx * dx + dy * dy);
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return [
    { x: x - dy * by, y: y + dx * by },
    { x: x + dy * by, y: y - dx * by },
  ];
}

function finishedView(sketch: Sketch, look: Look, view: ModelView): Drawing {
  const box = sketch.box() ?? { min: { x: 0, y: 0 }, max: { x: 80, y: 40 } };
  const y = groundHeight(view);
  if (!look.cuts && box.min.y * sketch.scale <= y && box.max.y * sketch.scale > y) {
    const [left, right] = [box.min.x - 8, box.max.x + 8].map((x) => x * sketch.scale);
    sketch.line(
      [
        { x: left ?? 0, y },
        { x: right ?? 0, y },
      ],
      penOf(LAYERS.ground, 0.7),
    );
  }
  addLevelMarks(sketch, { x: box.max.x + 12, to: box.max.x + 36, from: box.max.x + 2 }, view);
  const page = {
    min: { x: box.min.x - MARGIN_MM, y: box.min.y - MARGIN_MM - TITLE_MM },
    max: { x: Math.max(box.max.x + 40, box.min.x + 140) + MARGIN_MM, y: box.max.y + MARGIN_MM },
  };
  addTitle(sketch, { at: { x: box.min.x, y: page.min.y + 6 }, title: look.title, note: look.note });
  addScaleBar(sketch, { x: page.max.x - 70, y: page.min.y + 9 });
  return pagedDrawing(sketch, { title: look.title, box: page, view: box });
}
