/** @module import-file: a world with an imported file. */
import { importOf } from '../../../kernel/documents/ifc/recognise/import-of.ts';
import { World } from './world.ts';

/** Imports a file on main of a world, by default a new one. */
export async function importedWorld(file: Buffer, given?: World): Promise<World> {
  const world = given ?? (await World.create());
  const { record, blobs } = await importOf(file, {
    name: 'house.ifc',
    import_id: 'import_1',
    only: { categories: null, levels: null },
    taken: [],
  });
  for (const { sha256, content } of blobs) world.log.blobs.set(sha256, content);
  world.log.append(world.branch, 'operation-import', [
    { type: 'model.imported', aggregate_id: record.import_id, payload: record },
  ]);
  await world.domain.catchUp();
  return world;
}
