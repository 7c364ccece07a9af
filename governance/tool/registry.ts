/** @module registry: tools of one server by name, with everything derived from them made once. */
import * as z from 'zod';

import type { Action } from '../../schemas/permissions.ts';
import { COORDINATE_LIMIT_MM, FULL_TURN_DEG, GRID_MM, SIZE_LIMIT_MM } from '../../schemas/units.ts';
import type { ToolValue } from './define.ts';
import { listedSchema, wholeSchema, type JsonSchema, type Schema } from './output-schema.ts';
import type { ServerDefinition } from './server-definition.ts';
import { UNLISTED } from './unlisted.ts';

/** A tool as `tools/list` shows it. */
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

/** The kind of principal that lists: an agent must give its reasoning, a human may. */
export type Audience = 'agent' | 'human';

/** What to show of a server. */
export type Selection = { readonly toolsets: readonly string[]; readonly readOnly: boolean };

/** Arguments that the gate takes off before a tool sees its input. */
export type SharedArguments = {
  readonly reasoning?: string | undefined;
  readonly branch?: string | undefined;
  readonly dry_run?: boolean | undefined;
  readonly idempotency_key?: string | undefined;
  readonly check?: readonly string[] | undefined;
};

/** A registered tool: its value, its whole input schema per audience, and its listing. */
export type RegisteredTool<View> = {
  readonly tool: ToolValue<View>;
  readonly action: Action;
  readonly schema: Readonly<Record<Audience, z.ZodType<Record<string, unknown>>>>;
  readonly listed: Readonly<Record<Audience, ListedTool>>;
  /** The whole schema of the data that it answers, when it is committed. */
  readonly answers: () => Schema;
  /** Every argument name it takes, for the nearest-name hint. */
  readonly argumentNames: readonly string[];
};

/** Longest reasoning that is kept, in characters. */
const REASONING_MAX = 2000;
/** Longest idempotency key, in characters. */
const IDEMPOTENCY_KEY_MAX = 200;

const BRANCH_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/;
/** A branch's name; the pattern is checked and not listed. */
export const BranchName = z
  .string()
  .refine(
    (name) => BRANCH_NAME.test(name),
    'expected letters, digits, . _ / - (at most 100 characters)',
  );

const reasoning = z.string().max(REASONING_MAX).describe('Why.');
const branch = BranchName.optional().describe('Default main.');
const COMMAND_ARGUMENTS = {
  branch,
  dry_run: z.boolean().optional().describe('Agents preview unless false.'),
  idempotency_key: z
    .string()
    .refine(
      ({ length }) => length >= 1 && length <= IDEMPOTENCY_KEY_MAX,
      `expected 1 to ${IDEMPOTENCY_KEY_MAX} characters`,
    )
    .optional()
    .describe('Retries run once.'),
};

/** The envelope around a schema of its data as it is listed with each tool: small on purpose. */
function listedEnvelope(data: JsonSchema): JsonSchema {
  const { properties } = envelopeSchema(data);
  return {
    type: 'object',
    properties: { ...properties, timestamp: {}, audit: {} },
    required: ['success', 'data'],
  };
}

/** The envelope around a schema of its data. */
function envelopeSchema(data: JsonSchema): JsonSchema & { readonly properties: Schema } {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      data,
      timestamp: { type: 'string' },
      warnings: { type: 'array' },
      audit: { type: 'object' },
    },
    required: ['success', 'data', 'timestamp', 'warnings', 'audit'],
  };
}

/** What listing one tool may take, in characters of JSON: 600 tokens. */
const LISTED_CHARS_MAX = 2400;

/** What the names and types of its data may take, in characters of JSON. */
const DATA_CHARS_MAX = 150;

/** The permission class that a tool needs. */
function actionOf<View>(tool: ToolValue<View>): Action {
  return tool.type === 'query' ? 'READ' : tool.action;
}

/** Checks that one call may name, and how long a name may be. */
const [CHECKS_MAX, CHECK_NAME_MAX] = [8, 60];
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
  if (tool.branched === true) return { branch, ...why };
  return why;
}

/** Takes the arguments out that are taken and not listed; where there are some, no client is told that there are no others. */
function withoutUnlisted(shape: z.core.$ZodShape, listed: z.core.JSONSchema.BaseSchema): void {
  for (const [name, schema] of Object.entries(shape)) {
    if (!UNLISTED.has(schema)) continue;
    delete listed.properties?.[name];
    delete listed.additionalProperties;
  }
}

