/** @module settings.test: what the variables of OpenTelemetry ask for. */
import { describe, expect, test } from 'vitest';

import { readSettings } from '../../../servers/telemetry/settings.ts';

const PROTO = { exporter: 'otlp', protocol: 'http/protobuf' };
const JSON_OTLP = { exporter: 'otlp', protocol: 'http/json' };
const NONE = { exporter: 'none' };
const HERE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

describe('nothing is sent', () => {
  test.each([
    ['has a line break in it', 'ENDPOINT', 'http://127.0.0.1\r\n:4318'],
    ['has a password in it', 'ENDPOINT', 'http://a:b@127.0.0.1:4318'],
    ['is a file', 'ENDPOINT', 'file:///tmp/x'],
    ['is no address', 'ENDPOINT', '127.0.0.1'],
    ['has an escaped line break in its headers', 'HEADERS', 'a=b%0D%0Ac'],
  ])('to an address that %s', (_, kind, value) => {
    const env = { ...HERE, [`OTEL_EXPORTER_OTLP_${kind}`]: value };
    const { settings, faults } = readSettings(env, 'pipe');
    expect(settings).toBeNull();
    expect(faults.join()).toContain(`OTEL_EXPORTER_OTLP_${kind} `);
    expect(faults.join()).not.toContain(value);
  });
});

describe('what is sent', () => {
  test.each([
    ['an endpoint', HERE, PROTO, PROTO],
    [
      'an endpoint of traces',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
      PROTO,
      NONE,
    ],
    ['an exporter', { OTEL_METRICS_EXPORTER: 'otlp' }, NONE, PROTO],
    ['an endpoint, and no metrics', { ...HERE, OTEL_METRICS_EXPORTER: 'none' }, PROTO, NONE],
    ['a form', { ...HERE, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, JSON_OTLP, JSON_OTLP],
    [
      'a form of its own for one',
      { ...HERE, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json', OTEL_TRACES_EXPORTER: '' },
      PROTO,
      JSON_OTLP,
    ],
  ])('with %s', (_, env, traces, metrics) => {
    expect(readSettings(env, 'pipe')).toMatchObject({ settings: { traces, metrics }, faults: [] });
  });

  test.each([
    ['nothing is asked for', {}],
    ['it is switched off', { ...HERE, OTEL_SDK_DISABLED: 'True' }],
    ['nothing is wanted', { ...HERE, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
  ])('is nothing where %s', (_, env) => {
    expect(readSettings(env, 'pipe')).toEqual({ settings: null, faults: [] });
  });
});

test('standard output is written where it does not carry the protocol, and only there', () => {
  const env = { OTEL_TRACES_EXPORTER: 'console' };
  expect(readSettings(env, 'tcp').settings?.traces).toEqual({ exporter: 'console' });
  expect(readSettings(env, 'pipe')).toEqual({
    settings: null,
    faults: [
      'OTEL_TRACES_EXPORTER=console would write on standard output, which carries the protocol; it is left out',
    ],
  });
});

test('samplers, delays and sizes are read', () => {
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
  ['OTEL_TRACES_EXPORTER', 'zipkin', /want otlp, console, none/],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', /want http\/protobuf, http\/json/],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /want always_on/],
  ['OTEL_TRACES_SAMPLER_ARG', '1.01', /want a number from 0 to 1/],
  ['OTEL_BSP_SCHEDULE_DELAY', '0', /want a number above 0/],
])('%s=%s is said and left out', (name, value, said) => {
  const { faults } = readSettings({ ...HERE, [name]: value }, 'tcp');
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) expect(fault).toMatch(said);
});
