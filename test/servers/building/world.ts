/** @module world: the building servers over an event log in memory, called the way the gate calls them. */
import * as z from 'zod';

import { idSource } from '../../../governance/engine/call/identifiers.ts';
import { nameEvents } from '../../../governance/engine/call/plan-document.ts';
import type { ToolValue } from '../../../governance/tool/define.ts';
import type { InputSchema } from '../../../governance/tool/define.ts';
import type { Effect, ElementResult } from '../../../governance/tool/domain.ts';
import type { SolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { StoredMeshes } from '../../../kernel/building/imports/stored-meshes.ts';
import type { EventSource } from '../../../kernel/building/view/event-source.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { StoredFiles } from '../../../kernel/documents/ifc/facts/stored-files.ts';
import type { EventText } from '../../../kernel/ledger/ledger.ts';
import type { ErrorName, RefusalBody } from '../../../schemas/errors.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { type PlannedEvent, type StoredEvent, touchedIds } from '../../../schemas/events.ts';
import { BLOB_CHUNK_BYTES } from '../../../schemas/imports.ts';
import type { NameLookup, Plan, Refuse } from '../../../schemas/plan.ts';
import { BuildingDomain } from '../../../servers/building/domain.ts';
import { ifcFilesIn } from '../../../servers/files/ifc-files.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { DETAIL_FIELDS } from '../../../servers/validation/finding-fields.ts';
import { validationServerOf } from '../../../servers/validation/server.ts';
import { openFiles } from '../files/full-readers.ts';

type Data = Record<string, unknown>;

/** An append-only list of events that answers like a store. */
class EventLog implements EventSource {
  readonly all: StoredEvent[] = [];
  readonly #branchSeq = new Map<string, number>();

  append(
    branch: string,
    operation_id: string,
    events: readonly (PlannedEvent & { readonly event_id?: string })[],
  ): void {
    for (const event of events) {
      const branch_seq = (this.#branchSeq.get(branch) ?? 0) + 1;
      this.#branchSeq.set(branch, branch_seq);
      const seq = this.all.length + 1;
      this.all.push({
        event_id: `event-${seq}`,
        ...event,
        // As in the store, the stored values share no object with the planned ones.
        payload: JSON.parse(JSON.stringify(event.payload)),
        seq,
        operation_id,
        branch,
        branch_seq,
        user_id: 'user-1',
        agent_id: null,
        approval_id: null,
        reasoning: 'because',
        at: '2026-01-01T00:00:00.000Z',
      });
    }
  }
  readonly eventsTouching = (
    id: string,
    branch: string,
    until: number,
    limit: number,
  ): readonly StoredEvent[] =>
    this.all
      .filter((event) => event.branch === branch && event.seq <= until)
      .filter((event) => touchedIds(event).includes(id))
      .toReversed()
      .slice(0, limit);
  readonly pageTouching = (
    id: string,
    branch: string,
    { after, until }: { readonly after: number; readonly until: number },
  ): readonly StoredEvent[] =>
    this.eventsTouching(id, branch, until, Infinity)
      .filter(({ seq }) => seq > after)
      .toReversed();
  /** Content of blobs, by digest. */
  readonly blobs = new Map<string, Uint8Array>();
  readonly blobPart = (sha256: string, n: number): Uint8Array | null => {
    const part = this.blobs.get(sha256)?.subarray(n * BLOB_CHUNK_BYTES, (n + 1) * BLOB_CHUNK_BYTES);
    return part === undefined || part.length === 0 ? null : part;
  };
  readonly eventsAfter = (seq: number, limit: number): readonly StoredEvent[] =>
    this.all.slice(seq, seq + limit);
  readonly eventTextsAfter = (seq: number, limit: number): readonly EventText[] =>
    this.eventsAfter(seq, limit).map((event) =>
      Object.assign({ body: JSON.stringify(event) }, event),
    );
  readonly eventsOfBranch = (
    branch: string,
    branch_seq: number,
    limit: number,
  ): readonly StoredEvent[] =>
    this.all.filter((e) => e.branch === branch && e.branch_seq > branch_seq).slice(0, limit);
  readonly eventsOfOperation = (id: string): readonly StoredEvent[] =>
    this.all.filter(({ operation_id }) => operation_id === id);
  readonly eventById = (id: string): StoredEvent | null =>
    this.all.find(({ event_id }) => event_id === id) ?? null;
  readonly eventsOfAggregate = (
    id: string,
    branch: string | null,
    limit: number,
    before = Infinity,
  ): readonly StoredEvent[] =>
    this.all
      .filter((e) => e.aggregate_id === id && (branch === null || e.branch === branch))
      .filter(({ seq }) => seq < before)
      .toReversed()
      .slice(0, limit);
}

const TOOLS: ReadonlyMap<string, ToolValue<BuildingView>> = new Map(
  [
    ...geometryServer.tools,
    ...spatialServer.tools,
    ...validationServerOf(
      () => ({ packs: [], warnings: [] }),
      ifcFilesIn(openFiles(import.meta.dirname)),
    ).tools,
  ].map((tool) => [tool.name, tool as ToolValue<BuildingView>]),
);

/** The principal of the calls. */
export const PRINCIPAL = {
  kind: 'human',
  name: 'p',
  user_id: 'user-1',
  agent_id: null,
  session_id: 's',
} as const;

/** Options of a job. */
type Asked = {
  /** The view of its caller; by default the whole one. */
  readonly view?: BuildingView;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number, message: string) => void;
};

let kernel: SolidKernel | undefined;

/** A building, its log and the servers over it. */
export class World {
  readonly log = new EventLog();
  readonly domain: BuildingDomain;
  branch = 'main';
  snap_mm = 20;
  warnings: readonly string[] = [];

  constructor(solids: SolidKernel) {
    const meshes = new StoredMeshes(this.log.blobPart);
    const files = new StoredFiles(this.log.blobPart);
    this.domain = new BuildingDomain(this.log, solids, { meshes, files });
  }
  static async create(): Promise<World> {
    kernel ??= await loadSolidKernel();
    return new World(kernel);
  }
  get view(): BuildingView {
    return this.domain.view(this.branch);
  }

  /** The effect of planned events on the branch for a caller that sees everything. */
  effect(
    events: readonly PlannedEvent[],
    whole = this.view,
  ): Omit<Effect<BuildingView>, 'results'> & { readonly results: () => readonly ElementResult[] } {
    const effect = this.domain.effect(this.domain.callerView(whole, null), events);
    return { ...effect, results: () => effect.results() };
  }

  private names(): NameLookup {
    return this.domain.callerView(this.view, null).names(PRINCIPAL);
  }

  /** Arguments with names resolved to ids on a view. */
  private async resolved(input: InputSchema, own: Data, view = this.view): Promise<Data> {
    const on = this.domain.callerView(view, null);
    return { ...(await on.resolve(input, own, on.names(PRINCIPAL))) };
  }

  /** Plans a command; throws its Refusal. A code that the tool does not list is a program fault. */
  async plan(name: string, input: Data): Promise<Plan<Data>> {
    const tool = TOOLS.get(name);
    if (tool?.type !== 'command') throw new Error(`no command ${name}`);
    const own = tool.input.parse(input) as Data;
    await this.domain.catchUp();
    const seed = [this.branch, this.view.branch_seq, name, JSON.stringify(own)].join('\n');
    const context = {
      refuse: refuseFor(tool),
      ids: idSource(seed, () => false),
      snap_mm: this.snap_mm,
      pause: () => null,
      named: this.names(),
      principal: PRINCIPAL,
      signal: new AbortController().signal,
      assertOnBranch: () => {},
    };
    const asked = await tool.plan(await this.resolved(tool.input, own), this.view, context);
    const whole = this.baseOf(asked);
    const along = idSource(`${seed}\nalong`, () => false);
    const plan = this.domain.complete(asked, this.domain.callerView(whole, null), along);
    return { ...plan, data: z.parse(tool.output, plan.data) as Data };
  }

  /** The view on which a plan is executed. */
  private baseOf({ on_branch = this.branch }: Pick<Plan<unknown>, 'on_branch'>): BuildingView {
    return this.view.head(on_branch) === null ? this.view : this.domain.view(on_branch);
  }

  /** Plans a command, checks its effect and appends its events; returns its data. */
  async do(name: string, input: Data): Promise<Data> {
    const plan = await this.plan(name, input);
    const branch = plan.on_branch ?? this.branch;
    const expected = this.effect(plan.events, this.baseOf(plan)).expected();
    const events = [...plan.events, ...nameEvents(plan, PRINCIPAL)];
    this.log.append(branch, `operation-${this.log.all.length + 1}`, events);
    await this.domain.catchUp();
    const off = this.domain.readBack(branch, expected);
    if (off.length > 0) throw new Error(`read back differently: ${off.join(', ')}`);
    this.warnings = plan.warnings ?? [];
    return plan.data;
  }

  /** The id of the element that a command created. */
  async make(name: string, input: Data): Promise<string> {
    const data = await this.do(name, input);
    return String(Object.values(data)[0]);
  }

  /** The answer of a query. */
  async ask(name: string, input: Data): Promise<Data> {
    const tool = TOOLS.get(name);
    if (tool?.type !== 'query') throw new Error(`no query ${name}`);
    const own = tool.input.parse(input) as Data;
    await this.domain.catchUp();
    const answer = await tool.answer(await this.resolved(tool.input, own), this.view, {
      refuse: refuseFor(tool),
      branch: this.branch,
      principal: PRINCIPAL,
      signal: new AbortController().signal,
    });
    this.warnings = answer.warnings ?? [];
    return z.parse(tool.output, answer.data) as Data;
  }

  /** The answer of a job on this view, its events recorded as the gate records them. */
  async run(name: string, input: Data, asked: Asked = {}): Promise<Data> {
    const tool = TOOLS.get(name);
    if (tool?.type !== 'job') throw new Error(`no job ${name}`);
    const own = tool.input.parse(input) as Data;
    await this.domain.catchUp();
    const event_id = `event-${this.log.all.length + 1}`;
    const view = asked.view ?? this.view;
    const answer = await tool.run(await this.resolved(tool.input, own, view), view, {
      event_id,
      dry_run: false,
      refuse: refuseFor(tool),
      branch: this.branch,
      principal: PRINCIPAL,
      signal: asked.signal ?? new AbortController().signal,
      progress: asked.progress ?? (() => undefined),
      begin: async ({ web_requests }) => await Promise.resolve({ status: 'begun', web_requests }),
    });
    const [first, ...others] = answer.events;
    const events = [...(first === undefined ? [] : [{ event_id, ...first }]), ...others];
    for (const event of events) assertKnownDetails(name, event);
    this.log.append(this.branch, `operation-${event_id}`, events);
    await this.domain.catchUp();
    this.warnings = answer.warnings ?? [];
    return z.parse(tool.output, answer.data) as Data;
  }

  /** The refusal of a call; fails if it succeeds. */
  async refusal(name: string, input: Data): Promise<RefusalBody> {
    try {
      const tool = TOOLS.get(name);
      if (tool?.type === 'query') await this.ask(name, input);
      else if (tool?.type === 'job') await this.run(name, input);
      else await this.do(name, input);
    } catch (error) {
      if (error instanceof Refusal) return error.body;
      throw error;
    }
    throw new Error(`${name} was not refused`);
  }
}

/** Fails if a finding has a value that cannot be requested with `fields`. */
function assertKnownDetails(tool: string, event: PlannedEvent): void {
  if (event.type !== 'validation.run') return;
  const known = DETAIL_FIELDS[tool] ?? [];
  for (const { check, details } of event.payload.findings) {
    const unknown = Object.keys(details).filter(
      (key) => key !== 'location' && !known.includes(key),
    );
    if (unknown.length > 0) throw new Error(`${tool} says ${unknown.join(', ')} of ${check}`);
  }
}

function refuseFor(tool: ToolValue<BuildingView>): Refuse<ErrorName> {
  return (code, message, data) => {
    const hint = tool.refusals[code];
    if (hint === undefined) throw new Error(`${tool.name} does not list ${code}: ${message}`);
    throw new Refusal(code, message, hint, data);
  };
}

/** Every tool of these servers. */
export const ALL_TOOLS: readonly ToolValue<BuildingView>[] = [...TOOLS.values()];
/** A level and one wall along x, from the origin, 5,000 mm long, 3,000 mm high. */
export async function withWall(): Promise<{ world: World; level_id: string; wall_id: string }> {
  const world = await World.create();
  const level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  const wall_id = await world.make('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
  });
  return { world, level_id, wall_id };
}

/** Four walls in a rectangle from (x, y). */
export async function rectangle(
  world: World,
  level_id: string,
  [x, y, w, d]: readonly [number, number, number, number],
): Promise<string[]> {
  const corners = [
    { x, y },
    { x: x + w, y },
    { x: x + w, y: y + d },
    { x, y: y + d },
  ];
  const ids = [];
  for (const [i, start] of corners.entries()) {
    ids.push(await world.make('create_wall', { level_id, start, end: corners[(i + 1) % 4] }));
  }
  return ids;
}
