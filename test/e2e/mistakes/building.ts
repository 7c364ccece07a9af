/** @module building: a small building over a real connection, and a reader that follows refusals and warnings. */
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../connect.ts';

export type Args = Readonly<Record<string, unknown>>;

/** A call of a tool. */
export type Call = { readonly tool: string; readonly args: Args };

export const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const why = { reasoning: 'build the house' };

/** Ids of its levels and elements. */
export type Ids = Readonly<
  Record<
    'ground' | 'first' | 'south' | 'east' | 'north' | 'west' | 'door' | 'slab' | 'room' | 'column',
    string
  >
>;

/** The building over a real connection. */
export class Building {
  readonly #workspace: TestWorkspace;
  readonly geometry: Connected;
  readonly ids: Ids;

  private constructor(workspace: TestWorkspace, geometry: Connected, ids: Ids) {
    this.#workspace = workspace;
    this.geometry = geometry;
    this.ids = ids;
  }

  /** Opens a box of 6,000 by 4,000 mm with walls of 200 mm, 3,000 mm high, a door in the south wall at 1,000. */
  static async open(): Promise<Building> {
    const workspace = testWorkspace();
    const geometry = await connect(workspace.dir, 'geometry', { words: ['--toolsets', 'all'] });
    const wall = (start: object, end: object, name: string): Args => ({
      tool: 'create_wall',
      arguments: { level_id: '$ground', start, end, name },
      as: name.toLowerCase(),
    });
    const operations = [
      {
        tool: 'create_level',
        arguments: { name: 'Ground', elevation: 0, height: 3000 },
        as: 'ground',
      },
      {
        tool: 'create_level',
        arguments: { name: 'First', elevation: 3000, height: 3000 },
        as: 'first',
      },
      wall(P(0, 0), P(6000, 0), 'South'),
      wall(P(6000, 0), P(6000, 4000), 'East'),
      wall(P(6000, 4000), P(0, 4000), 'North'),
      wall(P(0, 4000), P(0, 0), 'West'),
      {
        tool: 'place_door',
        arguments: { wall_id: '$south', offset: 1000, name: 'Front' },
        as: 'door',
      },
      {
        tool: 'create_floor',
        arguments: {
          level_id: '$ground',
          boundary_points: [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)],
          name: 'Slab',
        },
        as: 'slab',
      },
      {
        tool: 'create_room',
        arguments: { level_id: '$ground', point: P(1000, 3000), name: 'Hall' },
        as: 'room',
      },
      {
        tool: 'create_column',
        arguments: { level_id: '$ground', location: P(4000, 2000), profile: '300x300', name: 'C1' },
        as: 'column',
      },
    ];
    const { data, error } = await geometry.call('apply_changes', {
      operations,
      ...why,
      dry_run: false,
    });
    if (error !== undefined) throw new Error(error.message);
    const results = data['results'] as { as: string; id: string }[];
    const ids = Object.fromEntries(results.map(({ as, id }) => [as, id])) as Ids;
    return new Building(workspace, geometry, ids);
  }

  /** Its workspace. */
  get dir(): string {
    return this.#workspace.dir;
  }

  async close(): Promise<void> {
    await this.geometry.close();
    this.#workspace.remove();
  }

  /** A call of an agent with reasoning; a preview unless `args` has `dry_run: false`. */
  async call({ tool, args }: Call): Promise<EnvelopeBody> {
    return await this.geometry.call(tool, { ...why, ...args });
  }
}

/**
 * The next call of a reader without knowledge of buildings: `data.suggested`, the closest tool, or the call with the
 * value that a warning names. Null if the answer has none of these.
 */
export function nextCall(wrong: Call, { error, warnings }: EnvelopeBody): Call | null {
  const suggested = error?.data['suggested'];
  if (typeof suggested === 'object') return { ...wrong, args: { ...suggested } };
  const nearest = error?.data['nearest'];
  if (error?.name === 'UNKNOWN_TOOL' && typeof nearest === 'string') {
    return { ...wrong, tool: nearest };
  }
  const ends = warnings.flatMap((warning) => {
    const [, end, x, y] = /^(start|end) of .*: end it at \((.+?), (.+?)\)/u.exec(warning) ?? [];
    return end === undefined ? [] : [[end, P(Number(x), Number(y))] as const];
  });
  const angles = warnings.flatMap((warning) => {
    const [, name, degrees] =
      /^`(\w+)` .* radians: did you mean (\S+) degrees/u.exec(warning) ?? [];
    return name === undefined ? [] : [[name, Number(degrees)] as const];
  });
  const changes = [...ends, ...angles];
  if (changes.length === 0) return null;
  return { ...wrong, args: { ...wrong.args, ...Object.fromEntries(changes) } };
}
