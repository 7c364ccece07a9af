/** @module precision: the distance below which two points of a shape coincide. */
import type { IfcModel } from '../../read/ifc-model.ts';

/** Precision if no context states one: the default of buildingSMART ifc-gherkin-rules. */
const DEFAULT = 1e-5;

const known = new WeakMap<IfcModel, (row: number) => number>();

/** Precision of the context of a shape item; if it has several contexts, the greatest one. */
export function precisionOf(row: number, model: IfcModel): number {
  const made = known.get(model) ?? precisions(model);
  known.set(model, made);
  return made(row);
}

function precisions(model: IfcModel): (row: number) => number {
  const contexts = model.exactly('IfcGeometricRepresentationContext');
  const values = new Set(contexts.map((row) => ownPrecision(row, model)));
  const [only = DEFAULT] = values;
  if (values.size < 2) return () => only;
  const found = new Float64Array(model.file.count);
  for (const shape of model.rows('IfcRepresentation')) spread(shape, model, found);
  return (row) => {
    const value = found[row] ?? 0;
    return value === 0 ? DEFAULT : value;
  };
}

function ownPrecision(row: number, model: IfcModel): number {
  const value = model.number(row, 'Precision');
  return value !== null && value > 0 ? value : DEFAULT;
}

/** Assigns the precision of a representation to all of its items, but does not descend into other representations. */
function spread(shape: number, model: IfcModel, found: Float64Array): void {
  const context = model.ref(shape, 'ContextOfItems');
  if (context === null) return;
  const above = model.ref(context, 'ParentContext') ?? context;
  const precision = ownPrecision(above, model);
  const open = [...model.refs(shape, 'Items')];
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    if ((found[row] ?? 0) >= precision || model.isA(row, 'IfcRepresentation')) continue;
    found[row] = precision;
    open.push(...model.allRefs(row));
  }
}
