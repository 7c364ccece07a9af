/**
 * @module lint drawing: graphic faults of a drawing: overlapping texts, dimensions that do not add up, views outside
 * the sheet.
 */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Dimension, Drawing, TextLine } from '../drawing.ts';
import { exploded } from '../print/exploded.ts';
import type { PaperBox } from '../sketch.ts';
import { boxesOverlap, boxOf, textBox } from '../sketch.ts';

/** Minimum legible text size on paper, mm. */
const MIN_TEXT_MM = 1.8;
/** Tolerated overlap of the boxes of two texts, mm. */
const SHARED_MM = 0.2;
/** Maximum difference between a measured length and its dimension text, mm: half a millimetre and rounding errors. */
const ROUNDING_MM = 0.501;
/** Maximum number of reported faults of one kind. */
const MAX_PER_KIND = 100;

/** The kinds of drawing faults. */
export const DRAWING_FAULTS = [
  'texts_overlap',
  'text_too_small',
  'dimension_wrong',
  'dimensions_do_not_add_up',
  'view_off_sheet',
  'views_overlap',
  'schedule_cut',
  'outside_paper',
] as const;

/** A fault, with its place on paper (mm) and the elements concerned. */
export type DrawingFault = {
  readonly fault: (typeof DRAWING_FAULTS)[number];
  readonly message: string;
  readonly at: Point2;
  readonly element_ids: readonly string[];
};

/** The faults of a drawing, grouped by kind; at most 100 of each kind. */
export function lintDrawing(drawing: Drawing): readonly DrawingFault[] {
  const shapes = [...exploded(drawing)];
  const texts = shapes.filter((item): item is TextLine => item.shape === 'text');
  return [
    ...overlaps(texts),
    ...smallTexts(texts),
    ...dimensionFaults(drawing),
    ...placeFaults(drawing),
    ...cutFaults(drawing),
    ...outside(drawing, shapes),
  ];
}

function idsOf(items: readonly { readonly element: string | null }[]): readonly string[] {
  return [...new Set(items.flatMap(({ element }) => element ?? []))];
}

/** Height of the horizontal strips within which texts are compared, mm. It bounds the number of comparisons. */
const STRIP_MM = 10;

/** Pairs of overlapping texts, strip by strip from the bottom, each from left to right. */
function overlaps(texts: readonly TextLine[]): readonly DrawingFault[] {
  const strips = new Map<number, TextInBox[]>();
  for (const text of texts) {
    const box = shrunk(textBox(text));
    for (let strip = stripOf(box.min.y); strip <= stripOf(box.max.y); strip += 1) {
      const there = strips.get(strip);
      if (there === undefined) strips.set(strip, [{ text, box }]);
      else there.push({ text, box });
    }
  }
  const found: DrawingFault[] = [];
  for (const [strip, boxes] of [...strips].toSorted(([a], [b]) => a - b)) {
    if (found.length >= MAX_PER_KIND) break;
    addOverlaps(
      boxes.toSorted((a, b) => a.box.min.x - b.box.min.x),
      strip,
      found,
    );
  }
  return found;
}

type TextInBox = { readonly text: TextLine; readonly box: PaperBox };

function stripOf(y: number): number {
  return Math.floor(y / STRIP_MM);
}

/** Adds the overlaps of one strip. A pair that shares several strips is reported in the lowest one only. */
function addOverlaps(boxes: readonly TextInBox[], strip: number, found: DrawingFault[]): void {
  for (const [i, one] of boxes.entries()) {
    for (let k = i + 1; k < boxes.length && found.length < MAX_PER_KIND; k += 1) {
      const other = boxes[k];
      if (other === undefined || other.box.min.x >= one.box.max.x) break;
      if (!boxesOverlap(one.box, other.box)) continue;
      if (stripOf(Math.max(one.box.min.y, other.box.min.y)) !== strip) continue;
      found.push({
        fault: 'texts_overlap',
        message: `text \`${one.text.text}\` overlaps text \`${other.text.text}\``,
        at: one.text.at,
        element_ids: idsOf([one.text, other.text]),
      });
    }
  }
}

/** The box without the tolerated overlap. */
function shrunk({ min, max }: PaperBox): PaperBox {
  return {
    min: { x: min.x + SHARED_MM / 2, y: min.y + SHARED_MM / 2 },
    max: { x: max.x - SHARED_MM / 2, y: max.y - SHARED_MM / 2 },
  };
}

function smallTexts(texts: readonly TextLine[]): readonly DrawingFault[] {
  return texts
    .filter(({ size_mm }) => size_mm < MIN_TEXT_MM - 1e-9)
    .slice(0, MAX_PER_KIND)
    .map((text) => ({
      fault: 'text_too_small',
      message: `text \`${text.text}\` is ${text.size_mm.toFixed(1)} mm high, expected at least ${MIN_TEXT_MM} mm`,
      at: text.at,
      element_ids: idsOf([text]),
    }));
}

