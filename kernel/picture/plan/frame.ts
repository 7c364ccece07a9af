/** @module frame: from millimetres with y to the north to pixels with y downwards, and the colours of changes. */
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

/** The longest of 1, 2, 5 times a power of ten that is at most `most` (mm). */
export function barLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}
