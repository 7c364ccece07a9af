/** @module clash_detection: finds elements that overlap. */
import * as z from 'zod';

import { defineJob } from '../../../governance/tool/define.ts';
import type { ToolValue } from '../../../governance/tool/define.ts';
import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import {
  CLASH_DEFAULTS,
  CLASH_TYPES,
  type ClashOptions,
} from '../../../kernel/checks/clash/clash-options.ts';
import type { ClashType } from '../../../kernel/checks/clash/clash-options.ts';
import type { ClashResult } from '../../../kernel/checks/clash/clash-result.ts';
import { clashes } from '../../../kernel/checks/clash/clashes.ts';
import { countByModels, MODEL_PAIRS } from '../../../kernel/checks/clash/model-pairs.ts';
import { withoutExcluded } from '../../../kernel/checks/findings/exclusions.ts';
import { groupFindings } from '../../../kernel/checks/findings/groups.ts';
import type { JsonObject } from '../../../schemas/events.ts';
import { DistanceMm } from '../../../schemas/units.ts';
import { excludedClashes, type ExcludedClash } from '../../building/checks/exclusions.ts';
import { type Checked, checkedRun, ClashesOutput } from '../checked-run.ts';
import { RowArguments } from '../finding-rows.ts';
import { RUN_REFUSALS } from '../run-refusals.ts';

/** The clash types that each mode lists. Without a mode, all types except `touching` are listed. */
const MODES = {
  hard: ['hard', 'contained'],
  clearance: ['clearance'],
  duplicate: ['duplicate'],
} as const satisfies Readonly<Record<string, readonly ClashType[]>>;

/** Maximum number of excluded clashes and groups listed; all are counted. */
const MAX_LISTED = 50;
/** Maximum number of unmeasured pairs listed for each reason; all are counted. */
const MAX_UNMEASURED = 5;

/** The arguments of the tool; categories are those of these kinds. */
function argumentsFor(kinds: Kinds) {
  const Category = z.enum([...kinds.categories]);
  return z.strictObject({
    source_category: Category.describe(
      'Only pairs with an element of this category. Default: all.',
    ).optional(),
    target_category: Category.describe(
      'Category of the other element of a pair. Default: all.',
    ).optional(),
    tolerance: DistanceMm.describe('Overlaps up to this depth count as contact, mm.').default(
      CLASH_DEFAULTS.tolerance_mm,
    ),
    clearance: DistanceMm.describe('Minimum gap, mm; 0: not checked.').default(0),
    mode: z
      .enum(['hard', 'clearance', 'duplicate'])
      .describe(
        'hard: overlaps and contained; clearance: gaps below clearance, which it requires; duplicate: same space. Default: all types but touching.',
      )
      .optional(),
    types: z
      .array(z.enum(CLASH_TYPES))
      .min(1)
      .max(6)
      .describe(
        'Types instead of mode; hard: overlap; contained: one inside the other; duplicate: same space; workspace: in a door swing or the clear floor of furniture; touching: contact.',
      )
      .optional(),
    pairs: z
      .array(z.enum(MODEL_PAIRS))
      .min(1)
      .max(3)
      .describe(
        'Models to compare; own: within the building; mixed: building against reference models; references: between these. Default: all; a reference is never compared with itself.',
      )
      .optional(),
    group_by: z
      .enum(['element', 'level'])
      .describe('Also groups clashes by element or level. Default: no groups.')
      .optional(),
    ...RowArguments,
  });
}

