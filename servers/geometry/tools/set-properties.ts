/** @module set_properties: what is said of elements beside their parameters. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { planProperties } from '../set-properties-plan.ts';

const Name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^.]+$/u);

/** Sets properties. */
export const setProperties = defineCommand({
  name: 'set_properties',
  title: 'Write property sets',
  description:
    'Writes into a standard property set (Pset_…: names and types of the public tables are checked) or one of your own, e.g. Pset_WallCommon {"ThermalTransmittance": 0.24}. null removes one. get_element shows them; SET.NAME is a field of queries and schedules.',
  toolset: 'more',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    element_ids: z.array(elementId('An element.')).min(1).max(1000).describe('Whose.'),
    set: Name.describe('E.g. Pset_WallCommon, or a name of your own.'),
    properties: z
      .record(z.string(), z.unknown())
      .describe('Values by name; mm, mm², mm³, degrees, else SI.'),
  }),
  output: z.object({ modified_ids: z.array(z.string()) }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_ARGUMENT',
    'UNKNOWN_PARAMETER',
    'OUT_OF_RANGE',
    'NO_EFFECT',
  ),
  plan: (input, view: ModelView, context) => planProperties(input, view, context),
});
