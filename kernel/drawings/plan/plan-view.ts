/** @module plan view: a storey cut open at a height and seen from above. */
import type { PlanDefinition } from '../../../schemas/views.ts';
import type { Steps } from '../../findings/steps.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { united } from '../../spatial/disc/regions.ts';
import type { Drawing } from '../drawing.ts';
import { inFrame, planFrame, sliceRings } from '../lines/slice.ts';
import { addNorth, addScaleBar, addTitle } from '../pages/legend.ts';
import { elevationText } from '../pages/level-marks.ts';
import { layerOf, penOf, poche, widthsFor } from '../pens.ts';
import type { PaperBox } from '../sketch.ts';
import { boxOf, insertedItems, pagedDrawing, Sketch } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import { cutWall } from './cut-walls.ts';
import { addDimensions } from './dimension-chains.ts';
import { addGrids } from './grid-lines.ts';
import { addInWall } from './opening-symbols.ts';
import { addRoomLabels } from './room-labels.ts';
import { addAbove, addBelow, coverOf } from './seen.ts';
import { addStairs } from './stair-symbol.ts';
import type { DrawnView, Storey } from './storey.ts';
import { storeyOf } from './storey.ts';
import { TakenPaper } from './taken-paper.ts';

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
  for (const [index, { id }] of storey.cut_elements.entries()) {
    if (index % STRIDE === 0) {
      yield { done: index, total: storey.cut_elements.length, doing: 'walls' };
    }
    const wall = view.elementOf(id, 'wall');
    const cut = wall === undefined ? null : cutWall(wall, storey.cut, view);
    if (cut !== null) walls.push(cut);
  }
  yield { done: 1, total: 3, doing: 'outlines' };
  const cover = coverOf(walls, storey, view);
  const stairs = addStairs(sketch, storey, { cover, view });
  const drawn = new Set([...walls.map(({ wall }) => wall.id), ...stairs.map(({ id }) => id)]);
  const rest: Storey = {
    ...storey,
    below: storey.below.filter(({ id }) => !drawn.has(id)),
    cut_elements: storey.cut_elements.filter(({ id }) => !drawn.has(id)),
  };
  addBelow(sketch, rest, { cover, view });
  addCutWalls(sketch, walls);
  addCutBodies(sketch, rest, view);
  for (const thing of walls.flatMap(({ fillings }) => fillings)) addInWall(sketch, thing);
  addAbove(sketch, rest, { cover, view });
  yield { done: 2, total: 3, doing: 'text' };
  const taken = [...stairs, ...walls.flatMap(({ fillings }) => fillings.map((f) => f.element))];
  const paper = new TakenPaper();
  for (const used of taken.flatMap(({ id }) => usedPaper(sketch, id, view))) paper.add(used);
  addRoomLabels(sketch, storey.rooms, { view, taken: paper });
  const box = boxOf(pointsOf(sketch));
  if (box !== null) addDimensions(sketch, walls, { block: cover.block, box });
  addGrids(sketch, storey.grids, boxOf(pointsOf(sketch)));
  return finishedPlan(sketch, { storey, plan, view: box });
}

/** What an element takes of the paper and must stay readable: its outline and what it needs to be used. */
function usedPaper(sketch: Sketch, id: string, view: DrawnView): readonly PaperBox[] {
  const corners = view.workspace(id).flatMap(({ bounds: [x0, y0, , x1, y1] }) => [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ]);
  const box = boxOf([...(view.outline(id) ?? []), ...corners].map((point) => sketch.on(point)));
  return box === null ? [] : [box];
}

/** Walls that bear are darker and lie above those that do not. */
function addCutWalls(sketch: Sketch, walls: readonly CutWall[]): void {
  const { cut, edge } = widthsFor(sketch.scale);
  for (const bears of [false, true]) {
    const pieces = walls.filter(({ wall }) => wall.params.load_bearing === bears);
    const rings = united(pieces.map((wall) => wall.pieces));
    const pen = penOf(layerOf('Walls', 'cut'), bears ? cut : edge);
    sketch.area(rings, poche('Walls', bears), { pen });
  }
}

/** Bodies of other kinds as the plane of the plan cuts them. */
function addCutBodies(sketch: Sketch, { cut_elements, cut }: Storey, view: DrawnView): void {
  const frame = planFrame(cut);
  const width = widthsFor(sketch.scale).cut;
  for (const element of cut_elements) {
    const mesh = view.fineMesh(element.id);
    if (mesh === null) continue;
    const { category } = view.kinds.of(element);
    const rings = sliceRings(inFrame(mesh, frame), mesh.triangles);
    const pen = penOf(layerOf(category, 'cut'), width);
    sketch.area(rings, poche(category, true), { pen, element: element.id });
  }
}

type Finish = {
  readonly storey: Storey;
  readonly plan: PlanDefinition;
  /** What of the paper the building takes, without dimensions. */
  readonly view: PaperBox | null;
};

/** Name, scale, scale bar and north below and beside the plan, on paper that is large enough. */
function finishedPlan(sketch: Sketch, { storey, plan, view }: Finish): Drawing {
  const { level } = storey;
  const box = boxOf(pointsOf(sketch)) ?? { min: { x: 0, y: 0 }, max: { x: 60, y: 40 } };
  const title = level.params.name;
  const note = `Plan · 1:${plan.scale} · cut ${plan.cut_height} mm above ${elevationText(level.params.elevation)}`;
  const page = {
    min: { x: box.min.x - MARGIN_MM, y: box.min.y - MARGIN_MM - TITLE_MM },
    max: { x: Math.max(box.max.x, box.min.x + 140) + MARGIN_MM, y: box.max.y + MARGIN_MM },
  };
  addTitle(sketch, { at: { x: box.min.x, y: page.min.y + 6 }, title, note });
  addScaleBar(sketch, { x: page.max.x - 78, y: page.min.y + 9 });
  addNorth(sketch, { x: page.max.x - 12, y: page.min.y + 12 });
  return pagedDrawing(sketch, { title, box: page, view: view ?? box });
}

function* pointsOf({ items, blocks }: Sketch): Iterable<Point2> {
  for (const item of items) {
    if (item.shape === 'polyline') {
      yield* item.points;
    } else if (item.shape === 'area') {
      yield* item.rings.flat();
    } else if (item.shape === 'dimension') {
      yield* [item.text_at, item.through];
    } else if (item.shape === 'arc') {
      const { centre, radius } = item;
      yield { x: centre.x - radius, y: centre.y - radius };
      yield { x: centre.x + radius, y: centre.y + radius };
    } else if (item.shape === 'insert') {
      const block = blocks.get(item.block);
      for (const shape of block === undefined ? [] : insertedItems(block, item)) {
        if (shape.shape === 'polyline') yield* shape.points;
        else if (shape.shape === 'area') yield* shape.rings.flat();
      }
    }
  }
}
