/** @module open-telemetry: traces and metrics where the standard variables of OpenTelemetry ask for them; nothing of it is loaded where they do not. */
import type { Telemetry, TelemetrySources } from './telemetry.ts';

/** Variables without which nothing is sent. */
const ASKING = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/** Telemetry as the environment asks for it; null where it asks for none. What it asks for wrongly is said and left out. */
export async function openTelemetry(sources: TelemetrySources): Promise<Telemetry | null> {
  if (!ASKING.some((name) => (sources.env[name] ?? '') !== '')) return null;
  const { readSettings } = await import('./settings.ts');
  const { settings, faults } = readSettings(sources.env, sources.transport);
  for (const fault of faults) sources.log(fault);
  if (settings === null) return null;
  const { startTelemetry } = await import('./start-telemetry.ts');
  return startTelemetry(settings, sources);
}
