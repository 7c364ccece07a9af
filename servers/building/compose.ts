/** @module compose: several tool calls planned one after the other as one change. */
import type * as z from 'zod';

import type { CommandValue } from '../../governance/tool/define.ts';
import type { Edit } from '../../governance/tool/edits.ts';
import { withSuggestion } from '../../governance/tool/edits.ts';
import { repaired } from '../../governance/tool/repaired.ts';
import { inTurns, type Steps } from '../../kernel/findings/steps.ts';
import { withGroups } from '../../kernel/model/plan/groups/with-groups.ts';
import { nearestFirst } from '../../kernel/model/plan/names.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import { Refusal, type RefusalBody } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import {
  bothExclusive,
  type CallContext,
  type Exclusive,
  type GivenNames,
  type Plan,
  type Refuse,
} from '../../schemas/plan.ts';
import { corrections } from './corrections/corrections.ts';
import { keptNames, type NamesGiven, namesIn } from './names/given-names.ts';
import { meantArguments } from './names/meant-elements.ts';
import { namesOf, referent, type Result, substituted } from './names/results.ts';
import type { BuildingView } from './view.ts';

/**
 * One call. `as` names its result, in this change and in later ones: `$name` is its element, `$name.field` a field of
 * its data; of that, later changes know ids.
 */
export type Operation = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly as?: string | undefined;
};

/** What can go wrong with a call before its tool plans it. */
type CallCode = 'UNKNOWN_TOOL' | 'UNKNOWN_ARGUMENT' | 'INVALID_ARGUMENT' | 'OUT_OF_RANGE';

/** What a composed change made, call by call; `id` is the element that each is about, else its first one. */
export type Composed = {
  readonly operation_count: number;
  readonly event_count: number;
  readonly results: { readonly tool: string; readonly id: string; readonly as?: string }[];
};

/** The model before a change and after it. */
export type ViewsOfChange = { readonly before: BuildingView; readonly after: BuildingView };

/** How the change is planned. */
export type Composition<Code extends ErrorName> = {
  readonly tools: ReadonlyMap<string, CommandValue<BuildingView>>;
  readonly view: BuildingView;
  readonly context: CallContext<Code>;
  /** Codes that the composing tool lists; any other refusal of a part would be a fault. */
  readonly lists: Readonly<Record<Code, string>>;
  /** What the results of calls are called in later changes; by default what they are called in this one. */
  readonly names?: (results: GivenNames, sides: ViewsOfChange) => NamesGiven;
  /** What a refusal says of the call, e.g. `operation 3` or `line 4, column 1`. */
  readonly place: (index: number) => {
    readonly said: string;
    readonly data: Readonly<Record<string, unknown>>;
    /** Where the call stands in the arguments, for suggestions. */
    readonly path?: string;
    /** The edits of the whole with which the call has other arguments, where they are written otherwise. */
    readonly told?: (meant: Operation['arguments']) => readonly Edit[] | null;
  };
};

/** Most events of one change, far above what agents may usually do at once: further calls are not planned. */
const MOST_EVENTS = 20_000;

/**
 * Plans calls in order, each on what the ones before it leave, as one atomic plan. A refusal of a part
 * refuses the whole and names the call. The parts' input is validated by their own schemas.
 */
