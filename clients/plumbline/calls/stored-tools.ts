/** @module stored-tools: the tools of this installation as the servers list them, read without starting a server. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { installedServers } from '../installation.ts';

const StoredTool = z.looseObject({
  listed: z.looseObject({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    inputSchema: z.looseObject({
      properties: z
        .record(z.string(), z.looseObject({ description: z.string().optional() }))
        .default({}),
      required: z.array(z.string()).default([]),
    }),
    annotations: z.looseObject({ readOnlyHint: z.boolean() }),
  }),
});

/** One argument of a tool. `schema` is its JSON schema. */
export type StoredArgument = {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
};

/** A tool of the installed servers. `servers` are those that have it, in the order of their listing. */
export type StoredTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly servers: readonly string[];
  readonly changes: boolean;
  readonly args: readonly StoredArgument[];
};

/** Arguments that the command line gives itself: `--reason`, and `--commit` or its absence. */
const OWN: ReadonlySet<string> = new Set(['reasoning', 'dry_run']);

/** Every tool of the installed servers, those outside the default set included, each once. */
export function storedTools(): readonly StoredTool[] {
  const tools = new Map<string, StoredTool>();
  for (const server of installedServers()) {
    const file = new URL(`../../../servers/world/tool-lists/${server}.json`, import.meta.url);
    for (const { listed } of z.array(StoredTool).parse(JSON.parse(readFileSync(file, 'utf8')))) {
      const { name, title, description, inputSchema, annotations } = listed;
      const servers = [...(tools.get(name)?.servers ?? []), server];
      const { properties, required } = inputSchema;
      const args = Object.entries(properties).flatMap(([argument, schema]) =>
        OWN.has(argument)
          ? []
          : [
              {
                name: argument,
                required: required.includes(argument),
                description: schema.description ?? '',
                schema,
              },
            ],
      );
      const changes = !annotations.readOnlyHint;
      tools.set(name, { name, title, description, servers, changes, args });
    }
  }
  return [...tools.values()];
}

/** The required arguments that a call leaves out; none if it has an unknown one, which the tool refuses better. */
export function missingArguments(
  { args }: StoredTool,
  given: Iterable<string>,
): readonly StoredArgument[] {
  const names = new Set(given);
  const known = new Set([...args.map(({ name }) => name), ...OWN]);
  if ([...names].some((name) => !known.has(name))) return [];
  return args.filter(({ name, required }) => required && !names.has(name));
}
