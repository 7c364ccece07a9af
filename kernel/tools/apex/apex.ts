/** @module apex: chooses the plane of a request, narrows its budget, normalises refusals and audits every run. */
import * as z from 'zod';

import { digestOf } from '../../base/canonical/hash.ts';
import { BudgetsShape, narrowBudgets } from './budgets.ts';
import type { Budgets } from './budgets.ts';
import { checkedAnswer, effectOf, payloadText, readAnswer, refused } from './checked-answer.ts';
import type { OutputEnd, RefusalMore, RunEnd } from './checked-answer.ts';
import { timerDelay, withinTime } from './deadline.ts';
import type { Delay } from './deadline.ts';
import type { Manifest } from './manifest.ts';
import { maskText } from './mask.ts';
import type { Plane } from './plane.ts';
import { aliasOf, profileOf, routeOf } from './routing.ts';
import type { RouteChoice } from './routing.ts';
import { isWithinTokens } from './token-cap.ts';

/** The audit entry of one run. Nothing in it depends on a clock: the chain adds the time. */
export type ApexAudit = {
  /** SHA-256 of route, intent, payload, requested budgets, manifest and place in the trace. */
  readonly exec_id: string;
  readonly route: string;
  readonly budgets: {
    readonly requested: Budgets;
    readonly granted: Budgets;
    readonly consumed: Budgets;
  };
  /** `BOUNDED_OUTPUT` or `REFUSAL(code)`. */
  readonly termination: string;
  readonly metrics: Readonly<Record<string, number>>;
  readonly provenance: Readonly<Record<string, string>>;
};

export type RouteOutput =
  | ({
      readonly kind: 'BOUNDED_OUTPUT';
      readonly payload: unknown;
      readonly audit: ApexAudit;
    } & Pick<OutputEnd, 'approval_id'>)
  | ({
      readonly kind: 'REFUSAL';
      readonly code: string;
      readonly cause: string;
      readonly audit: ApexAudit;
    } & RefusalMore);

/** The audit chain of the workspace. `append` rejects if the entry cannot be written. */
export type ApexLedger = { append(entry: ApexAudit): Promise<{ readonly seq: number }> };

/** Dependencies of Apex. `delay` defaults to the timers of the process. */
export type ApexParts = { readonly manifest: Manifest; readonly delay?: Delay };

/** The planes and the ledger of one caller; the names of the planes are unique. */
export type CallerPlanes = { readonly planes: readonly Plane[]; readonly ledger: ApexLedger };

/** The entry point of one caller. `route` never throws: every run ends in BOUNDED_OUTPUT or REFUSAL. */
export type CallerRoutes = {
  route(input: unknown, cancel?: AbortSignal): Promise<RouteOutput>;
};

/** Apex for all callers; it keeps the hop counts of runs across callers. */
export type Apex = { forCaller(own: CallerPlanes): CallerRoutes };

/** The request of a caller. `hops` is the caller's own count; the larger of this and Apex's count applies. */
const RouteInput = z.strictObject({
  intent: z.string().min(1).max(2000),
  payload: z.unknown(),
  callerBudgets: BudgetsShape.exactOptional(),
  trace: z
    .strictObject({
      parent_exec_id: z.string().min(1).max(200).exactOptional(),
      hops: z.int().min(0).max(1000).exactOptional(),
    })
    .exactOptional(),
});
type RouteInput = Readonly<z.output<typeof RouteInput>>;

/** Number of runs whose hop count is kept; the oldest is dropped first. */
const TRACES_MAX = 4096;
/** How long a plane may take to stop and answer after its time limit, ms. */
const ANSWER_GRACE_MS = 250;
/** Creates Apex for a manifest. */
export function createApex(parts: ApexParts): Apex {
  const hops = new Map<string, number>();
  return {
    forCaller: (own) => {
      const planes = new Map(own.planes.map((plane) => [plane.name, plane]));
      return {
        route: async (input, cancel) => {
          const run = begin(parts.manifest, input, hops);
          remember(hops, run.exec_id, run.hops);
          const ended = await dispatchRun(run, { parts, planes, cancel });
          return await recordRun(run, ended, { manifest: parts.manifest, ledger: own.ledger });
        },
      };
    },
  };
}

/** A run before dispatch. `request` is undefined if it could not be parsed; `choice` is then a refusal. */
type Run = {
  readonly exec_id: string;
  readonly request: RouteInput | undefined;
  readonly choice: RouteChoice;
  readonly requested: Budgets;
  readonly granted: Budgets;
  readonly hops: number;
  readonly provenance: Readonly<Record<string, string>>;
};

function begin(manifest: Manifest, input: unknown, known: ReadonlyMap<string, number>): Run {
  const read = readRequest(input);
  const provenance = {
    manifest: `${manifest.name}@${manifest.version}`,
    manifest_sha256: manifest.sha256,
  };
  if (typeof read === 'string') {
    return {
      exec_id: digestOf({ unreadable: read, manifest: manifest.sha256 }),
      request: undefined,
      choice: { ok: false, route: 'apex', code: 'TOOL_SCHEMA_MISS', cause: read },
      requested: {},
      granted: {},
      hops: 0,
      provenance,
    };
  }
  const { intent, callerBudgets: requested = {}, trace } = read.request;
  const parent = trace?.parent_exec_id;
  const fromParent = parent === undefined ? 1 : (known.get(parent) ?? 1) + 1;
  const hops = Math.max(fromParent, trace?.hops ?? 0);
  const choice = routeOf(manifest, intent);
  const exec_id = digestOf({
    route: choice.route,
    intent,
    payload_sha256: read.payload_sha256,
    requested,
    manifest: manifest.sha256,
    parent: parent ?? null,
    hops,
  });
  return {
    exec_id,
    request: read.request,
    choice,
    requested,
    granted: narrowBudgets(manifest.budgets_defaults, profileOf(manifest, choice.route), requested),
    hops,
    provenance: {
      ...provenance,
      intent: maskText(intent, manifest.mask),
      payload_sha256: read.payload_sha256,
      ...(parent === undefined ? {} : { parent_exec_id: maskText(parent, manifest.mask, 200) }),
    },
  };
}

