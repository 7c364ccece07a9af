/** @module stair-landing: landing of a stair (IBC-2021, 1011.6). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { plantStair } from '../../measures/served.ts';
import { stairClearWidth, stairLanding } from '../../measures/stairs.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStairLanding = defineRule({
  id: 'IBC-2021.stair-landing',
  title: 'Landing of a stair',
  source: ibc('1011.6', 'L'),
  subject: 'stair',
  reach: 'storey',
  parameters: { most_needed: mm(1219) },
  check: (stair, run, { most_needed }) => {
    const beside = plantStair(run, stair);
    if (beside !== null) return beside;
    const width = stairClearWidth.of(run, stair.id);
    if (width.kind !== 'value') return { outcome: width.kind, because: width.because };
    const least = { ...most_needed, value: Math.min(width.value, most_needed.value) };
    return atLeast(
      stairLanding.of(run, stair.id),
      least,
      'leave more floor free at the foot and the head of the flight',
    );
  },
  examples: {
    limit: aStair({ landing: 1200 }, 'landings of 1,200 mm at a flight of 1,200 mm'),
    beyond: aStair({ landing: 1199 }, 'landings of 1,199 mm at a flight of 1,200 mm'),
    not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
  },
});
