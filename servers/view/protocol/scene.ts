/**
 * @module scene: the shapes of a moment as binary parts.
 *
 * Coordinates are metres, z up, relative to `origin_mm` of the scene index, so that they fit single precision. A part is
 *
 * | bytes | content |
 * |---|---|
 * | 4 | `PLV1` |
 * | 4 | length H of the header in bytes, unsigned, little-endian; a multiple of 4 |
 * | H | `PartHeader` as JSON in UTF-8, followed by spaces |
 * | 12 × vertices | positions: 3 single-precision numbers each |
 * | 4 × vertices | row of the element of each vertex, unsigned |
 * | 4 × (opaque + glass + space) | corners of triangles: numbers of vertices, unsigned; opaque ones first, then glass, then spaces |
 *
 * The vertices of an element are consecutive, and so are its corners within each of the three runs.
 */
import type { ShownMoment } from './moment.ts';

/** A box: low x, y, z, high x, y, z. */
export type BoxNumbers = readonly [number, number, number, number, number, number];

/** A storey, or with `level_id` null everything that is on none. */
export type SceneStorey = {
  readonly level_id: string | null;
  readonly name: string;
  /** mm; null without a level. */
  readonly elevation_mm: number | null;
  readonly height_mm: number | null;
  /** Number of elements with a body; those of which it cannot be built are in `left_out` of the parts. */
  readonly elements: number;
  /** Number of parts, each with at most `PART_ELEMENTS` elements. */
  readonly parts: number;
};

/** Maximum number of elements of a part. */
export const PART_ELEMENTS = 2000;

/** The storeys of a moment, lowest first. */
export type SceneIndex = {
  readonly at: ShownMoment;
  /** Point of the world at the origin of the scene, mm. */
  readonly origin_mm: readonly [number, number, number];
  /** Box around everything in metres, relative to the origin, not exact at joins of walls; null for an empty model. */
  readonly box: BoxNumbers | null;
  readonly storeys: readonly SceneStorey[];
  readonly elements: number;
};

/** Texts that rows refer to by number. */
export type TextColumn = {
  readonly texts: readonly string[];
  /** For each row the number of its text, −1 for none. */
  readonly rows: readonly number[];
};

/** One value per row in each column. */
export type PartColumns = {
  readonly id: readonly string[];
  /** Empty for an element without a name. */
  readonly name: readonly string[];
  readonly kind: TextColumn;
  readonly category: TextColumn;
  /** Id of its level. */
  readonly level: TextColumn;
  /** Name of its type. */
  readonly type: TextColumn;
  /** 1 for an element of a reference model of an import, else 0. */
  readonly reference: readonly (0 | 1)[];
  /** Its natural colour, 0xRRGGBB. */
  readonly colour: readonly number[];
  /** Box in metres. */
  readonly box: readonly BoxNumbers[];
  /** First vertex and number of vertices. */
  readonly vertices: readonly (readonly [number, number])[];
  /** First corner and number of corners within each run; the runs begin at 0. */
  readonly opaque: readonly (readonly [number, number])[];
  readonly glass: readonly (readonly [number, number])[];
  readonly space: readonly (readonly [number, number])[];
};

export type PartHeader = {
  readonly at: ShownMoment;
  /** Point of the world at the origin of this part, mm: that of the scene unless the model has grown far since. */
  readonly origin_mm: readonly [number, number, number];
  readonly vertices: number;
  /** Numbers of corners. */
  readonly opaque: number;
  readonly glass: number;
  readonly space: number;
  readonly columns: PartColumns;
  /** Ids of elements that are in no row because their body cannot be built. */
  readonly left_out: readonly string[];
  /** Ids of elements that no longer have a shape; only in the answer to `delta`. */
  readonly removed?: readonly string[];
  /** Whether too much has changed, so that the scene must be loaded again; the part is then empty. */
  readonly reload?: boolean;
};

/** How elements can be coloured. */
export const COLOURINGS = [
  'kind',
  'storey',
  'use',
  'fire_rating',
  'finding',
  'age',
  'author',
] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** A group of a colouring, such as all offices; elements in no group are grey. */
export type ColourGroup = {
  readonly label: string;
  /** 0xRRGGBB. */
  readonly colour: number;
  readonly ids: readonly string[];
};

export type ColourGroups = {
  readonly by: Colouring;
  readonly groups: readonly ColourGroup[];
};
