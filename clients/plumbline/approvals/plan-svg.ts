/** @module plan-svg: from millimetres with y to the north to pixels with y downwards, and safe SVG text. */
import { printable } from '../printable.ts';
import type { Point } from './places.ts';

/** How an element takes part in a change. */
export type Mark = 'created' | 'modified' | 'deleted' | 'same';

/** Colours of the marks: `ink` for lines and bodies, `wash` for areas. Told apart by lightness too. */
export const MARKS: readonly {
  readonly mark: Mark;
  readonly label: string;
  readonly ink: string;
  readonly wash: string;
}[] = [
  { mark: 'created', label: 'created', ink: '#15803d', wash: '#dcfce7' },
  { mark: 'modified', label: 'modified', ink: '#d97706', wash: '#fef3c7' },
  { mark: 'deleted', label: 'deleted', ink: '#dc2626', wash: '#fee2e2' },
  { mark: 'same', label: 'unchanged', ink: '#52525b', wash: '#f4f4f5' },
];

type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A place on the page and how the model is put into it. */
export type Frame = {
  readonly area: Area;
  /** Pixels per millimetre. */
  readonly scale: number;
  readonly at: (point: Point) => Point;
  /** The same frame further to the right and down. */
  readonly moved: (right: number, down: number) => Frame;
};

const PADDING = 28;
/** Smallest extent that fills a panel (mm): a single column is not drawn as big as a house. */
const EXTENT_LEAST = 2000;

/** A frame that shows all the points in the middle of the area. */
export function frameOf(points: readonly Point[], area: Area): Frame {
  let [west, south, east, north] = [0, 0, 0, 0];
  for (const [index, { x, y }] of points.entries()) {
    west = index === 0 ? x : Math.min(west, x);
    east = index === 0 ? x : Math.max(east, x);
    south = index === 0 ? y : Math.min(south, y);
    north = index === 0 ? y : Math.max(north, y);
  }
  const [width, height] = [
    Math.max(EXTENT_LEAST, east - west),
    Math.max(EXTENT_LEAST, north - south),
  ];
  const scale = Math.min((area.width - 2 * PADDING) / width, (area.height - 2 * PADDING) / height);
  const middle = { x: (west + east) / 2, y: (south + north) / 2 };
  const place = (own: Area): Frame => ({
    area: own,
    scale,
    at: ({ x, y }) => ({
      x: own.x + own.width / 2 + (x - middle.x) * scale,
      y: own.y + own.height / 2 - (y - middle.y) * scale,
    }),
    moved: (right, down) => place({ ...own, x: own.x + right, y: own.y + down }),
  });
  return place(area);
}

/** Text at a pixel. */
export function svgText({ x, y }: Point, text: string, style: string): string {
  return `<text class="${style}" x="${number(x)}" y="${number(y)}">${escaped(text)}</text>`;
}

/** A closed path through points in millimetres, and through holes. */
export function svgArea(
  frame: Frame,
  outlines: readonly (readonly Point[])[],
  style: string,
): string {
  const path = outlines.map((outline) => `${line(frame, outline)}Z`).join('');
  return `<path class="${style}" fill-rule="evenodd" d="${path}"/>`;
}

/** An open path through points in millimetres; `width` in pixels. */
export function svgLine(frame: Frame, points: readonly Point[], style: string, width = 1): string {
  return `<path class="${style}" stroke-width="${width}" d="${line(frame, points)}"/>`;
}

function line(frame: Frame, points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const { x, y } = frame.at(point);
      return `${index === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`;
    })
    .join('');
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
