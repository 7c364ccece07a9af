/** @module egress_analysis: escape routes, occupants and exits. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { egressOf, type RoomEgress } from '../../../kernel/checks/compliance/egress.ts';
import { toGrid } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun } from '../checked-run.ts';
import { ComplianceArguments, ComplianceOutput, coverageSummary } from '../compliance-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Maximum number of rooms, and of exits per storey, in the result; rooms with the longest routes come first. */
const MAX_LISTED = 50;
const { level_id, occupancy, sprinklered } = ComplianceArguments;

const Output = ComplianceOutput.extend({
  storeys: z.array(z.looseObject({ level_id: z.string() })),
  rooms: z.array(z.looseObject({ room_id: z.string() })),
  room_count: z.number(),
});

/** Analyses egress. */
export const egressAnalysis = defineJob({
  name: 'egress_analysis',
  title: 'Analyse escape routes',
  description:
    'Analyses how people leave the building: for each room its occupants and the shortest route from its furthest point to the nearest exit (the 50 longest, rooms without a route first), for each storey its occupants and exits with clear widths, and violations of the egress rules of IBC-2021. Exits are doors that lead outside within 1.5 m of the ground or are marked is_exit.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({ level_id, occupancy, sprinklered, ...RowArguments }),
  output: Output,
  refusals: { ...RUN_REFUSALS, ...hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH') },
  async run({ limit, fields, ...filters }, view: BuildingView, context) {
    if (filters.level_id !== undefined) requireLevel(view, filters.level_id, context);
    const answer = await checkedRun(
      {
        tool: 'egress_analysis',
        list: 'issues',
        options: {
          level_id: filters.level_id ?? null,
          occupancy: filters.occupancy ?? null,
          sprinklered: filters.sprinklered,
        },
        check: () => buildingOnly(view, (own) => analysed(own, filters)),
      },
      { limit, fields },
      view,
      context,
    );
    return { ...answer, data: Output.parse(answer.data) };
  },
});

type Filters = {
  readonly level_id?: string | undefined;
  readonly occupancy?: string | undefined;
  readonly sprinklered: boolean;
};

function analysed(view: BuildingView, filters: Filters): Checked {
  const { status, storeys, rooms, findings, coverage } = egressOf(view, {
    ...(filters.level_id === undefined ? {} : { level_id: filters.level_id }),
    circumstances: {
      sprinklered: filters.sprinklered,
      ...(filters.occupancy === undefined ? {} : { occupancy: filters.occupancy }),
    },
  });
  return {
    findings,
    summary: {
      status,
      storeys: storeys.map(({ level_id: id, name, occupants, unknown, exits }) => ({
        level_id: id,
        name,
        occupants,
        unknown,
        exit_count: exits.length,
        exits: exits.slice(0, MAX_LISTED),
      })),
      rooms: rooms.slice(0, MAX_LISTED).map(roomRow),
      room_count: rooms.length,
      coverage: coverageSummary(coverage),
    },
  };
}

function roomRow({ travel_mm, furthest_corner, ...room }: RoomEgress): RoomEgress {
  return {
    ...room,
    travel_mm: travel_mm === null ? null : toGrid(travel_mm),
    furthest_corner:
      furthest_corner === null
        ? null
        : { x: toGrid(furthest_corner.x), y: toGrid(furthest_corner.y) },
  };
}
