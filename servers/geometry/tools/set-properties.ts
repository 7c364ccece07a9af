/** @module set_properties: property sets of elements. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
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
    'Writes properties into a standard set (Pset_…, checked against IFC) or your own, e.g. Pset_WallCommon {"ThermalTransmittance": 0.24}. Queries and schedules accept SET.NAME as a field.',
  action: 'MODIFY',
  idempotent: true,
  input: z.strictObject({
    element_ids: z
      .array(elementId('Id or @name of an element.'))
      .min(1)
      .max(1000)
      .describe('Elements to change: ids or @names.'),
    set: Name.describe(
      'Set, e.g. Pset_WallCommon, your own without Pset_, or classification: codes by system.',
    ),
    properties: z
      .record(z.string(), z.unknown())
      .describe('Values by name; null removes. mm, mm², mm³, degrees, else SI.'),
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
