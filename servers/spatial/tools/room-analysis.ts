/** @module room_analysis: what is measured of a room, and who its neighbours are. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { room } from '../../../kernel/kinds/room.ts';
import { requireKind } from '../../../kernel/kinds/rules/lookup.ts';
import type { Neighbour } from '../../../kernel/spatial/room-facts.ts';
import { roomFacts } from '../../../kernel/spatial/room-facts.ts';
import { toGrid } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { withheldIn } from '../../building/rows.ts';
import type { BuildingView } from '../../building/view.ts';

/** Neighbours named in the answer, and ids of each. */
const NAMED = 50;

const NeighbourRow = z.object({
  /** Id of a room, null for the outside and for spaces without one. */
  room_id: z.string().nullable(),
  type: z.enum(['room', 'space', 'outside']),
  wall_length_mm: z.number(),
  open_length_mm: z.number(),
  wall_ids: z.array(z.string()),
  openings: z.array(z.object({ element_id: z.string(), kind: z.string(), width_mm: z.number() })),
});

/** Answers a room as it is measured. */
export const roomAnalysis = defineQuery({
  name: 'room_analysis',
  title: 'Measure a room',
  description:
    'Answers what is measured of a room: net area between the wall faces, perimeter with inner outlines, height, volume and volume clear of floor slabs, and each neighbour (room, outside, or a space without a room) with the walls, the length of wall, the doors, windows and openings between, and what length is open. mm, mm², mm³.',
  branched: true,
  input: z.strictObject({ room_id: elementId('The room.', 'room') }),
  output: z.object({
    room_id: z.string(),
    name: z.string(),
    number: z.string().nullable(),
    level_id: z.string().nullable(),
    area_mm2: z.number(),
    perimeter_mm: z.number(),
    inner_outlines: z.number(),
    height_mm: z.number(),
    volume_mm3: z.number(),
    clear_volume_mm3: z.number(),
    wall_ids: z.array(z.string()),
    adjacencies: z.array(NeighbourRow),
    adjacency_count: z.number(),
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  answer({ room_id }, view: BuildingView, { refuse }) {
    const element = requireKind(view, room_id, room, { refuse });
    const facts = roomFacts(view, element);
    if (facts === null) {
      return refuse('INVALID_ARGUMENT', `nothing encloses room \`${room_id}\` that you may see`);
    }
    const { name, number } = element.params;
    const { neighbours } = facts;
    return {
      data: {
        room_id,
        name,
        number,
        level_id: view.levelOf(room_id),
        area_mm2: toGrid(facts.area_mm2),
        perimeter_mm: toGrid(facts.perimeter_mm),
        inner_outlines: facts.inner_outlines,
        height_mm: facts.height_mm,
        volume_mm3: toGrid(facts.volume_mm3),
        clear_volume_mm3: toGrid(facts.clear_volume_mm3),
        wall_ids: facts.wall_ids.slice(0, NAMED),
        adjacencies: neighbours.slice(0, NAMED).map(rowOfNeighbour),
        adjacency_count: neighbours.length,
      },
      warnings: [
        ...(neighbours.length > NAMED || facts.wall_ids.length > NAMED
          ? [`the room has more neighbours or walls than the ${NAMED} that are shown`]
          : []),
        ...withheldIn([element], view),
      ],
    };
  },
});

function rowOfNeighbour({
  room_id,
  type,
  wall_length_mm,
  open_length_mm,
  wall_ids,
  holes,
}: Neighbour): z.output<typeof NeighbourRow> {
  return {
    room_id,
    type,
    wall_length_mm: toGrid(wall_length_mm),
    open_length_mm: toGrid(open_length_mm),
    wall_ids: wall_ids.slice(0, NAMED),
    openings: holes
      .slice(0, NAMED)
      .map(({ element_id, kind, width_mm }) => ({ element_id, kind, width_mm })),
  };
}
