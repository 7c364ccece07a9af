/** @module stair-landing: landing of a stair (IBC-2021, 1011.6). */
import { aStair, roomAbove } from '../../examples/stairs.ts';
import { stairToRooms } from '../../guards.ts';
import { stairClearWidth, stairLanding } from '../../measures/stairs.ts';
import { atLeast, inches, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcStairLanding = defineRule({
  title: 'Landing of a stair',
  source: { clause: '1011.6', confidence: 'L' },
  subject: 'stair',
  uses: [stairToRooms, stairLanding],
  parameters: { most_needed: inches(48) },
  check: (stair, run, { most_needed }) => {
    const exempt = stairToRooms.exempt(stair, run);
    if (exempt !== null) return exempt;
    const width = stairClearWidth.of(run, stair.id);
    if (width.outcome !== 'value') return width;
    const least = width.value < most_needed.value ? mm(width.value) : most_needed;
    return atLeast(
      stairLanding.of(run, stair.id),
      least,
      'keep more floor clear at the foot and the head of each flight',
    );
  },
  pass: aStair({ landing: 1200 }, 'landings 1,200 mm deep, flight 1,200 mm wide'),
  fail: aStair({ landing: 1199 }, 'landings 1,199 mm deep, flight 1,200 mm wide'),
  not_applicable: aStair({ rooms: [roomAbove('plant')] }, 'a stair up to a plant room'),
});
