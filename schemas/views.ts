/** @module views: definitions of views and sheets, which are drawn from the current model on each request. */
import * as z from 'zod';

import { ScheduleDefinition } from './schedules.ts';
import { CoordinateMm, DistanceMm, LengthMm, SpacePoint } from './units.ts';

/** The scale of a drawing: the second number of 1:n. */
export const DrawingScale = z
  .number('expected the second number of a scale, such as 50 for 1:50')
  .min(1, 'expected at least 1')
  .max(5000, 'expected at most 5000');
export const DEFAULT_SCALE = 100;
/** Height above a level at which its plan is cut, mm. */
export const DEFAULT_CUT_MM = 1200;

export const COMPASS = ['north', 'south', 'east', 'west'] as const;
export type Compass = (typeof COMPASS)[number];

/** A direction; its length is ignored. */
const Arrow = z
  .strictObject({
    x: z.number().min(-1e6).max(1e6),
    y: z.number().min(-1e6).max(1e6),
    z: z.number().min(-1e6).max(1e6),
  })
  .refine(({ x, y, z: up }) => x * x + y * y + up * up > 1e-12, 'expected a direction, not zero');

/** A plan: a storey cut open and seen from above. */
const PlanDefinition = z.strictObject({
  view: z.literal('plan'),
  level_id: z.string().min(1),
  scale: DrawingScale,
  /** Height above the level, mm. */
  cut_height: LengthMm,
  /** Whether lines of round eastings and northings are drawn under the plan. */
  coordinate_grid: z.boolean().exactOptional(),
});

/** A section: the building behind a vertical cutting plane. `normal` points towards the viewer. */
const SectionDefinition = z.strictObject({
  view: z.literal('section'),
  origin: SpacePoint,
  normal: Arrow.refine(({ x, y }) => x * x + y * y > 1e-12, 'expected a direction in plan'),
  /** Depth behind the plane that is drawn, mm; null for all. */
  depth: LengthMm.nullable(),
  scale: DrawingScale,
});

/** An elevation of the building from outside; `north` shows the facade that faces north. */
const ElevationDefinition = z.strictObject({
  view: z.literal('elevation'),
  direction: z.enum(COMPASS),
  scale: DrawingScale,
});

/** A camera with parallel projection. */
const AxonometricDefinition = z.strictObject({
  view: z.literal('camera'),
  kind: z.literal('axonometric'),
  /** Direction from the viewer to the building. */
  direction: Arrow,
  /** Null: the largest scale that fits on the paper. */
  scale: DrawingScale.nullable(),
});

const PerspectiveDefinition = z.strictObject({
  view: z.literal('camera'),
  kind: z.literal('perspective'),
  eye: SpacePoint,
  target: SpacePoint,
  /** Angle of view across the picture, degrees. */
  field_deg: z.number().min(5).max(120),
});

/** A 3D view. */
const CameraDefinition = z.discriminatedUnion('kind', [
  AxonometricDefinition,
  PerspectiveDefinition,
]);

/** The definition of a view. Lengths are in mm, in world coordinates. */
export const ViewDefinition = z.discriminatedUnion('view', [
  PlanDefinition,
  SectionDefinition,
  ElevationDefinition,
  CameraDefinition,
]);
export type ViewDefinition = z.output<typeof ViewDefinition>;
export type PlanDefinition = z.output<typeof PlanDefinition>;
export type SectionDefinition = z.output<typeof SectionDefinition>;
export type ElevationDefinition = z.output<typeof ElevationDefinition>;
export type CameraDefinition = z.output<typeof CameraDefinition>;

/** Sheet sizes of ISO 216, landscape unless `upright` is set. */
export const SHEET_SIZES = ['A0', 'A1', 'A2', 'A3', 'A4'] as const;
export type SheetSize = (typeof SHEET_SIZES)[number];

const Words = z.string().max(200);

/** The title block of a sheet; empty fields are omitted. */
const TitleBlock = z.strictObject({
  title: Words,
  project: Words,
  drawn_by: Words,
  number: Words,
  revision: Words,
});

/** A view on a sheet. `x`, `y`: lower left corner of its drawing, mm from that of the sheet; null: placed automatically. */
const PlacedView = z.strictObject({
  view_id: z.string().min(1),
  x: CoordinateMm.nullable(),
  y: CoordinateMm.nullable(),
  /** Overrides the scale of the view. */
  scale: DrawingScale.nullable(),
});

/** A schedule on a sheet, placed like a view. */
const PlacedSchedule = z.strictObject({
  schedule: ScheduleDefinition,
  x: CoordinateMm.nullable(),
  y: CoordinateMm.nullable(),
});

/** A sheet of paper with views and schedules. */
export const SheetDefinition = z.strictObject({
  size: z.enum(SHEET_SIZES),
  upright: z.boolean(),
  /** Distance between the edge of the paper and the frame, mm. */
  margin: DistanceMm.max(100),
  title_block: TitleBlock,
  views: z.array(PlacedView).max(50),
  schedules: z.array(PlacedSchedule).max(50),
});
export type SheetDefinition = z.output<typeof SheetDefinition>;
