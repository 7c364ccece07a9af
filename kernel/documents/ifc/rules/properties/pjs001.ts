/** @module PJS001: conversion-based units of a project have the factors that their names imply. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { projectUnits, siFactorOf } from '../../read/si-units.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';
import { CONVERSION_UNITS } from './conversion-units.ts';

/** Maximum relative error of a factor; the US survey foot and the foot differ by 2e-6. */
const TOLERANCE = 1e-6;

/** SI unit of each unit type; conversion-based units of these types must have a name from `CONVERSION_UNITS`. */
const SI_NAMES: ReadonlyMap<string, string> = new Map([
  ['AREAUNIT', 'SQUARE_METRE'],
  ['LENGTHUNIT', 'METRE'],
  ['VOLUMEUNIT', 'CUBIC_METRE'],
  ['PLANEANGLEUNIT', 'RADIAN'],
]);

export const pjs001 = defineIfcRule({
  id: 'PJS001',
  title: 'Conversion-based units of the project have the recommended names and factors',
  group: 'properties',
  clause: 'Project Units, IfcConversionBasedUnit',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        projectUnits(model).filter((row) => model.typeOf(row) === 'IfcConversionBasedUnit'),
      faults: function* check(row, model) {
        yield* wrongName(row, model);
        yield* wrongComponent(row, model);
      },
    },
  ],
});

function* wrongName(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const type = model.enumName(row, 'UnitType') ?? '';
  const measured = model.text(row, 'Name') ?? '';
  const unit = CONVERSION_UNITS.get(measured.toLowerCase());
  if (unit === undefined || unit.type !== type) {
    if (!SI_NAMES.has(type)) return;
    const names = [...CONVERSION_UNITS]
      .filter(([, { type: of }]) => of === type)
      .map(([name]) => name);
    const message = `\`${measured.slice(0, 60)}\` is not the name of a unit of kind ${type}`;
    yield { message, measured, required: names.join(', ') };
    return;
  }
  const { si: required, name } = unit;
  const factor = siFactorOf(row, model);
  if (factor === null || Math.abs(factor - required) <= TOLERANCE * required) return;
  const message = `\`${measured}\` has the conversion factor ${factor} to ${name}`;
  yield { message, measured: factor, required };
}

function* wrongComponent(row: number, model: IfcModel): Generator<IfcFault, void, void> {
  const measure = model.ref(row, 'ConversionFactor');
  const component = measure === null ? null : model.ref(measure, 'UnitComponent');
  if (component === null) return;
  if (!model.isA(component, 'IfcSIUnit')) {
    const message = `${named(row, model)} is converted to ${named(component, model)}, which is not an SI unit`;
    yield { message, measured: model.typeOf(component), required: 'IfcSIUnit' };
    return;
  }
  const measured = model.enumName(component, 'Name');
  const required = SI_NAMES.get(model.enumName(row, 'UnitType') ?? '');
  if (required === undefined || measured === required) return;
  yield {
    message: `${named(row, model)} is converted to ${measured ?? 'nothing'}`,
    measured,
    required,
  };
}
