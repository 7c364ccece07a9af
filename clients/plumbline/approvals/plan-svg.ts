/** @module plan-svg: from millimetres with y to the north to pixels with y downwards, and safe SVG text. */
import type { Mark } from '../../../kernel/kinds/symbol.ts';
import { fitted, printable } from '../printable.ts';

/** A point in plan, mm, or on the page, pixels. */
type Point = { readonly x: number; readonly y: number };

/** How an element takes part in a plan. */
export type Change = 'created' | 'modified' | 'deleted' | 'same';

/** Colours of the changes: `ink` for lines and bodies, `wash` for areas. Told apart by lightness too. */
export const CHANGES: readonly {
  readonly change: Change;
  readonly label: string;
  readonly ink: string;
  readonly wash: string;
}[] = [
  { change: 'created', label: 'created', ink: '#15803d', wash: '#dcfce7' },
  { change: 'modified', label: 'modified', ink: '#d97706', wash: '#fef3c7' },
  { change: 'deleted', label: 'deleted', ink: '#dc2626', wash: '#fee2e2' },
  { change: 'same', label: 'unchanged', ink: '#52525b', wash: '#f4f4f5' },
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

/** Longest line of text in a plan (characters), and how far lines are apart (pixels). */
const LABEL_MAX = 24;
const LABEL_STEP = 13;

/** What a kind is drawn with. */
export function svgMark(frame: Frame, mark: Mark): string {
  switch (mark.shape) {
    case 'area': {
      const path = mark.rings.map((ring) => `${line(frame, ring)}Z`).join('');
      return `<path class="${mark.fill}" fill-rule="evenodd" d="${path}"/>`;
    }
    case 'line': {
      const style = mark.dashed ? 'line dashed' : 'line';
      return `<path class="${style}" stroke-width="${mark.weight}" d="${line(frame, mark.points)}"/>`;
    }
    case 'text': {
      const { x, y } = frame.at(mark.at);
      return mark.lines
        .map((text, row) =>
          svgText({ x, y: y + row * LABEL_STEP }, fitted(text, LABEL_MAX), 'label'),
        )
        .join('');
    }
    default:
      return mark satisfies never;
  }
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
