/** @module planes: the planes of Apex in this process: tools, building, experiment, adviser. */
import type { ListedTool } from '../../governance/tool/registry.ts';
import { createAdviser, rankTools, type CatalogueTool } from '../../kernel/apex/adviser.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../../kernel/apex/plane.ts';
import type { ToolKernel } from '../../kernel/mpt/kernel.ts';
import { createToolPlane } from '../../kernel/mpt/plane.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import type { Journal } from './journal.ts';
import type { Neighbour, Neighbours } from './sources.ts';

/** What the planes stand on. */
export type PlaneParts = {
  readonly kernel: Pick<ToolKernel, 'run'>;
  readonly journal: Journal;
  readonly randomId: () => string;
  readonly neighbours: Neighbours;
};

/** Which servers answer for which plane; one that is not there leaves its place open. */
const SERVERS_OF = {
  mpe: ['geometry', 'spatial', 'validation', 'documentation'],
  mps: ['pseudo-axion'],
} as const;

type Beside = { readonly server: string; readonly neighbour: Neighbour };

/** The planes; each looks up who calls anew for every request. */
export function planesOf(parts: PlaneParts): readonly Plane[] {
  const { kernel, journal, randomId } = parts;
  const all = [...parts.neighbours.keys()];
  return [
    {
      name: 'mpt',
      dispatch: async (request) => {
        const { session_id } = journal.caller.principal;
        return await createToolPlane(kernel, { randomId, session_id }).dispatch(request);
      },
    },
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

async function opened(names: readonly string[], parts: PlaneParts): Promise<readonly Beside[]> {
  const found = names.flatMap((server) => {
    const open = parts.neighbours.get(server);
    return open === undefined ? [] : [{ server, open }];
  });
  return await Promise.all(
    found.map(async ({ server, open }) => ({ server, neighbour: await open() })),
  );
}

function catalogueOf(beside: readonly Beside[], { journal }: PlaneParts): readonly CatalogueTool[] {
  const { principal } = journal.caller;
  return beside.flatMap(({ server, neighbour }) =>
    neighbour.list(principal).map((tool) => ({
      name: tool.name,
      server,
      title: tool.title,
      description: tool.description,
      required: requiredOf(tool),
    })),
  );
}

function requiredOf({ inputSchema }: ListedTool): readonly string[] {
  const required: unknown = inputSchema['required'];
  return Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && name !== 'reasoning')
    : [];
}

/** A plane of servers: `payload.tool` names the tool, or the one that fits the intent best and alone is taken. */
function serverPlane(name: string, servers: readonly string[], parts: PlaneParts): Plane {
  return {
    name,
    dispatch: async (request) => {
      const beside = await opened(servers, parts);
      const catalogue = catalogueOf(beside, parts);
      const asked = askedOf(request, catalogue);
      if (asked === undefined) return await createAdviser(() => catalogue).dispatch(request);
      // What was done cannot be refused afterwards
      if (request.budgets.tool_calls_max === 0)
        return {
          kind: 'refusal',
          code: 'BOUND_GAS',
          cause: `tool_calls_max is 0, so \`${asked.tool.slice(0, 60)}\` is not called`,
          consumed: {},
        };
      const { principal } = parts.journal.caller;
      const target = beside.find(({ neighbour }) =>
        neighbour.list(principal).some((tool) => tool.name === asked.tool),
      );
      if (target === undefined)
        return refused('DIS_INSUFFICIENT', `no tool \`${asked.tool.slice(0, 60)}\` on the plane`);
      const reasoning = `apex: ${request.intent}`.slice(0, 2000);
      const envelope = await target.neighbour.call(
        { tool: asked.tool, arguments: { reasoning, ...asked.arguments } },
        { principal, signal: request.signal },
      );
      return answerOf(envelope);
    },
  };
}

type Asked = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };

function askedOf(
  { intent, payload }: PlaneRequest,
  catalogue: readonly CatalogueTool[],
): Asked | undefined {
  const given = recordOf(payload);
  const { tool } = given;
  if (typeof tool === 'string') return { tool, arguments: recordOf(given['arguments']) };
  const [best, second] = rankTools(catalogue, intent);
  const alone = best !== undefined && best.points > (second?.points ?? 0);
  return alone && best.tool.required.every((name) => Object.hasOwn(given, name))
    ? { tool: best.tool.name, arguments: given }
    : undefined;
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
  if (error === undefined || envelope.approval_id !== undefined)
    return { kind: 'output', payload: envelope, consumed: { tool_calls_max: 1 } };
  return refused(codeOf(error.code), `${error.name}: ${error.message}`);
}

/** Our ranges of codes in the words of Apex. */
function codeOf(code: number): string {
  if (code < 1200) return 'DIS_INSUFFICIENT';
  if (code < 1300) return 'SAFETY_POLICY';
  return code < 1400 ? 'CONFLICT_PST' : 'FRAGILITY';
}
