/** @module losses-law.test: whatever agents call, no stored value is lost unless a person signed a plan that lists the loss. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Domain } from '../../../../governance/tool/domain.ts';
import { body } from '../../../../kernel/building/kinds/body/body.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import type { BuildingView } from '../../../../kernel/building/view/view.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { Json, ParamValues } from '../../../../schemas/events.ts';
import { PlanDocument } from '../../../../schemas/governance.ts';
import { openBuildingDomain } from '../../../../servers/building/domain.ts';
import { geometryServer } from '../../../../servers/geometry/server.ts';
import { listedTools } from '../../../contract/listed.ts';
import { type Approving, approving, type Voice } from '../approving.ts';
import { type Harness, openHarness } from '../harness.ts';
import { furnish } from './furnished-building.ts';
import { type Elements, lostValues } from './lost-values.ts';
import { CALLS, Draw, type Scene, SET, settable } from './random-calls.ts';

/** Tools that plan events without changing elements that exist, and the events that they record. */
const RECORDS: Readonly<Record<string, string>> = {
  exclude_clash: 'exclusions of clashes',
  create_plan: 'views',
  create_section: 'views',
  create_elevation: 'views',
  create_sheet: 'sheets',
  create_topic: 'topics',
  update_topic: 'topics',
  comment_topic: 'topics',
  import_bcf: 'topics',
  create_ids: 'files',
  estimate: 'files',
  export_bcf: 'files',
  export_drawing: 'files',
  export_cobie: 'files',
  export_gltf: 'files',
  export_ifc: 'files',
  generate_schedule: 'files',
  import_ifc: 'imports, which only create elements',
};

/** Parameters that no element of the building has, with the reason. */
const UNSAID: Readonly<Record<string, string>> = {
  'beam.cut_planes': 'only an import sets them',
  'column.cut_planes': 'only an import sets them',
  'floor.cut_planes': 'only an import sets them',
  'roof.cut_planes': 'only an import sets them',
  'room.cut_planes': 'only an import sets them',
  'room.top_under': 'needs walls under the same roof',
  'solid.name': 'boolean_operation gives none',
  'wall.cut_planes': 'only an import sets them',
  'wall.pins': 'only an import sets them',
  'window.flipped': 'only a mirrored window has it',
};

const GRANTS = { permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} } };

let harness: Harness;
let people: Approving;
let voices: readonly [Voice, Voice];
let domain: Domain<BuildingView>;
let runs = 0;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  people = await approving(harness, { second: GRANTS });
  voices = [people, people.other('second')];
  domain = await openBuildingDomain(harness.reader);
  await furnish(people);
});
afterAll(() => harness.close());

/** The current elements of a branch; empty for a missing branch. */
async function elementsOf(branch: string): Promise<Elements> {
  await domain.catchUp();
  try {
    return new Map([...domain.view(branch).elements()].map((element) => [element.id, element]));
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}

test('the law has arguments for every tool that changes elements', () => {
  const changing = listedTools().filter(({ previews }) => previews);
  const names = changing.map(({ tool }) => tool.name).toSorted();
  expect(names).toEqual([...Object.keys(CALLS), ...Object.keys(RECORDS)].toSorted());
});

/** Parameters of every kind that only some elements of the building have. */
const GIVEN: ReadonlySet<string> = new Set(['properties', 'classification']);

test('the law starts with elements of every kind with all optional values set', async () => {
  const elements = [...(await elementsOf('main')).values()];
  // Imports make bodies and appearances, and no tool changes the parameters that only they have.
  const made = KINDS.all.filter(({ kind }) => kind !== body.kind);
  const unsaid = made.flatMap(({ kind, params }) => {
    const own = elements.filter((element) => element.kind === kind);
    return Object.keys(params.shape)
      .filter((name) => name !== 'appearance' && (!GIVEN.has(name) || own.length === 0))
      .filter((name) => own.every((element) => (valueOf(element.params, name) ?? null) === null))
      .map((name) => `${kind}.${name}`);
  });
  expect(unsaid.toSorted()).toEqual(Object.keys(UNSAID).toSorted());
});

/** The parts of a value that can be emptied: the value itself, and each member of it and of its first item. */
function emptiedForms(value: Json): readonly Json[] {
  if (typeof value === 'string') return [null, '.'];
  if (typeof value !== 'object' || value === null) return [null];
  if (isList(value)) {
    if (value.length === 0) return [null];
    return [null, [], ...emptiedForms(value[0] ?? null).map((to) => value.with(0, to))];
  }
  const without = Object.entries(value).map(([name]) =>
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)),
  );
  const blank = Object.entries(value).flatMap(([name, member]) =>
    emptiedForms(member).map((to) => Object.assign({}, value, { [name]: to })),
  );
  // `false` for a value that states a fact in another way, such as a gable for a slope, does not state it.
  const denied = 'slope_deg' in value ? [{ gable: false }] : [];
  return [null, {}, ...without, ...blank, ...denied];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

