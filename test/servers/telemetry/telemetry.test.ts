/** @module telemetry.test: what a collector receives about calls over standard input and output and over HTTP. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect, LAUNCHER, okHere, testWorkspace, type TestWorkspace } from '../../e2e/connect.ts';
import { startedHub } from '../../e2e/started-hub.ts';
import { openReceiver, type Receiver, type Span } from './receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const [PARENT, OTHER] = ['00f067aa0ba902b7', '00f067aa0ba902b8'];
const traceparent = (parent: string): string => `00-${TRACE}-${parent}-01`;
/** A module that prints which modules of OpenTelemetry its process loads. */
const WATCH_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('opentelemetry') || url.includes('telemetry/settings')) process.stderr.write('LOADED ' + url + '\\n');
    return next(url, context);
  } });
`)}`;
const IMPORT = { NODE_OPTIONS: `--import=${WATCH_MODULES}` };

let workspace: TestWorkspace;
let receiver: Receiver;
beforeAll(async () => {
  workspace = testWorkspace();
  receiver = await openReceiver();
});
afterAll(() => {
  receiver.close();
  workspace.remove();
});

const sendTo = ({ url }: Receiver): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
});
const spanNamed = (name: string): Span => {
  const span = receiver.spans().find((one) => one.name === name);
  if (span === undefined) throw new Error(`no span ${name}`);
  return span;
};

describe('over standard input and output', () => {
  /** Strings that no request to the collector may contain. */
  const secrets: string[] = ['inner reasons', 'no_such_tool', 'Hidden level', hostname()];
  let stderr = '';

  beforeAll(async () => {
    const server = await connect(workspace.dir, 'geometry', {
      env: {
        ...sendTo(receiver),
        ...IMPORT,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_SERVICE_NAME: 'building 7',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
    });
    const { client, call } = server;
    const reasoning = 'inner reasons';
    const level = { name: 'Hidden level', elevation: 0, reasoning };
    const made = await client.callTool({
      name: 'create_level',
      arguments: { ...level, dry_run: false },
      _meta: { traceparent: traceparent(PARENT), tracestate: 'vendor=1', baggage: 'who=me' },
    });
    const { data } = made.structuredContent as { data: { level_id: string } };
    await call('no_such_tool', { reasoning });
    await call('create_wall', {
      level_id: data.level_id,
      start: { x: 0, y: 0 },
      end: { x: 1000, y: 0 },
      reasoning,
    });
    const pending = await call('delete_elements', {
      element_ids: [data.level_id],
      dry_run: false,
      reasoning,
    });
    await client.readResource({ uri: `plumbline://model/main/element/${data.level_id}` });
    await client
      .readResource({ uri: 'plumbline://model/main/element/inner_garden' })
      .catch(() => undefined);
    secrets.push(
      'inner_garden',
      data.level_id,
      String(pending.approval_id),
      workspace.dir,
      'who=me',
    );
    secrets.push(String(pending.audit.agent_id), pending.audit.user_id);
    await server.ended();
    stderr = server.stderr();
  });

  test('the span of a call is a child of the span of its client and the parent of the spans of its steps', () => {
    const call = spanNamed('tools/call create_level');
    expect(call).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      traceState: 'vendor=1',
      kind: 2,
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'create_level',
        'network.transport': 'pipe',
        'plumbline.server': 'geometry',
        'plumbline.outcome': 'OK',
        'plumbline.dry_run': false,
      },
    });
    for (const step of ['plumbline.plan', 'plumbline.commit']) {
      expect(spanNamed(step)).toMatchObject({ traceId: TRACE, parentSpanId: call.spanId });
    }
  });

  test('spans distinguish previews, pending approvals and refusals', () => {
    const endings = receiver
      .spans()
      .filter(
        ({ attributes }) =>
          attributes['network.transport'] === 'pipe' &&
          attributes['mcp.method.name'] === 'tools/call',
      )
      .map(({ name, attributes, status }) => [
        name,
        attributes['plumbline.outcome'],
        attributes['plumbline.dry_run'],
        attributes['error.type'],
        status.code,
      ]);
    expect(endings).toEqual([
      ['tools/call create_level', 'OK', false, undefined, 0],
      ['tools/call', 'UNKNOWN_TOOL', undefined, '-32602', 2],
      ['tools/call create_wall', 'OK', true, undefined, 0],
      ['tools/call delete_elements', 'APPROVAL_PENDING', undefined, undefined, 0],
    ]);
  });

  test('the span of a read does not name the resource', async () => {
    const readings = receiver.spans().filter(({ name }) => name === 'resources/read');
    expect(readings.map(({ attributes }) => attributes)).toEqual([
      {
        'mcp.method.name': 'resources/read',
        'network.transport': 'pipe',
        'plumbline.server': 'geometry',
        'plumbline.outcome': 'OK',
      },
      {
        'mcp.method.name': 'resources/read',
        'network.transport': 'pipe',
        'plumbline.server': 'geometry',
        'plumbline.outcome': 'ELEMENT_NOT_FOUND',
        'error.type': '-32602',
        'rpc.response.status_code': '-32602',
      },
    ]);
  });

  test('metrics count calls by tool and outcome, and report what is pending', () => {
    const calls = receiver.points('plumbline.calls').map(({ attributes }) => attributes);
    expect(calls).toContainEqual({
      'plumbline.server': 'geometry',
      'gen_ai.tool.name': 'create_level',
      'plumbline.outcome': 'OK',
      'plumbline.dry_run': false,
    });
    const newest = (name: string): unknown => {
      const point = receiver.points(name).at(-1);
      return Number(point?.asInt ?? point?.asDouble ?? point?.count);
    };
    expect(newest('plumbline.approvals.pending')).toBe(1);
    expect(newest('plumbline.requests.active')).toBe(0);
    expect(newest('plumbline.audit.waiting')).toBeGreaterThanOrEqual(0);
    expect(newest('mcp.server.operation.duration')).toBe(1);
    const steps = receiver.points('plumbline.step.duration').map(({ attributes }) => attributes);
    expect(steps).toContainEqual({ 'plumbline.step': 'commit' });
  });

  test('the environment names the service, and no request identifies a person or anything in the building', () => {
    expect(receiver.resources()[0]).toMatchObject({
      'service.name': 'building 7',
      'deployment.environment.name': 'test',
    });
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(0);
      for (const body of receiver.bodies) expect(body).not.toContain(secret);
    }
    expect(stderr).not.toContain('telemetry:');
    expect(stderr).toContain('LOADED');
  });
});

