/** @module coordinate grid: lines of round eastings and northings under a plan, with their labels. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import { SITE_ID } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { fromMapOf, type MapUnit, toMapOf } from '../../../building/place/georeference.ts';
import { DASHED, GREY, layerOf, penOf } from '../pens.ts';
import { type PaperBox, Sketch } from '../sketch.ts';
import { textWidth } from '../text/fonts.ts';

/** Minimum distance of two lines, mm on paper. */
const APART_MM = 30;
/** Size of the labels, their distance from the drawing, and the distance of lines beyond it, mm on paper. */
const [LABEL_MM, GAP_MM, BEYOND_MM] = [2, 1.5, 4];
/** Maximum number of lines in one direction. */
const MAX_LINES = 100;

/** Short names of the units of maps. */
const UNIT_NAMES = { metre: 'm', foot: 'ft', us_survey_foot: 'US ft' } as const satisfies Record<
  MapUnit,
  string
>;

/** A coordinate grid: its shapes, the box around drawing and labels on paper, and the text of the note about it. */
type CoordinateGrid = {
  readonly sketch: Sketch;
  readonly box: PaperBox;
  readonly note: string;
};

/**
 * The coordinate grid of the site around a box on paper. Null if the view has no site with a georeference: what a caller may
 * not see is not drawn.
 */
export function coordinateGrid(
  scale: number,
  drawn: PaperBox,
  view: ModelView,
): CoordinateGrid | null {
  const params = view.elementOf(SITE_ID, 'site')?.params;
  const georeference = params?.georeference ?? null;
  if (params === undefined || georeference === null) return null;
  const placed = { ...params, georeference };
  const [toMap, fromMap] = [toMapOf(placed), fromMapOf(placed)];
  const sketch = new Sketch(scale);
  const area = grown(drawn, BEYOND_MM);
  const { min, max } = area;
  const corners = [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }].map(({ x, y }) =>
    toMap({ x: x * scale, y: y * scale }),
  );
  const unit = toMap({ x: scale, y: 0 });
  const origin = toMap({ x: 0, y: 0 });
  const per_paper_mm = Math.hypot(
    unit.eastings - origin.eastings,
    unit.northings - origin.northings,
  );
  const step = roundStep(APART_MM * per_paper_mm);
  const range = (name: 'eastings' | 'northings'): readonly [number, number] => {
    const values = corners.map((corner) => corner[name]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [east, north] = [range('eastings'), range('northings')];
  const onPaper = (eastings: number, northings: number): Point2 =>
    sketch.on(fromMap({ eastings, northings }));
  for (const value of multiples(east, step)) {
    addLine(sketch, area, {
      from: onPaper(value, north[0]),
      to: onPaper(value, north[1]),
      label: `E ${labelOf(value, step)}`,
    });
  }
  for (const value of multiples(north, step)) {
    addLine(sketch, area, {
      from: onPaper(east[0], value),
      to: onPaper(east[1], value),
      label: `N ${labelOf(value, step)}`,
    });
  }
  const widest = Math.max(
    0,
    ...sketch.items.map((item) =>
      item.shape === 'text' ? textWidth(item.text, LABEL_MM, false) : 0,
    ),
  );
  return {
    sketch,
    box: grown(area, GAP_MM + widest),
    note: ` · grid ${step} ${UNIT_NAMES[georeference.map_unit ?? 'metre']}, ${georeference.crs}`,
  };
}

function grown({ min, max }: PaperBox, by: number): PaperBox {
  return {
    min: { x: min.x - by, y: min.y - by },
    max: { x: max.x + by, y: max.y + by },
  };
}

/** The smallest number from `least` that is 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(1));
}

/** The multiples of a step in a range, at most 100. */
function multiples([from, to]: readonly [number, number], step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.min(MAX_LINES, Math.floor(to / step) - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, i) => (first + i) * step);
}

function labelOf(value: number, step: number): string {
  return value.toFixed(Math.max(0, Math.ceil(0 - Math.log10(step))));
}

type GridLine = { readonly from: Point2; readonly to: Point2; readonly label: string };

/** Adds the part of a line in the area, with a label beyond its lower or left end. */
function addLine(sketch: Sketch, area: PaperBox, { from, to, label }: GridLine): void {
  const ends = clipped(from, to, area);
  if (ends === null) return;
  const layer = layerOf('Sites', 'symbol');
  const pen = penOf(layer, 0.1, { dash_mm: DASHED, colour: GREY });
  sketch.items.push({ shape: 'polyline', points: ends, closed: false, pen, element: SITE_ID });
  const [a, b] = ends;
  const isSteep = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
  const isForward = isSteep ? a.y <= b.y : a.x <= b.x;
  const [start, end] = isForward ? [a, b] : [b, a];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length === 0) return;
  const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  // The middle of the capitals is on the line.
  const down = LABEL_MM * 0.365;
  const at = {
    x: start.x - along.x * GAP_MM + along.y * down,
    y: start.y - along.y * GAP_MM - along.x * down,
  };
  const turn_deg = (Math.atan2(along.y, along.x) * 180) / Math.PI;
  const style = { align: 'right', turn_deg, colour: GREY, layer, element: SITE_ID } as const;
  sketch.text(at, label, LABEL_MM, style);
}

/** The part of a line in a box (Liang and Barsky, 1984); null if there is none. */
function clipped(
  from: Point2,
  to: Point2,
  { min, max }: PaperBox,
): readonly [Point2, Point2] | null {
  let [low, high] = [0, 1];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  for (const [rate, room] of [
    [-dx, from.x - min.x],
    [dx, max.x - from.x],
    [-dy, from.y - min.y],
    [dy, max.y - from.y],
  ] as const) {
    if (rate === 0) {
      if (room < 0) return null;
    } else if (rate < 0) {
      low = Math.max(low, room / rate);
    } else {
      high = Math.min(high, room / rate);
    }
  }
  if (low >= high) return null;
  const at = (share: number): Point2 => ({ x: from.x + dx * share, y: from.y + dy * share });
  return [at(low), at(high)];
}
