/** @module tool-list: the stored tool list of each server, so that `tools/list` is answered without loading any tool. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import type { JsonSchema } from '../../governance/tool/output-schema.ts';
import type { Audience, ListedTool } from '../../governance/tool/registry.ts';
import { ACTIONS } from '../../schemas/permissions.ts';
import type { ServerName } from './servers.ts';

// Not parsed member by member, because the order of members is part of the answer.
const ObjectSchema = z.custom<JsonSchema>(
  (value) => typeof value === 'object' && value !== null && Reflect.get(value, 'type') === 'object',
);

/** One tool of a stored list, as an agent sees it. */
const StoredTool = z.strictObject({
  action: z.enum(ACTIONS),
  toolset: z.string().optional(),
  listed: z.strictObject({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    inputSchema: ObjectSchema,
    outputSchema: ObjectSchema,
    annotations: z.strictObject({
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    }),
  }),
  /** Complete schema of a committed answer. */
  answers: ObjectSchema,
});
export type StoredTool = z.infer<typeof StoredTool>;

const StoredList = z.array(StoredTool);

/** The file of a server's list. `npm run test:update` writes it, and a test compares it with the tools. */
export function toolListFile(name: ServerName): URL {
  return new URL(`./tool-lists/${name}.json`, import.meta.url);
}

/** Returns all tools of a server in listing order, including those outside the default set. */
export function readToolList(name: ServerName): readonly StoredTool[] {
  return StoredList.parse(JSON.parse(readFileSync(toolListFile(name), 'utf8')));
}

/** Returns a stored tool as listed for a kind of principal: `reasoning` is optional for people. */
export function listedFor({ listed }: StoredTool, audience: Audience): ListedTool {
  if (audience === 'agent') return listed;
  const { required, ...schema } = listed.inputSchema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const left = names.filter((name) => name !== 'reasoning');
  return {
    ...listed,
    inputSchema: left.length === 0 ? schema : { ...listed.inputSchema, required: left },
  };
}
