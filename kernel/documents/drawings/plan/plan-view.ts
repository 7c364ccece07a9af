/** @module plan view: a storey cut open at a height and seen from above. */
import type { PlanDefinition } from '../../../schemas/views.ts';
import type { Steps } from '../../findings/steps.ts';
import { at } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { pointInRing } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import { SITE_ID, trueNorth } from '../../kinds/site.ts';
import { bearsLoad } from '../../kinds/stated.ts';
import type { Drawing } from '../drawing.ts';
import { joinedRings } from '../lines/joined-rings.ts';
import { inFrame, planFrame, sliceRings } from '../lines/slice.ts';
import { addNorth, addScaleBar, addTitle } from '../pages/legend.ts';
import { elevationText } from '../pages/level-marks.ts';
import { GLASS, layerOf, penOf, poche, tint, widthsFor } from '../pens.ts';
import type { PaperBox } from '../sketch.ts';
import { boxOf, pagedDrawing, Sketch } from '../sketch.ts';
import { addArcDimensions } from './arc-dimensions.ts';
import type { CutWall } from './cut-walls.ts';
import { cutWall } from './cut-walls.ts';
import { addDimensions } from './dimension-chains.ts';
import { addGapsForText } from './gaps-for-text.ts';
import { addGrids } from './grid-lines.ts';
import { addInWall } from './opening-symbols.ts';
import { addRoofFolds, addRoofOpenings } from './roof-lines.ts';
import { cutRoofs, roofsIn } from './roofs-under.ts';
import { addRoomKey } from './room-key.ts';
import { addRoomLabels } from './room-labels.ts';
import { addAbove, addBelow, coverOf } from './seen.ts';
import { addSiteBoundary } from './site-boundary.ts';
import { addStairs } from './stair-symbol.ts';
import type { DrawnView, Storey } from './storey.ts';
import { storeyOf } from './storey.ts';
import { TakenPaper } from './taken-paper.ts';
import { usedBox } from './used-box.ts';

/** Paper around the plan, mm. */
const MARGIN_MM = 12;
const TITLE_MM = 16;
/** Walls between two stops, and bodies that are cut. */
const STRIDE = 50;
const BODIES = 50;

/** The plan of a level; null when the view has no such level. */
export function* planView(plan: PlanDefinition, view: DrawnView): Steps<Drawing | null> {
  const storey = yield* storeyOf(plan, view);
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
  const cover = yield* coverOf(walls, storey, view);
  const stairs = addStairs(sketch, storey, { cover, view });
  const drawn = new Set([...walls.map(({ wall }) => wall.id), ...stairs.map(({ id }) => id)]);
  const rest: Storey = {
    ...storey,
    below: storey.below.filter(({ id }) => !drawn.has(id)),
    cut_elements: storey.cut_elements.filter(({ id }) => !drawn.has(id)),
  };
  yield* addBelow(sketch, rest, { cover, view });
  yield* addCutWalls(sketch, walls);
  yield* addCutBodies(sketch, rest, view);
  const things = walls.flatMap(({ fillings }) => fillings);
  for (const thing of things) addInWall(sketch, thing, view);
  yield* addAbove(sketch, rest, { cover, view });
  yield* addRoofOpenings(sketch, rest, { cover, view });
  addRoofFolds(sketch, rest, { cover, view });
  yield { done: 2, total: 3, doing: 'text' };
  const paper = new TakenPaper();
  for (const used of [...stairs.map(({ id }) => usedBox(id, view)), ...things.map((f) => f.used)]) {
    if (used !== null) paper.add({ min: sketch.on(used.min), max: sketch.on(used.max) });
  }
  takeDrawn(sketch, paper);
  for (const { params } of storey.grids) {
    paper.addLine([sketch.on(params.start), sketch.on(params.end)]);
  }
  const radii = addArcDimensions(sketch, walls, { block: cover.block, taken: paper });
  const marked = yield* addRoomLabels(sketch, storey.rooms, { view, taken: paper });
  const box = sketch.box();
  const count = sketch.items.length;
  const outlines = { block: cover.block, roofs: roofsIn(storey, view) };
  addDimensions(walls, outlines, { sketch, texts: radii, cut_roofs: cutRoofs(storey) });
  const lines = new Sketch(plan.scale);
  addGrids(lines, storey.grids, sketch.box());
  addSiteBoundary(lines, plan.level_id, view);
  addGapsForText(lines, sketch.items.slice(count));
  sketch.under(count, lines.items);
  const all = addRoomKey(sketch, marked, sketch.box() ?? NO_WALLS);
  const site = view.elementOf(SITE_ID, 'site');
  const north = site === undefined ? { x: 0, y: 1 } : trueNorth(site);
  return finishedPlan(sketch, { storey, plan, view: box, box: all, north });
}

