/** @module plan panel: draws the plan symbols of elements in a rectangle on paper, coloured by their change. */

import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { type Mark, pointsOf } from '../../../building/kinds/facets/symbol.ts';
import type { Kinds } from '../../../building/kinds/kinds.ts';
import type { Item } from '../../drawings/drawing.ts';
import { WHITE } from '../../drawings/pens.ts';
import { area, barLength, caption, line, TEXT } from '../../drawings/shapes.ts';
import type { PaperBox } from '../../drawings/sketch.ts';
import { boxesOverlap, boxOf, boxRing, textBox } from '../../drawings/sketch.ts';
import type { Rgb } from '../../raster/raster.ts';
import { lineParts, ringPart } from './clip.ts';

/** How a change affects an element. This is also the name of its layer in the drawing. */
export type Change = 'created' | 'modified' | 'deleted' | 'same';

/** Colours of the changes: `ink` for lines and bodies, `wash` for areas. They also differ in lightness. */
const CHANGES: Readonly<
  Record<Change, { readonly label: string; readonly ink: Rgb; readonly wash: Rgb }>
> = {
  created: { label: 'created', ink: [21, 128, 61], wash: [220, 252, 231] },
  modified: { label: 'modified', ink: [217, 119, 6], wash: [254, 243, 199] },
  deleted: { label: 'deleted', ink: [220, 38, 38], wash: [254, 226, 226] },
  same: { label: 'unchanged', ink: [82, 82, 91], wash: [244, 244, 245] },
};
/** Colour of the border of a panel. */
const EDGE: Rgb = [204, 204, 204];

/** Text size, mm. */
const SMALL_MM = 2.75;
/** Distance between lines of a label, and maximum width of a label; mm on paper. */
const [LABEL_STEP_MM, LABEL_WIDTH_MM] = [3.4, 34];
/** With more lines of labels than this, labels may cover each other. */
const AVOIDED_MAX = 200;
/** Number of places for a label, each one line below the other. */
const LABEL_TRIES = 12;
/** Margin around the content of a panel, mm on paper. */
const PADDING_MM = 7;
/** Width of a line of weight 1, mm on paper. */
const WEIGHT_MM = 0.25;
/** Lengths of dashes and gaps of dashed lines, mm on paper. */
const DASHES_MM = [1.5, 1] as const;
/** Minimum extent of a panel, mm in the building: a single column must not look as large as a house. */
const EXTENT_MIN_MM = 2000;

/** An element to be drawn. */
export type PlanElement = {
  readonly id: string;
  readonly change: Change;
  readonly marks: readonly Mark[];
};

/** Highest layer of the surfaces (floors, rooms, roofs); all other elements are drawn above them. */
const SURFACES_MAX = 20;

/**
 * The elements with their marks in drawing order: surfaces, then all other elements; in both, changed elements last, so that
 * nothing hides them, and otherwise from the lowest layer up. A changed room therefore does not hide its doors.
 */
export function planElements(
  view: { readonly kinds: Kinds; marks(id: string): readonly Mark[] },
  elements: Iterable<Element>,
  changes: ReadonlyMap<string, Change>,
): readonly PlanElement[] {
  return [...elements]
    .flatMap((element) => {
      const { symbol } = view.kinds.of(element);
      return symbol === 'none' ? [] : [{ id: element.id, layer: symbol.layer }];
    })
    .toSorted((a, b) => a.layer - b.layer)
    .toSorted((a, b) => Number(changes.has(a.id)) - Number(changes.has(b.id)))
    .toSorted((a, b) => Number(a.layer > SURFACES_MAX) - Number(b.layer > SURFACES_MAX))
    .map(({ id }) => ({ id, change: changes.get(id) ?? 'same', marks: view.marks(id) }));
}

/** The point of the building in the centre of a panel (mm), and the scale: mm on paper per mm in the building. */
export type PlanFrame = { readonly middle: Point2; readonly scale: number };

/** The frame that shows all points in a panel of the given size (mm on paper). */
export function frameOf(
  points: Iterable<Point2>,
  { width, height }: { readonly width: number; readonly height: number },
): PlanFrame {
  const { min, max } = boxOf(points) ?? { min: { x: 0, y: 0 }, max: { x: 0, y: 0 } };
  return {
    middle: { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 },
    scale: Math.min(
      (width - 2 * PADDING_MM) / Math.max(EXTENT_MIN_MM, max.x - min.x),
      (height - 2 * PADDING_MM) / Math.max(EXTENT_MIN_MM, max.y - min.y),
    ),
  };
}

/** All points of the marks of the elements. */
export function pointsOfAll(elements: readonly PlanElement[]): readonly Point2[] {
  return elements.flatMap(({ marks }) => marks.flatMap(pointsOf));
}

