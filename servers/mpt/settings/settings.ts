/** @module settings: reads the operator's settings for tools; by default no service is configured. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';

import * as z from 'zod';

import type { ImageService } from '../../../kernel/tools/runners/image/text2im.ts';
import { isUsableWheel } from '../../../kernel/tools/runners/sandbox/wheel-names.ts';
import type { SearchOptions } from '../../../kernel/tools/runners/web/search.ts';
import type { KnowledgeMap } from '../../../kernel/tools/tool-requests/knowledge.ts';
import { DEFAULT_TOOL_LIMITS } from '../../../kernel/tools/tool-requests/tool-use.ts';
import type { ToolLimits } from '../../../kernel/tools/tool-requests/tool-use.ts';
import { useIssueWords } from '../../../schemas/issue-words.ts';
import { httpAddressFault } from '../../../schemas/url-text.ts';
import { SettingsError } from './settings-error.ts';

useIssueWords();

/** An API key, which is sent in a header. */
const Key = z
  .string()
  .min(1)
  .max(400)
  .regex(/^[!-~]+$/, 'expected visible ASCII characters only');
/** The address of a service. */
const Endpoint = z.string().superRefine((text, context) => {
  const fault = httpAddressFault(text);
  if (fault !== null) context.addIssue(`the address ${fault}`);
});

const Hosts = z.array(z.string().min(1).max(253)).max(1000).default([]);

const QuestionLimit = z.int().min(0).max(100_000);

/** Schema of `.plumbline/mpt.json`. */
const SettingsFile = z.strictObject({
  /** The provider of web.search. Default: an empty local index. */
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
  /** Hosts that tools may reach. Private addresses are blocked, except `private_endpoints` (host:port). */
  web: z
    .strictObject({
      hosts_only: Hosts,
      hosts_never: Hosts,
      private_endpoints: Hosts,
      robots: z.enum(['honour', 'ignore']).default('honour'),
      /** Class names and ids of elements that always belong to the main part of a page. */
      keep_classes: z
        .array(z.string().regex(/^\S{1,100}$/))
        .max(100)
        .default([]),
    })
    .prefault({}),
  /** Limit of all recorded outputs (tapes) together, MB; 0 disables them. The oldest are deleted first. */
  tapes: z.strictObject({ mb_max: z.int().min(0).max(102_400).default(256) }).prefault({}),
  /** A folder of wheels that Python programs may import; relative to the workspace, or absolute. */
  python_packages: z.string().min(1).max(1000).optional(),
  /** An image service with OpenAI's API. Default: none, so that image.text2im only draws diagrams. */
  image: z
    .strictObject({
      endpoint: Endpoint,
      key: Key.exactOptional(),
      model: z.string().min(1).max(200).exactOptional(),
      asks_format: z.boolean().exactOptional(),
    })
    .optional(),
  /** Limits of tool requests. Attempts include rejected requests. */
  questions: z
    .strictObject({
      per_beat: QuestionLimit.default(DEFAULT_TOOL_LIMITS.per_beat),
      per_request: QuestionLimit.default(DEFAULT_TOOL_LIMITS.per_request),
      per_connection: QuestionLimit.default(DEFAULT_TOOL_LIMITS.per_connection),
      attempts_per_beat: QuestionLimit.default(DEFAULT_TOOL_LIMITS.attempts_per_beat),
      attempts_per_connection: QuestionLimit.default(DEFAULT_TOOL_LIMITS.attempts_per_connection),
    })
    .prefault({}),
  /** The views that each actor may use, and the actors whose private sources each view shows. */
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

/** The settings as the server uses them; null where nothing is configured. */
export type ToolSettings = {
  readonly search: SearchOptions['search'];
  readonly web: z.output<typeof SettingsFile>['web'];
  readonly image: ImageService | null;
  /** Absolute path of the folder of wheels. */
  readonly pythonPackages: string | null;
  readonly tapes: z.output<typeof SettingsFile>['tapes'];
  readonly knowledge: KnowledgeMap | null;
  readonly questions: ToolLimits;
};

/**
 * Reads the settings of a workspace; a missing file means default settings.
 *
 * @param file absolute path of the settings file
 * @param dir absolute path of the workspace; documents outside it are refused
 * @throws {SettingsError} if the file, a document or the folder of wheels cannot be used
 */
export function readSettings(file: string, dir: string): ToolSettings {
  return settingsOf(jsonOf(file), file, dir);
}

/** The settings of a workspace without a file. */
export function defaultSettings(): ToolSettings {
  return settingsOf({}, 'mpt.json', '.');
}

function settingsOf(value: unknown, file: string, dir: string): ToolSettings {
  const parsed = SettingsFile.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') ?? '';
    const where = path === '' ? '' : ` at \`${path}\``;
    throw new SettingsError(
      `\`${file}\` is invalid${where}: ${faultIn(issue)}; correct the file and start again`,
    );
  }
  const { search, web, tapes, image, knowledge, python_packages, questions } = parsed.data;
  return {
    search:
      search.provider === 'local-index'
        ? {
            provider: 'local-index',
            documents: search.documents.map((path) => readDocument(dir, path)),
          }
        : search,
    web,
    tapes,
    questions,
    image: image ?? null,
    pythonPackages:
      python_packages === undefined ? null : checkPackages(resolve(dir, python_packages)),
    knowledge:
      knowledge === undefined
        ? null
        : {
            actors: new Map(Object.entries(knowledge.actors)),
            views: new Map(Object.entries(knowledge.views)),
          },
  };
}

/** Checks that the interpreter can use all wheels of the folder; returns the folder. */
function checkPackages(folder: string): string {
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

/** Issues whose message states what was expected, and no value of the file. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'too_big',
  'too_small',
]);

/** The message of an issue, without any value of the file: a value may be a key. */
function faultIn(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') {
    return `unknown setting ${issue.keys.map((name) => `\`${name}\``).join(', ')}`;
  }
  if (issue === undefined) return 'unknown';
  return WITHOUT_VALUES.has(issue.code) ? issue.message : issue.code;
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
    throw new SettingsError(`\`${file}\` is not JSON; correct the file and start again`);
  }
}

/** Reads a text file of the workspace as a document; its title is its first heading or its name. */
function readDocument(
  dir: string,
  path: string,
): { readonly url: string; readonly title: string; readonly text: string } {
  const below = relative(dir, resolve(dir, path));
  if (below === '' || below.split(sep)[0] === '..') {
    throw new SettingsError(`the document \`${path}\` is outside the workspace`);
  }
  try {
    const text = readFileSync(join(dir, below), 'utf8');
    const heading = /^#\s+(.{1,200})$/m.exec(text)?.[1];
    return { url: below, title: heading ?? basename(below, extname(below)), text };
  } catch {
    throw new SettingsError(`the document \`${path}\` cannot be read`);
  }
}
