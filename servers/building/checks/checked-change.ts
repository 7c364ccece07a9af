/** @module checked-change: the findings that a change causes, worsens or resolves, computed only for the affected region. */
import type { RequestedChecks } from '../../../governance/tool/change-checks.ts';
import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { clashesAround } from '../../../kernel/checks/clash/clashes-around.ts';
import { complianceAround } from '../../../kernel/checks/compliance/compliance-around.ts';
import { PACKS } from '../../../kernel/checks/compliance/packs/packs.ts';
import { withoutExcluded } from '../../../kernel/checks/findings/exclusions.ts';
import type { Finding } from '../../../kernel/checks/findings/finding.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { CheckedChange } from '../../../schemas/governance.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';
import { excludedClashes } from './exclusions.ts';
import { idsChange } from './ids-change.ts';

/** A change as its caller sees it, with the ids of the elements that it creates, modifies or deletes. */
type SeenChange = {
  readonly before: BuildingView;
  readonly after: BuildingView;
  readonly changed: ReadonlySet<string>;
};

/** Standards that the name `compliance` selects. */
const STANDARDS: readonly string[] = ['IBC-2021', 'ADA-2010'];
/** Every name accepted by `check`: `clash`, `compliance`, or a standard. */
const NAMES: readonly string[] = ['clash', 'compliance', ...PACKS.map(({ standard }) => standard)];
/** What names an IDS file below artifacts/: `ids:client.ids`. */
const IDS = 'ids:';
const CORRECT = 'correct `check` and call again; nothing was changed';
/** In a building with more rooms than this, rules that examine a whole storey or building are left to a full check. */
const ROOMS_ALL_RULES = 100;
/** Maximum number of findings listed per category; all are counted. */
const MAX_LISTED = 20;

/**
 * Returns the results by check name. Refuses INVALID_ARGUMENT for an unknown name, and for an IDS file that does not exist,
 * that the caller may not read, or that is no IDS file.
 */
export async function checkedChange(
  change: SeenChange,
  { names, principal, files }: RequestedChecks & { readonly files: IfcFiles | null },
): Promise<Readonly<Record<string, CheckedChange>>> {
  const unknown = names.find(
    (name) => !NAMES.includes(name) && (files === null || !name.startsWith(IDS)),
  );
  if (unknown !== undefined) {
    const known = [...NAMES, ...(files === null ? [] : [`${IDS}FILE`])];
    throw new Refusal(
      'INVALID_ARGUMENT',
      `argument \`check\` has \`${unknown}\`, expected ${known.map((name) => `\`${name}\``).join(', ')}`,
      CORRECT,
      { names: known },
    );
  }
  const answers: Record<string, CheckedChange> = {};
  for (const name of new Set(names)) {
    if (files !== null && name.startsWith(IDS)) {
      const { found, ids, left_out } = await idsChange(change, name.slice(IDS.length), {
        files,
        principal,
        hint: CORRECT,
      });
      answers[name] = { ...listed(found.made, [], found.resolved), ...left_out, ids };
      continue;
    }
    answers[name] =
      name === 'clash'
        ? await clashChange(change)
        : complianceChange(change, name === 'compliance' ? STANDARDS : [name]);
  }
  return answers;
}

/** Uses the defaults of `clash_detection` and omits clashes that are excluded by design. */
async function clashChange({ before, after, changed }: SeenChange): Promise<CheckedChange> {
  const solids = await loadSolidKernel();
  const found = clashesAround(before, after, changed, { solids });
  const { appeared, worse, resolved, not_measured } = found;
  const none = appeared.length + worse.length + resolved.length === 0;
  const excluded = none ? [] : await excludedClashes(before);
  const shown = (findings: readonly Finding[]): readonly Finding[] =>
    withoutExcluded(findings, excluded).findings;
  return {
    ...listed(shown(appeared), shown(worse), shown(resolved)),
    ...(not_measured.length === 0 ? {} : { not_measured: not_measured.length }),
  };
}

function complianceChange(
  { before, after, changed }: SeenChange,
  standards: readonly string[],
): CheckedChange {
  const widest = after.count('room') > ROOMS_ALL_RULES ? 'around' : 'building';
  const { made, worse, resolved, left_out } = complianceAround(
    ownView(before),
    ownView(after),
    changed,
    {
      standards,
      widest,
    },
  );
  return {
    ...listed(made, worse, resolved),
    ...(left_out.length === 0 ? {} : { left_out: [...left_out] }),
  };
}

function listed(
  made: readonly Finding[],
  worse: readonly Finding[],
  resolved: readonly Finding[],
): CheckedChange {
  return {
    counts: {
      new: made.length,
      ...(worse.length === 0 ? {} : { worse: worse.length }),
      resolved: resolved.length,
    },
    new: made.slice(0, MAX_LISTED).map(rowOf),
    ...(worse.length === 0 ? {} : { worse: worse.slice(0, MAX_LISTED).map(rowOf) }),
    resolved: resolved.slice(0, MAX_LISTED).map(rowOf),
  };
}

function rowOf({
  finding_id,
  check,
  severity,
  element_ids,
  message,
}: Finding): CheckedChange['new'][number] {
  return { finding_id, check, severity, element_ids: [...element_ids], message };
}
