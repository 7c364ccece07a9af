/** @module registry: the tools of one server by name, each with its derived schemas and its entry in `tools/list`. */
import * as z from 'zod';

import type { Action } from '../../schemas/permissions.ts';
import type { ToolValue } from './define.ts';
import { listedInput } from './input-schema.ts';
import { listedOutput, wholeSchema, type JsonSchema, type Schema } from './output-schema.ts';
import type { ServerDefinition } from './server-definition.ts';

/** A tool as `tools/list` returns it. */
export type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

/** The kind of principal that lists tools: `reasoning` is required for agents and optional for people. */
export type Audience = 'agent' | 'human';

/** The tools of a server to list. */
export type Selection = { readonly toolsets: readonly string[]; readonly readOnly: boolean };

/** Arguments that the gate removes before a tool receives its input. */
export type SharedArguments = {
  readonly reasoning?: string | undefined;
  readonly branch?: string | undefined;
  readonly dry_run?: boolean | undefined;
  readonly idempotency_key?: string | undefined;
  readonly check?: readonly string[] | undefined;
};

/** A registered tool: its value, its input schema per audience, and its entry in the list. */
export type RegisteredTool<View> = {
  readonly tool: ToolValue<View>;
  readonly action: Action;
  readonly schema: Readonly<Record<Audience, z.ZodType<Record<string, unknown>>>>;
  readonly listed: Readonly<Record<Audience, ListedTool>>;
  /** JSON Schema of the data of a committed answer. */
  readonly answers: () => Schema;
  /** Names of all its arguments, for the closest match in a hint. */
  readonly argumentNames: readonly string[];
};

/** Longest accepted reasoning, in characters. */
const REASONING_MAX = 2000;
/** Longest accepted idempotency key, in characters. */
const IDEMPOTENCY_KEY_MAX = 200;

const BRANCH_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;
/** A branch name. */
export const BranchName = z
  .string()
  .refine(
    (name) => BRANCH_NAME.test(name),
    'expected letters, digits, . _ / - (at most 100 characters)',
  );

// The server instructions explain the shared arguments; here they are only named, since every tool lists them.
const reasoning = z.string().max(REASONING_MAX).describe('Why you call this.');
const branch = BranchName.optional().describe('Branch to use. Default: main.');
const COMMAND_ARGUMENTS = {
  branch,
  dry_run: z.boolean().optional().describe('Only preview. Default for agents: true.'),
  idempotency_key: z
    .string()
    .refine(
      ({ length }) => length >= 1 && length <= IDEMPOTENCY_KEY_MAX,
      `expected 1 to ${IDEMPOTENCY_KEY_MAX} characters`,
    )
    .optional()
    .describe('Calls with the same key execute once.'),
};

/** Arguments of a job that can describe its run. */
const RUN_ARGUMENTS = {
  dry_run: z.boolean().optional().describe('Only describe the run. Default: false.'),
};

/** The envelope (`schemas/envelope.ts`) around a schema of its data. */
function envelopeSchema(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data,
      timestamp: { type: 'string' },
      warnings: { type: 'array', items: { type: 'string' } },
      audit: { type: 'object' },
    },
    required: ['success', 'data', 'timestamp', 'warnings', 'audit'],
  };
}

/** The permission class that a tool needs. */
function actionOf<View>(tool: ToolValue<View>): Action {
  return tool.type === 'query' ? 'READ' : tool.action;
}

/** Maximum number of checks that one call may name, and maximum length of a name in characters. */
const [CHECKS_MAX, CHECK_NAME_MAX] = [8, 200];
const CheckNames = z
  .array(z.string())
  .refine(
    (names) => names.length <= CHECKS_MAX && names.every(({ length }) => length <= CHECK_NAME_MAX),
    `expected at most ${CHECKS_MAX} names of at most ${CHECK_NAME_MAX} characters`,
  )
  .optional();

function sharedShape<View>(
  tool: ToolValue<View>,
  audience: Audience,
  checks: ServerDefinition<View>['checks'],
): z.core.$ZodLooseShape {
  const why = { reasoning: audience === 'agent' ? reasoning : reasoning.optional() };
  if (tool.type === 'command') {
    const check = checks === undefined ? {} : { check: CheckNames.describe(checks.description) };
    return { ...COMMAND_ARGUMENTS, ...check, ...why };
  }
  if (tool.type === 'job' && tool.previews === true) return { ...COMMAND_ARGUMENTS, ...why };
  if (tool.type === 'job' && tool.preview !== undefined) return { ...RUN_ARGUMENTS, ...why };
  if (tool.branched === true) return { branch, ...why };
  return why;
}

