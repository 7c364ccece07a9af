/** @module clash_detection: which elements stand in each other. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ToolValue } from '../../../governance/tool/define.ts';
import {
  CLASH_DEFAULTS,
  CLASH_TYPES,
  type ClashOptions,
} from '../../../kernel/clash/clash-view.ts';
import type { ClashType } from '../../../kernel/clash/clash-view.ts';
import { clashes } from '../../../kernel/clash/clashes.ts';
import { withoutExcluded } from '../../../kernel/findings/exclusions.ts';
import { groupFindings } from '../../../kernel/findings/groups.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import { loadSolidKernel } from '../../../kernel/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../../kernel/kinds/elements.ts';
import type { Kinds } from '../../../kernel/kinds/kinds.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import { DistanceMm } from '../../../schemas/units.ts';
import { excludedClashes, type ExcludedClash } from '../../building/checks/exclusions.ts';
import type { BuildingView } from '../../building/view.ts';
import { type Checked, checkedRun, RunOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** Types that each mode lists; without one all but contacts. */
const MODES = {
  hard: ['hard', 'contained'],
  clearance: ['clearance'],
  duplicate: ['duplicate'],
} as const satisfies Readonly<Record<string, readonly ClashType[]>>;

/** What is named of excluded clashes, groups and pairs that could not be measured; all of them are counted. */
const NAMED = 50;

/** Clashes between elements of these kinds. */
export function clashDetectionOf(kinds: Kinds): ToolValue<BuildingView> {
  const Category = z.enum([...kinds.categories]);
  return defineJob({
    name: 'clash_detection',
    title: 'Find clashes',
    description:
      'Finds elements that stand in each other, with the place in the overlap, its volume, depth and a sentence: hard, contained, duplicate, workspace (a door swing), clearance (give clearance), touching (give types). What is none by a rule is counted in rules; exclude_clash takes out what is meant so.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: z.strictObject({
      source_category: Category.describe('Only pairs with one of these.').optional(),
      target_category: Category.describe('And one of these.').optional(),
      tolerance: DistanceMm.describe('Overlaps up to this depth are contacts, mm.').default(
        CLASH_DEFAULTS.tolerance_mm,
      ),
      clearance: DistanceMm.describe('Gaps below this are found, mm; 0 looks for none.').default(0),
      mode: z.enum(['hard', 'clearance', 'duplicate']).describe('Only these.').optional(),
      types: z.array(z.enum(CLASH_TYPES)).min(1).max(6).describe('Only these types.').optional(),
      group_by: z.enum(['element', 'level']).describe('Also in groups.').optional(),
      ...RowArguments,
    }),
    output: RunOutput,
    refusals: RUN_REFUSALS,
    async run(input, view: BuildingView, context) {
      const { limit, fields, group_by, ...asked } = input;
      const { mode, types, clearance, tolerance } = asked;
      if (mode !== undefined && types !== undefined) {
        context.refuse('INVALID_ARGUMENT', 'got `mode` and `types`, expected one of them');
      }
      if (mode === 'clearance' && clearance === 0) {
        context.refuse(
          'INVALID_ARGUMENT',
          'mode `clearance` needs `clearance`, the least gap in mm',
        );
      }
      const options: ClashOptions = {
        tolerance_mm: tolerance,
        clearance_mm: clearance,
        types: mode === undefined ? (types ?? CLASH_DEFAULTS.types) : MODES[mode],
        between: between(kinds, asked),
        solids: await loadSolidKernel(),
      };
      const excluded = await excludedClashes(view);
      return await checkedRun(
        {
          tool: 'clash_detection',
          list: 'clashes',
          options: {
            source_category: asked.source_category ?? null,
            target_category: asked.target_category ?? null,
            tolerance,
            clearance,
            types: options.types,
          },
          steps: found(view, options, { excluded, group_by }),
        },
        { limit, fields },
        view,
        context,
      );
    },
  });
}

type Categories = {
  readonly source_category?: string | undefined;
  readonly target_category?: string | undefined;
};

/** One of the pair is of the source, the other of the target; what is not given is any. */
function between(
  kinds: Kinds,
  { source_category, target_category }: Categories,
): ClashOptions['between'] {
  if (source_category === undefined && target_category === undefined) return null;
  const isOf =
    (category: string | undefined) =>
    (element: Element): boolean =>
      category === undefined || kinds.of(element).category === category;
  return { first: isOf(source_category), second: isOf(target_category) };
}

function* found(
  view: BuildingView,
  options: ClashOptions,
  {
    excluded,
    group_by,
  }: {
    readonly excluded: readonly ExcludedClash[];
    readonly group_by: 'element' | 'level' | undefined;
  },
): Steps<Checked> {
  const { findings, counts, rules, elements, pairs_measured, not_measured } = yield* clashes(
    view,
    options,
  );
  const kept = withoutExcluded(findings, excluded);
  const summary: JsonObject = {
    status: kept.findings.length > 0 ? 'clashes' : not_measured.length > 0 ? 'incomplete' : 'none',
    by_type: counts,
    rules: rules.filter(({ pairs }) => pairs > 0),
    elements,
    pairs_measured,
    not_measured: { count: not_measured.length, pairs: not_measured.slice(0, NAMED) },
    excluded: {
      count: kept.excluded.length,
      clashes: kept.excluded.slice(0, NAMED).map(({ finding, because, by }) => {
        return { clash_id: finding.finding_id, element_ids: finding.element_ids, because, by };
      }),
    },
  };
  if (group_by === undefined) return { findings: kept.findings, summary };
  const groups = groupFindings(kept.findings, { by: group_by });
  return {
    findings: kept.findings,
    summary: {
      ...summary,
      groups: {
        count: groups.length,
        groups: groups.slice(0, NAMED).map(({ group_id, of, finding_ids }) => {
          return {
            group_id,
            of,
            count: finding_ids.length,
            clash_ids: finding_ids.slice(0, NAMED),
          };
        }),
      },
    },
  };
}
