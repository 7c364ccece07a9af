/** @module operations: how doors and windows of a file open. */
import type { JsonObject } from '../../../../../schemas/events.ts';
import type { DOOR_TYPES, WINDOW_TYPES } from '../../../../building/kinds/types/operations.ts';
import type { Context } from '../context.ts';
import type { Products } from '../products.ts';

type DoorType = (typeof DOOR_TYPES)[number];
type WindowType = (typeof WINDOW_TYPES)[number];

/** The type of leaf by the beginning of `IfcDoorTypeOperationEnum` and of `IfcDoorStyleOperationEnum`. */
const DOORS: readonly (readonly [beginning: string, type: DoorType])[] = [
  ['DOUBLE_DOOR_SLIDING', 'sliding'],
  ['DOUBLE_DOOR_FOLDING', 'folding'],
  ['DOUBLE_DOOR', 'double'],
  ['DOUBLE_PANEL', 'double'],
  ['DOUBLE_SWING', 'single'],
  ['SLIDING', 'sliding'],
  ['FOLDING', 'folding'],
  ['REVOLVING', 'revolving'],
  ['SINGLE_SWING', 'single'],
];

/** The operation of a panel in `IfcWindowPanelOperationEnum`, and how such a window opens. */
const WINDOWS: readonly (readonly [beginning: string, type: WindowType])[] = [
  ['SIDEHUNG', 'casement'],
  ['TILTANDTURN', 'tilt_and_turn'],
  ['TOPHUNG', 'awning'],
  ['BOTTOMHUNG', 'hopper'],
  ['PIVOT', 'pivot'],
  ['SLIDINGVERTICAL', 'double_hung'],
  ['SLIDINGHORIZONTAL', 'sliding'],
];

/** `door_type` and `swing` of a door, from its operation or that of its type. */
export function doorOperation(row: number, context: Context): JsonObject {
  const operation = operationOf(row, context);
  const door_type = DOORS.find(([beginning]) => operation.startsWith(beginning))?.[1] ?? 'single';
  if (operation.startsWith('DOUBLE_SWING')) return { door_type, swing: 'both' };
  if (door_type !== 'single') return { door_type, swing: door_type === 'double' ? 'left' : 'none' };
  return { door_type, swing: operation.endsWith('RIGHT') ? 'right' : 'left' };
}

function operationOf(row: number, { model, products }: Context): string {
  const own = model.has(row, 'OperationType') ? model.enumName(row, 'OperationType') : null;
  if (own !== null && own !== 'NOTDEFINED' && own !== 'USERDEFINED') return own;
  const type = products.typeOf(row);
  const of_type = type === null ? null : model.enumName(type, 'OperationType');
  return of_type ?? '';
}

/** By row of a type, what it states of windows: many windows have one type. */
const windowTypes = new WeakMap<Products, Map<number, WindowType>>();

/** `window_type` of a window, from the first panel of the properties of its type. */
export function windowOperation(row: number, { model, products }: Context): WindowType {
  const type = products.typeOf(row);
  if (type === null) return 'fixed';
  const known = windowTypes.get(products) ?? new Map<number, WindowType>();
  windowTypes.set(products, known);
  const found = known.get(type) ?? windowTypeOf(type, model);
  known.set(type, found);
  return found;
}

function windowTypeOf(type: number, model: Context['model']): WindowType {
  for (const set of model.refs(type, 'HasPropertySets')) {
    const operation = panelOperation(set, model);
    const known = WINDOWS.find(([beginning]) => operation.startsWith(beginning));
    if (known !== undefined) return known[1];
  }
  return 'fixed';
}

/** The operation that a set states of a panel of a window: an attribute, in IFC4X3 a property; empty without one. */
function panelOperation(set: number, model: Context['model']): string {
  if (model.isA(set, 'IfcWindowPanelProperties')) return model.enumName(set, 'OperationType') ?? '';
  const isPanel = model.text(set, 'Name') === 'Pset_WindowPanelProperties';
  if (!isPanel || !model.isA(set, 'IfcPropertySet')) return '';
  const property = model
    .refs(set, 'HasProperties')
    .find(
      (row) =>
        model.isA(row, 'IfcPropertyEnumeratedValue') && model.text(row, 'Name') === 'OperationType',
    );
  const values = property === undefined ? null : model.value(property, 'EnumerationValues');
  const [first] = values?.kind === 'list' ? values.items : [];
  const value = first?.kind === 'typed' ? first.value : first;
  return value?.kind === 'text' ? value.value : '';
}