/** Finds clashes between elements of these kinds. */
export function clashDetectionOf(kinds: Kinds): ToolValue<BuildingView> {
  return defineJob({
    name: 'clash_detection',
    title: 'Find clashes',
    description:
      'Finds elements that overlap, are too close, duplicate each other or block the use of another, with a place in the overlap, its volume and depth, and an explanation. Overlaps that a rule accepts are counted in rules; exclude_clash excludes intended clashes. by_models counts clashes with reference models.',
    action: 'READ',
    openWorld: false,
    branched: true,
    input: argumentsFor(kinds),
    output: ClashesOutput,
    refusals: RUN_REFUSALS,
    async run(input, view: BuildingView, context) {
      const { limit, fields, group_by, ...filters } = input;
      const { mode, types, clearance, tolerance, pairs } = filters;
      if (mode !== undefined && types !== undefined) {
        context.refuse(
          'INVALID_ARGUMENT',
          '`mode` and `types` were both given; expected one of them',
        );
      }
      if (mode === 'clearance' && clearance === 0) {
        context.refuse(
          'INVALID_ARGUMENT',
          'mode `clearance` needs the argument `clearance`: the minimum gap in mm',
        );
      }
      if (pairs?.includes('own') === false && view.references().length === 0) {
        context.refuse(
          'INVALID_ARGUMENT',
          `\`pairs\` has only pairs with reference models, but branch \`${view.branch}\` shows none; expected \`own\`, or no \`pairs\``,
        );
      }
      const options: ClashOptions = {
        tolerance_mm: tolerance,
        clearance_mm: clearance,
        types: mode === undefined ? (types ?? CLASH_DEFAULTS.types) : MODES[mode],
        between: between(kinds, filters),
        pairs: pairs ?? CLASH_DEFAULTS.pairs,
        solids: await loadSolidKernel(),
      };
      const excluded = await excludedClashes(view);
      return await checkedRun(
        {
          tool: 'clash_detection',
          list: 'clashes',
          options: {
            source_category: filters.source_category ?? null,
            target_category: filters.target_category ?? null,
            tolerance,
            clearance,
            types: options.types,
            // Left out by default, so that runs compare with those of versions without the argument.
            ...(pairs === undefined
              ? {}
              : { pairs: MODEL_PAIRS.filter((one) => pairs.includes(one)) }),
          },
          check: () => found(view, options, { excluded, group_by }),
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

/** Selects pairs of an element of the source category and one of the target category; a missing category matches all. */
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

function found(
  view: BuildingView,
  options: ClashOptions,
  {
    excluded,
    group_by,
  }: {
    readonly excluded: readonly ExcludedClash[];
    readonly group_by: 'element' | 'level' | undefined;
  },
): Checked {
  const { findings, counts, rules, elements, pairs_measured, not_measured } = clashes(
    view,
    options,
  );
  const kept = withoutExcluded(findings, excluded);
  const accepted = kept.excluded.map(({ finding }) => finding.finding_id);
  const summary: JsonObject = {
    status: kept.findings.length > 0 ? 'clashes' : not_measured.length > 0 ? 'incomplete' : 'none',
    by_type: counts,
    ...(view.references().length === 0 ? {} : { by_models: countByModels(kept.findings, view) }),
    rules: rules.filter(({ pairs }) => pairs > 0),
    elements,
    pairs_measured,
    not_measured: notMeasured(not_measured),
    excluded: {
      count: kept.excluded.length,
      clashes: kept.excluded.slice(0, MAX_LISTED).map(({ finding, because, by }) => {
        return { clash_id: finding.finding_id, element_ids: finding.element_ids, because, by };
      }),
    },
  };
  if (group_by === undefined) return { findings: kept.findings, accepted, summary };
  const groups = groupFindings(kept.findings, { by: group_by });
  return {
    findings: kept.findings,
    accepted,
    summary: {
      ...summary,
      groups: {
        count: groups.length,
        groups: groups.slice(0, MAX_LISTED).map(({ group_id, of, finding_ids }) => {
          return {
            group_id,
            of,
            count: finding_ids.length,
            clash_ids: finding_ids.slice(0, MAX_LISTED),
          };
        }),
      },
    },
  };
}

/** The pairs that could not be measured, by reason: an imported file has many with one open surface. */
function notMeasured(pairs: ClashResult['not_measured']): JsonObject {
  const reasons = Map.groupBy(pairs, ({ because }) => because);
  return {
    count: pairs.length,
    reasons: [...reasons].map(([because, all]) => {
      const listed = all.slice(0, MAX_UNMEASURED).map(({ element_ids }) => element_ids);
      return { because, count: all.length, pairs: listed };
    }),
  };
}