function listing<View>(
  tool: ToolValue<View>,
  schema: z.core.$ZodType,
  answers: Schema,
): ListedTool {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    // Bounds that only stop nonsense are checked and not listed: they cost every model tokens in every session.
    override: ({ zodSchema, jsonSchema, path }) => {
      if (zodSchema instanceof z.ZodObject) withoutUnlisted(zodSchema.shape, jsonSchema);
      if (jsonSchema.maximum === COORDINATE_LIMIT_MM) delete jsonSchema.maximum;
      if (jsonSchema.maximum === SIZE_LIMIT_MM) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -COORDINATE_LIMIT_MM) delete jsonSchema.minimum;
      if (jsonSchema.minimum === GRID_MM) delete jsonSchema.minimum;
      if (jsonSchema.minimum === -FULL_TURN_DEG && jsonSchema.maximum === FULL_TURN_DEG) {
        delete jsonSchema.minimum;
        delete jsonSchema.maximum;
      }
      // What is inside an argument is checked as strictly as the arguments are.
      if (path.length > 0) delete jsonSchema.additionalProperties;
      if (Object.keys(jsonSchema.properties ?? { some: true }).length === 0) {
        delete jsonSchema.properties;
      }
      delete jsonSchema.maxItems;
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
    },
  });
  const action = actionOf(tool);
  const listed = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    annotations: {
      readOnlyHint: action === 'READ',
      // MCP calls everything that is not purely additive destructive.
      destructiveHint:
        action === 'MODIFY' ||
        action === 'DELETE' ||
        (tool.type === 'job' && tool.replaces === true),
      idempotentHint:
        tool.type === 'query' || (tool.type === 'command' && tool.idempotent === true),
      openWorldHint: tool.type === 'job' && tool.openWorld,
    },
  };
  const taken = JSON.stringify({ ...listed, outputSchema: listedEnvelope({ type: 'object' }) });
  const data = listedSchema(answers, {
    conceals: tool.type === 'command' || tool.branched === true,
    chars: Math.min(DATA_CHARS_MAX, LISTED_CHARS_MAX - taken.length),
  });
  return Object.freeze({ ...listed, outputSchema: listedEnvelope(data) });
}

/** The schema of a whole committed answer. */
export function answerSchema<View>({ tool, answers }: RegisteredTool<View>): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: tool.name,
    description:
      'What is answered where it is committed. A preview has diff and approval beside the data, what waits for a person has less of it, and null stands in the place of the id of something that the caller may not see.',
    ...envelopeSchema({ ...answers(), type: 'object' }),
  };
}

/** Registers one tool: schemas for both audiences are made once, the listings when they are first asked for. */
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
    // A connection is of one kind, and most need no more than a call
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
 * The tools of a server that are to be shown, by name, in listing order.
 * `toolsets` adds those outside the default set (`more`, or `all`); `readOnly` wins over everything.
 */
export function registerServer<View>(
  server: ServerDefinition<View>,
  selection: Selection,
): ReadonlyMap<string, RegisteredTool<View>> {
  const shown = new Map<string, RegisteredTool<View>>();
  for (const tool of server.tools) {
    if (reasonToWithhold(tool, selection) !== null) continue;
    shown.set(tool.name, registerTool(tool, server));
  }
  return shown;
}

/** The tools of a server that are not shown, by name, with what to start it with so that they are. */
export function withheldTools<View>(
  server: ServerDefinition<View>,
  selection: Selection,
): ReadonlyMap<string, string> {
  return new Map(
    server.tools.flatMap((tool) => {
      const reason = reasonToWithhold(tool, selection);
      return reason === null ? [] : [[tool.name, reason] as const];
    }),
  );
}

function reasonToWithhold<View>(tool: ToolValue<View>, selection: Selection): string | null {
  if (selection.readOnly && actionOf(tool) !== 'READ') return 'without `--read-only`';
  const { toolset } = tool;
  const wanted =
    toolset === undefined ||
    selection.toolsets.includes(toolset) ||
    selection.toolsets.includes('all');
  return wanted ? null : `with \`--toolsets ${toolset}\``;
}
