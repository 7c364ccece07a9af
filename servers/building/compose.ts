/** @module compose: plans several tool calls in order as one change. */
import type * as z from 'zod';

import type { CommandValue } from '../../governance/tool/define.ts';
import { nearestTool } from '../../kernel/base/text/nearest-tool.ts';
import { completedPlan } from '../../kernel/building/model/plan/completed-plan.ts';
import { nearestFirst } from '../../kernel/building/model/plan/names.ts';
import { NewWalls } from '../../kernel/building/model/plan/walls/snap-late.ts';
import {
  keptNames,
  type NamesGiven,
  namesIn,
} from '../../kernel/building/view/names/given-names.ts';
import {
  namesOf,
  referent,
  type Result,
  substituted,
} from '../../kernel/building/view/names/results.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { ErrorName } from '../../schemas/errors.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { receivedWords } from '../../schemas/issue-words.ts';
import {
  bothExclusive,
  type CallContext,
  type Exclusive,
  type GivenNames,
  type Plan,
  type Refuse,
} from '../../schemas/plan.ts';
import { resolvedArguments } from './element-references.ts';

/**
 * One call. `as` names its result in this change and in later ones: `$name` refers to its element, `$name.field` to a
 * field of its data. In later changes, only fields that contain element ids can be referred to.
 */
export type Operation = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly as?: string | undefined;
};

/** Refusal codes of a call that its tool has not yet planned. */
type CallCode = 'UNKNOWN_TOOL' | 'UNKNOWN_ARGUMENT' | 'INVALID_ARGUMENT' | 'OUT_OF_RANGE';

/**
 * The results of a composed change, one per call. `id` is the element that the call is about, or else the first element
 * that it returns.
 */
export type Composed = {
  readonly operation_count: number;
  readonly event_count: number;
  readonly results: { readonly tool: string; readonly id: string; readonly as?: string }[];
};

/** The model before and after a change. */
export type ViewsOfChange = { readonly before: BuildingView; readonly after: BuildingView };

