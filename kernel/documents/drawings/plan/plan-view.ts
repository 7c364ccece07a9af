/** @module plan view: a storey cut at a height and seen from above. */
import type { PlanDefinition } from '../../../../schemas/views.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { pointInRing } from '../../../building/geometry/plan/polygon.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { DRAWN_GLASS } from '../../../building/kinds/facets/appearance.ts';
import { SITE_ID, trueNorth } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Drawing } from '../drawing.ts';
import { cutBodies } from '../lines/cut-bodies.ts';
import { addCutParts, isUnderWalls } from '../lines/cut-parts.ts';
import { joinedRings } from '../lines/joined-rings.ts';
import { coordinateGrid } from '../pages/coordinate-grid.ts';
import { addNorth, addScaleBar, addTitle } from '../pages/legend.ts';
import { elevationText } from '../pages/level-marks.ts';
import { layerOf, penOf, poche, tint, widthsFor } from '../pens.ts';
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
import { addAbove, addBelow, addLines, addSymbols, coverOf } from './seen.ts';
import { addSiteBoundary } from './site-boundary.ts';
import { addStairs } from './stair-symbol.ts';
import type { Storey } from './storey.ts';
import { storeyOf } from './storey.ts';
import { TakenPaper } from './taken-paper.ts';
import { addUnderlay } from './underlay.ts';
import { usedBox } from './used-box.ts';

/** Margin around the plan on paper, mm. */
const MARGIN_MM = 12;
/** Height of the space for the title below the plan, mm on paper. */
const TITLE_MM = 16;
/** Warning of a plan whose coordinate grid is missing. */
const NO_GRID =
  'the coordinate grid is left out: no site with a georeference is set or visible to you; set_site sets it';
/** Number of walls between two checkpoints. */
const STRIDE = 50;

/** The plan of a level; null if the view has no such level. */
export function planView(plan: PlanDefinition, view: ModelView): Drawing | null {
  const storey = storeyOf(plan, view);
  if (storey === null) return null;
  const sketch = new Sketch(plan.scale);
  const walls: CutWall[] = [];
  for (const [index, { id }] of storey.cut_elements.entries()) {
    if (index % STRIDE === 0) {
      checkpoint({ done: index, total: storey.cut_elements.length, doing: 'walls' });
    }
    const wall = view.elementOf(id, 'wall');
    const cut = wall === undefined ? null : cutWall(wall, storey.cut, view);
    if (cut !== null) walls.push(cut);
  }
  checkpoint({ done: 1, total: 3, doing: 'outlines' });
  const cover = coverOf(walls, storey, view);
  const stairs = addStairs(sketch, storey, { cover, view });
  const drawn = new Set([...walls.map(({ wall }) => wall.id), ...stairs.map(({ id }) => id)]);
  const rest: Storey = {
    ...storey,
    below: storey.below.filter(({ id }) => !drawn.has(id)),
    cut_elements: storey.cut_elements.filter(({ id }) => !drawn.has(id)),
  };
  addBelow(sketch, rest, { cover, view });
  addSymbols(sketch, storey, view);
  addLines(sketch, storey, view);
  const bodies = Map.groupBy(cutBodies(rest.cut_elements, storey.cut, view), ({ element }) =>
    isUnderWalls(element, view),
  );
  addCutParts(sketch, bodies.get(true) ?? [], view);
  addCutWalls(sketch, walls);
  addCutParts(sketch, bodies.get(false) ?? [], view);
  const things = walls.flatMap(({ fillings }) => fillings);
  for (const thing of things) addInWall(sketch, thing, view);
  addAbove(sketch, rest, { cover, view });
  addRoofOpenings(sketch, rest, { cover, view });
  addRoofFolds(sketch, rest, { cover, view });
  checkpoint({ done: 2, total: 3, doing: 'text' });
  const paper = new TakenPaper();
  for (const used of [
    ...stairs.map(({ id }) => usedBox(id, view)),
    ...storey.symbols.map(({ id }) => boxOf(view.outline(id) ?? [])),
    ...things.map((f) => f.used),
  ]) {
    if (used !== null) paper.add({ min: sketch.on(used.min), max: sketch.on(used.max) });
  }
  takeDrawn(sketch, paper);
  for (const { params } of storey.grids) {
    paper.addLine([sketch.on(params.start), sketch.on(params.end)]);
  }
  const radii = addArcDimensions(sketch, walls, { block: cover.block, taken: paper });
  const marked = addRoomLabels(sketch, storey.rooms, { view, taken: paper });
  const box = sketch.box();
  const count = sketch.items.length;
  const outlines = { block: cover.block, roofs: roofsIn(storey, view) };
  addDimensions(walls, outlines, { sketch, texts: radii, cut_roofs: cutRoofs(storey) });
  const lines = new Sketch(plan.scale);
  addGrids(lines, storey.grids, sketch.box());
  addSiteBoundary(lines, plan.level_id, view);
  addGapsForText(lines, sketch.items.slice(count));
  sketch.under(count, lines.items);
  const underlay = addUnderlay(sketch, storey, { building: box, view });
  const all = addRoomKey(sketch, marked, sketch.box() ?? NO_WALLS);
  const world = addCoordinates(sketch, plan, { drawn: all, view });
  const note = `${underlay}${world.note}`;
  const site = view.elementOf(SITE_ID, 'site');
  const north = site === undefined ? { x: 0, y: 1 } : trueNorth(site);
  return finishedPlan(sketch, { storey, plan, view: box, box: world.box, north, note });
}

