/** @module row-charts: charts with one row of rates per agent, and ROC curves, as SVG text. */
import { legend, round, svgPage, text } from './chart.ts';

/** A rate with the bounds of its confidence interval; 0 to 1. */
export type Point = { readonly rate: number; readonly low: number; readonly high: number };

/** A row with one point per series; null for a series without decided episodes. */
export type RateRow = { readonly name: string; readonly points: readonly (Point | null)[] };

/** A series in the legend. */
export type LegendEntry = { readonly name: string; readonly colour: string };

/** Width of the column of names, pixels. */
const NAMES = 120;
/** Width of the axis, pixels. */
const WIDE = 560;
/** Heights of a row, of the title with the legend, and of the axis labels; pixels. */
const ROW = 26;
const HEAD = 78;
const FOOT = 30;
/** Positions of the grid lines. */
const QUARTERS = [0, 0.25, 0.5, 0.75, 1] as const;

/** A chart of rates with their intervals, one row per agent, on an axis from 0 to 100 %. */
export function rateRowsSvg(
  title: string,
  series: readonly LegendEntry[],
  rows: readonly RateRow[],
): string {
  const height = HEAD + rows.length * ROW + FOOT;
  const bottom = HEAD + rows.length * ROW;
  const xOf = (share: number): number => round(NAMES + share * WIDE);
  const axis = QUARTERS.map(
    (share) =>
      `<line x1="${xOf(share)}" x2="${xOf(share)}" y1="${HEAD - 8}" y2="${bottom}" stroke="#e2dfd6"/>${text(xOf(share), bottom + 18, `${100 * share} %`, 'text-anchor="middle" fill="#555"')}`,
  );
  const drawn = rows.flatMap(({ name, points }, index) => {
    const middle = HEAD + (index + 0.5) * ROW;
    return [
      text(NAMES - 12, middle + 4, name, 'text-anchor="end"'),
      ...points.map((point, s) => {
        const colour = series[s]?.colour ?? '#555555';
        const y = round(middle + (s - (points.length - 1) / 2) * 10);
        return point === null ? '' : pointSvg(point, { y, colour, xOf });
      }),
    ];
  });
  const page = { width: NAMES + WIDE + 40, height, title };
  return svgPage(page, [legend(series), ...axis, ...drawn]);
}

/** A dot with its interval. */
function pointSvg(
  { rate, low, high }: Point,
  at: {
    readonly y: number;
    readonly colour: string;
    readonly xOf: (share: number) => number;
  },
): string {
  const { y, colour, xOf } = at;
  const ends = [low, high].map((end) => `M${xOf(end)} ${y - 3}v6`).join('');
  return `<path d="M${xOf(low)} ${y}H${xOf(high)}${ends}" fill="none" stroke="${colour}" stroke-width="1.5"/><circle cx="${xOf(rate)}" cy="${y}" r="4" fill="${colour}"/>`;
}

/** An ROC curve: the shares of false positives and of detections at each threshold, starting with the highest. */
export type Curve = {
  readonly name: string;
  readonly points: readonly { readonly false_positive: number; readonly detected: number }[];
  readonly note: string;
};

/** Side of a square, margin to the left, gap between two squares, and margin above; pixels. */
const SIDE = 190;
const LEFT = 52;
const GAP = 60;
const TOP = 78;

/** One square per ROC curve: false positives on the x axis, detections on the y axis; the diagonal is chance. */
export function curvesSvg(title: string, colour: string, curves: readonly Curve[]): string {
  const width = LEFT + curves.length * (SIDE + GAP);
  const height = TOP + SIDE + 58;
  const squares = curves.map(({ name, points, note }, index) => {
    const x = LEFT + index * (SIDE + GAP);
    const place = (right: number, up: number): string =>
      `${round(x + right * SIDE)},${round(TOP + (1 - up) * SIDE)}`;
    const line = [
      place(0, 0),
      ...points.map(({ false_positive, detected }) => place(false_positive, detected)),
      place(1, 1),
    ];
    const dots = points.map(({ false_positive, detected }) => {
      const [cx, cy] = place(false_positive, detected).split(',');
      return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${colour}"/>`;
    });
    return [
      `<rect x="${x}" y="${TOP}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#d8d4c8"/>`,
      `<path d="M${x} ${TOP + SIDE}L${x + SIDE} ${TOP}" stroke="#e2dfd6" stroke-dasharray="4 4"/>`,
      `<polyline points="${line.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...dots,
      text(x, TOP - 12, `${name}: ${note}`, 'font-weight="bold"'),
      ...[0, 1].map((end) =>
        text(x + end * SIDE, TOP + SIDE + 16, `${100 * end} %`, 'text-anchor="middle" fill="#555"'),
      ),
      text(x - 6, TOP + 10, '100 %', 'text-anchor="end" fill="#555" font-size="11"'),
      text(
        x + SIDE / 2,
        TOP + SIDE + 36,
        'honest episodes at or above',
        'text-anchor="middle" fill="#555"',
      ),
    ].join('\n');
  });
  const words = 'upwards: episodes of the other agents at or above the same score';
  return svgPage({ width, height, title }, [text(LEFT, 46, words, 'fill="#555"'), ...squares]);
}