/** Walls that bear are darker and lie above those that do not; those that touch are one outline. */
function* addCutWalls(sketch: Sketch, walls: readonly CutWall[]): Steps<void> {
  const { cut, edge, thin } = widthsFor(sketch.scale);
  const glazing = penOf(layerOf('Walls', 'cut'), thin);
  for (const { wall, glass } of walls) {
    for (const ring of glass) {
      const fill = tint(layerOf('Walls', 'cut'), GLASS);
      sketch.area([ring], fill, { pen: glazing, element: wall.id });
    }
  }
  for (const bears of [false, true]) {
    const pen = penOf(layerOf('Walls', 'cut'), bears ? cut : edge);
    const fill = poche('Walls', bears);
    const pieces = walls.flatMap(({ wall, pieces: own }) =>
      wall.params.load_bearing === bears ? own.map((ring) => ({ id: wall.id, ring })) : [],
    );
    for (const { numbers, area } of yield* joinedRings(pieces.map(({ ring }) => ring))) {
      const { id } = at(pieces, at(numbers, 0));
      const isOne = numbers.every((number) => at(pieces, number).id === id);
      sketch.area(area, fill, { pen, element: isOne ? id : null });
    }
  }
}

/** Bodies of other kinds as the plane of the plan cuts them. */
function* addCutBodies(
  sketch: Sketch,
  { cut_elements, cut }: Storey,
  view: DrawnView,
): Steps<void> {
  const frame = planFrame(cut);
  const { cut: heavy, edge: light } = widthsFor(sketch.scale);
  for (const [index, element] of cut_elements.entries()) {
    if (index % BODIES === 0) yield { done: index, total: cut_elements.length, doing: 'bodies' };
    const mesh = view.fineMesh(element.id);
    if (mesh === null) continue;
    const { category } = view.kinds.of(element);
    const rings = sliceRings(inFrame(mesh, frame), mesh.triangles);
    const bears = bearsLoad(element, view) ?? true;
    const pen = penOf(layerOf(category, 'cut'), bears ? heavy : light);
    sketch.area(rings, poche(category, bears), { pen, element: element.id });
  }
}

/** A part of a cut body that is larger stands round rooms and not in them, mm in the building. */
const LARGEST_IN_ROOM_MM = 3000;
/** A hole of a cut body that is smaller is none in which someone stands, mm. */
const LEAST_ROOM_MM = 600;

/** Takes the paper of what is cut in rooms, and names the lines of what hangs above them. */
function takeDrawn(sketch: Sketch, paper: TakenPaper): void {
  const largest = LARGEST_IN_ROOM_MM / sketch.scale;
  for (const item of sketch.items) {
    if (item.shape === 'area' && item.fill.layer.endsWith(CUT)) {
      const standing = standingIn(item.rings, LEAST_ROOM_MM / sketch.scale);
      for (const box of standing.flatMap((ring) => boxOf(ring) ?? [])) {
        if (box.max.x - box.min.x <= largest && box.max.y - box.min.y <= largest) paper.add(box);
      }
    } else if (item.shape === 'polyline' && item.pen.layer.endsWith(ABOVE)) {
      for (const [i, to] of item.points.entries()) {
        const from = item.points.at(i - 1);
        if (from !== undefined && (i > 0 || item.closed)) paper.addLine([from, to]);
      }
    }
  }
}

/** Rings around what stands in rooms: neither those around a room nor the rooms between walls. */
function standingIn(rings: readonly Ring[], least: number): readonly Ring[] {
  const isRoom = (ring: Ring): boolean => {
    const box = boxOf(ring);
    return box !== null && box.max.x - box.min.x > least && box.max.y - box.min.y > least;
  };
  return rings.filter((ring) =>
    rings.every((other) => !holds(other, ring) && !(holds(ring, other) && isRoom(other))),
  );
}

function holds(ring: Ring, other: Ring): boolean {
  return ring !== other && other[0] !== undefined && pointInRing(other[0], ring);
}

const [CUT, ABOVE] = [layerOf('', 'cut'), layerOf('', 'above')];

/** Paper of a plan on which nothing is drawn, mm. */
const NO_WALLS: PaperBox = { min: { x: 0, y: 0 }, max: { x: 60, y: 40 } };

type Finish = {
  readonly storey: Storey;
  readonly plan: PlanDefinition;
  /** What of the paper the building takes, without dimensions. */
  readonly view: PaperBox | null;
  /** What of the paper is taken. */
  readonly box: PaperBox;
  /** Where north is on the paper, of length 1. */
  readonly north: Point2;
};

/** Name, scale, scale bar and north below and beside the plan, on paper that is large enough. */
function finishedPlan(sketch: Sketch, { storey, plan, view, box, north }: Finish): Drawing {
  const { level } = storey;
  const title = level.params.name;
  const note = `Plan · 1:${plan.scale} · cut ${plan.cut_height} mm above ${elevationText(level.params.elevation)}`;
  const page = {
    min: { x: box.min.x - MARGIN_MM, y: box.min.y - MARGIN_MM - TITLE_MM },
    max: { x: Math.max(box.max.x, box.min.x + 140) + MARGIN_MM, y: box.max.y + MARGIN_MM },
  };
  addTitle(sketch, { at: { x: box.min.x, y: page.min.y + 6 }, title, note });
  addScaleBar(sketch, { x: page.max.x - 78, y: page.min.y + 9 });
  addNorth(sketch, { x: page.max.x - 12, y: page.min.y + 12 }, north);
  return pagedDrawing(sketch, { title, box: page, view: view ?? box });
}