/** Parses a request; returns the message of its first fault as a string. That message is hashed into `exec_id`. */
function readRequest(
  input: unknown,
): string | { readonly request: RouteInput; readonly payload_sha256: string } {
  try {
    const parsed = RouteInput.safeParse(input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') ?? '';
      return `the request does not fit at \`${where.slice(0, 100)}\`: ${issue?.message.slice(0, 200) ?? 'unknown'}`.toWellFormed();
    }
    const { intent, payload, trace } = parsed.data;
    if (!intent.isWellFormed() || trace?.parent_exec_id?.isWellFormed() === false) {
      return 'the request does not fit: got text with a lone surrogate';
    }
    return { request: parsed.data, payload_sha256: digestOf(payload ?? null) };
  } catch {
    return 'the payload is not plain json';
  }
}

function remember(hops: Map<string, number>, exec_id: string, count: number): void {
  hops.delete(exec_id);
  hops.set(exec_id, count);
  const [oldest] = hops.keys();
  if (hops.size > TRACES_MAX && oldest !== undefined) hops.delete(oldest);
}

type RunContext = {
  readonly parts: ApexParts;
  readonly planes: ReadonlyMap<string, Plane>;
  readonly cancel: AbortSignal | undefined;
};

async function dispatchRun(run: Run, context: RunContext): Promise<RunEnd> {
  const { choice, request, hops, granted } = run;
  const { manifest } = context.parts;
  if (!choice.ok || request === undefined) {
    return choice.ok
      ? refused('TOOL_SCHEMA_MISS', 'no request')
      : refused(choice.code, choice.cause);
  }
  if (hops > manifest.max_hops) {
    return refused('BOUND_DEPTH', `hop ${hops} of at most ${manifest.max_hops}`);
  }
  if (granted.time_ms === 0) return refused('BOUND_TIME', 'time_ms is 0, so nothing can run');
  const plane = context.planes.get(choice.plane);
  if (plane === undefined) {
    return refused('DIS_INSUFFICIENT', `no plane \`${choice.plane}\` is registered`);
  }
  const prompt = granted.tokens_prompt_max ?? Infinity;
  if (!(await isWithinTokens(payloadText(request.payload), prompt))) {
    return refused('BOUND_DATA', `the payload has more than ${prompt} tokens`);
  }
  const end = await withinTime(
    async (signal) =>
      await plane.dispatch({
        exec_id: run.exec_id,
        route: choice.route,
        intent: request.intent,
        payload: request.payload,
        budgets: granted,
        hops,
        signal,
      }),
    {
      time_ms: granted.time_ms ?? 60_000,
      grace_ms: ANSWER_GRACE_MS,
      delay: context.parts.delay ?? timerDelay,
      cancel: context.cancel,
    },
  );
  switch (end.kind) {
    case 'done':
      return await checkedAnswer(end.value, {
        granted,
        mask: (text) => maskText(text, manifest.mask, Infinity),
      });
    case 'threw':
      return refused('FRAGILITY', `the plane \`${choice.plane}\` broke`);
    case 'late':
      return refused(
        'BOUND_TIME',
        `the plane \`${choice.plane}\` took longer than ${granted.time_ms} ms${MAY_STAND}`,
        readAnswer(end.value)?.answer.consumed,
        effectOf(readAnswer(end.value)?.answer),
      );
    case 'cancelled':
      return refused(
        'FRAGILITY',
        `the caller cancelled the run${MAY_STAND}`,
        readAnswer(end.value)?.answer.consumed,
        effectOf(readAnswer(end.value)?.answer),
      );
    default:
      return end satisfies never;
  }
}

/** Warning of a stopped run, which is not rolled back: its entries in the log remain. */
const MAY_STAND = '; it may have taken effect already, so check before you repeat it';

/** Writes the audit entry of a run and returns its result. INVARIANT: no output without an audit entry. */
async function recordRun(
  run: Run,
  ended: RunEnd,
  { manifest, ledger }: { readonly manifest: Manifest; readonly ledger: ApexLedger },
): Promise<RouteOutput> {
  const code = ended.ok ? '' : aliasOf(manifest.refusal_aliases, ended.code);
  const audit: ApexAudit = {
    exec_id: run.exec_id,
    route: run.choice.route,
    budgets: { requested: run.requested, granted: run.granted, consumed: ended.consumed },
    termination: ended.ok ? 'BOUNDED_OUTPUT' : `REFUSAL(${code})`,
    metrics: { hops: run.hops, tool_calls: ended.consumed.tool_calls_max ?? 0 },
    provenance:
      ended.ok || ended.code === code
        ? run.provenance
        : { ...run.provenance, plane_code: ended.code },
  };
  try {
    await ledger.append(audit);
  } catch {
    return {
      kind: 'REFUSAL',
      code: 'FRAGILITY',
      cause: 'the audit log cannot be written, so there is no output',
      audit: { ...audit, termination: 'REFUSAL(FRAGILITY)' },
    };
  }
  if (ended.ok) {
    const { payload, approval_id } = ended;
    return {
      kind: 'BOUNDED_OUTPUT',
      payload,
      audit,
      ...(approval_id === undefined ? {} : { approval_id }),
    };
  }
  const cause = maskText(ended.cause, manifest.mask);
  return { kind: 'REFUSAL', code, cause, audit, ...ended.more };
}
