/** @module occupant-load: stated occupants of a room (IBC-2021, 1004.5). */
import { aRoom } from '../../examples/rooms.ts';
import { value } from '../../measured.ts';
import { roomOccupantsCounted } from '../../measures/occupants.ts';
import { atLeast, otherwise, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcOccupantLoad = defineRule({
  id: 'IBC-2021.occupant-load',
  title: 'Stated occupants of a room',
  source: ibc('1004.5', 'M'),
  subject: 'room',
  parameters: { fewer: persons(0) },
  check: (room, run, { fewer }) => {
    const { occupancy } = room.params;
    if (occupancy === null) return otherwise('the room states no occupants: it is counted by area');
    const counted = roomOccupantsCounted.of(run, room.id);
    if (counted.kind !== 'value') return { outcome: counted.kind, because: counted.because };
    return atLeast(
      value(occupancy),
      { ...fewer, value: counted.value },
      'state as many occupants as the area is counted for',
    );
  },
  examples: {
    limit: aRoom(
      { width: 5000, depth: 4000, usage: 'meeting', occupancy: 15 },
      'a meeting room of 20 m² for 15 persons',
    ),
    beyond: aRoom(
      { width: 5000, depth: 4000, usage: 'meeting', occupancy: 14 },
      'a meeting room of 20 m² for 14 persons',
    ),
    not_applicable: aRoom({ usage: 'meeting' }, 'a room that states no occupants'),
  },
});
