/** @module general-stair-rise-least: least rise of a general access stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { homeOrPlant } from '../../measures/served.ts';
import { stairRiserLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkGeneralStairRiseLeast = defineRule({
  id: 'UK-ADK-2013.general-stair-rise-least',
  title: 'Least rise of a general access stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(150) },
  check: (stair, run, { least }) =>
    homeOrPlant(run, stair) ??
    atLeast(stairRiserLeast.of(run, stair.id), least, 'use fewer risers for the same rise'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('office')], riser: 150 },
      'a general access stair with rises of 150 mm',
    ),
    beyond: aStair(
      { rooms: [roomAbove('office')], riser: 149.9 },
      'a general access stair with rises of 149.9 mm',
    ),
    not_applicable: aStair({ rooms: [roomAbove('living')] }, 'a stair in a home'),
  },
});