/** The context of a composed change. */
export type Composition<Code extends ErrorName> = {
  readonly tools: ReadonlyMap<string, CommandValue<BuildingView>>;
  readonly view: BuildingView;
  readonly context: CallContext<Code>;
  /** Refusal codes that the composing tool declares; any other refusal of a call is a program error. */
  readonly lists: Readonly<Record<Code, string>>;
  /** The names of results for later changes. Default: their names in this change. */
  readonly names?: (results: GivenNames, sides: ViewsOfChange) => NamesGiven;
  /** The place of a call in refusals, such as `operation 3` or `line 4, column 1`. */
  readonly place: (index: number) => {
    readonly label: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
};

/** Maximum number of events in one change, far above the usual limits of agents. Further calls are not planned. */
const MAX_EVENTS = 20_000;

/**
 * Plans several calls as one atomic change; each call is planned on the result of the calls before it. Ends of new
 * walls also snap onto walls of later calls. The refusal of one call refuses the whole change and names the call. The input of each call is validated by the schema of its own
 * tool.
 */
export async function compose<Code extends ErrorName>(
  operations: readonly Operation[],
  composition: Composition<Code | CallCode>,
): Promise<Plan<Composed>> {
  const made = new Map<string, Result>();
  const walls = new NewWalls();
  const events: PlannedEvent[] = [];
  const warnings: string[] = [];
  const relies_on = new Set<string>();
  const results: Composed['results'] = [];
  let exclusive: Exclusive = false;
  let { view } = composition;
  for (const [index, operation] of operations.entries()) {
    const plan = await partOf(operation, index, view, { composition, made });
    const count = events.length + plan.events.length;
    if (count > MAX_EVENTS) tooMany(count, operation, composition.place(index), composition);
    const apply = (part: Plan<unknown>): BuildingView =>
      namingCall(() => view.apply(part.events), operation, index, composition);
    view = apply(plan);
    const moves = walls.moves(plan.events, view, composition.context);
    walls.add(plan, view);
    const { label } = composition.place(index);
    for (const part of [plan, ...moves]) {
      if (part !== plan) view = apply(part);
      events.push(...part.events);
      exclusive = bothExclusive(exclusive, part.exclusive);
      for (const id of part.relies_on ?? []) {
        if (composition.view.element(id) !== undefined) relies_on.add(id);
      }
      for (const warning of part.warnings ?? []) warnings.push(`${label}: ${warning}`);
    }
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
    warnings.push(`${cut.why}: later calls cannot use \`$${cut.name}\` and the names after it`);
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

/** Runs `work`; adds the call to its refusals. */
function namingCall<T, Code extends ErrorName>(
  work: () => T,
  { tool }: Operation,
  index: number,
  { place }: Composition<Code | CallCode>,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { name, message, hint, data } = error.body;
    const { label, data: where } = place(index);
    throw new Refusal(name, `${label} (${tool}): ${message}`, hint, { ...data, ...where, tool });
  }
}

function tooMany<Code extends ErrorName>(
  count: number,
  { tool }: Operation,
  { label, data }: ReturnType<Composition<Code>['place']>,
  { context }: Composition<Code | CallCode>,
): never {
  return context.refuse(
    'INVALID_ARGUMENT',
    `${label} (${tool}) brings the change to ${count} events, expected at most ${MAX_EVENTS}: split it into several calls`,
    { ...data, tool, changes: count, limit: MAX_EVENTS },
  );
}

type Ongoing<Code extends ErrorName> = {
  readonly composition: Composition<Code | CallCode>;
  readonly made: ReadonlyMap<string, Result>;
};

async function partOf<Code extends ErrorName>(
  operation: Operation,
  index: number,
  view: BuildingView,
  { composition, made }: Ongoing<Code>,
): Promise<Plan<unknown>> {
  const { tools, context, lists, place } = composition;
  const { label, data: where } = place(index);
  const about = { ...where, tool: operation.tool };
  const tool = tools.get(operation.tool);
  if (tool === undefined) {
    const near = nearestTool(operation.tool, tools.keys());
    const others = nearestFirst(operation.tool, [...tools.keys()]).filter((name) => name !== near);
    const known = near === null ? others : [near, ...others];
    return context.refuse(
      'UNKNOWN_TOOL',
      `${label}: \`${operation.tool}\` cannot be part of a composed change; expected one of ${known.join(', ')}`,
      { ...about, nearest: known[0] ?? null },
    );
  }
  const refuse = (
    code: ErrorName,
    message: string,
    data?: Readonly<Record<string, unknown>>,
  ): never => {
    if (!isListed(code, lists)) throw new Error(`\`${tool.name}\` refused with unlisted ${code}`);
    const whole = `${label} (${tool.name}): ${message}${referenceAdvice(data, made)}`;
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
    const resolved = resolvedArguments(tool.input, input, { view, names });
    const plan = await tool.plan(resolved, view, { ...context, refuse });
    return completedPlan(plan, view, context.ids);
  } catch (error) {
    // A refusal by the model itself did not pass through `refuse`, so it does not name the call yet.
    if (!(error instanceof Refusal) || 'tool' in error.body.data) throw error;
    return refuse(error.body.name, error.body.message, error.body.data);
  }
}

/** Advice to write `$` before the name of an earlier result that was used as an id; empty in all other cases. */
function referenceAdvice(
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
    `\`${argument}\` is ${receivedWords(valueAt(given, issue?.path ?? []))}: ${issue?.message ?? 'expected another value'}`,
    { argument },
  );
}

/** The value at a path; undefined if the path does not exist. */
function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    root,
  );
}

/** Arguments that apply to the whole change; a single call does not accept them. */
const CHANGE_ARGUMENTS: ReadonlySet<string> = new Set([
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
  if (path.length === 0 && CHANGE_ARGUMENTS.has(key)) {
    return refuse(
      'UNKNOWN_ARGUMENT',
      `\`${key}\` applies to the whole change: pass it once, next to the list of operations`,
      { unknown: keys, arguments: takes },
    );
  }
  const near = nearestFirst(key, takes);
  const inside = path.length === 0 ? '' : ` in \`${path.join('.')}\``;
  const expected = near.length === 0 ? '' : `, expected ${near.join(', ')}`;
  return refuse('UNKNOWN_ARGUMENT', `has no argument \`${key}\`${inside}${expected}`, {
    unknown: keys,
    nearest: near[0] ?? null,
    arguments: takes,
  });
}
