/** @module settings: reads the standard environment variables of OpenTelemetry and reports invalid values. */
import { HAS_CREDENTIALS, httpAddressFault } from '../../schemas/url-text.ts';
import type { TelemetrySources } from './telemetry.ts';

/** The destination of traces or metrics. */
export type Sink =
  | { readonly exporter: 'none' }
  | { readonly exporter: 'console' }
  | { readonly exporter: 'otlp'; readonly protocol: Protocol };

/** Encodings of OTLP over HTTP. */
export type Protocol = 'http/protobuf' | 'http/json';

/** Names of the samplers in OpenTelemetry's specification. */
export type SamplerName = (typeof SAMPLERS)[number];

/** Destinations, sampling and intervals. Times in ms; undefined: the default of the SDK. */
export type TelemetrySettings = {
  readonly traces: Sink;
  readonly metrics: Sink;
  readonly sampler: SamplerName;
  /** Share of traces that ratio samplers keep, 0 to 1. */
  readonly ratio: number;
  readonly batch: {
    readonly scheduledDelayMillis?: number;
    readonly exportTimeoutMillis?: number;
    readonly maxQueueSize?: number;
    readonly maxExportBatchSize?: number;
  };
  readonly interval: {
    readonly exportIntervalMillis?: number;
    readonly exportTimeoutMillis?: number;
  };
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const EXPORTERS = ['otlp', 'console', 'none'] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
/** Variables of the span batches, by option of the SDK. */
const BATCH = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const;
/** Variables of the metric export, by option of the SDK. */
const INTERVAL = {
  exportIntervalMillis: 'OTEL_METRIC_EXPORT_INTERVAL',
  exportTimeoutMillis: 'OTEL_METRIC_EXPORT_TIMEOUT',
} as const;

/** The settings, null if nothing must be sent; `faults` has a line for the operator for each invalid value. */
export function readSettings(
  env: TelemetrySources['env'],
  transport: TelemetrySources['transport'],
): { readonly settings: TelemetrySettings | null; readonly faults: readonly string[] } {
  const variables = new Variables(env);
  if (variables.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') {
    return { settings: null, faults: [] };
  }
  const settings = {
    traces: sinkOf('TRACES', variables, transport),
    metrics: sinkOf('METRICS', variables, transport),
    sampler: variables.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on',
    ratio: variables.number('OTEL_TRACES_SAMPLER_ARG', 1) ?? 1,
    batch: variables.numbers(BATCH),
    interval: variables.numbers(INTERVAL),
  };
  const isSilent = settings.traces.exporter === 'none' && settings.metrics.exporter === 'none';
  return { settings: isSilent ? null : settings, faults: variables.faults };
}

function sinkOf(
  kind: 'TRACES' | 'METRICS',
  variables: Variables,
  transport: TelemetrySources['transport'],
): Sink {
  const name = `OTEL_${kind}_EXPORTER`;
  const hasEndpoint = ['OTEL_EXPORTER_OTLP_ENDPOINT', `OTEL_EXPORTER_OTLP_${kind}_ENDPOINT`].some(
    (variable) => variables.text(variable) !== undefined,
  );
  const defaultExporter = hasEndpoint ? 'otlp' : 'none';
  const exporter =
    variables.text(name) === undefined
      ? defaultExporter
      : (variables.oneOf(name, EXPORTERS) ?? 'none');
  if (exporter === 'none') return { exporter };
  if (exporter === 'console') {
    if (transport === 'tcp') return { exporter };
    variables.refuse(
      `${name}=console would write to standard output, which is used by the protocol`,
    );
    return { exporter: 'none' };
  }
  const faults = variables.addressFaults(kind);
  for (const fault of faults) variables.refuse(fault);
  if (faults.length > 0) return { exporter: 'none' };
  const own = `OTEL_EXPORTER_OTLP_${kind}_PROTOCOL`;
  const variable = variables.text(own) === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : own;
  if (variables.text(variable) === undefined) return { exporter, protocol: 'http/protobuf' };
  const protocol = variables.oneOf(variable, PROTOCOLS);
  return protocol === undefined ? { exporter: 'none' } : { exporter, protocol };
}

/** The fault of an endpoint's address, null if it is valid. */
function endpointFault(text: string): string | null {
  const fault = httpAddressFault(text);
  return fault === HAS_CREDENTIALS
    ? `${fault}: put credentials into OTEL_EXPORTER_OTLP_HEADERS`
    : fault;
}

/** Reads environment variables and collects faults. An empty variable counts as unset. */
class Variables {
  readonly faults: string[] = [];
  readonly #env: TelemetrySources['env'];

  constructor(env: TelemetrySources['env']) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    const text = this.#env[name]?.trim();
    return text === '' ? undefined : text;
  }

  /** The faults of the addresses and headers, which the exporter itself reads. */
  addressFaults(kind: 'TRACES' | 'METRICS'): readonly string[] {
    const faults: string[] = [];
    for (const name of [`OTEL_EXPORTER_OTLP_${kind}_ENDPOINT`, 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
      const text = this.text(name);
      const fault = text === undefined ? null : endpointFault(text);
      if (fault !== null) faults.push(`${name} ${fault}`);
    }
    for (const name of [`OTEL_EXPORTER_OTLP_${kind}_HEADERS`, 'OTEL_EXPORTER_OTLP_HEADERS']) {
      const text = this.text(name) ?? '';
      if (/\p{Cc}|%(?:[01][0-9a-f]|7f)/iu.test(text)) {
        faults.push(`${name} contains a control character`);
      }
    }
    return faults;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((one) => one === text);
    if (found === undefined) {
      this.refuse(`invalid ${name}=\`${text}\`, expected ${allowed.join(', ')}`);
    }
    return found;
  }

  /** A number above 0; with `maximum`, a number from 0 to `maximum`. */
  number(name: string, maximum?: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (
      maximum === undefined ? value > 0 && Number.isFinite(value) : value >= 0 && value <= maximum
    ) {
      return value;
    }
    this.refuse(
      `invalid ${name}=\`${text}\`, expected a number ${maximum === undefined ? 'above 0' : `from 0 to ${maximum}`}`,
    );
    return undefined;
  }

  numbers<const K extends string>(names: Readonly<Record<K, string>>): Partial<Record<K, number>> {
    const numbers: Partial<Record<K, number>> = {};
    for (const key in names) {
      const value = this.number(names[key]);
      if (value !== undefined) numbers[key] = value;
    }
    return numbers;
  }

  refuse(because: string): void {
    this.faults.push(`${because}; it is ignored`);
  }
}
