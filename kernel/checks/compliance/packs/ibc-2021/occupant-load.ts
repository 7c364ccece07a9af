/** @module occupant-load: stated occupants of a room (IBC-2021, 1004.5). */
import { aRoom } from '../../examples/rooms.ts';
import { notApplicable, value } from '../../measured.ts';
import { roomOccupantsCounted } from '../../measures/occupants.ts';
import { atLeast, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcOccupantLoad = defineRule({
  title: 'Stated occupants of a room',
  source: { clause: '1004.5', confidence: 'M' },
  subject: 'room',
  parameters: { fewer: persons(0) },
  check: (room, run, { fewer }) => {
    const { occupancy } = room.params;
    if (occupancy === null) {
      return notApplicable('the room states no number of occupants: it is computed');
    }
    const counted = roomOccupantsCounted.of(run, room.id);
    if (counted.outcome !== 'value') return counted;
    return atLeast(
      value(occupancy),
      { ...fewer, value: counted.value },
      'state at least the number of occupants computed from the area',
    );
  },
  pass: aRoom(
    { width: 5000, depth: 4000, usage: 'meeting', occupancy: 15 },
    'a meeting room of 20 m² for 15 persons',
  ),
  fail: aRoom(
    { width: 5000, depth: 4000, usage: 'meeting', occupancy: 14 },
    'a meeting room of 20 m² for 14 persons',
  ),
  not_applicable: aRoom({ usage: 'meeting' }, 'a room that states no occupants'),
});