/** Dimensions whose text differs from the measured length, and chains whose texts do not add up to their length. */
function dimensionFaults({ items, placements }: Drawing): readonly DrawingFault[] {
  const dimensions = items.filter((item): item is Dimension => item.shape === 'dimension');
  const wrong: DrawingFault[] = [];
  const chains = new Map<string, Dimension[]>();
  for (const dimension of dimensions) {
    const { from, to, along, value_mm, text, text_at, chain } = dimension;
    const scale = scaleAt(text_at, placements);
    const paper = Math.abs((to.x - from.x) * along.x + (to.y - from.y) * along.y);
    if (
      Math.abs(paper * scale - value_mm) > ROUNDING_MM ||
      Math.abs(Number(text) - value_mm) > ROUNDING_MM
    ) {
      wrong.push({
        fault: 'dimension_wrong',
        message: `dimension \`${text}\` differs from the measured length of ${(paper * scale).toFixed(1)} mm`,
        at: text_at,
        element_ids: idsOf([dimension]),
      });
    }
    const members = chains.get(chain);
    if (members === undefined) chains.set(chain, [dimension]);
    else members.push(dimension);
  }
  for (const [name, chain] of chains) {
    const sum = chain.reduce((total, { text }) => total + Number(text), 0);
    let [least, most] = [Infinity, -Infinity];
    for (const { from, to, along } of chain) {
      for (const { x, y } of [from, to]) {
        const end = along.x * x + along.y * y;
        least = Math.min(least, end);
        most = Math.max(most, end);
      }
    }
    const [first] = chain;
    if (first === undefined) continue;
    const span = (most - least) * scaleAt(first.text_at, placements);
    if (Math.abs(sum - span) <= ROUNDING_MM) continue;
    wrong.push({
      fault: 'dimensions_do_not_add_up',
      message: `the dimensions of chain \`${name}\` add up to ${sum} mm, expected ${span.toFixed(0)} mm`,
      at: first.text_at,
      element_ids: idsOf(chain),
    });
  }
  return wrong.slice(0, MAX_PER_KIND);
}

/** Scale of the view closest to a place; 1 on a drawing without views. */
function scaleAt({ x, y }: Point2, placements: Drawing['placements']): number {
  let [best, nearest] = [1, Infinity];
  for (const { box, scale } of placements) {
    const dx = Math.max(box.min.x - x, 0, x - box.max.x);
    const dy = Math.max(box.min.y - y, 0, y - box.max.y);
    if (dx * dx + dy * dy >= nearest) continue;
    nearest = dx * dx + dy * dy;
    best = scale;
  }
  return best;
}

/** The box of a view, or of a part of a schedule, on the sheet. */
type Place = { readonly name: string; readonly box: PaperBox };

function placeFaults({
  placements,
  tables,
  width_mm,
  height_mm,
}: Drawing): readonly DrawingFault[] {
  const places: readonly Place[] = [
    ...placements.map(({ title, box }) => ({ name: `view \`${title}\``, box })),
    ...tables.flatMap(({ title, boxes }) =>
      boxes.map((box) => ({ name: `schedule \`${title}\``, box })),
    ),
  ];
  const found: DrawingFault[] = [];
  for (const [i, { name, box }] of places.entries()) {
    if (box.min.x < 0 || box.min.y < 0 || box.max.x > width_mm || box.max.y > height_mm) {
      found.push(
        faultAt('view_off_sheet', `${name} extends beyond the edge of the sheet`, box.min),
      );
    }
    for (const other of places.slice(i + 1)) {
      if (!boxesOverlap(box, other.box)) continue;
      found.push(faultAt('views_overlap', `${name} overlaps ${other.name}`, other.box.min));
    }
  }
  return found.slice(0, MAX_PER_KIND);
}

function faultAt(fault: DrawingFault['fault'], message: string, at: Point2): DrawingFault {
  return { fault, message, at, element_ids: [] };
}

/** Schedules with lines or columns that do not fit on the sheet. */
function cutFaults({ tables }: Drawing): readonly DrawingFault[] {
  return tables.flatMap(({ title, boxes, lines, shown, left_out }) => {
    const at = boxes.at(-1)?.min ?? { x: 0, y: 0 };
    const columns = left_out.join(', ');
    return [
      ...(shown < lines
        ? [`only ${shown} of ${lines} lines of schedule \`${title}\` fit on the sheet`]
        : []),
      ...(columns === ''
        ? []
        : [`schedule \`${title}\` is too wide for the sheet; omitted columns: ${columns}`]),
    ].map((message) => faultAt('schedule_cut', message, at));
  });
}

function outside(
  { width_mm, height_mm }: Drawing,
  shapes: Iterable<ReturnType<typeof exploded> extends Iterable<infer One> ? One : never>,
): readonly DrawingFault[] {
  const found: DrawingFault[] = [];
  for (const item of shapes) {
    if (found.length === MAX_PER_KIND) break;
    if (item.shape === 'picture') continue;
    const box =
      item.shape === 'text'
        ? textBox(item)
        : boxOf(
            item.shape === 'polyline'
              ? item.points
              : item.shape === 'area'
                ? item.rings.flat()
                : [item.start, item.centre],
          );
    if (box === null) continue;
    if (
      box.min.x >= -0.01 &&
      box.min.y >= -0.01 &&
      box.max.x <= width_mm + 0.01 &&
      box.max.y <= height_mm + 0.01
    ) {
      continue;
    }
    const subject =
      item.shape === 'text'
        ? `text \`${item.text}\``
        : `a line of layer \`${item.shape === 'area' ? item.fill.layer : item.pen.layer}\``;
    found.push({
      fault: 'outside_paper',
      message: `${subject} extends beyond the edge of the paper`,
      at: box.min,
      element_ids: idsOf([item]),
    });
  }
  return found;
}
