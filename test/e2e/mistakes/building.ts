/** @module building: the small building in which language models make their mistakes, and the reader who follows refusals. */
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { connect, testWorkspace, type Connected, type TestWorkspace } from '../connect.ts';

export type Args = Readonly<Record<string, unknown>>;

/** A call of a tool. */
export type Call = { readonly tool: string; readonly args: Args };

export const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
export const why = { reasoning: 'build the house' };

/** Ids of what stands there. */
export type Ids = Readonly<
  Record<
    'ground' | 'first' | 'south' | 'east' | 'north' | 'west' | 'door' | 'slab' | 'room' | 'column',
    string
  >
>;

/** The building behind a real connection. */
export class Building {
  readonly #workspace: TestWorkspace;
  readonly geometry: Connected;
  readonly ids: Ids;

  private constructor(workspace: TestWorkspace, geometry: Connected, ids: Ids) {
    this.#workspace = workspace;
    this.geometry = geometry;
    this.ids = ids;
  }

  /** A box of 6,000 by 4,000 mm with walls of 200 mm, 3,000 mm high, a door in the south wall at 1,000. */
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

  /** A call of an agent that says why; it previews, as agents do who say nothing of it. */
  async call({ tool, args }: Call): Promise<EnvelopeBody> {
    return await this.geometry.call(tool, { ...why, ...args });
  }
}

type Edit = { readonly argument: string; readonly line?: number; readonly value?: unknown };

/**
 * The next call by what an answer says alone: `data.suggested`, the nearest tool, the place that a warning names. Null
 * where it says nothing of the kind. This reader knows nothing of buildings.
 */
export function nextCall(wrong: Call, { error, warnings }: EnvelopeBody): Call | null {
  const { suggested: edits, suggested_tool: tool = wrong.tool } = error?.data ?? {};
  if (Array.isArray(edits)) {
    return { tool: String(tool), args: edited(wrong.args, edits as Edit[]) };
  }
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

function edited(args: Args, edits: readonly Edit[]): Args {
  let made: unknown = args;
  for (const { argument, line, ...put } of edits) {
    const before = (made as Args)[argument];
    const value = line === undefined ? put.value : withLine(String(before), line, put.value);
    made = withEdit(made, argument.split('.'), 'value' in put ? { value } : put);
  }
  return made as Args;
}

function withLine(text: string, line: number, value: unknown): string {
  return text
    .split('\n')
    .with(line - 1, String(value))
    .join('\n');
}

function withEdit(
  into: unknown,
  path: readonly string[],
  put: { readonly value?: unknown },
): unknown {
  const [name = '', ...deeper] = path;
  const copy: Record<string, unknown> = Array.isArray(into)
    ? (into.slice() as unknown as Record<string, unknown>)
    : { ...(into as object) };
  if (deeper.length > 0) copy[name] = withEdit(copy[name], deeper, put);
  else if ('value' in put) copy[name] = put.value;
  else delete copy[name];
  return copy;
}