/** Draws the coordinate grid under the plan, if it is asked for; returns the box with its labels, and its note. */
function addCoordinates(
  sketch: Sketch,
  { scale, coordinate_grid = false }: PlanDefinition,
  { drawn, view }: { readonly drawn: PaperBox; readonly view: ModelView },
): { readonly box: PaperBox; readonly note: string } {
  const grid = coordinate_grid ? coordinateGrid(scale, drawn, view) : null;
  if (grid === null) {
    if (coordinate_grid) sketch.warnings.push(NO_GRID);
    return { box: drawn, note: '' };
  }
  addGapsForText(grid.sketch, sketch.items);
  sketch.under(0, grid.sketch.items);
  return { box: grid.box, note: grid.note };
}

/** Draws cut walls. Load-bearing walls are darker and above the others; touching walls share one outline. */
function addCutWalls(sketch: Sketch, walls: readonly CutWall[]): void {
  const { cut, edge, thin } = widthsFor(sketch.scale);
  const glazing = penOf(layerOf('Walls', 'cut'), thin);
  for (const { wall, glass } of walls) {
    for (const ring of glass) {
      const fill = tint(layerOf('Walls', 'cut'), DRAWN_GLASS);
      sketch.area([ring], fill, { pen: glazing, element: wall.id });
    }
  }
  for (const bears of [false, true]) {
    const pen = penOf(layerOf('Walls', 'cut'), bears ? cut : edge);
    const fill = poche('Walls', bears);
    const pieces = walls.flatMap(({ wall, pieces: own }) =>
      wall.params.load_bearing === bears ? own.map((ring) => ({ id: wall.id, ring })) : [],
    );
    for (const { numbers, area } of joinedRings(pieces.map(({ ring }) => ring))) {
      const { id } = at(pieces, at(numbers, 0));
      const isOne = numbers.every((number) => at(pieces, number).id === id);
      sketch.area(area, fill, { pen, element: isOne ? id : null });
    }
  }
}

/** Maximum size of a cut body that is an obstacle inside a room, mm in the building. Larger bodies enclose rooms. */
const MAX_OBSTACLE_MM = 3000;
/** Minimum size of a hole in cut bodies that counts as a room, mm in the building. */
const MIN_ROOM_MM = 600;

/** Marks the boxes of cut items inside rooms as taken, and adds the lines of elements above the cut. */
function takeDrawn(sketch: Sketch, paper: TakenPaper): void {
  const largest = MAX_OBSTACLE_MM / sketch.scale;
  for (const item of sketch.items) {
    if (item.shape === 'area' && item.fill.layer.endsWith(CUT)) {
      const obstacles = obstaclesIn(item.rings, MIN_ROOM_MM / sketch.scale);
      for (const box of obstacles.flatMap((ring) => boxOf(ring) ?? [])) {
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

/** The rings of cut bodies inside rooms: neither inside another ring nor around a hole of the size of a room. */
function obstaclesIn(rings: readonly Ring[], least: number): readonly Ring[] {
  const isRoom = (ring: Ring): boolean => {
    const box = boxOf(ring);
    return box !== null && box.max.x - box.min.x > least && box.max.y - box.min.y > least;
  };
  return rings.filter((ring) =>
    rings.every((other) => !contains(other, ring) && !(contains(ring, other) && isRoom(other))),
  );
}

function contains(ring: Ring, other: Ring): boolean {
  return ring !== other && other[0] !== undefined && pointInRing(other[0], ring);
}

/** Suffixes of the names of layers for cut elements and for elements above the cut. */
const [CUT, ABOVE] = [layerOf('', 'cut'), layerOf('', 'above')];

/** The box of an empty plan on paper, mm. */
const NO_WALLS: PaperBox = { min: { x: 0, y: 0 }, max: { x: 60, y: 40 } };

/** The data for completing a plan. */
type Finish = {
  readonly storey: Storey;
  readonly plan: PlanDefinition;
  /** The box of the building on paper, without dimensions. */
  readonly view: PaperBox | null;
  /** The box of everything drawn on paper. */
  readonly box: PaperBox;
  /** Unit vector to the north on paper. */
  readonly north: Point2;
  /** The end of the note: the reference models below the plan, and its coordinate grid. */
  readonly note: string;
};

/** Completes the plan with name, scale, scale bar and north arrow, on paper of sufficient size. */
function finishedPlan(
  sketch: Sketch,
  { storey, plan, view, box, north, note: added }: Finish,
): Drawing {
  const { level } = storey;
  const title = level.params.name;
  const note = `Plan · 1:${plan.scale} · cut ${plan.cut_height} mm above ${elevationText(level.params.elevation)}${added}`;
  const page = {
    min: { x: box.min.x - MARGIN_MM, y: box.min.y - MARGIN_MM - TITLE_MM },
    max: { x: Math.max(box.max.x, box.min.x + 140) + MARGIN_MM, y: box.max.y + MARGIN_MM },
  };
  addTitle(sketch, { at: { x: box.min.x, y: page.min.y + 6 }, title, note });
  addScaleBar(sketch, { x: page.max.x - 78, y: page.min.y + 9 });
  addNorth(sketch, { x: page.max.x - 12, y: page.min.y + 12 }, north);
  return pagedDrawing(sketch, { title, box: page, view: view ?? box });
}
