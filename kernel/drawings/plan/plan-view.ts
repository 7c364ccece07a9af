/** @module plan view: a storey cut open at a height and seen from above. */
import type { PlanDefinition } from '../../../schemas/views.ts';
import type { Steps } from '../../findings/steps.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { pointInRing } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Area } from '../../spatial/disc/regions.ts';
import { united, without } from '../../spatial/disc/regions.ts';
import type { Drawing } from '../drawing.ts';
import { inFrame, planFrame, sliceRings } from '../lines/slice.ts';
import { addNorth, addScaleBar, addTitle } from '../pages/legend.ts';
import { DASHED, layerOf, penOf, poche, widthsFor } from '../pens.ts';
import type { PaperBox } from '../sketch.ts';
import { boxOf, insertedItems, pagedDrawing, Sketch } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import { cutWall } from './cut-walls.ts';
import { addInWall } from './opening-symbols.ts';
import { addRoomLabels } from './room-labels.ts';
import { addStair } from './stair-symbol.ts';
import type { DrawnView, Storey } from './storey.ts';
import { storeyOf } from './storey.ts';

/** Paper around the plan, mm. */
const MARGIN_MM = 12;
const TITLE_MM = 16;
/** Elements between two stops. */
const STRIDE = 500;

/** The plan of a level; null when the view has no such level. */
export function* planView(plan: PlanDefinition, view: DrawnView): Steps<Drawing | null> {
  const storey = storeyOf(plan, view);
  if (storey === null) return null;
  const sketch = new Sketch(plan.scale);
  const walls: CutWall[] = [];
  for (const [index, element] of storey.cutElements.entries()) {
    if (index % STRIDE === 0) {
      yield { done: index, total: storey.cutElements.length, doing: 'walls' };
    }
    const cut = element.kind === 'wall' ? cutWall(element, storey.cut, view) : null;
    if (cut !== null) walls.push(cut);
  }
  yield { done: 1, total: 3, doing: 'outlines' };
  const cover = united(walls.map(({ footprint }) => [footprint]));
  addBelow(sketch, storey, view);
  const taken: PaperBox[] = [...addStairs(sketch, storey, view)];
  addCut(sketch, storey, { walls, view });
  for (const { fillings } of walls) {
    for (const thing of fillings) addInWall(sketch, thing);
  }
  taken.push(...walls.flatMap((wall) => swings(sketch, wall)));
  addAbove(sketch, storey, { cover, view });
  yield { done: 2, total: 3, doing: 'text' };
  addRoomLabels(sketch, storey.rooms, { view, taken });
  return finishedPlan(sketch, storey, plan);
}

/** Outlines of what lies below the cut. */
function addBelow(sketch: Sketch, { below }: Storey, view: DrawnView): void {
  const widths = widthsFor(sketch.scale);
  for (const element of below) {
    if (element.kind === 'stair' || view.kinds.of(element).fills !== 'none') continue;
    const outline = view.outline(element.id) ?? outlineOfMesh(element.id, view);
    if (outline === null) continue;
    const pen = penOf(layerOf(view.kinds.of(element).category, 'seen'), widths.seen);
    sketch.line(outline, pen, element.id, true);
    for (const hole of holesIn(element, view)) sketch.line(hole, pen, element.id, true);
  }
}

/** Box of the body in plan, for kinds that have a body and no outline. */
function outlineOfMesh(id: string, view: DrawnView): Ring | null {
  const bounds = view.bounds(id);
  if (bounds === null) return null;
  const { min, max } = bounds;
  return [
    { x: min.x, y: min.y },
    { x: max.x, y: min.y },
    { x: max.x, y: max.y },
    { x: min.x, y: max.y },
  ];
}

/** Holes of a floor, its own and those of openings in it. */
function holesIn(element: Element, view: DrawnView): readonly Ring[] {
  const own = element.kind === 'floor' ? element.params.holes : [];
  const hosted = view.hostedBy(element.id).flatMap(({ id, kind }) => {
    const outline = kind === 'opening' ? view.outline(id) : null;
    return outline === null ? [] : [outline];
  });
  return [...own, ...hosted];
}

/** Stairs that are cut and stairs that arrive here; gives the places that they take. */
function addStairs(sketch: Sketch, storey: Storey, view: DrawnView): readonly PaperBox[] {
  const floors = storey.below.filter(({ kind }) => kind === 'floor');
  const holes = floors.flatMap((floor) => holesIn(floor, view));
  const slabs = floors.flatMap(({ id }) => [view.outline(id) ?? []]);
  const throughHole = (point: Point2): boolean =>
    holes.some((hole) => pointInRing(point, hole)) ||
    !slabs.some((slab) => slab.length > 2 && pointInRing(point, slab));
  const boxes: PaperBox[] = [];
  for (const stair of [...storey.cutElements, ...storey.below]) {
    if (stair.kind !== 'stair') continue;
    const fromBelow = stair.params.level_id !== storey.level.id;
    const isSeen = fromBelow ? throughHole : () => true;
    const cut = storey.cutElements.includes(stair) && !fromBelow ? storey.cut : null;
    addStair(sketch, { stair, cut, isSeen }, view);
    const box = boxOf((view.outline(stair.id) ?? []).map((point) => sketch.on(point)));
    if (box !== null) boxes.push(box);
  }
  return boxes;
}

