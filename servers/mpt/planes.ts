/** @module planes: routes intents through Apex to its planes in this process: tools, building, experiment, adviser. */
import type { ExtraContent } from '../../governance/tool/define.ts';
import type { ListedTool } from '../../governance/tool/registry.ts';
import { PictureFile } from '../../governance/tool/stored-picture.ts';
import { adviceOn, chooseTool, type Choice } from '../../kernel/tools/apex/adviser.ts';
import { createApex } from '../../kernel/tools/apex/apex.ts';
import { ownManifest } from '../../kernel/tools/apex/manifest.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../../kernel/tools/apex/plane.ts';
import type { CatalogueTool, ToolEffect } from '../../kernel/tools/apex/rank-tools.ts';
import { createToolPlane } from '../../kernel/tools/mpt/plane.ts';
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { CallerTools } from '../../kernel/tools/mpt/tool-service.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { type ReportedRun, reportedRun } from './artefacts.ts';
import type { RunCaller } from './run-caller.ts';
import { runProgress } from './run-progress.ts';
import { filePlace, type RunParts, withRelativeInput } from './runs.ts';
import type { Neighbour, Neighbours, ToolSources } from './sources.ts';
import type { ToolsView } from './view.ts';

/** Dependencies of routes. */
type RouteParts = Pick<RunParts, 'runners' | 'journal' | 'toolsOf'> & {
  readonly sources: ToolSources;
};

/** Creates the operation of the view that routes an intent. */
export function routesOf({ sources, runners, journal, toolsOf }: RouteParts): ToolsView['route'] {
  const apex = createApex({ manifest: ownManifest() });
  return async (request, caller) => {
    const { intent } = request;
    const [, tool] = /^tool\.(.+)$/.exec(typeof intent === 'string' ? intent.trim() : '') ?? [];
    let reported = 0;
    const content: ExtraContent[] = [];
    let picture: PictureFile | null = null;
    const runs: ReportedRun[] = [];
    const { result, events, warnings } = await journal.during(caller, async (records) => {
      await runners.warm(tool ?? '', (done, total, message) => {
        reported = Math.max(reported, done);
        caller.progress(done, total, message);
      });
      const planes = planesOf({
        caller,
        tools: reportedTools(sources, toolsOf(records), async (ran) => {
          const run = await reportedRun(filePlace(sources, caller), ran, records.warn);
          runs.push(run);
          return run.result;
        }),
        randomId: sources.randomId,
        neighbours: sources.neighbours,
        onContent: (blocks, file) => {
          content.push(...blocks);
          picture = file;
        },
      });
      const routes = apex.forCaller({ planes, ledger: records.apex });
      using progress = runProgress(tool ?? 'the route', reported, caller.progress);
      progress.onStage('started');
      const routed = await routes.route(request, caller.signal);
      progress.end(routed.audit.budgets.consumed['gas'] ?? 0);
      const run = runs.at(-1);
      if (run === undefined || routed.kind !== 'BOUNDED_OUTPUT') {
        return { result: routed, picture, content };
      }
      return { result: routed, picture: run.picture, content: run.content };
    });
    return { events, warnings, ...result };
  };
}

/**
 * Tools that accept absolute paths, as in direct calls. `report` completes each result before Apex sees it, so that the
 * answer of Apex is final: it may be a summary of the output.
 */
function reportedTools(
  { artifacts }: Pick<ToolSources, 'artifacts'>,
  tools: Pick<CallerTools, 'run'>,
  report: (ran: ToolResult) => Promise<ToolResult>,
): Pick<CallerTools, 'run'> {
  return {
    run: async (request, options) => {
      const isObject = typeof request === 'object' && request !== null;
      const given = isObject ? withRelativeInput({ ...request }, artifacts) : request;
      return await report(await tools.run(given, options));
    },
  };
}

/** Dependencies of the planes of one caller. */
type PlaneParts = {
  readonly caller: RunCaller;
  /** The tools as this caller may run them. */
  readonly tools: Pick<CallerTools, 'run'>;
  readonly randomId: () => string;
  readonly neighbours: Neighbours;
  /** Receives the further content blocks of the answer of another server, and the file of its picture. */
  readonly onContent: (content: readonly ExtraContent[], picture: PictureFile | null) => void;
};

/** The servers behind each plane. Servers that are not in this process are skipped. */
const SERVERS_OF = {
  mpe: ['geometry', 'spatial', 'validation', 'documentation'],
  mps: ['pseudo-axion'],
} as const;

type OpenServer = { readonly server: string; readonly neighbour: Neighbour };

/** Creates the planes of one caller. */
function planesOf(parts: PlaneParts): readonly Plane[] {
  const { tools, randomId } = parts;
  const all = [...parts.neighbours.keys()];
  return [
    createToolPlane(tools, { randomId }),
    serverPlane('mpe', SERVERS_OF.mpe, parts),
    serverPlane('mps', SERVERS_OF.mps, parts),
    {
      name: 'mpa',
      dispatch: async (request) => {
        const catalogue = catalogueOf(await openServersOf(all, parts), parts);
        return adviceOn(chooseTool(catalogue, request.intent), request);
      },
    },
  ];
}

