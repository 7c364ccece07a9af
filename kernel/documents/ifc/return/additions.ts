/** @module additions: writes elements that a file does not have into it, with the writer of new files. */
import type { ManifestRow } from '../../../../schemas/imports.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { inverseOf } from '../patch/axes3.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import type { FilePatch, PatchContext } from '../patch/patch.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { Bounding } from '../write/content.ts';
import {
  type Additions,
  type HostFile,
  type HostProduct,
  writeAdditions,
} from '../write/into/additions.ts';
import { EXISTING_FROM, type Ref } from '../write/step/step-value.ts';
import type { FileFrame } from './frame.ts';
import { measuresOf } from './quantities/measures.ts';

/** A file that elements are added to. */
export type AddingTo = {
  readonly patch: FilePatch;
  readonly model: IfcModel;
  readonly frame: FileFrame;
  readonly context: PatchContext;
  /** The GlobalId of a new record, which no record of the file has, from a text. */
  readonly guid: (text: string) => string;
  readonly rows: readonly ManifestRow[];
  /** The boundaries of spaces that are written. */
  readonly bounding: Bounding;
  /** Elements of the file that get another type. */
  readonly retyped: readonly Element[];
};

/** Stands for the owner history of new records, which is only added if a record needs it. */
const HISTORY: Ref = { number: EXISTING_FROM - 1, entity: 'IfcOwnerHistory' };

/** Rows of new storeys by level, and of new products by element. */
export type Added = {
  readonly storeys: ReadonlyMap<string, number>;
  readonly products: ReadonlyMap<string, number>;
};

export const NOTHING_ADDED: Added = { storeys: new Map(), products: new Map() };

/**
 * Adds elements to the file. Returns what is not in it, and the rows of what is.
 * @throws {PatchFault} if the file has no building or no context of representations
 */
export function addElements(
  target: AddingTo,
  added: readonly Element[],
  view: ModelView,
): Pick<Additions, 'lost' | 'leftOut'> & Added {
  const { patch } = target;
  const [host, owner] = hostOf(target);
  const { lines, lost, leftOut, cut, storeys, products } = writeAdditions(view, added, host);
  const rows = patch.append(lines, {
    rowOf: (number) =>
      number === HISTORY.number ? (patch.addedHistory(owner) ?? owner) : number - EXISTING_FROM,
    cut: cut.flatMap((id) => {
      const product = host.productOf(id);
      return product === null ? [] : [product.ref.number - EXISTING_FROM];
    }),
  });
  const rowOf = ({ number }: Ref): number => rows.get(number) ?? -1;
  return {
    lost,
    leftOut,
    storeys: new Map([...storeys].map(([level, ref]) => [level, rowOf(ref)])),
    products: new Map([...products].map(([id, ref]) => [id, rowOf(ref)])),
  };
}

/** The file as the writer needs it, and the row whose owner history is that of new records. */
function hostOf(target: AddingTo): readonly [HostFile, number] {
  const { patch, model, context, rows } = target;
  const byId = new Map(
    rows.flatMap((row) =>
      row.element === null || row.record === 0 ? [] : [[row.element.id, row.record]],
    ),
  );
  const [container] = ['IfcBuilding', 'IfcSite'].flatMap((type) => model.rows(type));
  const building = container === undefined ? null : productAt(target, container);
  if (container === undefined || building === null) {
    throw new PatchFault('the file has no building in which it would be');
  }
  const [project = container] = model.rows('IfcProject');
  const owner = [container, project].find((row) => hasHistory(patch, row));
  const host: HostFile = {
    schema: model.schema,
    project: model.text(project, 'GlobalId') ?? 'plumbline',
    at: context.time,
    history: owner === undefined ? null : HISTORY,
    contexts: contextsOf(model),
    building,
    datum: datumOf(target),
    measures: measuresOf(target),
    guid: target.guid,
    productOf: (id) => {
      const record = byId.get(id);
      const row = record === undefined ? -1 : model.file.rowOf(record);
      return row < 0 ? null : productAt(target, row);
    },
    bounding: target.bounding,
    retyped: target.retyped,
  };
  return [host, owner ?? container];
}

function hasHistory(patch: FilePatch, row: number): boolean {
  const history = patch.ref(row, 'OwnerHistory');
  return history !== null && patch.isA(history, 'IfcOwnerHistory');
}

/** A product with its place; null if it was removed or has another placement than a local one. */
function productAt({ patch, model, frame }: AddingTo, row: number): HostProduct | null {
  if (patch.isRemoved(row)) return null;
  const placement = patch.ref(row, 'ObjectPlacement');
  try {
    const place = placement === null ? frame.shift() : frame.place(patch, row);
    return {
      ref: existing(row, model.typeOf(row)),
      placement: placement === null ? null : existing(placement, 'IfcLocalPlacement'),
      frame: place,
      into: inverseOf(place),
    };
  } catch (error) {
    if (error instanceof PatchFault) return null;
    throw error;
  }
}

function existing(row: number, entity: string): Ref {
  return { number: EXISTING_FROM + row, entity };
}

const SUBCONTEXT = 'IfcGeometricRepresentationSubContext';
const CONTEXT = 'IfcGeometricRepresentationContext';

/** The contexts for bodies, axes and footprints: subcontexts of these names, else the context of the model. */
function contextsOf(model: IfcModel): HostFile['contexts'] {
  const named = (name: string): Ref | null => {
    const row = [...model.exactly(SUBCONTEXT), ...model.exactly(CONTEXT)].find(
      (one) => model.text(one, 'ContextIdentifier') === name,
    );
    return row === undefined ? null : existing(row, model.typeOf(row));
  };
  const all = model.exactly(CONTEXT);
  const isModel = (row: number): boolean =>
    model.text(row, 'ContextType') === 'Model' ||
    model.number(row, 'CoordinateSpaceDimension') === 3;
  const whole = all.find(isModel) ?? all[0];
  const body = named('Body') ?? (whole === undefined ? null : existing(whole, CONTEXT));
  if (body === null) throw new PatchFault('the file has no context of representations');
  return { body, axis: named('Axis') ?? body, footprint: named('FootPrint') ?? body };
}

/** The height in the model to which the elevations of storeys are relative, mm: 0 if no storey states one. */
function datumOf({ patch, model, frame, rows }: AddingTo): number {
  for (const { element, record } of rows) {
    const elevation = element?.kind === 'level' ? element.params['elevation'] : null;
    const row = record === 0 ? -1 : model.file.rowOf(record);
    if (typeof elevation !== 'number' || row < 0 || patch.isRemoved(row)) continue;
    const stated = model.number(row, 'Elevation');
    if (stated !== null) return elevation - frame.toMm(stated);
  }
  return 0;
}
