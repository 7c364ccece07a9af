/** @module every-row: all instances of a file, in file order. */
import type { IfcModel } from '../../read/ifc-model.ts';

/** The rows of all instances. */
export function* everyRow({ file }: Pick<IfcModel, 'file'>): Generator<number, void, void> {
  for (let row = 0; row < file.count; row += 1) yield row;
}
