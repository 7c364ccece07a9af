/** @module script refusals: what is said of a script that is refused, and how it may have been meant. */
import { type Edit, editsBetween, SUGGESTED } from '../../governance/tool/edits.ts';
import { structureIn } from '../../governance/tool/repaired-texts.ts';
import type { Kinds } from '../../kernel/kinds/kinds.ts';
import { mendedScript } from '../../kernel/script/mending/mended.ts';
import { changesBetween, inMillimetres, rewritten } from '../../kernel/script/mending/rewritten.ts';
import { parseScript, scriptFault } from '../../kernel/script/parse-script.ts';
import type { EarlierNames, ScriptCall } from '../../kernel/script/references.ts';
import { placeSaid, type ScriptError } from '../../kernel/script/script-error.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlanContext } from '../../schemas/plan.ts';
import type { Composition } from '../building/compose.ts';
import { hintsFor } from '../building/hints.ts';

/** More operations in JSON are not said again, in characters. */
const JSON_CHARS_MOST = 2000;

/** What a script is read with: the kinds of elements, and names of earlier calls. */
export type Reading = { readonly kinds: Kinds; readonly earlier: EarlierNames };

/** Refuses a script that cannot be read, with how it may have been meant. */
export function refuseSyntax(
  script: string,
  { message, within, ...where }: ScriptError,
  { kinds, earlier }: Reading,
  context: PlanContext<'SCRIPT_SYNTAX'>,
): never {
  const operations = operationsIn(script);
  if (operations !== null) {
    context.refuse(
      'SCRIPT_SYNTAX',
      'the script is JSON, expected statements such as `wall (0, 0) to (5, 0)`: `apply_changes` takes this list as `operations`',
      {
        ...where,
        suggested_tool: 'apply_changes',
        suggested: [{ argument: 'script' }, { argument: 'operations', value: operations }],
      },
    );
  }
  const mended = mendedScript(script, (text) => scriptFault(text, kinds, earlier));
  const suggested = mended === null ? null : editsBetween({ script }, { script: mended });
  const said = `${placeSaid(where, within)}: ${message}`;
  const data = { ...where, ...(within.length === 0 ? {} : { within }) };
  if (suggested === null) return context.refuse('SCRIPT_SYNTAX', said, data);
  const { SCRIPT_SYNTAX } = hintsFor('SCRIPT_SYNTAX');
  throw new Refusal('SCRIPT_SYNTAX', said, `${SCRIPT_SYNTAX}; ${SUGGESTED}`, {
    ...data,
    suggested,
  });
}

/** The operations of a text in JSON: a list, one of them, or an object that holds the list; null for any other text. */
function operationsIn(script: string): readonly unknown[] | null {
  if (script.length > JSON_CHARS_MOST) return null;
  const read = structureIn(script);
  if (read === null) return null;
  const inside: unknown = Array.isArray(read) ? read : (Reflect.get(read, 'operations') ?? [read]);
  if (!Array.isArray(inside)) return null;
  const operations: readonly unknown[] = inside;
  return operations.every((one) => typeof one === 'object' && one !== null && 'tool' in one)
    ? operations
    : null;
}

/** Where a call stands in a script, and how the script is changed so that the call has other arguments. */
export function placeOf(script: string, call: ScriptCall): ReturnType<Composition<never>['place']> {
  const { line, column, within } = call;
  return {
    said: placeSaid({ line, column }, within),
    data: { line, column, ...(within === undefined ? {} : { within }) },
    told(meant): readonly Edit[] | null {
      const other = rewritten(script, call, changesBetween(call.arguments, meant));
      return other === null ? null : editsBetween({ script }, { script: other });
    },
  };
}

/** A script and what was read in it. */
type Read = { readonly script: string; readonly read: Calls };
type Calls = Pick<
  Extract<ReturnType<typeof parseScript>, { readonly ok: true }>,
  'calls' | 'names'
>;

/** The plan of a script; where it lies beyond the model and does not in millimetres, the refusal says so. */
export async function orInMillimetres<P>(
  { script, read: asWritten }: Read,
  { kinds, earlier }: Reading,
  composed: (script: string, read: Calls) => Promise<P>,
): Promise<P> {
  try {
    return await composed(script, asWritten);
  } catch (error) {
    if (!(error instanceof Refusal) || !BEYOND.has(error.body.name)) throw error;
    const meant = inMillimetres(script);
    const read = meant === null ? null : parseScript(meant, kinds, earlier);
    const suggested = meant === null ? null : editsBetween({ script }, { script: meant });
    if (read?.ok !== true || suggested === null || meant === null) throw error;
    if (!(await holds(() => composed(meant, read)))) throw error;
    const { name, message, data } = error.body;
    throw new Refusal(
      name,
      `${message}; lengths of a script are metres`,
      `write mm behind lengths in millimetres, ${SUGGESTED}`,
      { ...data, suggested },
    );
  }
}

/** Refusals that millimetres come to where metres are read. */
const BEYOND: ReadonlySet<string> = new Set(['OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS']);

async function holds(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