describe('over HTTP', () => {
  let url: string;
  let token: string;
  let end: () => Promise<void>;

  beforeAll(async () => {
    const file = join(workspace.dir, 'reader.json');
    writeFileSync(file, JSON.stringify({ permissions: { READ: {} } }));
    await okHere(workspace.dir, 'agent', 'add', 'surveyor', '--permissions', file);
    token = (await okHere(workspace.dir, 'agent', 'token', 'surveyor')).trim();
    const started = await startedHub(workspace.dir, ['--default-agent'], sendTo(receiver));
    ({ url } = started);
    const { hub } = started;
    end = async () => {
      const ended = new Promise((resolve) => {
        hub.once('exit', resolve);
      });
      hub.kill('SIGTERM');
      await ended;
    };
  });

  test('in both versions of the protocol, a trace is read from `_meta` or from a header', async () => {
    const headers = { authorization: `Bearer ${token}`, traceparent: traceparent(OTHER) };
    const place = new URL('/mcp/spatial', url);
    const summary = { name: 'get_model_summary', arguments: { reasoning: 'inner reasons' } };
    const own = { _meta: { traceparent: traceparent(PARENT) } };

    const legacy = new Client({ name: 'test', version: '0' });
    await legacy.connect(new StreamableHTTPClientTransport(place, { requestInit: { headers } }));
    await legacy.callTool({ ...summary, ...own });
    await legacy.callTool(summary);
    await legacy.close();
    const modern = new ModernClient(
      { name: 'test', version: '0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await modern.connect(new ModernTransport(place, { requestInit: { headers } }));
    await modern.callTool({ ...summary, ...own });
    await modern.callTool(summary);
    await modern.close();
    await end();

    const calls = receiver.spans().filter(({ name }) => name === 'tools/call get_model_summary');
    expect(calls.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual(
      [PARENT, OTHER, PARENT, OTHER].map((parent) => [TRACE, parent]),
    );
    expect(calls[0]?.attributes).toMatchObject({
      'network.transport': 'tcp',
      'plumbline.server': 'spatial',
    });
    const forms = receiver.headers.map((one) => one['content-type']);
    expect(forms).toContain('application/x-protobuf');
    for (const body of receiver.bodies) {
      for (const secret of [token, 'surveyor', 'inner reasons']) expect(body).not.toContain(secret);
    }
  });
});

/** Runs a server for one call; returns its exit code and output. */
async function runServer(env: Readonly<Record<string, string>>): Promise<{
  readonly code: number | null;
  readonly lines: readonly unknown[];
  readonly stderr: string;
}> {
  const child = spawn(
    process.execPath,
    [LAUNCHER, 'mcp', 'spatial', '--workspace', workspace.dir],
    {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.includes('"id":2')) child.stdin.end();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const send = (id: number, method: string, params: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  };
  send(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  });
  send(2, 'tools/call', { name: 'get_model_summary', arguments: { reasoning: 'look' } });
  const code = await ended;
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return { code, lines, stderr };
}

test('without its variables, no module of telemetry is loaded', async () => {
  const { code, lines, stderr } = await runServer(IMPORT);
  expect({ code, stderr, lines: lines.length }).toEqual({ code: 0, stderr: '', lines: 2 });
});

test('standard output carries only the protocol, whatever the environment sets', async () => {
  const { lines, stderr } = await runServer({
    ...IMPORT,
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_METRICS_EXPORTER: 'console',
  });
  expect(lines).toHaveLength(2);
  expect(stderr).toContain('OTEL_METRICS_EXPORTER=console would write to standard output');
  expect(stderr).not.toMatch(/LOADED \S*node_modules/);
});

test('a collector that never answers does not keep a server alive', async () => {
  const silent = await openReceiver(false);
  const { code, stderr } = await runServer({
    ...sendTo(silent),
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    OTEL_BSP_EXPORT_TIMEOUT: '600000',
    OTEL_METRICS_EXPORTER: 'none',
  });
  expect(code).toBe(0);
  expect(stderr).toContain('not all telemetry was sent within');
  silent.close();
});
