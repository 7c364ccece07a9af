/** @module planes: the planes of Apex in this process: tools, building, experiment, adviser. */
import type { ListedTool } from '../../governance/tool/registry.ts';
import { adviceOn, chooseTool, createAdviser, type Choice } from '../../kernel/apex/adviser.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../../kernel/apex/plane.ts';
import type { CatalogueTool, ToolEffect } from '../../kernel/apex/rank-tools.ts';
import { createToolPlane } from '../../kernel/mpt/plane.ts';
import type { CallerTools } from '../../kernel/mpt/tool-service.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { RunCaller } from './run-caller.ts';
import type { Neighbour, Neighbours } from './sources.ts';

/** What the planes of one caller use. */
export type PlaneParts = {
  readonly caller: RunCaller;
  /** The tools as this caller may run them. */
  readonly tools: Pick<CallerTools, 'run'>;
  readonly randomId: () => string;
  readonly neighbours: Neighbours;
};

/** The servers behind each plane; a server that is not in this process is left out. */
const SERVERS_OF = {
  mpe: ['geometry', 'spatial', 'validation', 'documentation'],
  mps: ['pseudo-axion'],
} as const;

type OpenServer = { readonly server: string; readonly neighbour: Neighbour };

/** The planes of one caller. */
export function planesOf(parts: PlaneParts): readonly Plane[] {
  const { caller, tools, randomId } = parts;
  const { session_id } = caller.principal;
  const all = [...parts.neighbours.keys()];
  return [
    createToolPlane(tools, { randomId, session_id }),
    serverPlane('mpe', SERVERS_OF.mpe, parts),
    serverPlane('mps', SERVERS_OF.mps, parts),
    {
      name: 'mpa',
      dispatch: async (request) => {
        const catalogue = catalogueOf(await opened(all, parts), parts);
        return await createAdviser(() => catalogue).dispatch(request);
      },
    },
  ];
}

async function opened(names: readonly string[], parts: PlaneParts): Promise<readonly OpenServer[]> {
  const found = names.flatMap((server) => {
    const open = parts.neighbours.get(server);
    return open === undefined ? [] : [{ server, open }];
  });
  return await Promise.all(
    found.map(async ({ server, open }) => ({ server, neighbour: await open() })),
  );
}

function catalogueOf(
  openServers: readonly OpenServer[],
  { caller }: PlaneParts,
): readonly CatalogueTool[] {
  const { principal } = caller;
  return openServers.flatMap(({ server, neighbour }) =>
    neighbour.list(principal).map((tool) => ({
      name: tool.name,
      server,
      title: tool.title,
      description: tool.description,
      effect: effectOf(tool),
      required: requiredOf(tool),
    })),
  );
}

/** Only tools that change the building can be previewed. */
function effectOf({ annotations, inputSchema }: ListedTool): ToolEffect {
  if (annotations.readOnlyHint) return 'reads';
  const properties: unknown = inputSchema['properties'];
  const previewed =
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, 'dry_run');
  return previewed ? 'changes' : 'runs';
}

function requiredOf({ inputSchema }: ListedTool): readonly string[] {
  const required: unknown = inputSchema['required'];
  return Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && name !== 'reasoning')
    : [];
}

/**
 * A plane over servers: calls `payload.tool`, or else the tool that is chosen for the intent when it is one of the plane
 * and `payload` has all its arguments. Else it advises, over the tools of all planes: `read doors.csv` is about no door.
 */
function serverPlane(name: string, servers: readonly string[], parts: PlaneParts): Plane {
  return {
    name,
    dispatch: async (request) => {
      const openServers = await opened(servers, parts);
      const call = givenCallOf(request) ?? (await chosenCall(request, servers, parts));
      if (call.choice !== undefined) return adviceOn(call.choice, request);
      const { named } = call;
      // Checked before the call: an effect cannot be refused afterwards
      if (request.budgets.tool_calls_max === 0) {
        return {
          kind: 'refusal',
          code: 'BOUND_GAS',
          cause: `tool_calls_max is 0, so \`${named.tool.slice(0, 60)}\` is not called`,
          consumed: {},
        };
      }
      const { principal, progress } = parts.caller;
      const target = openServers.find(({ neighbour }) =>
        neighbour.list(principal).some((tool) => tool.name === named.tool),
      );
      if (target === undefined) {
        return refused('DIS_INSUFFICIENT', `no tool \`${named.tool.slice(0, 60)}\` on the plane`);
      }
      const reasoning = `apex: ${request.intent}`.slice(0, 2000);
      const envelope = await target.neighbour.call(
        { tool: named.tool, arguments: { reasoning, ...named.arguments } },
        { principal, signal: request.signal, progress },
      );
      return answerOf(envelope);
    },
  };
}

type NamedCall = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };

/** The call to make, or the choice to give advice on. */
type PlannedCall =
  | { readonly named: NamedCall; readonly choice?: undefined }
  | { readonly choice: Choice };

function givenCallOf({ payload }: PlaneRequest): PlannedCall | undefined {
  const { tool, arguments: given } = recordOf(payload);
  return typeof tool === 'string' ? { named: { tool, arguments: recordOf(given) } } : undefined;
}

async function chosenCall(
  { intent, payload }: PlaneRequest,
  servers: readonly string[],
  parts: PlaneParts,
): Promise<PlannedCall> {
  const catalogue = catalogueOf(await opened([...parts.neighbours.keys()], parts), parts);
  const choice = chooseTool(catalogue, intent);
  if (choice.outcome === 'ask') return { choice };
  const { tool } = choice.best;
  const given = recordOf(payload);
  const complete =
    servers.includes(tool.server) && tool.required.every((name) => Object.hasOwn(given, name));
  return complete ? { named: { tool: tool.name, arguments: given } } : { choice };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function refused(code: string, cause: string): PlaneAnswer {
  return { kind: 'refusal', code, cause, consumed: { tool_calls_max: 1 } };
}

/** An envelope as the answer of a plane; a preview and a pending approval are answers. */
function answerOf(envelope: EnvelopeBody): PlaneAnswer {
  const { error } = envelope;
  if (error === undefined || envelope.approval_id !== undefined) {
    return { kind: 'output', payload: envelope, consumed: { tool_calls_max: 1 } };
  }
  return refused(codeOf(error.code), `${error.name}: ${error.message}`);
}

/** The Apex code of each range of envelope codes. */
function codeOf(code: number): string {
  if (code < 1200) return 'DIS_INSUFFICIENT';
  if (code < 1300) return 'SAFETY_POLICY';
  return code < 1400 ? 'CONFLICT_PST' : 'FRAGILITY';
}
