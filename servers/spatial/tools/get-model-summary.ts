/** @module get_model_summary: an overview of a branch. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { boxContains, boxUnion } from '../../../kernel/building/geometry/vector.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { FLOOR_TYPES, isStoreyFloor } from '../../../kernel/building/kinds/floor/params.ts';
import { doubleCountWarnings } from '../../../kernel/building/spatial/shared-spaces.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { BoxMm } from '../../../schemas/units.ts';
import { siteIn, SitePlace, sitePlaceOf } from '../../building/site-place.ts';

/** Maximum number of levels and branches listed; all are counted. */
const MAX_LISTED = 100;

/** The site; null if none is set or the caller may not see it. */
const SetSite = z.looseObject({}).nullable();

/** Summarises a branch. */
export const getModelSummary = defineQuery({
  name: 'get_model_summary',
  title: 'Summarise the model: levels and elements',
  description:
    'Summarises the building of the branch: levels with ids, elevations and counts, elements by category, overall bounding box, area of floors and rooms in mm² (floors without foundations, roof slabs and ceilings, whose areas are in floor_areas_mm2), the open branches, and the reference models next to it, which the rest leaves out. Call it first.',
  branched: true,
  input: z.strictObject({}),
  output: z.object({
    branch: z.string(),
    seq: z.number().nullable(),
    element_count: z.number(),
    counts: z.looseObject({}),
    levels: z.array(
      z.object({
        level_id: z.string(),
        name: z.string(),
        elevation: z.number(),
        height: z.number(),
        element_count: z.number(),
      }),
    ),
    level_count: z.number(),
    bounds: BoxMm.nullable(),
    floor_area_mm2: z.number(),
    floor_areas_mm2: z.partialRecord(z.enum(FLOOR_TYPES), z.number()),
    room_area_mm2: z.number(),
    branches: z.array(z.string()),
    references: z.array(
      z.object({ import_id: z.string(), name: z.string().nullable(), elements: z.number() }),
    ),
    site: SetSite,
    site_place: SitePlace.nullable(),
  }),
  refusals: {},
  answer(_input, whole: BuildingView) {
    const view = ownView(whole);
    const levels = view.levels();
    const floors = [...view.elementsOf('floor')];
    const site = siteIn(view);
    const counts: Record<string, number> = {};
    for (const { kind, category } of view.kinds.all) {
      const count = view.count(kind);
      if (count > 0) counts[category] = count;
    }
    const open = view.branches().filter(({ status }) => status === 'open');
    return {
      data: {
        branch: view.branch,
        seq: view.position(view.seq),
        element_count: view.count(),
        counts,
        levels: levels.slice(0, MAX_LISTED).map(({ id, params }) => ({
          level_id: id,
          name: params.name,
          elevation: params.elevation,
          height: params.height,
          element_count: countOf(view.elementsOnLevel(id)),
        })),
        level_count: levels.length,
        bounds: boundsOf(view),
        floor_area_mm2: areaOf(
          view,
          floors.filter(({ params }) => isStoreyFloor(params)),
        ),
        floor_areas_mm2: Object.fromEntries(
          FLOOR_TYPES.flatMap((type) => {
            const all = floors.filter(({ params }) => params.floor_type === type);
            return all.length === 0 ? [] : [[type, areaOf(view, all)]];
          }),
        ),
        room_area_mm2: areaOf(view, view.elementsOf('room')),
        branches: open.map(({ name }) => name).slice(0, MAX_LISTED),
        references: whole.references().slice(0, MAX_LISTED),
        site,
        site_place: site === null ? null : sitePlaceOf(site),
      },
      warnings: doubleCountWarnings(view.elementsOf('room'), view),
    };
  },
});

/** Counts without a list of the elements: most calls are for large models. */
function countOf(elements: Iterable<Element>): number {
  let count = 0;
  for (const _ of elements) count += 1;
  return count;
}

function boundsOf(view: BuildingView): BoxMm | null {
  let around: BoxMm | null = null;
  for (const { id } of view.elements()) {
    const box = view.bounds(id);
    if (box === null) continue;
    if (around === null) around = box;
    else if (!boxContains(around, box)) around = boxUnion(around, box);
  }
  return around;
}

function areaOf(view: BuildingView, elements: Iterable<Element>): number {
  let sum = 0;
  for (const { id } of elements) sum += view.measures(id).area_mm2 ?? 0;
  return sum;
}
