/** @module rescue-opening: window to be rescued through (IBC-2021, 1031.3). */
import { aRoom } from '../../examples/rooms.ts';
import {
  windowClearArea,
  windowClearHeight,
  windowClearWidth,
  windowSill,
  windowsOf,
} from '../../measures/windows.ts';
import { atLeast, atMost, bestOf, mm, otherwise, squareMetres } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { useOf } from '../../usage.ts';
import { ibc } from '../sources.ts';

export const ibcRescueOpening = defineRule({
  id: 'IBC-2021.rescue-opening',
  title: 'Window to be rescued through',
  source: ibc('1031.3', 'L'),
  subject: 'room',
  parameters: { area: squareMetres(0.53), height: mm(610), width: mm(508), sill: mm(1118) },
  check: (room, run, { area, height, width, sill }) => {
    if (useOf(room)?.sleeping !== true) return otherwise('nobody sleeps in the room');
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
  examples: {
    limit: aRoom(
      { usage: 'bedroom', window: [630, 1100, 900] },
      'a bedroom with a window that leaves 530 by 1,000 mm',
    ),
    beyond: aRoom(
      { usage: 'bedroom', window: [629, 1100, 900] },
      'a bedroom with a window that leaves 529 by 1,000 mm',
    ),
    not_applicable: aRoom({ window: [400, 400, 1500] }, 'an office'),
  },
});
