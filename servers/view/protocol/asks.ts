/** @module asks: every question that the page can ask, with its arguments; the type of each answer is in `answers.ts`. */
import * as z from 'zod';

import { Moment } from './moment.ts';
import { COLOURINGS } from './scene.ts';

const At = z.strictObject({ at: Moment });
const Id = z.string().min(1).max(200);
const Cursor = z.string().min(1).max(400);

const Coordinate = z.number().min(-1e9).max(1e9);
/** The origin of a scene, mm. */
const OriginMm = z.tuple([Coordinate, Coordinate, Coordinate]);

/** The arguments by name of the question, which is also its path below `/view/api/`. */
export const ASKS = {
  session: z.strictObject({}),
  notice: z.strictObject({}),
  scene: At,
  /** A part of a storey; `level_id` null: what is on no level. Without `shapes` only the header. */
  part: At.extend({
    level_id: Id.nullable(),
    part: z.number().int().min(0).max(100_000),
    shapes: z.boolean().default(true),
  }),
  /** The shapes of these elements at a moment, such as those before a change, relative to the origin of a scene that is shown. */
  shapes: At.extend({ ids: z.array(Id).max(20_000), origin_mm: OriginMm.optional() }),
  /** What has changed on a branch since the state with this mark. */
  delta: z.strictObject({ mark: Cursor }),
  colours: At.extend({ by: z.enum(COLOURINGS) }),
  groups: At,
  /** A storey as SVG, with `data-id` on shapes of elements. */
  plan: At.extend({ level_id: Id }),
  /** `id`: also the IFC GUID of the element. */
  element: At.extend({ id: Id }),
  /** Names of the elements of a level that have none, by the rooms on their sides. */
  labels: At.extend({ level_id: Id }),
  table: At.extend({
    kind: z.string().min(1).max(60),
    level_id: Id.optional(),
    sort: z.string().max(100).optional(),
    descending: z.boolean().default(false),
    cursor: Cursor.optional(),
  }),
  /** Boxes are relative to `origin_mm`, by default to the origin of the later moment. */
  changes: z.strictObject({ from: Moment, to: Moment, origin_mm: OriginMm.optional() }),
  /** The changes as a file. */
  changes_file: z.strictObject({ from: Moment, to: Moment, format: z.enum(['csv', 'bcf']) }),
  log: z.strictObject({
    branch: z.string().min(1).max(200),
    before: Cursor.optional(),
    limit: z.number().int().min(1).max(500).default(100),
  }),
  steps: z.strictObject({
    branch: z.string().min(1).max(200),
    by: z.enum(['event', 'session', 'day']),
  }),
  approvals: z.strictObject({ status: z.enum(['pending', 'decided']).default('pending') }),
  approval: z.strictObject({ approval_id: Id }),
  runs: z.strictObject({ branch: z.string().min(1).max(200) }),
  /** A run, compared with another run of the same check; default: the one before it. */
  run: z.strictObject({
    branch: z.string().min(1).max(200),
    run_id: Id,
    compared_with: Id.optional(),
  }),
  /** The picture of a finding in the present state of the branch, PNG. */
  finding_picture: z.strictObject({
    branch: z.string().min(1).max(200),
    run_id: Id,
    finding_id: Id,
  }),
  /** The findings of a run of this branch as BCF. */
  run_bcf: z.strictObject({ branch: z.string().min(1).max(200), run_id: Id }),
} as const;
export type AskName = keyof typeof ASKS;
export type AskInput<N extends AskName> = z.input<(typeof ASKS)[N]>;
export type Asked<N extends AskName> = z.output<(typeof ASKS)[N]>;
