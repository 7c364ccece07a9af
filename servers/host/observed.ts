/** @module observed: the data about requests for monitoring: never arguments, addresses, reasons or callers. */
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';

/** W3C trace context, as the sender of a request wrote it. Untrusted. */
export type TraceContext = {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
};

/** A request before it is answered. */
export type ObservedRequest = {
  readonly method: 'tools/call' | 'resources/read';
  /** The name of a tool as it was sent; untrusted until it is found in the tool list. */
  readonly target: string | null;
  readonly trace: TraceContext;
};

/** How a request was answered. */
export type ObservedOutcome = {
  /** `OK`, or the name of the refusal. */
  readonly outcome: string;
  /** Null if nothing was previewed or committed. */
  readonly dry_run: boolean | null;
  /** Whether the answer is an error of the tool. */
  readonly isError: boolean;
};

/** Runs and observes a request; `work` reports its outcome, or throws a protocol error. */
export type Observer = <T>(
  request: ObservedRequest,
  work: (answered: (outcome: ObservedOutcome) => void) => Promise<T>,
) => Promise<T>;

/** The observer when monitoring is off. */
export const unobserved: Observer = async (_request, work) => await work(() => undefined);

/** Returns the outcome that an answer of a gate reports to the observer. */
export function outcomeOf({
  envelope,
  isError,
}: Pick<GateAnswer, 'envelope' | 'isError'>): ObservedOutcome {
  const { error, dry_run, event_id } = envelope;
  return {
    outcome: error?.name ?? 'OK',
    dry_run: dry_run ?? (event_id === null ? null : false),
    isError,
  };
}

/** The trace context of a request, from its `_meta`, else from its HTTP headers. Baggage is not read. */
export function traceOf(
  meta: Readonly<Record<string, unknown>> | undefined,
  header: (name: string) => unknown,
): TraceContext {
  const [traceparent, tracestate] = [meta?.['traceparent'], meta?.['tracestate']];
  return typeof traceparent === 'string'
    ? { traceparent, tracestate: textOf(tracestate) }
    : { traceparent: textOf(header('traceparent')), tracestate: textOf(header('tracestate')) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
