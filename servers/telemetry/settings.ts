/** @module settings: what the standard variables of OpenTelemetry ask for, and what they ask for wrongly. */
import { HAS_CREDENTIALS, httpAddressFault } from '../../schemas/url-text.ts';
import type { TelemetrySources } from './telemetry.ts';

/** Where one kind of telemetry goes. */
export type Sink =
  | { readonly exporter: 'none' }
  | { readonly exporter: 'console' }
  | { readonly exporter: 'otlp'; readonly protocol: Protocol };

/** How OTLP is written; both go over HTTP. */
export type Protocol = 'http/protobuf' | 'http/json';

/** The samplers of the specification. */
export type SamplerName = (typeof SAMPLERS)[number];

/** What is sent, where to, and how much of it. Times in ms; undefined: as the SDK has it. */
export type TelemetrySettings = {
  readonly traces: Sink;
  readonly metrics: Sink;
  readonly sampler: SamplerName;
  /** Share of traces that ratio samplers keep. */
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
const BATCH = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const;
const INTERVAL = {
  exportIntervalMillis: 'OTEL_METRIC_EXPORT_INTERVAL',
  exportTimeoutMillis: 'OTEL_METRIC_EXPORT_TIMEOUT',
} as const;

/** Settings, null where nothing is to be sent, and a line for the operator for each value that cannot be used. */
export function readSettings(
  env: TelemetrySources['env'],
  transport: TelemetrySources['transport'],
): { readonly settings: TelemetrySettings | null; readonly faults: readonly string[] } {
  const given = new Variables(env);
  if (given.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') {
    return { settings: null, faults: [] };
  }
  const settings = {
    traces: sinkOf('TRACES', given, transport),
    metrics: sinkOf('METRICS', given, transport),
    sampler: given.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on',
    ratio: given.number('OTEL_TRACES_SAMPLER_ARG', 1) ?? 1,
    batch: given.numbers(BATCH),
    interval: given.numbers(INTERVAL),
  };
  const isSilent = settings.traces.exporter === 'none' && settings.metrics.exporter === 'none';
  return { settings: isSilent ? null : settings, faults: given.faults };
}

function sinkOf(
  kind: 'TRACES' | 'METRICS',
  given: Variables,
  transport: TelemetrySources['transport'],
): Sink {
  const name = `OTEL_${kind}_EXPORTER`;
  const hasEndpoint = ['OTEL_EXPORTER_OTLP_ENDPOINT', `OTEL_EXPORTER_OTLP_${kind}_ENDPOINT`].some(
    (variable) => given.text(variable) !== undefined,
  );
  const unsaid = hasEndpoint ? 'otlp' : 'none';
  const exporter =
    given.text(name) === undefined ? unsaid : (given.oneOf(name, EXPORTERS) ?? 'none');
  if (exporter === 'none') return { exporter };
  if (exporter === 'console') {
    if (transport === 'tcp') return { exporter };
    given.refuse(`${name}=console would write on standard output, which carries the protocol`);
    return { exporter: 'none' };
  }
  const faults = given.addressFaults(kind);
  for (const fault of faults) given.refuse(fault);
  if (faults.length > 0) return { exporter: 'none' };
  const own = `OTEL_EXPORTER_OTLP_${kind}_PROTOCOL`;
  const variable = given.text(own) === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : own;
  if (given.text(variable) === undefined) return { exporter, protocol: 'http/protobuf' };
  const protocol = given.oneOf(variable, PROTOCOLS);
  return protocol === undefined ? { exporter: 'none' } : { exporter, protocol };
}

/** Why telemetry cannot be sent to an address, null where it can. */
function endpointFault(text: string): string | null {
  const fault = httpAddressFault(text);
  return fault === HAS_CREDENTIALS
    ? `${fault}: put credentials into OTEL_EXPORTER_OTLP_HEADERS`
    : fault;
}

/** Variables of the environment; an empty one counts as none. */
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

  /** What is wrong with the address and the headers that an exporter reads by itself. */
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
        faults.push(`${name} has a control character in it`);
      }
    }
    return faults;
  }

  oneOf<const T extends string>(name: string, wanted: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = wanted.find((one) => one === text);
    if (found === undefined) this.refuse(`got ${name}=\`${text}\`, want ${wanted.join(', ')}`);
    return found;
  }

  /** A number above zero, or from zero to `most` where that is given. */
  number(name: string, most?: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (most === undefined ? value > 0 && Number.isFinite(value) : value >= 0 && value <= most) {
      return value;
    }
    this.refuse(
      `got ${name}=\`${text}\`, want a number ${most === undefined ? 'above 0' : `from 0 to ${most}`}`,
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
    this.faults.push(`${because}; it is left out`);
  }
}