/** Opens the named servers that are in this process. */
async function openServersOf(
  names: readonly string[],
  parts: PlaneParts,
): Promise<readonly OpenServer[]> {
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

/** The effect of a tool: only tools that change the building, or write its files, have an `idempotency_key`. */
function effectOf({ annotations, inputSchema }: ListedTool): ToolEffect {
  if (annotations.readOnlyHint) return 'reads';
  const properties: unknown = inputSchema['properties'];
  const previewed =
    typeof properties === 'object' &&
    properties !== null &&
    Object.hasOwn(properties, 'idempotency_key');
  return previewed ? 'changes' : 'runs';
}

function requiredOf({ inputSchema }: ListedTool): readonly string[] {
  const required: unknown = inputSchema['required'];
  return Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && name !== 'reasoning')
    : [];
}

/**
 * A plane over servers: calls `payload.tool`, or else the tool that fits the intent if it belongs to this plane and
 * `payload` has all its required arguments. Otherwise it proposes tools of all planes, because an intent such as `read
 * doors.csv` may belong to another plane.
 */
function serverPlane(name: string, servers: readonly string[], parts: PlaneParts): Plane {
  return {
    name,
    dispatch: async (request) => {
      const openServers = await openServersOf(servers, parts);
      if (!isArguments(request.payload)) {
        return {
          kind: 'refusal',
          code: 'DIS_INSUFFICIENT',
          cause: `the plane \`${name}\` takes an object as payload, received ${formOf(request.payload)}`,
          consumed: {},
          hint: 'give {tool, arguments}, or the arguments of the tool',
        };
      }
      const call = requestedCall(request) ?? (await chosenCall(request, servers, parts));
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
      const { envelope, content } = await target.neighbour.call(
        { tool: named.tool, arguments: { reasoning, ...named.arguments } },
        { principal, signal: request.signal, progress },
      );
      parts.onContent(content, pictureIn(envelope));
      return answerOf(envelope);
    },
  };
}

/** The file of the picture in an answer; null if it has none. */
function pictureIn({ data }: EnvelopeBody): PictureFile | null {
  return PictureFile.safeParse(data['picture']).data ?? null;
}

type NamedCall = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> };

/** The call to make, or the choice to return as a proposal. */
type PlannedCall =
  | { readonly named: NamedCall; readonly choice?: undefined }
  | { readonly choice: Choice };

function requestedCall({ payload }: PlaneRequest): PlannedCall | undefined {
  const { tool, arguments: args } = recordOf(payload);
  return typeof tool === 'string' ? { named: { tool, arguments: recordOf(args) } } : undefined;
}

async function chosenCall(
  { intent, payload }: PlaneRequest,
  servers: readonly string[],
  parts: PlaneParts,
): Promise<PlannedCall> {
  const catalogue = catalogueOf(await openServersOf([...parts.neighbours.keys()], parts), parts);
  const choice = chooseTool(catalogue, intent);
  if (choice.outcome === 'ask') return { choice };
  const { tool } = choice.best;
  const args = recordOf(payload);
  const complete =
    servers.includes(tool.server) && tool.required.every((name) => Object.hasOwn(args, name));
  return complete ? { named: { tool: tool.name, arguments: args } } : { choice };
}

/** Whether a payload can be arguments; a missing one can. */
function isArguments(payload: unknown): boolean {
  return payload === undefined || payload === null || formOf(payload) === 'an object';
}

function formOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function refused(code: string, cause: string): PlaneAnswer {
  return { kind: 'refusal', code, cause, consumed: { tool_calls_max: 1 } };
}

/**
 * Converts an envelope to the answer of a plane. Its time is left out, so that equal questions have equal answers; the
 * answer of Apex has its own. A pending approval is an output that names the approval.
 */
function answerOf({ timestamp: _time, ...envelope }: EnvelopeBody): PlaneAnswer {
  const { error, approval_id, event_id } = envelope;
  const consumed = { tool_calls_max: 1 };
  const recorded = event_id === null ? {} : { event_id };
  if (approval_id !== undefined) {
    return { kind: 'output', payload: envelope, consumed, approval_id, ...recorded };
  }
  if (error === undefined) return { kind: 'output', payload: envelope, consumed, ...recorded };
  const { code, name, message, hint } = error;
  return {
    kind: 'refusal',
    code: codeOf(code),
    cause: `${name}: ${message}`,
    consumed,
    hint,
    detail: { error },
    ...recorded,
  };
}

/** The Apex code of each range of envelope codes. */
function codeOf(code: number): string {
  if (code < 1200) return 'DIS_INSUFFICIENT';
  if (code < 1300) return 'SAFETY_POLICY';
  return code < 1400 ? 'CONFLICT_PST' : 'FRAGILITY';
}
