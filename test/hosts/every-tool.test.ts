/** @module every-tool.test: what a model needs from each tool reaches it in every recorded way in which hosts pass results. */
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../e2e/connect.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { STEPS } from './every-tool.ts';
import type { Step } from './step.ts';

let workspace: TestWorkspace;
let server: Connected;
const results = new Map<Step, CallToolResult>();
const known: Record<string, string> = {};

beforeAll(async () => {
  workspace = testWorkspace();
  server = await connect(workspace.dir, 'all', { words: ['--toolsets', 'all'] });
  for (const step of STEPS) {
    const args = { ...step.args(known), reasoning: 'every tool' };
    const result = (await server.client.callTool({
      name: step.tool,
      arguments: args,
    })) as CallToolResult;
    results.set(step, result);
    const envelope = result.structuredContent as EnvelopeBody;
    for (const [name, path] of Object.entries(step.gives ?? {})) {
      known[name] = String(at(step.refused === undefined ? envelope.data : envelope, path));
    }
  }
}, 300_000);
afterAll(async () => {
  await server.close();
  workspace.remove();
});

/** The value at a path such as `files.0.path`; a dot in a name is written `\.`. */
function at(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split(/(?<!\\)\./u)) {
    found =
      typeof found === 'object' && found !== null
        ? Reflect.get(found, part.replaceAll('\\', ''))
        : undefined;
  }
  return found;
}

/** The envelope that a model can read in what it received. */
function envelopeIn(texts: readonly string[]): EnvelopeBody {
  const [first = ''] = texts;
  return JSON.parse(first) as EnvelopeBody;
}

type Reported = { readonly path: string; readonly uri: string };

/** All files in data: objects with a path and an address. */
function filesIn(value: unknown): readonly Reported[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(filesIn);
  return 'path' in value && 'uri' in value ? [value as Reported, ...inner] : inner;
}

/** Objects in data that report a file by its path and digest, without an address. */
function filesWithoutAddress(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(filesWithoutAddress);
  return 'path' in value && 'sha256' in value && !('uri' in value) ? [value, ...inner] : inner;
}

/** The first characters of PNG and JPEG files in base64. */
const BASE64_PICTURE = /iVBORw0KGgo|\/9j\/4/u;

test('every tool of all six servers is called', async () => {
  const { tools } = await server.client.listTools();
  const called = new Set(STEPS.map(({ tool }) => tool));
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('each answer is the same as text and as structured content, and other blocks are pictures and links', () => {
  for (const [{ tool }, { content, structuredContent }] of results) {
    const [first, ...others] = content;
    const text = first?.type === 'text' ? first.text : '';
    expect([tool, JSON.parse(text)]).toEqual([tool, structuredContent]);
    const types = others.map(({ type }) => type);
    expect([tool, types.filter((type) => type !== 'image' && type !== 'resource_link')]).toEqual([
      tool,
      [],
    ]);
  }
});

/** Checks of files that their caller names. */
const FILE_CHECKS = new Set(['audit_ids', 'check_ids', 'check_ifc']);

test('no answer contains a picture in its JSON, or a file without its address', () => {
  for (const [{ tool }, { structuredContent }] of results) {
    expect([tool, BASE64_PICTURE.test(JSON.stringify(structuredContent))]).toEqual([tool, false]);
    // It names the file that its caller gave.
    const files = FILE_CHECKS.has(tool) ? [] : filesWithoutAddress(structuredContent);
    expect([tool, files]).toEqual([tool, []]);
  }
});

describe.each(Object.entries(BEHAVIOURS))('in a host that passes %s', (_, receive) => {
  const steps = STEPS.map((step, nth) => [`${nth} ${step.tool}`, step] as const);
  const answered = (step: Step): { result: CallToolResult; envelope: EnvelopeBody } => {
    const result = results.get(step);
    if (result === undefined) throw new Error('was not called');
    return { result, envelope: envelopeIn(receive(result).texts) };
  };

  test.each(steps.filter(([, { refused }]) => refused === undefined))('%s', (_name, step) => {
    const { result, envelope } = answered(step);
    expect([envelope.success, envelope.error]).toEqual([true, undefined]);
    expect(envelope.warnings).toEqual(expect.any(Array));
    expect((step.needs ?? []).filter((path) => at(envelope.data, path) === undefined)).toEqual([]);
    // A link and a picture are never the only report of a file.
    const text = JSON.stringify(envelope.data);
    const links = result.content.flatMap((one) => (one.type === 'resource_link' ? [one.uri] : []));
    expect(links.filter((uri) => !text.includes(JSON.stringify(uri)))).toEqual([]);
    const images = result.content.flatMap((one) => (one.type === 'image' ? [one.data] : []));
    const picture = at(envelope.data, 'picture.path');
    expect(images).toEqual(
      typeof picture === 'string' ? [readFileSync(picture).toString('base64')] : [],
    );
    const missing = filesIn(envelope.data).filter(
      ({ path }) => !isAbsolute(path) || !existsSync(path),
    );
    expect(missing).toEqual([]);
  });

  test.each(steps.filter(([, { refused }]) => refused !== undefined))(
    '%s, which is refused',
    (_name, step) => {
      const { error, approval_id } = answered(step).envelope;
      expect(error).toMatchObject({
        name: step.refused,
        code: expect.any(Number),
        message: expect.stringMatching(/\w/),
        hint: expect.stringMatching(/\w/),
      });
      const isPending = step.refused === 'APPROVAL_PENDING';
      expect(String(approval_id).startsWith('apr_')).toBe(isPending);
    },
  );
});

test('every reported address can be read, and gives the bytes of the file', async () => {
  const files = [...results.values()].flatMap(({ structuredContent }) =>
    filesIn(structuredContent),
  );
  expect(files.length).toBeGreaterThan(15);
  for (const { path, uri } of files) {
    const { contents } = await server.client.readResource({ uri });
    const [content] = contents;
    const bytes =
      content !== undefined && 'blob' in content
        ? Buffer.from(content.blob, 'base64')
        : Buffer.from(content !== undefined && 'text' in content ? content.text : '');
    expect([uri, bytes.equals(readFileSync(path))]).toEqual([uri, true]);
  }
});
