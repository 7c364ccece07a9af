/** @module open-telemetry: starts traces and metrics if OpenTelemetry's variables request them, else loads nothing. */
import { missingPackages } from '../../kernel/base/files/optional-package.ts';
import type { Telemetry, TelemetrySources } from './telemetry.ts';

/** Optional packages that telemetry needs. */
const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/core',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
] as const;

/** Environment variables that request telemetry: nothing is sent unless at least one is set. */
const REQUESTING = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/** Starts the requested telemetry; null if none is requested or packages are missing. Logs invalid settings. */
export async function openTelemetry(sources: TelemetrySources): Promise<Telemetry | null> {
  if (!REQUESTING.some((name) => (sources.env[name] ?? '') !== '')) return null;
  const { readSettings } = await import('./settings.ts');
  const { settings, faults } = readSettings(sources.env, sources.transport);
  for (const fault of faults) sources.log(fault);
  if (settings === null) return null;
  const missing = missingPackages(PACKAGES, import.meta.url);
  if (missing !== null) {
    sources.log(`telemetry is off: ${missing}`);
    return null;
  }
  const { startTelemetry } = await import('./start-telemetry.ts');
  return startTelemetry(settings, sources);
}
