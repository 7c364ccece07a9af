/** @module change plan: plans of the place of a change, before and after side by side, in one row for each storey. */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { pointsOf } from '../../../building/kinds/facets/symbol.ts';
import type { ElementResult } from '../../../building/model/effect/results.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Drawing, Item } from '../../drawings/drawing.ts';
import { png } from '../../drawings/print/png.ts';
import { caption, paperOf, PIXELS_PER_MM } from '../../drawings/shapes.ts';
import type { PaperBox } from '../../drawings/sketch.ts';
import { boxOf, boxRing, pictureDrawing } from '../../drawings/sketch.ts';
import type { Change, PlanElement, PlanFrame } from './plan-panel.ts';
import {
  frameOf,
  legendItems,
  panelItems,
  planElements,
  pointsOfAll,
  scaleBar,
} from './plan-panel.ts';

/** The model before and after a change, restricted to the elements that the reader may see. */
type Sides<View> = { readonly before: View; readonly after: View };

/** A row of panels. `level_id`: its level; null for elements without a level. */
type Storey = {
  readonly level_id: string | null;
  /** The points whose surroundings the row shows; null for the whole storey. */
  readonly points: readonly Point2[] | null;
};

/** The content of a picture of a change. */
export type PlannedChange = {
  readonly sides: Sides<ModelView>;
  /** The captions of the two sides. */
  readonly names: readonly [string, string];
  readonly changes: ReadonlyMap<string, Change>;
  readonly storeys: readonly Storey[];
  /** Number of changed storeys that are not drawn. */
  readonly more: number;
  /** Texts above the panels; null for a picture without a header and a legend. */
  readonly head: { readonly title: string; readonly subtitle: string } | null;
};

/** Dimensions of the layout, millimetres of paper. */
type Layout = {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly margin: number;
  readonly caption: number;
};
/** Layout without a header, for the picture in an answer. */
const SMALL: Layout = { width: 100, height: 75, gap: 3, margin: 3, caption: 7.5 };
/** Layout with a header and a legend. */
const LARGE: Layout = { width: 140, height: 110, gap: 6, margin: 6, caption: 7.5 };
/** Heights of header and footer, and maximum length of the scale bar; mm on paper. */
const [HEAD_MM, FOOT_MM, BAR_MM] = [16, 16, 35];
/** Maximum number of storeys in a small picture. */
const STOREYS_MAX = 2;
/** Margin around a change, mm in the building. */
const AROUND_MM = 1500;
/** Progress at each checkpoint; the total is unknown. */
const STEP = { done: 0, total: 0, doing: 'drawing a change' };

/**
 * The small picture of a change for an answer, as PNG. It shows only the surroundings of the change. Null if no changed
 * element has a symbol in plans.
 *
 * @param named ids of the elements that events name
 * @param results effects on further elements, which are drawn as modified
 */
export function changePng(
  sides: Sides<ModelView>,
  named: readonly string[],
  results: readonly ElementResult[],
): Buffer | null {
  const changes = changesOf(sides, named, results);
  const places = placesOf(sides, changes);
  if (places.size === 0) return null;
  const storeys = [...places]
    .slice(0, STOREYS_MAX)
    .map(([level_id, points]) => ({ level_id, points }));
  const drawing = changePlan({
    sides,
    names: ['before', 'after'],
    changes,
    storeys,
    more: places.size - storeys.length,
    head: null,
  });
  return png(drawing, drawing.width_mm * PIXELS_PER_MM);
}

/** The drawing of a change: both sides of each storey. */
export function changePlan(plan: PlannedChange): Drawing {
  const { names, storeys, head, more } = plan;
  const layout = head === null ? SMALL : LARGE;
  const { gap, margin } = layout;
  const row_mm = layout.height + layout.caption + gap;
  const width_mm = 2 * layout.width + gap + 2 * margin;
  const [above, below] = head === null ? [0, gap] : [HEAD_MM, FOOT_MM];
  const height_mm = above + storeys.length * row_mm + below - gap + margin;
  const items: Item[] = [paperOf(width_mm, height_mm)];
  const captions: string[] = [];
  const rows: Row[] = [];
  for (const storey of storeys) {
    checkpoint(STEP);
    const { points } = storey;
    const own = points === null ? null : frameOf(boxRing(boxAround(points)), layout);
    const shown = own === null ? null : boxOfFrame(own, layout);
    const [before, after] = [0, 1].map((side) => elementsOf(plan, { storey, shown, side }));
    rows.push({ storey, own, sides: [before ?? [], after ?? []] });
  }
  // Storeys that are drawn as a whole share one frame, so that they have the same scale and are aligned.
  const shared = frameOf(
    rows.flatMap(({ sides }) => sides.flatMap(pointsOfAll)),
    layout,
  );
  for (const [index, { storey, own, sides }] of rows.entries()) {
    const frame = own ?? shared;
    const top = height_mm - above - index * row_mm - layout.caption;
    for (const [side, elements] of sides.entries()) {
      checkpoint(STEP);
      const isLast = index === rows.length - 1 && side === 1 && more > 0;
      const rest = isLast
        ? ` (${more} more ${more === 1 ? 'storey changes' : 'storeys change'})`
        : '';
      const text = `${storeyName(plan, storey)}${heightName(plan, storey, side)}: ${names[side]}${rest}`;
      const left = margin + side * (layout.width + gap);
      const box = {
        min: { x: left, y: top - layout.height },
        max: { x: left + layout.width, y: top },
      };
      captions.push(text);
      items.push(caption({ x: left, y: top + 2 }, text, layout.width, { bold: true }));
      // A storey may have more shapes than a call may have arguments.
      for (const item of panelItems(box, frame, elements, emptyText(storey))) items.push(item);
    }
  }
  if (head !== null) items.push(...frameTexts(head, { height_mm, layout, frame: shared }));
  return pictureDrawing(captions.join('; '), { width_mm, height_mm }, items);
}

