/** @module receiver: an OTLP receiver over HTTP, like that of a collector, that stores all received bodies. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import * as z from 'zod';

const Value = z.looseObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
});
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value }) => [key, value.stringValue ?? value.boolValue ?? value.intValue]),
    ),
  );
const Span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  traceState: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.looseObject({ code: z.number().optional() }),
});
const Point = z.looseObject({
  attributes: Attributes,
  asInt: z.union([z.string(), z.number()]).optional(),
  asDouble: z.number().optional(),
  count: z.union([z.string(), z.number()]).optional(),
});
const Data = z.looseObject({ dataPoints: z.array(Point) }).optional();
const Metric = z.looseObject({ name: z.string(), sum: Data, gauge: Data, histogram: Data });
const Resource = z.object({ attributes: Attributes });
const Traces = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: Resource,
      scopeSpans: z.array(z.looseObject({ spans: z.array(Span) })),
    }),
  ),
});
const Metrics = z.object({
  resourceMetrics: z.array(
    z.looseObject({
      resource: Resource,
      scopeMetrics: z.array(z.looseObject({ metrics: z.array(Metric) })),
    }),
  ),
});

export type Span = z.output<typeof Span>;
export type Point = z.output<typeof Point>;

/** A receiver and the data that it has received. */
export type Receiver = {
  readonly url: string;
  /** All request bodies, unchanged. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  readonly spans: () => readonly Span[];
  /** All received points of a metric, the newest last. */
  readonly points: (name: string) => readonly Point[];
  readonly resources: () => readonly Readonly<Record<string, unknown>>[];
  /** Resolves once `enough` returns true; it is called after each request. */
  readonly until: (enough: () => boolean) => Promise<void>;
  readonly close: () => void;
};

/** Listens on 127.0.0.1; with `answers` false it accepts requests and never answers. */
export async function openReceiver(answers = true): Promise<Receiver> {
  const received: { readonly path: string; readonly body: string }[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ path: request.url ?? '', body });
      headers.push(request.headers);
      if (answers) response.setHeader('content-type', 'application/json').end('{}');
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bodiesAt = (path: string): unknown[] =>
    received.filter((one) => one.path === path).map(({ body }): unknown => JSON.parse(body));
  const traces = (): z.output<typeof Traces>['resourceSpans'] =>
    bodiesAt('/v1/traces').flatMap((body) => Traces.parse(body).resourceSpans);
  const metrics = (): z.output<typeof Metrics>['resourceMetrics'] =>
    bodiesAt('/v1/metrics').flatMap((body) => Metrics.parse(body).resourceMetrics);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bodies() {
      return received.map(({ body }) => body);
    },
    headers,
    spans: () => traces().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    points: (name) =>
      metrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
        .filter((metric) => metric.name === name)
        .flatMap(({ sum, gauge, histogram }) => (sum ?? gauge ?? histogram)?.dataPoints ?? []),
    resources: () => [...traces(), ...metrics()].map(({ resource }) => resource.attributes),
    until: async (enough) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (enough()) resolve();
      };
      waiting.add(check);
      check();
      await promise;
      waiting.delete(check);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
