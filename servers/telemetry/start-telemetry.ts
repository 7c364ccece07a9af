/** @module start-telemetry: records spans and metrics of requests and their steps with the OpenTelemetry SDK. */
import { AsyncLocalStorage } from 'node:async_hooks';

import {
  type Attributes,
  type Context,
  createNoopMeter,
  diag,
  DiagLogLevel,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';

import type { Step } from '../../governance/tool/step-timer.ts';
import type { ObservedOutcome, ObservedRequest, TraceContext } from '../host/observed.ts';
import { openProviders } from './providers.ts';
import type { TelemetrySettings } from './settings.ts';
import type { Gauges, Telemetry, TelemetrySources } from './telemetry.ts';

/** Time limit (ms) for sending the remaining data on exit: hosts kill a server that is still running after 2 s. */
const CLOSE_MS = 1500;
/** Maximum length of a logged SDK message, characters; longer ones are truncated. */
const LINE_CHARS_MAX = 300;
/** Histogram buckets (s) of the MCP conventions, and two smaller ones, because most reads take less than 10 ms. */
const BUCKETS = [0.001, 0.004, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Starts telemetry. Each message of the SDK is logged once. */
export async function startTelemetry(
  settings: TelemetrySettings,
  { transport, version, instance, log }: TelemetrySources,
): Promise<Telemetry> {
  logOnce(log);
  const { traces, metrics } = await openProviders(settings, { version, instance });
  const watcher = new Watcher(
    traces.getTracer('plumbline', version),
    metrics?.getMeter('plumbline', version) ?? createNoopMeter(),
    transport,
  );
  return {
    observe: (server, names) => (request, work) => watcher.request(server, names, request, work),
    timed: (step, work) => watcher.step(step, work),
    watch: (gauges) => watcher.watch(gauges),
    close: async () => {
      const sent = Promise.all([traces.shutdown(), metrics?.shutdown()]).then(
        () => true,
        (error: unknown) => {
          log(`not all telemetry was sent: ${textOf(error)}`);
          return false;
        },
      );
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => {
        log(`not all telemetry was sent within ${CLOSE_MS} ms`);
        late.resolve(false);
      }, CLOSE_MS);
      const done = await Promise.race([sent, late.promise]);
      clearTimeout(timer);
      return done;
    },
  };
}

/**
 * Records spans and metrics. INVARIANT: attributes are fixed words and names of our tools, never content of requests.
 */
class Watcher {
  readonly #tracer: Tracer;
  readonly #transport: Attributes;
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #meter: Meter;
  readonly #calls;
  readonly #requestSeconds;
  readonly #stepSeconds;
  readonly #requests;
  readonly #steps;

  constructor(tracer: Tracer, meter: Meter, transport: TelemetrySources['transport']) {
    this.#tracer = tracer;
    this.#meter = meter;
    this.#transport = { 'network.transport': transport };
    const seconds = { unit: 's', advice: { explicitBucketBoundaries: BUCKETS } };
    this.#calls = meter.createCounter('plumbline.calls', {
      description: 'calls of tools, by tool and outcome',
      unit: '{call}',
    });
    this.#requestSeconds = meter.createHistogram('mcp.server.operation.duration', {
      description: 'time from a request to its answer',
      ...seconds,
    });
    this.#stepSeconds = meter.createHistogram('plumbline.step.duration', {
      description: 'planning, waiting for the keeper, running a bounded tool',
      ...seconds,
    });
    this.#requests = meter.createUpDownCounter('plumbline.requests.active', {
      description: 'unanswered requests',
      unit: '{request}',
    });
    this.#steps = meter.createUpDownCounter('plumbline.steps.active', {
      description: 'running steps; for `commit`, requests to the keeper',
      unit: '{step}',
    });
  }

  watch({ auditWaiting, approvalsPending }: Gauges): void {
    this.#meter
      .createObservableGauge('plumbline.audit.waiting', {
        description: 'log entries that are not yet written',
        unit: '{entry}',
      })
      .addCallback((result) => result.observe(auditWaiting()));
    this.#meter
      .createObservableGauge('plumbline.approvals.pending', {
        description: 'pending approvals',
        unit: '{approval}',
      })
      .addCallback(async (result) => result.observe(await approvalsPending()));
  }

  async request<T>(
    server: string,
    names: ReadonlySet<string>,
    { method, target, trace: sent }: ObservedRequest,
    work: (answered: (outcome: ObservedOutcome) => void) => Promise<T>,
  ): Promise<T> {
    const known = target !== null && names.has(target) ? target : null;
    const isCall = method === 'tools/call';
    const about: Attributes = {
      'mcp.method.name': method,
      ...this.#transport,
      ...(isCall ? { 'gen_ai.operation.name': 'execute_tool' } : {}),
      ...(known === null ? {} : { 'gen_ai.tool.name': known }),
    };
    const place = { 'plumbline.server': server };
    const name = known === null ? method : `${method} ${known}`;
    const began = performance.now();
    this.#requests.add(1, place);
    let reportedOutcome: ObservedOutcome | null = null;
    let failed: string | null = null;
    const parent = this.#current.getStore() ?? this.#remote(sent);
    const options = { kind: SpanKind.SERVER, attributes: { ...about, ...place } };
    const span = this.#tracer.startSpan(name, options, parent);
    try {
      return await this.#current.run(trace.setSpan(parent, span), () =>
        work((outcome) => {
          reportedOutcome = outcome;
        }),
      );
    } catch (error) {
      failed = protocolError(error);
      throw error;
    } finally {
      const ended = endAttributes(reportedOutcome, failed);
      span.setAttributes(ended).setStatus(statusOf(ended)).end();
      this.#requests.add(-1, place);
      const error = ended['error.type'];
      this.#requestSeconds.record((performance.now() - began) / 1000, {
        ...about,
        ...place,
        ...(error === undefined ? {} : { 'error.type': error }),
      });
      if (isCall) {
        this.#calls.add(1, {
          ...place,
          ...(known === null ? {} : { 'gen_ai.tool.name': known }),
          'plumbline.outcome': 'FAULT',
          ...outcomeAttributes(reportedOutcome),
        });
      }
    }
  }

  async step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const about = { 'plumbline.step': step };
    const parent = this.#current.getStore() ?? ROOT_CONTEXT;
    const span: Span = this.#tracer.startSpan(`plumbline.${step}`, { attributes: about }, parent);
    const began = performance.now();
    this.#steps.add(1, about);
    try {
      return await this.#current.run(trace.setSpan(parent, span), work);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
      this.#steps.add(-1, about);
      this.#stepSeconds.record((performance.now() - began) / 1000, about);
    }
  }

  /** The context of the client's span, or the root context if it sent no valid one. */
  #remote(sent: TraceContext): Context {
    return this.#propagator.extract(ROOT_CONTEXT, sent, {
      keys: (carrier) => Object.keys(carrier),
      get: (carrier: TraceContext, key) =>
        key === 'traceparent' || key === 'tracestate' ? carrier[key] : undefined,
    });
  }
}

