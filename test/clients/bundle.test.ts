/** @module bundle.test: the files that hosts and registries read: their formats, and their agreement with the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { getMcpConfigForManifest } from '@anthropic-ai/mcpb/node';
import { McpbManifestSchema } from '@anthropic-ai/mcpb/schemas/0.3';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { HOSTS } from '../../clients/plumbline/hosts/hosts.ts';
import { installedServers, installedVersion } from '../../clients/plumbline/installation.ts';
import { readServeOptions } from '../../servers/host/options.ts';
import { VERSION } from '../../servers/start.ts';
import { SERVED } from '../../servers/world/servers.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

const Package = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  mcpName: z.string(),
  bin: z.record(z.string(), z.string()),
});
const pack = Package.parse(read('package.json'));

/** The server that a command line starts; throws for an invalid command line. */
const started = (words: readonly string[]) => readServeOptions(words, [...SERVED.keys()]);

describe('the manifest of the bundle', () => {
  const manifest = McpbManifestSchema.parse(read('.ci/bundle-manifest.json'));

  test('is valid by the published schema, which refuses invalid ones', () => {
    expect(manifest.manifest_version).toBe('0.3');
    const { author: _, ...without } = manifest;
    expect(McpbManifestSchema.safeParse(without).success).toBe(false);
    expect(McpbManifestSchema.safeParse({ ...manifest, servers: [] }).success).toBe(false);
  });

  test('agrees with the package', () => {
    const { name, version, license } = manifest;
    expect({ name, version, license }).toEqual({
      name: pack.name,
      version: pack.version,
      license: pack.license,
    });
    expect([VERSION, installedVersion()]).toEqual([pack.version, pack.version]);
  });

  test('starts all servers in the folder that the user names, and none without a folder [HOST-1]', async () => {
    const host = {
      manifest,
      extensionPath: '/bundle',
      systemDirs: {},
      userConfig: { workspace: '/a folder' },
      pathSeparator: '/',
    };
    const config = await getMcpConfigForManifest(host);
    const [program, ...words] = config?.args ?? [];
    expect(config?.command).toBe('node');
    expect(program).toBe(`/bundle/${manifest.server.entry_point}`);
    expect(manifest.server.entry_point).toBe(`node_modules/${pack.name}/${pack.bin['plumbline']}`);
    expect(started(words)).toMatchObject({
      command: 'mcp',
      server: 'all',
      workspace: '/a folder',
      init: true,
    });
    expect(await getMcpConfigForManifest({ ...host, userConfig: {} })).toBeUndefined();
  });
});

/** The rules of the registry's schema of 2025-12-11 for the content of our file. */
const Input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
};
const Variables = z.record(z.string(), z.strictObject(Input)).optional();
const Given = { ...Input, value: z.string().optional(), variables: Variables };
const Argument = z.discriminatedUnion('type', [
  z
    .strictObject({ ...Given, type: z.literal('positional'), valueHint: z.string().optional() })
    .refine(({ value, valueHint }) => value !== undefined || valueHint !== undefined),
  z.strictObject({ ...Given, type: z.literal('named'), name: z.string() }),
]);
const Named = z.strictObject({ ...Given, name: z.string() });
const Version = z
  .string()
  .min(1)
  .max(255)
  .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
const ServerFile = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: Version,
  packages: z.array(
    z.strictObject({
      registryType: z.enum(['npm', 'pypi', 'cargo', 'oci', 'nuget', 'mcpb']),
      identifier: z.string(),
      version: Version,
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(Argument),
      environmentVariables: z.array(Named),
    }),
  ),
  remotes: z.array(
    z.strictObject({
      type: z.enum(['streamable-http', 'sse']),
      url: z.string().regex(/^(?:https?:\/\/\S+|\{[a-zA-Z_]\w*\}\S*)$/),
      variables: Variables,
      headers: z.array(Named),
    }),
  ),
});

