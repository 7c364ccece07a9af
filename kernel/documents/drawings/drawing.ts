/**
 * @module drawing: a drawing as shapes on paper, independent of any file format. Coordinates are millimetres on paper
 * from the lower left corner, y upwards.
 */
import type { Point2 } from '../../building/geometry/vector.ts';
import type { Raster, Rgb } from '../raster/raster.ts';

/** The style of a line. `layer` is the name of its CAD layer. */
export type Pen = {
  readonly layer: string;
  readonly width_mm: number;
  /** Alternating lengths of dashes and gaps, mm; null for a continuous line. */
  readonly dash_mm: readonly number[] | null;
  readonly colour: Rgb;
};

/** The fill of an area. */
export type Fill = {
  readonly layer: string;
  /** Colour of the area; null leaves it transparent. */
  readonly colour: Rgb | null;
  /** Parallel lines; their angle is counter-clockwise from the x axis. Null for no hatch. */
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
  /** Id of the element that the shape represents; null for none. The same in all shapes. */
  readonly element: string | null;
};

/** A filled area: a point is inside if an odd number of the closed rings surrounds it (even-odd rule). */
export type FilledArea = {
  readonly shape: 'area';
  readonly rings: readonly (readonly Point2[])[];
  readonly fill: Fill;
  /** The pen of its outline; null for no outline. */
  readonly pen: Pen | null;
  readonly element: string | null;
};

/** A circular arc, counter-clockwise from `start` (a point on the circle) over `sweep_deg`; 360 is the full circle. */
export type Arc = {
  readonly shape: 'arc';
  readonly centre: Point2;
  readonly start: Point2;
  readonly radius: number;
  readonly sweep_deg: number;
  readonly pen: Pen;
  readonly element: string | null;
};

/** Position of a text relative to its point: the text starts, is centred or ends there. */
export type Align = 'left' | 'middle' | 'right';

/** One line of text. `at` is on its baseline. */
export type TextLine = {
  readonly shape: 'text';
  readonly at: Point2;
  readonly text: string;
  /** Font size, mm; capitals are 0.73 of it high. */
  readonly size_mm: number;
  readonly align: Align;
  /** Rotation, counter-clockwise. */
  readonly turn_deg: number;
  readonly bold: boolean;
  readonly layer: string;
  readonly colour: Rgb;
  readonly element: string | null;
};

/**
 * A measured length. The dimension line runs through `through` in the direction `along` (a unit vector), from the
 * projection of `from` to the projection of `to`.
 */
export type Dimension = {
  readonly shape: 'dimension';
  readonly from: Point2;
  readonly to: Point2;
  readonly through: Point2;
  readonly along: Point2;
  /** The measured length in the building, mm. */
  readonly value_mm: number;
  readonly text: string;
  /** The name of its chain. The dimensions of one chain add up to its total. */
  readonly chain: string;
  /** Middle of the baseline of the text, which is moved sideways if it does not fit. */
  readonly text_at: Point2;
  readonly layer: string;
  readonly element: string | null;
};

/**
 * An insertion of a block. The x axis of the block is turned to `along`; if `mirrored`, the block is first mirrored in
 * its x axis.
 */
export type Insert = {
  readonly shape: 'insert';
  readonly block: string;
  readonly at: Point2;
  readonly along: Point2;
  readonly mirrored: boolean;
  readonly layer: string;
  readonly element: string | null;
};

/** A raster image in a rectangle; `at` is its lower left corner. */
export type Picture = {
  readonly shape: 'picture';
  readonly at: Point2;
  readonly width: number;
  readonly height: number;
  readonly raster: Raster;
};

/** The shapes that every printer draws directly. */
export type Primitive = Polyline | FilledArea | Arc | TextLine | Picture;
/** Any shape of a drawing. */
export type Item = Primitive | Dimension | Insert;

/** Named shapes that are inserted at several places; their coordinates are mm on paper from the insertion point. */
export type Block = { readonly name: string; readonly items: readonly Primitive[] };

/**
 * The position of a view on the paper: a point of the view (mm in the building) is drawn at `origin + point / scale`.
 */
export type Placement = {
  readonly title: string;
  readonly scale: number;
  readonly origin: Point2;
  /** The area of the paper that the view covers, mm. */
  readonly box: { readonly min: Point2; readonly max: Point2 };
};

/** A schedule on a sheet, divided into as many parts as it needs. */
export type PlacedTable = {
  readonly title: string;
  /** The boxes of its parts, mm. */
  readonly boxes: readonly Placement['box'][];
  /** The number of lines of the schedule, and how many of them are drawn inside the frame. */
  readonly lines: number;
  readonly shown: number;
  /** Columns that are left out because the sheet is too narrow. */
  readonly left_out: readonly string[];
};

/** A drawing on one page of paper. */
export type Drawing = {
  readonly title: string;
  readonly width_mm: number;
  readonly height_mm: number;
  /**
   * What the coordinates of a CAD file are: `building` for a single view, which a CAD program places in the building;
   * `paper` for sheets, whatever is on them, and for pictures.
   */
  readonly coordinates: 'building' | 'paper';
  /** In painting order, bottom first. */
  readonly items: readonly Item[];
  readonly blocks: ReadonlyMap<string, Block>;
  readonly placements: readonly Placement[];
  readonly tables: readonly PlacedTable[];
  /** Messages about parts that could not be drawn correctly. */
  readonly warnings: readonly string[];
};
