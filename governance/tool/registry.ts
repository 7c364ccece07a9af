/** @module registry: tools of one server by name, with everything derived from them made once. */
import * as z from 'zod';

import type { Action } from '../../schemas/permissions.ts';
import { COORDINATE_LIMIT_MM } from '../../schemas/units.ts';
import type { ToolValue } from './define.ts';
import type { ServerDefinition } from './server-definition.ts';

/** JSON Schema as it goes over the wire. */
export type JsonSchema = {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
};

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

const reasoning = z.string().max(REASONING_MAX).describe('Why; kept in the audit log.');
const branch = BranchName.optional().describe('Default main.');
const COMMAND_ARGUMENTS = {
  branch,
  dry_run: z.boolean().optional().describe('true previews (default for agents), false commits.'),
  idempotency_key: z
    .string()
    .refine(
      ({ length }) => length >= 1 && length <= IDEMPOTENCY_KEY_MAX,
      `expected 1 to ${IDEMPOTENCY_KEY_MAX} characters`,
    )
    .optional()
    .describe('A retry with the same key is done once.'),
};

/** The envelope as every tool's output schema; small on purpose, because it is listed with each tool. */
const ENVELOPE_SCHEMA: JsonSchema = Object.freeze({
  type: 'object',
  properties: Object.freeze({
    success: { type: 'boolean' },
    data: { type: 'object' },
    timestamp: { type: 'string' },
    warnings: { type: 'array', items: { type: 'string' } },
    audit: { type: 'object' },
    error: { type: 'object' },
  }),
  required: ['success', 'data', 'timestamp', 'warnings', 'audit'],
});

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

function listing<View>(tool: ToolValue<View>, schema: z.core.$ZodType): ListedTool {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    // Bounds that only stop nonsense are checked and not listed: they cost every model tokens in every session.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === COORDINATE_LIMIT_MM) delete jsonSchema.maximum;
      if (jsonSchema.minimum === -COORDINATE_LIMIT_MM) delete jsonSchema.minimum;
    },
  });
  const action = actionOf(tool);
  return Object.freeze({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    outputSchema: ENVELOPE_SCHEMA,
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
  });
}

/** Registers one tool: schemas for both audiences are made once and frozen. */
function registerTool<View>(
  tool: ToolValue<View>,
  { checks }: Pick<ServerDefinition<View>, 'checks'>,
): RegisteredTool<View> {
  const schemaFor = (audience: Audience): z.ZodObject =>
    z.strictObject({ ...tool.input.shape, ...sharedShape(tool, audience, checks) });
  const schema = { agent: schemaFor('agent'), human: schemaFor('human') };
  return {
    tool,
    action: actionOf(tool),
    schema,
    listed: { agent: listing(tool, schema.agent), human: listing(tool, schema.human) },
    argumentNames: Object.keys(schema.agent.shape),
  };
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