/** What the plan cuts: walls that bear, other walls, and bodies of other kinds. */
function addCut(
  sketch: Sketch,
  { cutElements, cut }: Storey,
  { walls, view }: { readonly walls: readonly CutWall[]; readonly view: DrawnView },
): void {
  const { cut: width, edge } = widthsFor(sketch.scale);
  for (const bears of [false, true]) {
    const pieces = walls.filter(({ wall }) => wall.params.load_bearing === bears);
    const rings = united(pieces.map((wall) => wall.pieces));
    const pen = penOf(layerOf('Walls', 'cut'), bears ? width : edge);
    sketch.area(rings, poche('Walls', bears), { pen });
  }
  const frame = planFrame(cut);
  for (const element of cutElements) {
    const { category, body, fills } = view.kinds.of(element);
    const isDrawn = element.kind === 'wall' || element.kind === 'stair' || fills !== 'none';
    if (isDrawn || body === 'none' || body.occupies === 'space') continue;
    const mesh = view.fineMesh(element.id);
    if (mesh === null) continue;
    const rings = sliceRings(inFrame(mesh, frame), mesh.triangles);
    const pen = penOf(layerOf(category, 'cut'), width);
    sketch.area(rings, poche(category, true), { pen, element: element.id });
  }
}

/** What doors sweep, on paper; labels keep away from it. */
function swings(sketch: Sketch, { fillings }: CutWall): readonly PaperBox[] {
  return fillings.flatMap(({ element, filling, from, to, along, met }) => {
    if (element.kind !== 'door' || met !== 'cut') return [];
    const reach = element.params.door_type === 'double' ? filling.cut.width / 2 : filling.cut.width;
    const side = (point: Point2, by: number): Point2 =>
      sketch.on({ x: point.x - along.y * by, y: point.y + along.x * by });
    const back = element.params.swing === 'both' ? -reach : 0;
    return [
      boxOf([side(from, back), side(to, back), side(from, reach), side(to, reach)]) ?? [],
    ].flat();
  });
}

/** What hangs above the cut and is wider than the walls below it, in dashes: beams, roofs, holes of the next floor. */
function addAbove(
  sketch: Sketch,
  { above, level }: Storey,
  { cover, view }: { readonly cover: Area; readonly view: DrawnView },
): void {
  const width = widthsFor(sketch.scale).seen;
  const block = united([cover.filter((ring) => area2(ring) > 0)]);
  for (const element of above) {
    const { category, fills, body } = view.kinds.of(element);
    if (fills !== 'none' || body === 'none' || body.occupies === 'space') continue;
    if (element.kind === 'wall' || element.kind === 'stair' || element.kind === 'railing') continue;
    if (element.kind === 'column') continue;
    const outline = view.outline(element.id) ?? outlineOfMesh(element.id, view);
    if (outline === null) continue;
    const pen = penOf(layerOf(category, 'above'), width, { dash_mm: DASHED });
    const over = element.kind === 'beam' || without([outline], block).length > 0;
    if (over) sketch.line(outline, pen, element.id, true);
    if (element.kind !== 'floor' || element.params.level_id === level.id) continue;
    for (const hole of holesIn(element, view)) sketch.line(hole, pen, element.id, true);
  }
}

function area2(ring: Ring): number {
  return ring.reduce((sum, to, i) => {
    const from = ring.at(i - 1) ?? to;
    return sum + from.x * to.y - from.y * to.x;
  }, 0);
}

/** Name, scale, scale bar and north below and beside the plan, on paper that is large enough. */
function finishedPlan(sketch: Sketch, { level }: Storey, plan: PlanDefinition): Drawing {
  const box = boxOf(pointsOf(sketch)) ?? { min: { x: 0, y: 0 }, max: { x: 60, y: 40 } };
  const title = level.params.name;
  const note = `Plan · 1:${plan.scale} · cut ${plan.cut_height} mm above ${elevationText(level.params.elevation)}`;
  const page = {
    min: { x: box.min.x - MARGIN_MM, y: box.min.y - MARGIN_MM - TITLE_MM },
    max: { x: Math.max(box.max.x, box.min.x + 90) + MARGIN_MM, y: box.max.y + MARGIN_MM },
  };
  addTitle(sketch, { at: { x: box.min.x, y: page.min.y + 6 }, title, note });
  addScaleBar(sketch, { x: page.max.x - 78, y: page.min.y + 9 });
  addNorth(sketch, { x: page.max.x - 12, y: page.min.y + 12 });
  return pagedDrawing(sketch, { title, box: page, view: box });
}

/** Elevation of a level as it is written in plans, in metres. */
function elevationText(mm: number): string {
  const text = (Math.abs(mm) / 1000).toFixed(3);
  return `${mm > 0 ? '+' : mm < 0 ? '−' : '±'}${text}`;
}

function* pointsOf({ items, blocks }: Sketch): Iterable<Point2> {
  for (const item of items) {
    if (item.shape === 'polyline') {
      yield* item.points;
    } else if (item.shape === 'area') {
      yield* item.rings.flat();
    } else if (item.shape === 'dimension') {
      yield item.text_at;
    } else if (item.shape === 'insert') {
      const block = blocks.get(item.block);
      for (const shape of block === undefined ? [] : insertedItems(block, item)) {
        if (shape.shape === 'polyline') yield* shape.points;
        else if (shape.shape === 'area') yield* shape.rings.flat();
      }
    }
  }
}
