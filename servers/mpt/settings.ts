/** @module settings: the operator's settings for tools, from `.plumbline/mpt.json`; the defaults open no network and no service. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';

import * as z from 'zod';

import type { ImageService } from '../../kernel/runners/image/text2im.ts';
import { isUsableWheel } from '../../kernel/runners/sandbox/wheel-names.ts';
import type { SearchOptions } from '../../kernel/runners/web/search.ts';
import type { KnowledgeMap } from '../../kernel/tool-requests/knowledge.ts';
import { httpAddressFault } from '../../schemas/url-text.ts';
import { SettingsError } from './settings-error.ts';

/** A key is sent in a header. */
const Key = z
  .string()
  .min(1)
  .max(400)
  .regex(/^[!-~]+$/, 'want visible ASCII characters alone');
const Endpoint = z.string().superRefine((text, context) => {
  const fault = httpAddressFault(text);
  if (fault !== null) context.addIssue(`the address ${fault}`);
});

const Hosts = z.array(z.string().min(1).max(253)).max(1000).default([]);

/** The file as it is written. */
const SettingsFile = z.strictObject({
  /** The provider of web.search; default: an empty index, whose answers report that it is empty. */
  search: z
    .discriminatedUnion('provider', [
      z.strictObject({ provider: z.literal('searxng'), endpoint: Endpoint }),
      z.strictObject({
        provider: z.literal('brave'),
        key: Key,
        endpoint: Endpoint.exactOptional(),
      }),
      z.strictObject({
        provider: z.literal('tavily'),
        key: Key,
        endpoint: Endpoint.exactOptional(),
      }),
      z.strictObject({
        provider: z.literal('local-index'),
        /** Text files of the workspace, by relative path. */
        documents: z.array(z.string().min(1).max(1000)).max(20_000),
      }),
    ])
    .default({ provider: 'local-index', documents: [] }),
  /** Hosts that may be reached; private addresses are blocked except `private_endpoints` (host:port). */
  web: z
    .strictObject({
      hosts_only: Hosts,
      hosts_never: Hosts,
      private_endpoints: Hosts,
      robots: z.enum(['honour', 'ignore']).default('honour'),
    })
    .prefault({}),
  /** Recorded outputs for replay: MB of all tapes together, 0 for none. The oldest are deleted first. */
  tapes: z.strictObject({ mb_max: z.int().min(0).max(102_400).default(256) }).prefault({}),
  /** A folder of wheels without native code that Python programs may import; relative to the workspace, or absolute. */
  python_packages: z.string().min(1).max(1000).optional(),
  /** An image service with OpenAI's API; default none: image.text2im draws diagrams and nothing else. */
  image: z
    .strictObject({
      endpoint: Endpoint,
      key: Key.exactOptional(),
      model: z.string().min(1).max(200).exactOptional(),
      asks_format: z.boolean().exactOptional(),
    })
    .optional(),
  /** Which actor may use which view, and whose private sources each view shows. */
  knowledge: z
    .strictObject({
      actors: z.record(z.string().min(1).max(200), z.array(z.string().min(1).max(200))),
      views: z.record(
        z.string().min(1).max(200),
        z.strictObject({ private_of: z.array(z.string().min(1).max(200)) }),
      ),
    })
    .optional(),
});

/** Settings as the server uses them. */
export type ToolSettings = {
  readonly search: SearchOptions['search'];
  readonly web: z.output<typeof SettingsFile>['web'];
  readonly image: ImageService | null;
  /** Absolute path of the folder of wheels. */
  readonly pythonPackages: string | null;
  readonly tapes: z.output<typeof SettingsFile>['tapes'];
  readonly knowledge: KnowledgeMap | null;
};

/**
 * Reads the settings of a workspace.
 *
 * @param file absolute path of the file, which need not exist
 * @param dir folder of the documents; paths that lead out of it are refused
 * @throws {SettingsError}
 */
export function readSettings(file: string, dir: string): ToolSettings {
  const parsed = SettingsFile.safeParse(jsonOf(file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingsError(
      `\`${file}\` does not fit at \`${issue?.path.join('.') ?? ''}\`: ${faultIn(issue)}`,
    );
  }
  const { search, web, tapes, image, knowledge, python_packages } = parsed.data;
  return {
    search:
      search.provider === 'local-index'
        ? {
            provider: 'local-index',
            documents: search.documents.map((path) => document(dir, path)),
          }
        : search,
    web,
    tapes,
    image: image ?? null,
    pythonPackages:
      python_packages === undefined ? null : packagesIn(resolve(dir, python_packages)),
    knowledge:
      knowledge === undefined
        ? null
        : {
            actors: new Map(Object.entries(knowledge.actors)),
            views: new Map(Object.entries(knowledge.views)),
          },
  };
}

/** The folder, if all of its wheels can be run. */
function packagesIn(folder: string): string {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    throw new SettingsError(`the folder of \`python_packages\`, \`${folder}\`, cannot be read`);
  }
  const other = names.find((name) => name.endsWith('.whl') && !isUsableWheel(name));
  if (other !== undefined) {
    throw new SettingsError(
      `\`${other}\` in \`python_packages\` is for another interpreter; wheels that can be used end in \`-none-any.whl\` or, with native code, in \`-cp314-pyemscripten_2026_0_wasm32.whl\``,
    );
  }
  return folder;
}

/** The message of an issue, without any value of the file: a value may be a key. */
function faultIn(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'unrecognized_keys'
    ? `nothing is called ${issue.keys.map((name) => `\`${name}\``).join(', ')}`
    : (issue?.code ?? 'unknown');
}

function jsonOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new SettingsError(`\`${file}\` cannot be read`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingsError(`\`${file}\` is not JSON`);
  }
}

function document(
  dir: string,
  path: string,
): { readonly url: string; readonly title: string; readonly text: string } {
  const way = relative(dir, resolve(dir, path));
  if (way === '' || way.split(sep)[0] === '..') {
    throw new SettingsError(`the document \`${path}\` does not lie in the workspace`);
  }
  try {
    const text = readFileSync(join(dir, way), 'utf8');
    const heading = /^#\s+(.{1,200})$/m.exec(text)?.[1];
    return { url: way, title: heading ?? basename(way, extname(way)), text };
  } catch {
    throw new SettingsError(`the document \`${path}\` cannot be read`);
  }
}