/** All four hints, since hosts differ in the defaults that they assume. */
function annotationsOf<View>(tool: ToolValue<View>, action: Action): ListedTool['annotations'] {
  return {
    readOnlyHint: action === 'READ',
    // MCP defines every change that is not purely additive as destructive.
    destructiveHint:
      action === 'MODIFY' || action === 'DELETE' || (tool.type === 'job' && tool.replaces === true),
    idempotentHint: tool.type === 'query' || (tool.type === 'command' && tool.idempotent === true),
    openWorldHint: tool.type === 'job' && tool.openWorld,
  };
}

function listing<View>(
  tool: ToolValue<View>,
  schema: z.core.$ZodType,
  answers: Schema,
): ListedTool {
  const action = actionOf(tool);
  const conceals = tool.type === 'command' || tool.branched === true;
  return Object.freeze({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: listedInput(schema),
    outputSchema: listedOutput(answers, conceals),
    annotations: annotationsOf(tool, action),
  });
}

/** JSON Schema of a committed answer, published as `plumbline://schema/TOOL`. */
export function answerSchema<View>({ tool, answers }: RegisteredTool<View>): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: tool.name,
    description:
      'The answer of a committed call. A preview also has diff and approval in its data, a pending approval has only part of the data, and ids of elements that the caller may not see are null.',
    ...envelopeSchema({ ...answers(), type: 'object' }),
  };
}

/** Registers one tool. Schemas of both audiences are made once, the list entries on first use. */
function registerTool<View>(
  tool: ToolValue<View>,
  { checks }: Pick<ServerDefinition<View>, 'checks'>,
): RegisteredTool<View> {
  const schemaFor = (audience: Audience): z.ZodObject =>
    z.strictObject({ ...tool.input.shape, ...sharedShape(tool, audience, checks) });
  const schema = { agent: schemaFor('agent'), human: schemaFor('human') };
  const listed: Partial<Record<Audience, ListedTool>> = {};
  const answers = once(() => wholeSchema(tool.output));
  const listedFor = (audience: Audience): ListedTool =>
    (listed[audience] ??= listing(tool, schema[audience], answers()));
  return {
    tool,
    action: actionOf(tool),
    schema,
    // Lazy: a connection has one audience, and many connections only call tools.
    listed: {
      get agent() {
        return listedFor('agent');
      },
      get human() {
        return listedFor('human');
      },
    },
    answers,
    argumentNames: Object.keys(schema.agent.shape),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * The listed tools of a server by name, in listing order. `toolsets` adds tools outside the default set (`more`, or
 * `all`); `readOnly` withholds every tool that does not only read.
 */
export function registerServer<View>(
  server: ServerDefinition<View>,
  selection: Selection,
): ReadonlyMap<string, RegisteredTool<View>> {
  const selected = new Map<string, RegisteredTool<View>>();
  for (const tool of server.tools) {
    if (reasonToWithhold(listedBy(tool), selection) !== null) continue;
    selected.set(tool.name, registerTool(tool, server));
  }
  return selected;
}

/** The tools of a server that are not listed, by name, with the option that would list them. */
export function withheldTools<View>(
  server: ServerDefinition<View>,
  selection: Selection,
): ReadonlyMap<string, string> {
  return new Map(
    server.tools.flatMap((tool) => {
      const reason = reasonToWithhold(listedBy(tool), selection);
      return reason === null ? [] : [[tool.name, reason] as const];
    }),
  );
}

/** The properties that decide whether a selection lists a tool. */
type ListedBy = { readonly action: Action; readonly toolset: string | undefined };

function listedBy<View>(tool: ToolValue<View>): ListedBy {
  return { action: actionOf(tool), toolset: tool.toolset };
}

/** The option that would list a tool; null for a tool that the selection lists. */
export function reasonToWithhold(
  { action, toolset }: ListedBy,
  selection: Selection,
): string | null {
  if (selection.readOnly && action !== 'READ') return 'without `--read-only`';
  const isSelected =
    toolset === undefined ||
    selection.toolsets.includes(toolset) ||
    selection.toolsets.includes('all');
  return isSelected ? null : `with \`--toolsets ${toolset}\``;
}
