/** @module structural_check: screens load paths and spans. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import {
  LIMIT_SOURCES,
  SPAN_LIMITS,
} from '../../../kernel/checks/screening/structure/span-limits.ts';
import type { StructuralOptions } from '../../../kernel/checks/screening/structure/structural-screening.ts';
import { structuralScreening } from '../../../kernel/checks/screening/structure/structural-screening.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import { buildingOnly } from '../building-only.ts';
import { type Checked, checkedRun, FindingsOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

const SCOPE =
  'a screening, not a design: no engineer has reviewed it, and a result without findings does not prove that the building stands';

const UNSEEN = 'only a part of the building was screened: supports may be outside the READ scope';

/** Properties that the screening does not evaluate, with the reasons. */
const NOT_EVALUATED = [
  { what: 'strength, stiffness and stability', reason: 'no loads, materials or connections' },
  {
    what: 'foundations and ground',
    reason: 'elements at ground height are assumed to be supported',
  },
] as const;

/** Largest gap between two bodies in contact, mm. */
const TOLERANCE_MM = 5;

/** Screens load paths and spans. */
export const structuralCheck = defineJob({
  name: 'structural_check',
  title: 'Screen load paths and spans',
  description:
    'A screening, not a design: finds walls, columns, floors, beams, stairs and roofs without a path of contacts down to the ground, load-bearing walls on a slab with no support below, and spans of floors and beams beyond rules of thumb (listed with their source in parameters of the answer). Contact is measured on the bodies. Run it after moving or deleting supports.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    ground_elevation: CoordinateMm.describe(
      'Ground, world z mm. Default: the lowest level.',
    ).optional(),
    contact_tolerance: z
      .number()
      .min(0.1, 'expected at least 0.1 mm')
      .max(50, 'expected at most 50 mm')
      .default(TOLERANCE_MM)
      .describe('Maximum gap between two bodies in contact, mm.'),
    floor_span_ratio: ratio(
      'span of a floor divided by its thickness',
      SPAN_LIMITS.floor_span_ratio,
    ),
    beam_span_ratio: ratio('span of a beam divided by its depth', SPAN_LIMITS.beam_span_ratio),
    beam_cantilever_ratio: ratio(
      'cantilever of a beam divided by its depth',
      SPAN_LIMITS.beam_cantilever_ratio,
    ),
    ...RowArguments,
  }),
  output: FindingsOutput,
  refusals: RUN_REFUSALS,
  async run(
    {
      ground_elevation,
      contact_tolerance,
      floor_span_ratio,
      beam_span_ratio,
      beam_cantilever_ratio,
      ...paging
    },
    view: BuildingView,
    context,
  ) {
    const options = {
      ground_mm: ground_elevation ?? null,
      tolerance_mm: contact_tolerance,
      floor_span_ratio,
      beam_span_ratio,
      beam_cantilever_ratio,
    };
    const check = (): Checked => buildingOnly(view, () => checked(view, options));
    return await checkedRun(
      { tool: 'structural_check', list: 'findings', options, check },
      paging,
      view,
      context,
    );
  },
});

function ratio(what: string, preset: number): z.ZodDefault<z.ZodNumber> {
  return z
    .number()
    .min(1, 'expected at least 1')
    .max(1000, 'expected at most 1000')
    .default(preset)
    .describe(`Maximum ${what}.`);
}

function checked(view: BuildingView, options: StructuralOptions): Checked {
  const { findings, ground_mm, bodies, floors, beams } = structuralScreening(view, options);
  return {
    findings,
    summary: {
      status:
        bodies.looked_at === bodies.below_ground
          ? 'nothing_to_check'
          : findings.length === 0
            ? 'no_findings'
            : 'findings',
      scope: view.whole ? SCOPE : `${SCOPE}; ${UNSEEN}`,
      ground_elevation: ground_mm,
      bodies,
      spans: { floors, beams },
      parameters: parameters(options),
      not_evaluated: [...inGround(bodies.below_ground, ground_mm), ...NOT_EVALUATED].map(
        ({ what, reason }) => ({ what, reason }),
      ),
    },
  };
}

/** The note about bodies entirely below the ground: they count as supported. */
function inGround(
  count: number,
  ground_mm: number | null,
): readonly { readonly what: string; readonly reason: string }[] {
  if (count === 0 || ground_mm === null) return [];
  const reason = `entirely below the ground at ${ground_mm} mm`;
  return [{ what: `${count} ${count === 1 ? 'body' : 'bodies'}`, reason }];
}

/** The limits with their sources. */
function parameters(options: StructuralOptions): JsonObject {
  const names = ['floor_span_ratio', 'beam_span_ratio', 'beam_cantilever_ratio'] as const;
  return Object.fromEntries(
    names.map((name) => {
      const own = options[name] !== SPAN_LIMITS[name];
      const source = own ? 'argument' : `${LIMIT_SOURCES[name]}; not confirmed`;
      return [name, { value: options[name], source, confidence: 'advisory' }];
    }),
  );
}