type Row = {
  readonly storey: Storey;
  /** The frame of a row that shows the surroundings of points; null for a row that shows its whole storey. */
  readonly own: PlanFrame | null;
  readonly sides: readonly (readonly PlanElement[])[];
};

/**
 * The change of each element. For elements that events name, it follows from the sides on which they exist; all others
 * count as modified.
 */
function changesOf(
  { before, after }: Sides<ModelView>,
  named: readonly string[],
  results: readonly ElementResult[],
): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const id of named) {
    const [was, is] = [before.element(id), after.element(id)];
    if (was === undefined && is === undefined) continue;
    changes.set(id, was === undefined ? 'created' : is === undefined ? 'deleted' : 'modified');
  }
  for (const { id } of results) if (!changes.has(id)) changes.set(id, 'modified');
  return changes;
}

/** The points of changed elements, by level; the levels of named elements come first. */
function placesOf(
  { before, after }: Sides<ModelView>,
  changes: ReadonlyMap<string, Change>,
): ReadonlyMap<string, readonly Point2[]> {
  const places = new Map<string, Point2[]>();
  for (const id of changes.keys()) {
    checkpoint(STEP);
    for (const view of [before, after]) {
      const level_id = view.levelOf(id);
      const points = view.marks(id).flatMap(pointsOf);
      if (level_id === null || points.length === 0) continue;
      const known = places.get(level_id);
      if (known === undefined) places.set(level_id, [...points]);
      else for (const point of points) known.push(point);
    }
  }
  return places;
}

/** The bounding box of points with a margin, mm in the building. */
function boxAround(points: readonly Point2[]): PaperBox {
  const { min, max } = boxOf(points) ?? { min: { x: 0, y: 0 }, max: { x: 0, y: 0 } };
  return {
    min: { x: min.x - AROUND_MM, y: min.y - AROUND_MM },
    max: { x: max.x + AROUND_MM, y: max.y + AROUND_MM },
  };
}

/** The part of the building in a panel with this frame, mm. It is wider than what the frame was made for. */
function boxOfFrame({ middle, scale }: PlanFrame, { width, height }: Layout): PaperBox {
  const [x, y] = [width / 2 / scale, height / 2 / scale];
  return {
    min: { x: middle.x - x, y: middle.y - y },
    max: { x: middle.x + x, y: middle.y + y },
  };
}

/** A side of a storey; `shown` is the part of the building in its panel, null for the whole storey. */
type StoreySide = {
  readonly storey: Storey;
  readonly shown: PaperBox | null;
  readonly side: number;
};

/** The elements of a storey on one side: all of them, or those in its panel. */
function elementsOf(
  { sides, changes }: PlannedChange,
  { storey: { level_id }, shown, side }: StoreySide,
): readonly PlanElement[] {
  const view = side === 0 ? sides.before : sides.after;
  return planElements(view, storeyElements(view, level_id, shown), changes);
}

function storeyElements(
  view: ModelView,
  level_id: string | null,
  shown: PaperBox | null,
): Iterable<Element> {
  if (level_id === null) {
    return [...view.elements()].filter(({ id }) => view.levelOf(id) === null);
  }
  if (shown === null) return view.elementsOnLevel(level_id);
  const level = view.elementOf(level_id, 'level');
  if (level === undefined) return [];
  const { min, max } = shown;
  const { elevation, height } = level.params;
  const box = {
    min: { ...min, z: elevation - height },
    max: { ...max, z: elevation + 2 * height },
  };
  return view
    .inBox(box)
    .flatMap((id) => (view.levelOf(id) === level_id ? (view.element(id) ?? []) : []));
}

function levelsOf({ sides }: PlannedChange, { level_id }: Storey) {
  return [sides.before, sides.after].map((view) => view.elementOf(level_id ?? '', 'level'));
}

function storeyName(plan: PlannedChange, storey: Storey): string {
  const [before, after] = levelsOf(plan, storey);
  return storey.level_id === null
    ? 'no level'
    : ((after ?? before)?.params.name ?? storey.level_id);
}

/** The elevation of a level if the change moves the level, which the plan itself does not show; otherwise empty. */
function heightName(plan: PlannedChange, storey: Storey, side: number): string {
  const [from, to] = levelsOf(plan, storey).map((level) => level?.params.elevation);
  const own = side === 0 ? from : to;
  return from === to || own === undefined ? '' : ` at ${own} mm`;
}

function emptyText({ level_id }: Storey): string {
  return level_id === null ? 'no element on a level is changed' : 'nothing on this level';
}

/** The title, subtitle, legend and scale. */
function frameTexts(
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
  {
    height_mm,
    layout: { margin, width, gap },
    frame,
  }: { readonly height_mm: number; readonly layout: Layout; readonly frame: PlanFrame },
): readonly Item[] {
  const wide = 2 * width + gap;
  return [
    caption({ x: margin, y: height_mm - 7 }, title, wide, { size_mm: 4.5, bold: true }),
    caption({ x: margin, y: height_mm - 12 }, subtitle, wide, { size_mm: 3 }),
    ...legendItems({ x: margin, y: 6 }),
    ...scaleBar({ x: margin + width + gap, y: 6 }, frame.scale, BAR_MM),
  ];
}
