/** @module reference-world: a building of four walls and a room in a gate, and the file of a structure next to it. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import { openBuildingDomain } from '../../../servers/building/domain.ts';
import { type Approving, approving } from '../../governance/gate/approving.ts';
import { created } from '../../kernel/building/model/build.ts';
import { modelOf } from '../../kernel/checks/clash/clash-model.ts';
import { exported } from '../../kernel/documents/ifc/write/reread.ts';
import { type ImportWorld, openImportWorld } from './import-world.ts';

/** A world with a building on `main`, a branch `empty` without one, and the ids of its elements by name. */
export type ReferenceWorld = {
  readonly world: ImportWorld;
  readonly people: Approving;
  readonly level: string;
  readonly walls: readonly string[];
  readonly room: string;
  /** The whole view of a branch, as the log gives it. */
  readonly view: (branch?: string) => Promise<BuildingView>;
  /** Imports `structure.ifc` or another file as a reference into a branch, and returns the id of the import. */
  readonly refer: (branch?: string, path?: string) => Promise<string>;
};

const History = z.looseObject({ events: z.array(z.looseObject({ element_id: z.string() })) });

// Names that are ids would not be imported as names.
const column = (name: string, x: number, y: number): PlannedEvent =>
  created('column', `made_${name}`, { level_id: 'L1', location: { x, y }, name });
const wall = (name: string, y: number): PlannedEvent =>
  created('wall', `made_${name}`, {
    level_id: 'L1',
    name,
    start: { x: -1000, y },
    end: { x: 6000, y },
    thickness: 300,
  });

/**
 * A structure on levels at 0, 3,000 and 6,000 mm: a column in the room, a wall along the first wall of the building and
 * over its corners, one through the room, and two columns outside that overlap.
 */
export function structureFile(): Buffer {
  const structure = modelOf(
    column('C1', 2500, 1000),
    column('C2', 5500, 1000),
    column('C3', 5600, 1000),
    wall('S1', 0),
    wall('S2', 3000),
    created('door', 'D1', { host_id: 'made_S2' }),
  );
  return exported(structure, 'IFC4', 'structure').file;
}

/** Services with a column in the place of one of the structure. */
function servicesFile(): Buffer {
  return exported(modelOf(column('K1', 5600, 1000)), 'IFC4', 'services').file;
}

const ROOM = [
  [0, 0],
  [5000, 0],
  [5000, 4000],
  [0, 4000],
] as const;

function textOf({ data }: EnvelopeBody, name: string): string {
  const value = data[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(data)}`);
  return value;
}

/** Opens the world with further tools. */
export async function openReferenceWorld(
  more: readonly ToolValue<BuildingView>[] = [],
): Promise<ReferenceWorld> {
  const world = await openImportWorld(more);
  const people = await approving(world.harness, {
    walls: {
      requires_approval: [],
      permissions: {
        READ: { categories: ['Walls', 'Doors', 'Levels', 'Rooms'] },
        CREATE: {},
        MODIFY: {},
      },
    },
    rooms: {
      requires_approval: [],
      permissions: { READ: { levels: ['Ground'] }, CREATE: {}, MODIFY: {} },
    },
  });
  world.write('structure.ifc', structureFile());
  world.write('services.ifc', servicesFile());
  await people.done('create_branch', { name: 'empty' });
  const level = textOf(
    await people.done('create_level', { name: 'Ground', elevation: 0 }),
    'level_id',
  );
  const walls: string[] = [];
  for (const [i, [x, y]] of ROOM.entries()) {
    const [endX = 0, endY = 0] = ROOM[(i + 1) % ROOM.length] ?? [];
    const made = await people.done('create_wall', {
      level_id: level,
      start: { x, y },
      end: { x: endX, y: endY },
    });
    walls.push(textOf(made, 'wall_id'));
  }
  const room = textOf(
    await people.done('create_room', {
      level_id: level,
      name: 'Hall',
      point: { x: 2000, y: 2000 },
    }),
    'room_id',
  );
  return {
    world,
    people,
    level,
    walls,
    room,
    view: async (branch = 'main') => {
      const domain = await openBuildingDomain(world.harness.reader);
      await domain.catchUp();
      return domain.view(branch);
    },
    refer: async (branch = 'main', path = 'structure.ifc') => {
      const args = { path, reference: true, branch };
      const shown = await people.ask('import_ifc', args);
      if (shown.error !== undefined) throw new Error(shown.error.message);
      const status = await people.decide(await people.held('import_ifc', args));
      if (status !== 'executed') throw new Error(status);
      const { data } = await people.ask('get_history', { branch, limit: 1 });
      return History.parse(data).events[0]?.element_id ?? '';
    },
  };
}
