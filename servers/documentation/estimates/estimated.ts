/** @module estimated: reads the list of an estimate and computes it, with refusals in the words of the tool. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { type BoundLine, boundList } from '../../../kernel/documents/estimates/bound-line.ts';
import { isExact } from '../../../kernel/documents/estimates/estimate-table.ts';
import { type Estimate, estimate } from '../../../kernel/documents/estimates/estimate.ts';
import { faultText, type ListFault } from '../../../kernel/documents/estimates/list.ts';
import { readList } from '../../../kernel/documents/estimates/read/read-list.ts';
import { fieldsOf, requireFields } from '../../../kernel/documents/schedules/fields.ts';
import type { Principal } from '../../../schemas/governance.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import type { IfcFiles } from '../../files/ifc-files.ts';

/** Maximum number of faults in a message; the details of the refusal have all. */
const FAULTS_SHOWN = 5;

/** The grouping that is a column of the list instead of one of elements. */
const COST_GROUP = 'cost_group';

/** A list, and what identifies its content. */
type PriceList = {
  readonly lines: readonly BoundLine[];
  readonly facts: { readonly file: string | null; readonly sha256: string; readonly lines: number };
};

type Context = {
  readonly refuse: Refuse<'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER'>;
  readonly principal: Principal;
};

/**
 * Reads a list below `artifacts/`, or the text of a call. `file` is null for a text. Refuses INVALID_ARGUMENT for a file that the principal may not read as for a missing
 * one, and for a list with faults, with line, column, received and expected of each.
 */
export async function priceList(
  request: {
    readonly list?: string | undefined;
    readonly csv?: string | undefined;
    readonly decimal_mark: 'point' | 'comma';
  },
  files: IfcFiles,
  kinds: BuildingView['kinds'],
  context: Context,
): Promise<PriceList> {
  const mark = request.decimal_mark === 'comma' ? ',' : '.';
  const { path, bytes } = await givenList(request, files, context);
  const read = readList(bytes, mark);
  if (!read.ok) return refuseList(path, read.faults, context);
  const bound = boundList(read.lines, kinds, mark);
  if (!bound.ok) return refuseList(path, bound.faults, context);
  const { lines } = bound;
  return { lines, facts: { file: path, sha256: sha256Hex(bytes), lines: lines.length } };
}

type Given = { readonly list?: string | undefined; readonly csv?: string | undefined };

async function givenList(
  { list, csv }: Given,
  files: IfcFiles,
  context: Context,
): Promise<{ readonly path: string | null; readonly bytes: Uint8Array }> {
  if (csv !== undefined && list === undefined) {
    return { path: null, bytes: new TextEncoder().encode(csv) };
  }
  if (list === undefined || csv !== undefined) {
    return context.refuse('INVALID_ARGUMENT', 'expected exactly one of `list` and `csv`');
  }
  const path = await files.pathOf({ path: list }, context);
  return { path, bytes: await files.read(path, context) };
}

function refuseList(path: string | null, faults: readonly ListFault[], { refuse }: Context): never {
  const shown = faults.slice(0, FAULTS_SHOWN).map(faultText);
  const more = faults.length - shown.length;
  const rest = more > 0 ? `; and ${more} more` : '';
  return refuse('INVALID_ARGUMENT', `\`${path ?? 'csv'}\` is refused: ${shown.join('; ')}${rest}`, {
    faults: faults.map((fault) => ({ ...fault })),
  });
}

/** Refuses UNKNOWN_PARAMETER for an unknown grouping, and INVALID_ARGUMENT for figures of more than 15 digits. */
export function estimated(
  lines: readonly BoundLine[],
  group_by: string,
  view: BuildingView,
  refuse: Context['refuse'],
): Estimate {
  const names = group_by === COST_GROUP ? [] : [group_by];
  const [field] = requireFields(names, fieldsOf(view.kinds.all), refuse, [COST_GROUP]);
  const made = estimate(view, lines, field ?? COST_GROUP);
  if (isExact(made)) return made;
  return refuse(
    'INVALID_ARGUMENT',
    'a figure of the estimate has more than 15 digits; expected smaller values in the list',
  );
}
