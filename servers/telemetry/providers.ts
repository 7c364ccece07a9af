/** @module providers: sets up the OpenTelemetry SDK by the settings; imports only the exporters in use. */
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  ConsoleMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

import type { Sink, TelemetrySettings } from './settings.ts';

/** The SDK's providers of traces and metrics. */
export type Providers = {
  readonly traces: TracerProvider;
  /** Null if no metrics are sent. */
  readonly metrics: MeterProvider | null;
};

/** Opens the providers. The exporters read addresses, headers, certificates and time-outs from the environment. */
export async function openProviders(
  { traces, metrics, sampler, ratio, batch, interval }: TelemetrySettings,
  { version, instance }: { readonly version: string; readonly instance: string },
): Promise<Providers> {
  // Attributes from the environment take precedence. Nothing about the machine and the process is sent.
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'plumbline',
        'service.version': version,
        'service.instance.id': instance,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const spans = await spanExporter(traces);
  const numbers = await metricExporter(metrics);
  return {
    traces: new TracerProvider({
      resource,
      sampler: spans === null ? new AlwaysOffSampler() : samplerOf(sampler, ratio),
      spanProcessors: spans === null ? [] : [new BatchSpanProcessor({ exporter: spans, ...batch })],
    }),
    metrics:
      numbers === null
        ? null
        : new MeterProvider({
            resource,
            readers: [new PeriodicExportingMetricReader({ exporter: numbers, ...interval })],
          }),
  };
}

function samplerOf(name: TelemetrySettings['sampler'], ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
    default:
      return name satisfies never;
  }
}

async function spanExporter(sink: Sink): Promise<SpanExporter | null> {
  if (sink.exporter === 'none') return null;
  if (sink.exporter === 'console') return new ConsoleSpanExporter();
  const { OTLPTraceExporter } =
    sink.protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

async function metricExporter(sink: Sink): Promise<PushMetricExporter | null> {
  if (sink.exporter === 'none') return null;
  if (sink.exporter === 'console') return new ConsoleMetricExporter();
  const { OTLPMetricExporter } =
    sink.protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto');
  return new OTLPMetricExporter();
}
