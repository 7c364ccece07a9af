/** @module private-stair-pitch: pitch of a private stair (UK-ADK-2013, Table 1.1). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { elsewhere } from '../../measures/served.ts';
import { stairPitch } from '../../measures/stairs.ts';
import { atMost, degrees } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkPrivateStairPitch = defineRule({
  id: 'UK-ADK-2013.private-stair-pitch',
  title: 'Pitch of a private stair',
  source: adk('Table 1.1', 'H'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most: degrees(42) },
  check: (stair, run, { most }) =>
    elsewhere(run, stair) ?? atMost(stairPitch.of(run, stair.id), most, 'use deeper treads'),
  examples: {
    limit: aStair(
      { rooms: [roomAbove('living')], riser: 200, tread: 222.122 },
      'a private stair of 200 mm by 222.122 mm: 42°',
    ),
    beyond: aStair(
      { rooms: [roomAbove('living')], riser: 200, tread: 222 },
      'a private stair of 200 mm by 222 mm: 42.02°',
    ),
    not_applicable: aStair({ rooms: [roomAbove('office')] }, 'a stair to an office'),
  },
});
