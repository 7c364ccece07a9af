/** @module structural_check: a first look at what carries what. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { LIMIT_SOURCES, SPAN_LIMITS } from '../../../kernel/screening/structure/span-limits.ts';
import type { StructuralOptions } from '../../../kernel/screening/structure/structural-screening.ts';
import { structuralScreening } from '../../../kernel/screening/structure/structural-screening.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import { CoordinateMm } from '../../../schemas/units.ts';
import type { BuildingView } from '../../building/view.ts';
import { type Checked, checkedRun, RunOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

const SCOPE =
  'a screening, not a design: an engineer has not looked at this, and nothing found does not mean that it stands';

const UNSEEN =
  'only a part of the building was looked at: what carries the rest may be in what is not shown';

/** What no contact says. */
const NOT_EVALUATED = [
  { what: 'strength, stiffness and stability', reason: 'no loads, materials or connections' },
  { what: 'foundations and ground', reason: 'what lies at ground height is taken to be carried' },
] as const;

/** Gap over which two bodies still meet, mm. */
const TOLERANCE_MM = 5;

/** Screens what carries what. */
export const structuralCheck = defineJob({
  name: 'structural_check',
  title: 'Screen what carries what',
  description:
    'A screening, not a design: finds walls, columns, floors, beams, stairs and roofs without a path of contacts down to the ground (the lowest level, or ground_elevation), load-bearing walls on a slab with nothing below, and spans of floors and beams beyond rules of thumb, which are in parameters with their source. Contact is measured on the bodies. Run it after moving or deleting what others stand on.',
  action: 'READ',
  openWorld: false,
  branched: true,
  input: z.strictObject({
    ground_elevation: CoordinateMm.describe(
      'What lies as low stands on the ground, mm; the lowest level if left out.',
    ).optional(),
    contact_tolerance: z
      .number()
      .min(0.1, 'expected at least 0.1 mm')
      .max(50, 'expected at most 50 mm')
      .default(TOLERANCE_MM)
      .describe('Gap over which two bodies still meet, mm.'),
    floor_span_ratio: ratio('span of a floor by its thickness', SPAN_LIMITS.floor_span_ratio),
    beam_span_ratio: ratio('span of a beam by its depth', SPAN_LIMITS.beam_span_ratio),
    beam_cantilever_ratio: ratio(
      'free end of a beam by its depth',
      SPAN_LIMITS.beam_cantilever_ratio,
    ),
    ...RowArguments,
  }),
  output: RunOutput,
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
    const steps = checked(view, options);
    return await checkedRun(
      { tool: 'structural_check', list: 'findings', options, steps },
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
    .describe(`Greatest ${what}.`);
}

function* checked(view: BuildingView, options: StructuralOptions): Steps<Checked> {
  const { findings, ground_mm, bodies, floors, beams } = yield* structuralScreening(view, options);
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

/** What lies wholly below the ground is taken to stand in it. */
function inGround(
  count: number,
  ground_mm: number | null,
): readonly { readonly what: string; readonly reason: string }[] {
  if (count === 0 || ground_mm === null) return [];
  const reason = `all of it lies below the ground at ${ground_mm} mm`;
  return [{ what: `${count} ${count === 1 ? 'body' : 'bodies'}`, reason }];
}

/** The limits with where they come from. */
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
