/** @module rescue-opening: emergency escape and rescue opening of a bedroom (IBC-2021, 1031.3). */
import { aRoom } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import {
  windowClearArea,
  windowClearHeight,
  windowClearWidth,
  windowSill,
  windowsOf,
} from '../../measures/windows.ts';
import { atLeast, atMost, bestOf, mm, squareMetres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { useOf } from '../../usage.ts';

export const ibcRescueOpening = defineRule({
  title: 'Emergency escape and rescue opening',
  source: { clause: '1031.3', confidence: 'L' },
  subject: 'room',
  parameters: { area: squareMetres(0.53), height: mm(610), width: mm(508), sill: mm(1118) },
  check: (room, run, { area, height, width, sill }) => {
    if (useOf(room)?.sleeping !== true) return notApplicable('the room is not for sleeping');
    return bestOf(
      windowsOf(run, room).map((id) => [
        atLeast(windowClearArea.of(run, id), area, 'choose a larger window'),
        atLeast(windowClearHeight.of(run, id), height, 'choose a higher window'),
        atLeast(windowClearWidth.of(run, id), width, 'choose a wider window'),
        atMost(windowSill.of(run, id), sill, 'lower the sill'),
      ]),
      area,
      'add a window that opens',
    );
  },
  pass: aRoom(
    { usage: 'bedroom', window: [630, 1100, 900] },
    'a bedroom with a clear opening of 530 by 1,000 mm',
  ),
  fail: aRoom(
    { usage: 'bedroom', window: [629, 1100, 900] },
    'a bedroom with a clear opening of 529 by 1,000 mm',
  ),
  not_applicable: aRoom({ window: [400, 400, 1500] }, 'an office'),
});
