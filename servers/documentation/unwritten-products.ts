/** @module unwritten-products: products of imported files that a new file of the model does not have. */
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** The spatial structure, of which a new file has its own. */
const STRUCTURE = new Set(['IfcSite', 'IfcBuilding', 'IfcBuildingStorey', 'IfcProject']);

/**
 * One sentence for each imported file of the building with products that are no elements, such as annotations, refused bodies
 * and assemblies of other products, counted by class. Empty for a restricted READ scope, which may not see them.
 */
export async function unwrittenProducts(view: BuildingView): Promise<readonly string[]> {
  if (!view.whole) return [];
  const sentences: string[] = [];
  for (const { import_id, name, reference } of view.imports()) {
    if (reference) continue;
    const counts = new Map<string, number>();
    for (const { element, part_of, entity } of (await view.importedFile(import_id))?.rows ?? []) {
      if (element !== null || part_of !== null || STRUCTURE.has(entity)) continue;
      counts.set(entity, (counts.get(entity) ?? 0) + 1);
    }
    if (counts.size === 0) continue;
    const listed = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    sentences.push(
      `a new file does not have these products of \`${name}\`, which are no elements of the model: ${listed.map(([entity, count]) => `${count} ${entity}`).join(', ')}`,
    );
  }
  return sentences;
}
