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
import { atLeast, atMost, bestOf, inches, squareFeet } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { useOf } from '../../usage.ts';

const of = 'of the emergency escape and rescue opening';

export const ibcRescueOpening = defineRule({
  title: 'Emergency escape and rescue opening',
  source: { clause: '1031.3', confidence: 'L' },
  subject: 'room',
  parameters: { area: squareFeet(5.7), height: inches(24), width: inches(20), sill: inches(44) },
  check: (room, run, { area, height, width, sill }) => {
    if (useOf(room)?.sleeping !== true) return notApplicable('the room is not for sleeping');
    return bestOf(
      windowsOf(run, room).map((id) => [
        atLeast(windowClearArea.of(run, id), area, 'choose a larger window', `clear area ${of}`),
        atLeast(
          windowClearHeight.of(run, id),
          height,
          'choose a higher window',
          `clear height ${of}`,
        ),
        atLeast(windowClearWidth.of(run, id), width, 'choose a wider window', `clear width ${of}`),
        atMost(windowSill.of(run, id), sill, 'lower the sill', `height of the sill ${of}`),
      ]),
      area,
      'add a window that opens',
    );
  },
  pass: aRoom(
    { usage: 'bedroom', window: [629.6, 1100, 900] },
    'a bedroom with a clear opening of 529.6 by 1,000 mm',
  ),
  fail: aRoom(
    { usage: 'bedroom', window: [629.4, 1100, 900] },
    'a bedroom with a clear opening of 529.4 by 1,000 mm',
  ),
  not_applicable: aRoom({ window: [400, 400, 1500] }, 'an office'),
});