export async function compose<Code extends ErrorName>(
  operations: readonly Operation[],
  composition: Composition<Code | CallCode>,
): Promise<Plan<Composed>> {
  const made = new Map<string, Result>();
  const events: PlannedEvent[] = [];
  const warnings: string[] = [];
  const relies_on = new Set<string>();
  const results: Composed['results'] = [];
  let exclusive: Exclusive = false;
  let { view } = composition;
  const { pause } = composition.context;
  for (const [index, operation] of operations.entries()) {
    // Each call is planned on what the one before it leaves.
    const plan = await part(operation, index, view, { composition, made });
    const count = events.length + plan.events.length;
    if (count > MOST_EVENTS) tooMany(count, operation, composition.place(index), composition);
    view = await inTurns(placed(view.applying(plan.events), operation, index, composition), pause);
    events.push(...plan.events);
    exclusive = bothExclusive(exclusive, plan.exclusive);
    for (const id of plan.relies_on ?? []) {
      if (composition.view.element(id) !== undefined) relies_on.add(id);
    }
    const { said } = composition.place(index);
    for (const warning of plan.warnings ?? []) warnings.push(`${said}: ${warning}`);
    const id = plan.about ?? plan.events[0]?.aggregate_id ?? '';
    if (operation.as !== undefined) made.set(operation.as, { id, data: plan.data });
    results.push({
      tool: operation.tool,
      id,
      ...(operation.as === undefined ? {} : { as: operation.as }),
    });
  }
  const given = namesOf(made, view);
  const sides = { before: composition.view, after: view };
  const { names, cut } = keptNames(composition.names?.(given, sides) ?? given);
  if (cut !== null) {
    warnings.push(`${cut.why}: later calls do not know \`$${cut.name}\` and names after it`);
  }
  return {
    events,
    names,
    data: { operation_count: operations.length, event_count: events.length, results },
    warnings,
    relies_on: [...relies_on],
    ...(exclusive === false ? {} : { exclusive }),
  };
}

/** The work, of which a refusal names the call. */
function* placed<T, Code extends ErrorName>(
  work: Steps<T>,
  { tool }: Operation,
  index: number,
  { place }: Composition<Code | CallCode>,
): Steps<T> {
  try {
    return yield* work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { name, message, hint, data } = error.body;
    const { said, data: where } = place(index);
    throw new Refusal(name, `${said} (${tool}): ${message}`, hint, { ...data, ...where, tool });
  }
}

function tooMany<Code extends ErrorName>(
  count: number,
  { tool }: Operation,
  { said, data }: ReturnType<Composition<Code>['place']>,
  { context }: Composition<Code | CallCode>,
): never {
  return context.refuse(
    'INVALID_ARGUMENT',
    `${said} (${tool}) makes it ${count} changes, expected at most ${MOST_EVENTS} at once: make several calls`,
    { ...data, tool, changes: count, limit: MOST_EVENTS },
  );
}

type Ongoing<Code extends ErrorName> = {
  readonly composition: Composition<Code | CallCode>;
  readonly made: ReadonlyMap<string, Result>;
};

/** The plan of a call; its refusal says what to change of the arguments, where something near them would hold. */
async function part<Code extends ErrorName>(
  operation: Operation,
  index: number,
  view: BuildingView,
  ongoing: Ongoing<Code>,
): Promise<Plan<unknown>> {
  const planOf = (given: Operation): Promise<Plan<unknown>> => partOf(given, index, view, ongoing);
  try {
    return await planOf(operation);
  } catch (error) {
    const { path, told } = ongoing.composition.place(index);
    if (!(error instanceof Refusal) || (path === undefined && told === undefined)) throw error;
    const { tools } = ongoing.composition;
    const meant = (given: Readonly<Record<string, unknown>>): Operation => ({
      ...operation,
      ...given,
    });
    const candidates = (
      own: Readonly<Record<string, unknown>>,
      refusal: RefusalBody,
    ): Iterable<Operation> => suggestionsFor(meant(own), refusal, view, tools);
    const edits = told && ((other: Operation['arguments']) => told(meant(other).arguments));
    const refused = { own: operation, path: path ?? '', candidates, told: edits };
    throw await withSuggestion(error, refused, (candidate) => planOf(meant(candidate)));
  }
}

/** Calls that may have been meant: with the nearest tool, with arguments that fit its schema, with others that may hold. */
function* suggestionsFor(
  operation: Operation,
  refusal: RefusalBody,
  view: BuildingView,
  tools: ReadonlyMap<string, CommandValue<BuildingView>>,
): Generator<Operation> {
  const nearest = refusal.name === 'UNKNOWN_TOOL' ? refusal.data['nearest'] : null;
  const tool = tools.get(typeof nearest === 'string' ? nearest : operation.tool);
  if (tool === undefined) return;
  const own = Object.fromEntries(
    Object.entries(operation.arguments).filter(([key]) => !OF_THE_WHOLE.has(key)),
  );
  const call = { ...operation, tool: tool.name };
  const fitting = repaired(tool.input, own);
  if (typeof fitting === 'object' && fitting !== null) yield { ...call, arguments: { ...fitting } };
  for (const candidate of corrections({ input: tool.input, own, refusal }, view)) {
    yield { ...call, arguments: candidate };
  }
}

