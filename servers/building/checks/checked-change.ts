/** @module checked-change: what the named checks find after a change and not before it, looked for where it reaches. */
import { clashesAround } from '../../../kernel/clash/clashes-around.ts';
import { complianceAround } from '../../../kernel/compliance/compliance-around.ts';
import { PACKS } from '../../../kernel/compliance/packs/packs.ts';
import { withoutExcluded } from '../../../kernel/findings/exclusions.ts';
import type { Finding } from '../../../kernel/findings/finding.ts';
import { loadSolidKernel } from '../../../kernel/geometry/mesh/solid-kernel.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { CheckedChange } from '../../../schemas/governance.ts';
import { type Asker, drained } from '../drained.ts';
import type { BuildingView } from '../view.ts';
import { excludedClashes } from './exclusions.ts';

/** A change as its caller sees it, with the ids of what it makes, alters and deletes. */
type SeenChange = {
  readonly before: BuildingView;
  readonly after: BuildingView;
  readonly changed: ReadonlySet<string>;
};

/** Standards that `compliance` stands for. */
const STANDARDS: readonly string[] = ['IBC-2021', 'ADA-2010'];
/** Every name that `check` takes: `clash`, `compliance`, or a standard. */
const NAMES: readonly string[] = ['clash', 'compliance', ...PACKS.map(({ standard }) => standard)];
/** In a building of more rooms than these, rules that look over a storey or all of it are left to a full check. */
const ROOMS_ALL_RULES = 100;
/** Findings that are listed of each sort; all are counted. */
const LISTED = 20;

/** The answers by name. Refuses INVALID_ARGUMENT for a name that is none, EXTERNAL_FAILURE when it is cancelled. */
export async function checkedChange(
  change: SeenChange,
  { names, ...asker }: Asker & { readonly names: readonly string[] },
): Promise<Readonly<Record<string, CheckedChange>>> {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `argument \`check\` has \`${unknown}\`, expected ${NAMES.map((name) => `\`${name}\``).join(', ')}`,
      'correct `check` and call again; nothing was changed',
      { names: NAMES },
    );
  }
  const answers: Record<string, CheckedChange> = {};
  for (const name of new Set(names)) {
    answers[name] =
      name === 'clash'
        ? await clashChange(change, asker)
        : await complianceChange(change, name === 'compliance' ? STANDARDS : [name], asker);
  }
  return answers;
}

/** With the terms that `clash_detection` has by default, without what is excluded by design. */
async function clashChange(
  { before, after, changed }: SeenChange,
  asker: Asker,
): Promise<CheckedChange> {
  const solids = await loadSolidKernel();
  const found = await drained(clashesAround(before, after, changed, { solids }), asker);
  const { appeared, resolved, not_measured } = found;
  const none = appeared.length + resolved.length === 0;
  const excluded = none ? [] : await excludedClashes(before);
  return {
    ...listed(
      withoutExcluded(appeared, excluded).findings,
      withoutExcluded(resolved, excluded).findings,
    ),
    ...(not_measured.length === 0 ? {} : { not_measured: not_measured.length }),
  };
}

async function complianceChange(
  { before, after, changed }: SeenChange,
  standards: readonly string[],
  asker: Asker,
): Promise<CheckedChange> {
  const widest = after.count('room') > ROOMS_ALL_RULES ? 'around' : 'building';
  const steps = complianceAround(before, after, changed, { standards, widest });
  const { made, resolved, left_out } = await drained(steps, asker);
  return {
    ...listed(made, resolved),
    ...(left_out.length === 0 ? {} : { left_out: [...left_out] }),
  };
}

function listed(made: readonly Finding[], resolved: readonly Finding[]): CheckedChange {
  return {
    counts: { new: made.length, resolved: resolved.length },
    new: made.slice(0, LISTED).map(rowOf),
    resolved: resolved.slice(0, LISTED).map(rowOf),
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
