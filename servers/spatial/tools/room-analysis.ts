/** @module room_analysis: measures and neighbours of a room. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { room } from '../../../kernel/building/kinds/room/room.ts';
import { netFloorArea } from '../../../kernel/building/kinds/room/space-quantities.ts';
import { requireKind } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { Neighbour } from '../../../kernel/building/spatial/room-facts.ts';
import { roomFacts } from '../../../kernel/building/spatial/room-facts.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { toGrid } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { withheldIn } from '../../building/rows.ts';

/** Maximum number of neighbours in the result, and of ids for each neighbour. */
const MAX_LISTED = 50;

const NeighbourRow = z.object({
  /** Id of a room; null for the outside and for spaces without a room. */
  room_id: z.string().nullable(),
  type: z.enum(['room', 'space', 'outside']),
  wall_length_mm: z.number(),
  open_length_mm: z.number(),
  wall_ids: z.array(z.string()),
  openings: z.array(z.object({ element_id: z.string(), kind: z.string(), width_mm: z.number() })),
});

/** Measures a room. */
export const roomAnalysis = defineQuery({
  name: 'room_analysis',
  title: 'Measure a room',
  description:
    'Measures a room: area between the wall faces (columns and stair openings included), net floor area without them, perimeter with inner outlines, height, volume, volume clear of floor slabs, and each neighbour (room, outside, or a space without a room) with walls, wall length, doors, windows and openings between, and open length. mm, mm², mm³.',
  branched: true,
  input: z.strictObject({ room_id: elementId('Room to measure: id or @name.', 'room') }),
  output: z.object({
    room_id: z.string(),
    name: z.string(),
    number: z.string().nullable(),
    level_id: z.string().nullable(),
    area_mm2: z.number(),
    /** Null if the view shows no level of the room. */
    net_floor_area_mm2: z.number().nullable(),
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
      return refuse('INVALID_ARGUMENT', `no walls that you may see enclose room \`${room_id}\``);
    }
    const { name, number } = element.params;
    const { neighbours } = facts;
    const net = netFloorArea(element, view);
    return {
      data: {
        room_id,
        name,
        number,
        level_id: view.levelOf(room_id),
        area_mm2: toGrid(facts.area_mm2),
        net_floor_area_mm2: net === null ? null : toGrid(net),
        perimeter_mm: toGrid(facts.perimeter_mm),
        inner_outlines: facts.inner_outlines,
        height_mm: facts.height_mm,
        volume_mm3: toGrid(facts.volume_mm3),
        clear_volume_mm3: toGrid(facts.clear_volume_mm3),
        wall_ids: facts.wall_ids.slice(0, MAX_LISTED),
        adjacencies: neighbours.slice(0, MAX_LISTED).map(rowOfNeighbour),
        adjacency_count: neighbours.length,
      },
      warnings: [
        ...(neighbours.length > MAX_LISTED || facts.wall_ids.length > MAX_LISTED
          ? [`the room has more neighbours or walls than the ${MAX_LISTED} that are shown`]
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
    wall_ids: wall_ids.slice(0, MAX_LISTED),
    openings: holes
      .slice(0, MAX_LISTED)
      .map(({ element_id, kind, width_mm }) => ({ element_id, kind, width_mm })),
  };
}
