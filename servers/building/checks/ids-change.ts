/** @module ids-change: what a change breaks and meets of the requirements of an IDS file. */
import { checkpointBeforeLongWork } from '../../../kernel/base/work/checkpoint.ts';
import { ownView } from '../../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { placeOf } from '../../../kernel/checks/screening/place-of.ts';
import {
  checkIds,
  type SpecificationResult,
} from '../../../kernel/documents/ids/check/check-ids.ts';
import {
  changedFindings,
  type ChangedFindings,
  type Compared,
} from '../../../kernel/documents/ids/findings/changed-findings.ts';
import {
  keptPerRequirement,
  shownText,
} from '../../../kernel/documents/ids/findings/ids-findings.ts';
import { branchIdsModel } from '../../../kernel/documents/ids/of-view/branch-model.ts';
import { exchangeSchema } from '../../../kernel/documents/ids/of-view/exchange-schema.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { CheckedChange, Principal } from '../../../schemas/governance.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { requiredIds } from '../../files/ids-source.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';

/** Number of elements from which a check against an IDS file does not run on the thread of the gate. */
const MANY_ELEMENTS = 500;
/** Maximum number of failures of one requirement that are compared, and of specifications that are listed. */
const [MAX_COMPARED, MAX_SPECIFICATIONS] = [20_000, 20];
/** Maximum number of IDS files whose results are kept for one state of a branch. */
const MAX_FILES = 4;

type Results = readonly SpecificationResult[];

/**
 * Results before a change, by view, digest of the IDS file and schema. A view is one state of a branch as one caller sees it;
 * the same view is given to calls without a restricted READ until an event is committed.
 */
const KNOWN = new WeakMap<BuildingView, Map<string, Results>>();

/** The changed findings, and the members of the answer that concern the IDS file. */
export type IdsChange = {
  readonly found: ChangedFindings;
  readonly ids: NonNullable<CheckedChange['ids']>;
  readonly left_out: Pick<CheckedChange, 'left_out'>;
};

/**
 * Checks the whole branch before and after the change, as `check_ids` does; before the change once for each state of the
 * branch. Refuses INVALID_ARGUMENT for a file that does not exist, that the caller may not read, or that is no IDS file.
 */
export async function idsChange(
  { before, after }: { readonly before: BuildingView; readonly after: BuildingView },
  given: string,
  asked: { readonly files: IfcFiles; readonly principal: Principal; readonly hint: string },
): Promise<IdsChange> {
  const { files, principal, hint } = asked;
  const refuse: Refuse<'INVALID_ARGUMENT'> = (code, message, data) => {
    throw new Refusal(code, `argument \`check\`: ${message}`, hint, data ?? {});
  };
  const { ids, path, sha256 } = await requiredIds(given, files, { principal, refuse });
  if (after.count() > MANY_ELEMENTS) checkpointBeforeLongWork();
  const schema = exchangeSchema(ids);
  const failuresPerGroup = keptPerRequirement(ids, MAX_COMPARED);
  const resultsOf = (view: BuildingView): Results =>
    checkIds(ids, branchIdsModel(ownView(view), schema, { ids }), { failuresPerGroup });
  const old = keptResults(before, `${sha256} ${schema}`, resultsOf);
  const found = changedFindings(compared(before, old), compared(after, resultsOf(after)));
  const specifications = found.specifications
    .slice(0, MAX_SPECIFICATIONS)
    .map((one) => Object.assign({}, one, { name: shownText(one.name) }));
  const { uncompared } = found;
  return {
    found,
    ids: { path, sha256, specifications },
    left_out: uncompared.length === 0 ? {} : { left_out: uncompared.map(shownText) },
  };
}

function compared(view: BuildingView, results: Results): Compared {
  return { results, placeOf: (id) => placeOf(id, ownView(view)) };
}

/** The results for a view, computed once while it is kept. */
function keptResults(
  view: BuildingView,
  key: string,
  resultsOf: (view: BuildingView) => Results,
): Results {
  const kept = KNOWN.get(view) ?? new Map<string, Results>();
  const known = kept.get(key);
  if (known !== undefined) return known;
  const results = resultsOf(view);
  if (kept.size >= MAX_FILES) kept.clear();
  kept.set(key, results);
  KNOWN.set(view, kept);
  return results;
}