/** The items of a panel: its elements, clipped at its border. A panel without elements shows the text `empty`. */
export function* panelItems(
  box: PaperBox,
  { middle, scale }: PlanFrame,
  elements: readonly PlanElement[],
  empty: string,
): Iterable<Item> {
  const { min, max } = box;
  const corners = boxRing(box);
  yield area([corners], WHITE, 'panel');
  const centre = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const at = ({ x, y }: Point2): Point2 => ({
    x: centre.x + (x - middle.x) * scale,
    y: centre.y + (y - middle.y) * scale,
  });
  const labels: PaperBox[] = [];
  // Areas can overlap, such as those of a merged room and its parts; texts are therefore drawn after all of them.
  for (const texts of [false, true]) {
    for (const { id, change, marks } of elements) {
      for (const mark of marks) {
        if ((mark.shape === 'text') === texts) {
          yield* markItems(mark, { at, box, change, id, labels });
        }
      }
    }
  }
  yield line([...corners, min], { ink: EDGE, layer: 'panel', width_mm: WEIGHT_MM });
  if (elements.length === 0) {
    yield caption({ x: min.x + 3, y: max.y - 6 }, empty, max.x - min.x - 6, { size_mm: SMALL_MM });
  }
}

/** How the marks of an element are put on paper. */
type Placing = {
  readonly at: (point: Point2) => Point2;
  readonly box: PaperBox;
  readonly change: Change;
  readonly id: string;
  /** The boxes of the lines of labels so far; a further label avoids them. */
  readonly labels: PaperBox[];
};

/** The items of a mark on paper, clipped at the border of its panel. */
function* markItems(mark: Mark, { at, box, change, id, labels }: Placing): Iterable<Item> {
  const { ink, wash } = CHANGES[change];
  switch (mark.shape) {
    case 'area': {
      const rings = mark.rings.map((ring) => ring.map(at));
      const parts = rings.map((ring) => ringPart(ring, box)).filter(({ length }) => length > 2);
      if (parts.length === 0) return;
      yield area(parts, { solid: ink, area: wash, gap: WHITE }[mark.fill], change, id);
      for (const ring of rings) {
        for (const part of lineParts([...ring, ...ring.slice(0, 1)], box)) {
          yield line(part, { ink, layer: change, width_mm: 0.75 * WEIGHT_MM, element: id });
        }
      }
      return;
    }
    case 'line':
      for (const part of lineParts(mark.points.map(at), box)) {
        const dash_mm = mark.dashed ? DASHES_MM : null;
        const width_mm = mark.weight * WEIGHT_MM;
        yield line(part, { ink, layer: change, width_mm, dash_mm, element: id });
      }
      return;
    case 'text': {
      const { x, y } = at(mark.at);
      if (x < box.min.x || x > box.max.x || y < box.min.y || y > box.max.y) return;
      const captions = (down: number): readonly Item[] =>
        mark.lines.map((text, row) =>
          caption({ x, y: y - (row + down) * LABEL_STEP_MM }, text, LABEL_WIDTH_MM, {
            size_mm: SMALL_MM,
            align: 'middle',
            colour: ink,
            layer: change,
            element: id,
          }),
        );
      const placed = freePlace(captions, labels, box);
      labels.push(...boxesOf(placed));
      yield* placed;
      return;
    }
    default:
      mark satisfies never;
  }
}

/**
 * A label at its place, or below the labels that have the same place, such as those of rooms that share a space. If there
 * is no room in the panel, or if there are too many labels to avoid each other, it stays at its place.
 *
 * @param captions the lines of the label, this many lines below its place
 */
function freePlace(
  captions: (down: number) => readonly Item[],
  labels: readonly PaperBox[],
  panel: PaperBox,
): readonly Item[] {
  const first = captions(0);
  if (labels.length > AVOIDED_MAX) return first;
  let placed = first;
  for (let down = 1; ; down++) {
    const boxes = boxesOf(placed);
    if (boxes.every((one) => !labels.some((other) => boxesOverlap(one, other)))) return placed;
    placed = captions(down);
    const isBelow = boxesOf(placed).some(({ min }) => min.y < panel.min.y);
    if (down === LABEL_TRIES || isBelow) return first;
  }
}

/** The boxes of the texts among items, mm on paper. */
function boxesOf(items: readonly Item[]): readonly PaperBox[] {
  return items.flatMap((item) => (item.shape === 'text' ? [textBox(item)] : []));
}

/** The legend of the changes, in one row. */
export function* legendItems(at: Point2): Iterable<Item> {
  for (const [index, { label, ink }] of Object.values(CHANGES).entries()) {
    const [x, y] = [at.x + index * 27, at.y];
    const right = x + 5.5;
    const swatch = { min: { x, y }, max: { x: right, y: y + 3 } };
    yield area([boxRing(swatch)], ink, 'legend');
    yield caption({ x: right + 2, y: y + 0.5 }, label, 20, { size_mm: SMALL_MM });
  }
}

/** A scale bar, at most `most_mm` long on paper, with its length and the direction of north. */
export function* scaleBar({ x, y }: Point2, scale: number, most_mm: number): Iterable<Item> {
  const length_mm = barLength(most_mm / scale);
  const right = x + length_mm * scale;
  const [left, up] = [{ x, y }, y + 2.5];
  const points = [{ x, y: up }, left, { x: right, y }, { x: right, y: up }];
  yield line(points, { ink: TEXT, layer: 'scale', width_mm: WEIGHT_MM });
  const text = `${length_mm / 1000} m, y is up`;
  yield caption({ x: right + 2, y: y + 0.5 }, text, 60, { size_mm: SMALL_MM });
}