/** The code of a protocol error; `_OTHER` for any other error. */
function protocolError(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'number' ? String(code) : '_OTHER';
}

function endAttributes(reportedOutcome: ObservedOutcome | null, failed: string | null): Attributes {
  return {
    ...outcomeAttributes(reportedOutcome),
    ...(reportedOutcome?.isError === true ? { 'error.type': 'tool_error' } : {}),
    ...(failed === null ? {} : { 'error.type': failed }),
    ...(failed === null || failed === '_OTHER' ? {} : { 'rpc.response.status_code': failed }),
  };
}

function outcomeAttributes(reportedOutcome: ObservedOutcome | null): Attributes {
  return {
    ...(reportedOutcome === null ? {} : { 'plumbline.outcome': reportedOutcome.outcome }),
    ...(reportedOutcome === null || reportedOutcome.dry_run === null
      ? {}
      : { 'plumbline.dry_run': reportedOutcome.dry_run }),
  };
}

const statusOf = (ended: Attributes): { code: SpanStatusCode } => ({
  code: ended['error.type'] === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR,
});

const ignore = (): void => undefined;

/** Logs each message of the SDK once; by default, the SDK would write them to standard output. */
function logOnce(log: (line: string) => void): void {
  const logged = new Set<string>();
  const report = (message: string): void => {
    const line = `telemetry: ${message.slice(0, LINE_CHARS_MAX)}`;
    if (logged.has(line)) return;
    logged.add(line);
    log(line);
  };
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  );
  setGlobalErrorHandler((error) => report(textOf(error)));
}

function textOf(error: unknown): string {
  return typeof error === 'string' ? error : error instanceof Error ? error.message : 'unknown';
}