test('emptying one parameter or property of any kind is refused or needs approval', async () => {
  const elements = [...(await elementsOf('main')).values()];
  const asked = new Set<string>();
  const preview = async (name: string, tool: string, input: object): Promise<void> => {
    const { success, data } = await people.ask(tool, { ...input, dry_run: true });
    if (!success) return;
    expect({ input, ...data }).toMatchObject({ input, approval: { needed: true } });
    asked.add(name);
  };
  for (const kind of KINDS.all) {
    const own = elements.filter((element) => element.kind === kind.kind);
    for (const parameter_name of settable(kind)) {
      const of = own.find(({ params }) => (valueOf(params, parameter_name) ?? null) !== null);
      if (of === undefined) continue;
      for (const value of emptiedForms(valueOf(of.params, parameter_name) ?? null)) {
        const input = { element_id: of.id, parameter_name, value };
        await preview(`${kind.kind}.${parameter_name}`, 'modify_parameter', input);
      }
    }
    const noted = own.find(({ params }) => (valueOf(params, 'properties') ?? null) !== null);
    for (const name of noted === undefined ? [] : ['Note', 'Year', 'Listed', 'Leaks']) {
      const input = { element_ids: [noted?.id], set: SET, properties: { [name]: null } };
      await preview(`${kind.kind} ${name}`, 'set_properties', input);
    }
  }
  // Everything that the tools allow to be emptied: names, types, ratings, outlines, the site, curtains, edges …
  expect(asked.size).toBeGreaterThan(90);
  for (const one of ['site.georeference', 'wall.curtain', 'roof.edges', 'wall Leaks']) {
    expect(asked).toContain(one);
  }
});

function valueOf(params: ParamValues, name: string): Json | undefined {
  return params[name];
}

/** One call: its agent, its tool, numbers to draw arguments from, and the decision of the person if one is needed. */
const Call = fc.record({
  by: fc.constantFrom(0 as const, 1 as const),
  tool: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...Object.keys(CALLS)) },
    // Tools that set values are called more often than tools that create elements.
    { weight: 5, arbitrary: fc.constantFrom('modify_parameter', 'set_properties', 'run_script') },
    { weight: 2, arbitrary: fc.constantFrom('apply_changes', 'undo', 'transform_elements') },
  ),
  numbers: fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 }),
  on_draft: fc.boolean(),
  approves: fc.boolean(),
});
type Call = typeof Call extends fc.Arbitrary<infer C> ? C : never;

/** The losses that an approval permits: values by element and path, and whole elements. */
function listedIn(approval_id: string): (lost: ReturnType<typeof lostValues>[number]) => boolean {
  const plan = PlanDocument.parse(JSON.parse(harness.reader.approval(approval_id)?.plan ?? ''));
  const deleted = new Set(
    plan.events.flatMap(({ type, aggregate_id }) =>
      type === 'element.deleted' ? [aggregate_id] : [],
    ),
  );
  const discards = plan.events.some(({ type }) => type === 'branch.discarded');
  const values = (plan.losses ?? []).flatMap((loss) => (loss.loss === 'value' ? [loss] : []));
  return (lost) => {
    if (typeof lost === 'string') return discards || deleted.has(lost);
    const path = lost.path.replace(/^properties\./u, '');
    return values.some(({ element_id, parameter }) => {
      const listed = parameter.replaceAll(/\[\d+\]/gu, '[]');
      const within = path.startsWith(`${listed}.`) || path.startsWith(`${listed}[`);
      return element_id === lost.element_id && (path === listed || within);
    });
  };
}

const outcomes = new Map<string, number>();

/** Elements of several branches. */
type States = readonly Elements[];

/** Makes a call on a branch and checks what it removed from the branches: their elements after it, and its event. */
async function checked(
  call: Call,
  scene: Scene,
  { branches, before }: { readonly branches: readonly string[]; readonly before: States },
): Promise<{ readonly after: States; readonly event_id: string | null }> {
  const { by, tool, numbers, approves } = call;
  const input = CALLS[tool]?.(new Draw(numbers), scene) ?? {};
  const own = tool === 'merge_branch' || tool === 'create_branch' ? {} : { branch: scene.branch };
  const { success, approval_id, error, event_id } = await voices[by].ask(tool, {
    ...input,
    ...own,
    dry_run: false,
  });
  const answer = success ? 'done' : approval_id === undefined ? 'refused' : 'waits';
  outcomes.set(answer, (outcomes.get(answer) ?? 0) + 1);
  const lostBy = (after: States): ReturnType<typeof lostValues> =>
    before.flatMap((was, i) => lostValues(was, after[i] ?? new Map()));
  const made = `${tool} ${JSON.stringify(input)}: ${answer} ${error?.name ?? ''}`;
  const then = await Promise.all(branches.map(elementsOf));
  expect({ made, lost: lostBy(then) }).toEqual({ made, lost: [] });
  if (approval_id === undefined) return { after: then, event_id };
  const isListed = listedIn(approval_id);
  const decision = await people.decide(approval_id, approves ? 'approve' : 'reject');
  const after = await Promise.all(branches.map(elementsOf));
  const unlisted = lostBy(after).filter((one) => decision !== 'executed' || !isListed(one));
  expect({ made, decision, unlisted }).toEqual({ made, decision, unlisted: [] });
  return { after, event_id: harness.reader.approval(approval_id)?.event_id ?? null };
}

test('no stored value is lost or emptied unless a person signed a plan that lists it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Call, { minLength: 6, maxLength: 12 }), async (calls) => {
      runs += 1;
      const [branch, draft] = [`law-${runs}`, `draft-${runs}`];
      await people.done('create_branch', { name: branch });
      await people.done('create_branch', { name: draft, from: branch });
      const branches = ['main', branch, draft];
      const event_ids: string[] = [];
      let states: States = await Promise.all(branches.map(elementsOf));
      for (const call of calls) {
        const [on, other] = call.on_draft ? [draft, branch] : [branch, draft];
        const elements = [...(states[branches.indexOf(on)] ?? new Map()).values()];
        const scene = { elements, branch: on, draft: other, event_ids };
        const { after, event_id } = await checked(call, scene, { branches, before: states });
        states = after;
        if (event_id !== null) event_ids.unshift(event_id);
      }
    }),
    { numRuns: 16 },
  );
  // Refused calls prove nothing: enough of the calls must have an effect, and some must need approval.
  expect(outcomes.get('done')).toBeGreaterThan(20);
  expect(outcomes.get('waits')).toBeGreaterThan(10);
});
