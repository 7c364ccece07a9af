/** @module stair-stride-least: least of twice the rise plus the going (UK-ADK-2013, 1.3). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairStrideLeast } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkStairStrideLeast = defineRule({
  id: 'UK-ADK-2013.stair-stride-least',
  title: 'Least of twice the rise plus the going',
  source: adk('1.3', 'H'),
  severity: 'warning',
  subject: 'stair',
  reach: 'storey',
  parameters: { least: mm(550) },
  check: (stair, run, { least }) =>
    plantStair(run, stair) ??
    atLeast(stairStrideLeast.of(run, stair.id), least, 'use deeper treads'),
  examples: {
    limit: aStair({ riser: 150, tread: 250 }, 'twice 150 mm plus 250 mm'),
    beyond: aStair({ riser: 150, tread: 249 }, 'twice 150 mm plus 249 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
