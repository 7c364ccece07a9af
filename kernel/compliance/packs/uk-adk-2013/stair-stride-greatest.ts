/** @module stair-stride-greatest: greatest of twice the rise plus the going (UK-ADK-2013, 1.3). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairStrideGreatest } from '../../measures/stairs.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkStairStrideGreatest = defineRule({
  id: 'UK-ADK-2013.stair-stride-greatest',
  title: 'Greatest of twice the rise plus the going',
  source: adk('1.3', 'H'),
  severity: 'warning',
  subject: 'stair',
  reach: 'storey',
  parameters: { most: mm(700) },
  check: (stair, run, { most }) =>
    plantStair(run, stair) ??
    atMost(stairStrideGreatest.of(run, stair.id), most, 'use shallower treads'),
  examples: {
    limit: aStair({ riser: 170, tread: 360 }, 'twice 170 mm plus 360 mm'),
    beyond: aStair({ riser: 170, tread: 361 }, 'twice 170 mm plus 361 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
