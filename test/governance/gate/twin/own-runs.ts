/** @module own-runs: answers, pages, comparisons, pictures and progress of checks that an agent runs itself. */
import { createHash } from 'node:crypto';

import { connectionOf } from '../../../../governance/access/principal.ts';
import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import { ASKED, runIn, type OwnersRun } from './annex.ts';
import type { Twin } from './twins.ts';

type Args = Readonly<Record<string, unknown>>;
/** The whole output of a call: its answer, the digests of its pictures, and its progress reports. */
export type Said = { readonly args: Args; readonly said: object; readonly envelope: EnvelopeBody };

/** Calls a tool as an agent of a twin. */
async function called(twin: Twin, agent: string, tool: string, args: Args): Promise<Said> {
  const progress: unknown[] = [];
  const { envelope, content } = await twin.harness.gate.call(
    connectionOf(twin.owner.other(agent).principal),
    {
      tool,
      arguments: { ...args, reasoning: 'a test' },
      signal: new AbortController().signal,
      progress: (...at) => progress.push(at),
    },
  );
  const pictures = content
    .filter(({ type }) => type === 'image')
    .map((block) => createHash('sha256').update(JSON.stringify(block)).digest('hex'));
  return { args: { tool, ...args }, said: { envelope, pictures, progress }, envelope };
}

/** Answers of each check, run twice, of each page and finding of it, and after the agent has excluded a clash of its own. */
export async function saidOfOwnRuns(twin: Twin, agent: string): Promise<readonly Said[]> {
  const told: Said[] = [];
  const on = agent === 'designer' ? { branch: 'design/a' } : {};
  const ask = async (tool: string, args: Args): Promise<EnvelopeBody> => {
    const said = await called(twin, agent, tool, { ...args, ...on });
    told.push(said);
    return said.envelope;
  };
  for (const [tool, args] of Object.entries(ASKED)) {
    const first = runIn(await ask(tool, args));
    const [clash] = tool === 'clash_detection' ? first.findings : [];
    if (clash !== undefined) {
      const exclusion = { clash_id: clash.id, because: `as ${agent} wants it`, dry_run: false };
      await ask('exclude_clash', exclusion);
    }
    const second = runIn(await ask(tool, { ...args, limit: 1 }));
    await ask('get_validation_run', { validation_run_id: second.run, compare_to: first.run });
    await paged(ask, second.run);
    if (DRAWN.includes(tool)) await drawn(ask, first);
  }
  return told;
}

type Ask = (tool: string, args: Args) => Promise<EnvelopeBody>;

async function paged(ask: Ask, validation_run_id: string): Promise<void> {
  let cursor: unknown = null;
  do {
    const page: Args = cursor === null ? {} : { cursor };
    const { data } = await ask('get_validation_run', { validation_run_id, limit: 20, ...page });
    cursor = data['next_cursor'] ?? null;
  } while (cursor !== null);
}

/** Checks of which a picture is drawn: an oblique view of clashes, a view from above of the others. */
const DRAWN = ['clash_detection', 'egress_analysis'];

async function drawn(ask: Ask, { run, findings }: OwnersRun): Promise<void> {
  const [first] = findings;
  if (first === undefined) return;
  await ask('render_finding', { validation_run_id: run, finding: first.id });
}

/** Changes in the annex; a dry run reports their clashes and violations. */
export async function saidOfDryRuns(twin: Twin, agent: string): Promise<readonly Said[]> {
  const { ground, south, door, column, beam } = twin.ids;
  const P = (x: number, y: number): object => ({ x, y });
  const on = agent === 'designer' ? { branch: 'design/a' } : {};
  const check = ['clash', 'compliance', 'UK-ADB', 'DIN-18040-1'];
  const changes: readonly (readonly [tool: string, args: Args])[] = [
    ['create_column', { level_id: ground, location: P(6000, 22_500), profile: '400x400' }],
    ['create_wall', { level_id: ground, start: P(7000, 20_000), end: P(7000, 26_000) }],
    ['move_element', { element_id: beam, delta: { x: 0, y: 20_000, z: -1500 } }],
    ['place_door', { wall_id: south, offset: 6000, width: 600 }],
    ['modify_parameter', { element_id: door, parameter_name: 'width', value: 650 }],
    ['move_element', { element_id: column, delta: { x: 0, y: 19_000, z: 0 } }],
    ['delete_elements', { element_ids: [south] }],
  ];
  const told: Said[] = [];
  for (const [tool, args] of changes) {
    told.push(await called(twin, agent, tool, { ...args, ...on, check, dry_run: true }));
    const preview = { tool, arguments: { ...args, check } };
    told.push(await called(twin, agent, 'preview_operation', { ...preview, ...on }));
  }
  return told;
}
