/** @module QTY001: standard quantity sets conform to the standard. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { applicabilityOf } from '../../schema/ifc-sets.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { isOwner, ownersOf } from './standard-sets.ts';

const PREFIX = 'Qto_';
const METHOD = 'BaseQuantities';

export const qty001 = defineIfcRule({
  id: 'QTY001',
  title: 'Quantity sets named Qto_ conform to the standard',
  group: 'properties',
  clause: 'Quantity Sets, IfcElementQuantity',
  severity: 'error',
  schemas: ['IFC4', 'IFC4X3'],
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcElementQuantity')
          .filter((row) => model.text(row, 'Name')?.startsWith(PREFIX) === true),
      faults: quantityFaults,
    },
  ],
});

function* quantityFaults(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const method = model.text(row, 'MethodOfMeasurement');
  if (method !== METHOD) {
    const message = `${named(row, model)} has ${method === null ? 'no' : 'a different'} method of measurement`;
    yield { message, measured: method, required: METHOD };
  }
  const name = model.text(row, 'Name') ?? '';
  const set = model.schema.qtos().get(name);
  if (set === undefined) {
    const message = `\`${name}\` is not a standard quantity set of ${model.schema.name}`;
    yield { message, measured: name, required: null };
    return;
  }
  for (const owner of ownersOf(row, model)) {
    if (isOwner(owner, set, model)) continue;
    yield {
      message: `\`${name}\` is assigned to ${named(owner, model)}`,
      measured: model.typeOf(owner),
      required: applicabilityOf(set),
    };
  }
  for (const quantity of model.refs(row, 'Quantities')) {
    const own = model.text(quantity, 'Name') ?? '';
    const required = set.quantities.get(own);
    const measured = model.typeOf(quantity);
    if (required === undefined) {
      const message = `\`${name}\` has no quantity \`${own.slice(0, 100)}\``;
      yield { row: quantity, message, measured: own, required: null };
    } else if (measured !== required) {
      const message = `\`${name}.${own}\` is ${measured}, not ${required}`;
      yield { row: quantity, message, measured, required };
    }
  }
}
