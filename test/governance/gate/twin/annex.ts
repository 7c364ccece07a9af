/** @module annex: a second house of the twins, in which every check finds something, with the checks that its owner has run. */
import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import type { Approving } from '../approving.ts';

type Operation = { readonly tool: string; readonly arguments: object; readonly as?: string };

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** Two rooms with a narrow door, a steep stair, a rated wall with an unrated door, and elements that intersect. */
export function annex(): readonly Operation[] {
  const corners = [P(0, 20_000), P(10_000, 20_000), P(10_000, 26_000), P(0, 26_000)];
  const level_id = '$ground';
  const wall = (as: string, start: object, end: object, more: object = {}): Operation => ({
    tool: 'create_wall',
    arguments: { level_id, start, end, ...more },
    as,
  });
  return [
    ...corners.map((start, n) => wall(`annex${n}`, start, corners[(n + 1) % 4] ?? start)),
    wall('parting', P(4000, 20_000), P(4000, 26_000), { fire_rating_min: 60 }),
    { tool: 'place_door', arguments: { wall_id: '$parting', offset: 1000, width: 700 } },
    {
      tool: 'place_door',
      arguments: { wall_id: '$annex1', offset: 2000, width: 900, is_exit: true },
    },
    {
      tool: 'create_floor',
      arguments: { level_id, boundary_points: corners },
    },
    {
      tool: 'create_room',
      arguments: { level_id, point: P(2000, 25_000), usage: 'office', name: 'Small' },
      as: 'small',
    },
    {
      tool: 'create_room',
      arguments: { level_id, point: P(7000, 25_000), usage: 'office', name: 'Large' },
      as: 'large',
    },
    {
      tool: 'create_beam',
      arguments: {
        level_id,
        start: P(3000, 24_000),
        end: P(5000, 24_000),
        profile: '200x200',
        elevation_offset: -1000,
      },
    },
    {
      tool: 'create_column',
      arguments: { level_id, location: P(4000, 25_000), profile: '300x300', height: 2500 },
    },
    {
      tool: 'create_stair',
      arguments: {
        base_level_id: level_id,
        top_level_id: '$first',
        start: P(8500, 21_500),
        direction_deg: 90,
        width: 800,
      },
    },
    // Ends on nothing solid.
    wall('loose', P(14_000, 20_000), P(14_000, 23_000)),
  ];
}

/** One run, and its findings. */
export type OwnersRun = {
  readonly run: string;
  readonly findings: readonly { readonly id: string; readonly element_ids: readonly string[] }[];
};
/** Runs by tool, two each; and an excluded clash. */
export type OwnersRuns = {
  readonly first: Readonly<Record<string, OwnersRun>>;
  readonly second: Readonly<Record<string, OwnersRun>>;
  readonly excluded: readonly string[];
};

/** Arguments of a check that is run once. */
export const ASKED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  clash_detection: { clearance: 100, limit: 500 },
  code_compliance: { standard: 'IBC-2021', severity_threshold: 'advisory', limit: 500 },
  accessibility_check: { limit: 500 },
  egress_analysis: { limit: 500 },
  validate_constraints: { limit: 500 },
  data_completeness: { required_params: ['name'], limit: 500 },
  fire_rating_check: { limit: 500 },
  structural_check: { limit: 500 },
};

/** Runs every check as this principal. */
async function runAll(ask: Approving['ask']): Promise<Readonly<Record<string, OwnersRun>>> {
  const runs: Record<string, OwnersRun> = {};
  for (const [tool, args] of Object.entries(ASKED)) runs[tool] = runIn(await ask(tool, args));
  return runs;
}

/** The run in an answer. */
export function runIn({ success, error, data }: EnvelopeBody): OwnersRun {
  if (!success) throw new Error(JSON.stringify(error));
  const list: unknown = data['clashes'] ?? data['issues'] ?? data['findings'];
  const findings = Array.isArray(list)
    ? list.map((finding: unknown) => {
        const { finding_id, element_ids } = Object(finding);
        return { id: String(finding_id), element_ids: [...element_ids].map(String) };
      })
    : [];
  return { run: String(data['validation_run_id']), findings };
}

/** The checks that the owner has run, and its exclusions of every clash with a hidden element and of every second other one. */
export async function runsOf(owner: Approving, hidden: readonly string[]): Promise<OwnersRuns> {
  const first = await runAll(owner.ask);
  const clashes = first['clash_detection']?.findings ?? [];
  const isHidden = (id: string): boolean => hidden.includes(id);
  const seen = clashes.filter(({ element_ids }) => !element_ids.some(isHidden));
  const excluded = clashes
    .filter((clash) => !seen.includes(clash) || seen.indexOf(clash) % 2 === 0)
    .map(({ id }) => id);
  for (const clash_id of excluded) {
    await owner.done('exclude_clash', { clash_id, because: 'it is meant to be' });
  }
  return { first, second: await runAll(owner.ask), excluded };
}
