/**
 * @module drawing: a drawing as shapes on paper. Millimetres on paper from its lower left corner, y upwards; nothing in
 * it knows of a file format.
 */
import type { Point2 } from '../geometry/vector.ts';
import type { Raster, Rgb } from '../raster/raster.ts';

/** How a line is drawn. `layer` is its name in CAD. */
export type Pen = {
  readonly layer: string;
  readonly width_mm: number;
  /** Lengths of dashes and gaps in turn, mm; null for a continuous line. */
  readonly dash_mm: readonly number[] | null;
  readonly colour: Rgb;
};

/** What an area is filled with. */
export type Fill = {
  readonly layer: string;
  /** Null for none. */
  readonly colour: Rgb | null;
  /** Parallel lines, counter-clockwise from the right; null for none. */
  readonly hatch: {
    readonly angle_deg: number;
    readonly distance_mm: number;
    readonly pen: Pen;
  } | null;
};

/** A line through points. */
export type Polyline = {
  readonly shape: 'polyline';
  readonly points: readonly Point2[];
  readonly closed: boolean;
  readonly pen: Pen;
  readonly element: string | null;
};

/** What an odd number of closed rings surrounds. */
export type FilledArea = {
  readonly shape: 'area';
  readonly rings: readonly (readonly Point2[])[];
  readonly fill: Fill;
  /** Of its outline; null for none. */
  readonly pen: Pen | null;
  readonly element: string | null;
};

/** Part of a circle, counter-clockwise from `start` (a point on it) over `sweep_deg`; the whole of it with 360. */
export type Arc = {
  readonly shape: 'arc';
  readonly centre: Point2;
  readonly start: Point2;
  readonly radius: number;
  readonly sweep_deg: number;
  readonly pen: Pen;
  readonly element: string | null;
};

export type Align = 'left' | 'middle' | 'right';

/** One line of text. `at` is on its base line. */
export type TextLine = {
  readonly shape: 'text';
  readonly at: Point2;
  readonly text: string;
  /** Size of the font, mm; capitals are 0.73 of it. */
  readonly size_mm: number;
  readonly align: Align;
  /** Counter-clockwise. */
  readonly turn_deg: number;
  readonly bold: boolean;
  readonly layer: string;
  readonly colour: Rgb;
  readonly element: string | null;
};

/**
 * A measured length. The dimension line goes through `through`, along `along` (a unit vector), from where `from` is to
 * where `to` is.
 */
export type Dimension = {
  readonly shape: 'dimension';
  readonly from: Point2;
  readonly to: Point2;
  readonly through: Point2;
  readonly along: Point2;
  /** In the building, mm. */
  readonly value_mm: number;
  readonly text: string;
  /** Dimensions of one chain add up to each other. */
  readonly chain: string;
  /** Middle of the base line of the text, moved aside where it does not fit. */
  readonly text_at: Point2;
  readonly layer: string;
  readonly element: string | null;
};

/** A block put somewhere: its x axis lies along `along`, and it is mirrored at that axis first where `mirrored`. */
export type Insert = {
  readonly shape: 'insert';
  readonly block: string;
  readonly at: Point2;
  readonly along: Point2;
  readonly mirrored: boolean;
  readonly layer: string;
  readonly element: string | null;
};

/** Dots in a rectangle; `at` is its lower left corner. */
export type Picture = {
  readonly shape: 'picture';
  readonly at: Point2;
  readonly width: number;
  readonly height: number;
  readonly raster: Raster;
};

/** Shapes of which every printer knows how to draw them. */
export type Primitive = Polyline | FilledArea | Arc | TextLine | Picture;
export type Item = Primitive | Dimension | Insert;

/** Shapes that are drawn at several places; mm on paper around its own origin. */
export type Block = { readonly name: string; readonly items: readonly Primitive[] };

/** Where a view is on the paper: a point of the view (mm in the building) is at `origin + point / scale`. */
export type Placement = {
  readonly title: string;
  readonly scale: number;
  readonly origin: Point2;
  /** What the view takes of the paper, mm. */
  readonly box: { readonly min: Point2; readonly max: Point2 };
};

/** A schedule on a sheet, in as many parts as it needs. */
export type PlacedTable = {
  readonly title: string;
  /** Of its parts, mm. */
  readonly boxes: readonly Placement['box'][];
  /** Lines that it has, and how many of them are drawn. */
  readonly lines: number;
  readonly shown: number;
  /** Columns for which the sheet is too narrow. */
  readonly left_out: readonly string[];
};

export type Drawing = {
  readonly title: string;
  readonly width_mm: number;
  readonly height_mm: number;
  /** In the order in which it is painted. */
  readonly items: readonly Item[];
  readonly blocks: ReadonlyMap<string, Block>;
  readonly placements: readonly Placement[];
  readonly tables: readonly PlacedTable[];
  /** What could not be drawn as it should be. */
  readonly warnings: readonly string[];
};
