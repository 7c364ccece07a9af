/** @module settings.test: how the variables of OpenTelemetry are read. */
import { describe, expect, test } from 'vitest';

import { readSettings } from '../../../servers/telemetry/settings.ts';

const PROTO = { exporter: 'otlp', protocol: 'http/protobuf' };
const JSON_OTLP = { exporter: 'otlp', protocol: 'http/json' };
const NONE = { exporter: 'none' };
const HERE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

describe('no telemetry is sent to an endpoint that', () => {
  test.each([
    ['has a line break in it', 'ENDPOINT', 'http://127.0.0.1\r\n:4318'],
    ['has a password in it', 'ENDPOINT', 'http://a:b@127.0.0.1:4318'],
    ['is a file', 'ENDPOINT', 'file:///tmp/x'],
    ['is no address', 'ENDPOINT', '127.0.0.1'],
    ['has an escaped line break in its headers', 'HEADERS', 'a=b%0D%0Ac'],
  ])('%s', (_, kind, value) => {
    const env = { ...HERE, [`OTEL_EXPORTER_OTLP_${kind}`]: value };
    const { settings, faults } = readSettings(env, 'pipe');
    expect(settings).toBeNull();
    expect(faults.join()).toContain(`OTEL_EXPORTER_OTLP_${kind} `);
    expect(faults.join()).not.toContain(value);
  });
});

describe('traces and metrics', () => {
  test.each([
    ['an endpoint', HERE, PROTO, PROTO],
    [
      'an endpoint for traces',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
      PROTO,
      NONE,
    ],
    ['an exporter', { OTEL_METRICS_EXPORTER: 'otlp' }, NONE, PROTO],
    ['an endpoint, and no metrics', { ...HERE, OTEL_METRICS_EXPORTER: 'none' }, PROTO, NONE],
    ['a protocol', { ...HERE, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, JSON_OTLP, JSON_OTLP],
    [
      'a separate protocol for metrics',
      { ...HERE, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json', OTEL_TRACES_EXPORTER: '' },
      PROTO,
      JSON_OTLP,
    ],
  ])('are configured by %s', (_, env, traces, metrics) => {
    expect(readSettings(env, 'pipe')).toMatchObject({ settings: { traces, metrics }, faults: [] });
  });

  test.each([
    ['no variable is set', {}],
    ['the SDK is disabled', { ...HERE, OTEL_SDK_DISABLED: 'True' }],
    [
      'both exporters are none',
      { ...HERE, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
    ],
  ])('are not sent if %s', (_, env) => {
    expect(readSettings(env, 'pipe')).toEqual({ settings: null, faults: [] });
  });
});

test('the console exporter is used only if standard output does not carry the protocol', () => {
  const env = { OTEL_TRACES_EXPORTER: 'console' };
  expect(readSettings(env, 'tcp').settings?.traces).toEqual({ exporter: 'console' });
  expect(readSettings(env, 'pipe')).toEqual({
    settings: null,
    faults: [
      'OTEL_TRACES_EXPORTER=console would write to standard output, which is used by the protocol; it is ignored',
    ],
  });
});

test('reads samplers, intervals and sizes', () => {
  const { settings } = readSettings(
    {
      ...HERE,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_MAX_QUEUE_SIZE: '64',
      OTEL_METRIC_EXPORT_INTERVAL: '5000',
    },
    'pipe',
  );
  expect(settings).toMatchObject({
    sampler: 'traceidratio',
    ratio: 0.25,
    batch: { maxQueueSize: 64 },
    interval: { exportIntervalMillis: 5000 },
  });
});

test.each([
  ['OTEL_TRACES_EXPORTER', 'zipkin', /expected otlp, console, none/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /expected http\/protobuf, http\/json/],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /expected always_on/],
  ['OTEL_TRACES_SAMPLER_ARG', '1.01', /expected a number from 0 to 1/],
  ['OTEL_BSP_SCHEDULE_DELAY', '0', /expected a number above 0/],
])('%s=%s is reported and ignored', (name, value, message) => {
  const { faults } = readSettings({ ...HERE, [name]: value }, 'tcp');
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) expect(fault).toMatch(message);
});
