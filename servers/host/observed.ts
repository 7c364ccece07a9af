/** @module observed: what whoever watches a server is told of its requests: never arguments, addresses, reasons or who asks. */
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';

/** W3C trace context, as the sender of a request wrote it. Untrusted. */
export type TraceContext = {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
};

/** A request as it arrives. */
export type ObservedRequest = {
  readonly method: 'tools/call' | 'resources/read';
  /** The name of a tool as it was sent: no more than a text until it is found among those there are. */
  readonly target: string | null;
  readonly trace: TraceContext;
};

/** How a request was answered. */
export type ObservedOutcome = {
  /** `OK`, or the name of the refusal. */
  readonly outcome: string;
  /** Null where nothing was previewed or committed. */
  readonly dry_run: boolean | null;
  /** Whether the answer is an error of the tool. */
  readonly isError: boolean;
};

/** Carries out a request and watches it; `work` says how it was answered, and throws what is an error of the protocol. */
export type Observer = <T>(
  request: ObservedRequest,
  work: (answered: (outcome: ObservedOutcome) => void) => Promise<T>,
) => Promise<T>;

/** Where nobody watches. */
export const unobserved: Observer = async (_request, work) => await work(() => undefined);

/** What is told of the answer of a gate. */
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

/** The trace context of a request: in its `_meta`, else in the headers that it came with. Baggage is not read. */
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