/** Names in braces. */
const namesIn = (text = ''): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe('the file of the registry', () => {
  const file = ServerFile.parse(read('server.json'));
  const [npm] = file.packages;

  test('names the package, which names it in turn', () => {
    expect(file.name).toBe(pack.mcpName);
    expect(file.version).toBe(pack.version);
    expect(file.packages).toHaveLength(1);
    expect(npm).toMatchObject({
      registryType: 'npm',
      identifier: pack.name,
      version: pack.version,
    });
    // A client that fetches a package runs its program of the same name.
    expect(pack.bin[pack.name]).toBe(pack.bin['plumbline']);
  });

  test('its arguments are a valid command line for every server', () => {
    const offered = npm?.packageArguments.find((argument) => argument.choices !== undefined);
    expect([...(offered?.choices ?? [])].toSorted()).toEqual([...SERVED.keys()].toSorted());
    for (const server of offered?.choices ?? []) {
      const words = (npm?.packageArguments ?? []).flatMap((argument) =>
        argument.type === 'named'
          ? [argument.name, '/folder']
          : [argument.value ?? (argument === offered ? server : '')],
      );
      expect(started(words)).toMatchObject({ command: 'mcp', server, workspace: '/folder' });
    }
  });

  test('its variables are those that the program reads, with secrets marked', () => {
    const variables = npm?.environmentVariables ?? [];
    const sources = ['servers/main.ts', 'servers/start.ts', 'docs/scaling.md']
      .map((name) => readFileSync(join(ROOT, name), 'utf8'))
      .join('\n');
    for (const { name } of variables) expect(sources).toContain(name);
    const secret = variables.filter(({ isSecret }) => isSecret === true).map(({ name }) => name);
    expect(secret).toEqual(['PLUMBLINE_TOKEN', 'PLUMBLINE_DATABASE_URL']);
  });

  test('its remote address is that of a hub, with variables that it describes', () => {
    for (const { url, variables, headers } of file.remotes) {
      expect(Object.keys(variables ?? {})).toEqual(namesIn(url));
      expect(new URL(url.replace('{hub}', 'hub.example.org')).pathname).toBe('/mcp');
      for (const { value, variables: own } of headers) {
        expect(Object.keys(own ?? {})).toEqual(namesIn(value));
      }
    }
  });
});

const Program = z.strictObject({ command: z.literal('node'), args: z.array(z.string()) });
const Remote = z.strictObject({
  type: z.literal('http'),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
});
const configOf = <Entry extends z.ZodType>(name: string, entry: Entry) =>
  z.strictObject({ mcpServers: z.record(z.string(), entry) }).parse(read(name)).mcpServers;

describe('the configurations of a clone', () => {
  test('mcp.config.json starts each server with the command of the program', () => {
    const entries = configOf('mcp.config.json', Program);
    expect(Object.keys(entries)).toEqual(installedServers());
    for (const [server, { args }] of Object.entries(entries)) {
      const [program, ...words] = args;
      expect(program).toBe(pack.bin['plumbline']);
      expect(started(words)).toMatchObject({ command: 'mcp', server, workspace: '.', init: true });
    }
  });

  test('mcp.hub.json names each server of a hub at the default address, in the form that config prints', () => {
    const entries = configOf('mcp.hub.json', Remote);
    expect(Object.keys(entries)).toEqual(installedServers());
    const hub = started(['serve']);
    for (const [server, entry] of Object.entries(entries)) {
      const url = new URL(entry.url);
      expect(url).toMatchObject({ pathname: `/mcp/${server}` });
      expect(hub).toMatchObject({ host: url.hostname, port: Number(url.port) });
      const authorization = 'Bearer ${PLUMBLINE_TOKEN}';
      const printed = HOSTS['claude']?.remote?.({ url: entry.url, authorization }, null);
      expect(entry).toEqual(printed);
    }
  });
});