async function partOf<Code extends ErrorName>(
  operation: Operation,
  index: number,
  view: BuildingView,
  { composition, made }: Ongoing<Code>,
): Promise<Plan<unknown>> {
  const { tools, context, lists, place } = composition;
  const { said, data: where } = place(index);
  const about = { ...where, tool: operation.tool };
  const tool = tools.get(operation.tool);
  if (tool === undefined) {
    const near = nearestFirst(operation.tool, [...tools.keys()]);
    return context.refuse(
      'UNKNOWN_TOOL',
      `${said}: \`${operation.tool}\` cannot be part of it, expected one of ${near.join(', ')}`,
      { ...about, nearest: near[0] ?? null },
    );
  }
  const refuse = (
    code: ErrorName,
    message: string,
    data?: Readonly<Record<string, unknown>>,
  ): never => {
    if (!isListed(code, lists)) throw new Error(`\`${tool.name}\` refused with unlisted ${code}`);
    const whole = `${said} (${tool.name}): ${message}${forgotten(data, made)}`;
    return context.refuse(code, whole, { ...data, ...about });
  };
  const names = await namesIn(operation.arguments, async (name) =>
    made.has(name) ? null : await context.named(name),
  );
  const given = substituted(operation.arguments, (reference) =>
    referent(reference, { made, names, view }, refuse),
  );
  const input = checkedInput(tool, given, refuse);
  try {
    const meant = meantArguments(tool.input, input, { view, names });
    const plan = await tool.plan(meant, view, { ...context, refuse });
    return await inTurns(withGroups(plan, view, context.ids), context.pause);
  } catch (error) {
    // What the model itself refuses has not passed `refuse` and does not yet name the call.
    if (!(error instanceof Refusal) || 'tool' in error.body.data) throw error;
    return refuse(error.body.name, error.body.message, error.body.data);
  }
}

/** What to say when the id that is not there is the name of an earlier result. */
function forgotten(
  data: Readonly<Record<string, unknown>> | undefined,
  made: ReadonlyMap<string, Result>,
): string {
  const id = data?.['element_id'] ?? data?.['level_id'];
  return typeof id === 'string' && made.has(id)
    ? `; write \`$${id}\` for the earlier result of this name`
    : '';
}

function isListed<Code extends ErrorName>(
  code: ErrorName,
  lists: Readonly<Record<Code, string>>,
): code is Code {
  return Object.hasOwn(lists, code);
}

type RefuseAny = Refuse<ErrorName>;

function checkedInput(
  tool: CommandValue<BuildingView>,
  given: unknown,
  refuse: RefuseAny,
): Record<string, unknown> {
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return { ...parsed.data };
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) return refuseUnknown(unknown, tool, refuse);
  const [issue] = parsed.error.issues;
  const outside = issue?.code === 'too_big' || issue?.code === 'too_small';
  const argument = issue?.path.join('.') ?? '';
  return refuse(
    outside ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT',
    `\`${argument}\`: ${(issue?.message ?? 'not as expected').toLowerCase()}`,
    { argument },
  );
}

/** What the whole change takes, once, and no part of it. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set([
  'reasoning',
  'branch',
  'dry_run',
  'idempotency_key',
]);

function refuseUnknown(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  tool: CommandValue<BuildingView>,
  refuse: RefuseAny,
): never {
  const [key = ''] = keys;
  const takes = path.length === 0 ? Object.keys(tool.input.shape) : [];
  if (path.length === 0 && OF_THE_WHOLE.has(key)) {
    return refuse(
      'UNKNOWN_ARGUMENT',
      `\`${key}\` is said once for the whole change, beside the list of operations`,
      { unknown: keys, arguments: takes },
    );
  }
  const near = nearestFirst(key, takes);
  const inside = path.length === 0 ? '' : ` in \`${path.join('.')}\``;
  const expected = near.length === 0 ? '' : `, expected ${near.join(', ')}`;
  return refuse('UNKNOWN_ARGUMENT', `takes no argument \`${key}\`${inside}${expected}`, {
    unknown: keys,
    nearest: near[0] ?? null,
    arguments: takes,
  });
}
