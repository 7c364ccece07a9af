/** @module PJS001: conversion-based units of a project have the factors that their names imply. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { prefixFactor, projectUnits, siFactorOf } from '../../read/si-units.ts';
import { defineIfcRule, type IfcFault, named } from '../ifc-rule.ts';

/** Maximum relative error of a factor; the US survey foot and the foot differ by 2e-6. */
const TOLERANCE = 1e-6;

type Unit = readonly [type: string, value: number, prefix: string | null, name: string];

/**
 * Recommended names and factors of IfcConversionBasedUnit. Source: buildingSMART ifc-gherkin-rules,
 * valid_ConversionBasedUnits.csv (MIT).
 */
const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['inch', ['LENGTHUNIT', 25.4, 'MILLI', 'METRE']],
  ['foot', ['LENGTHUNIT', 304.8, 'MILLI', 'METRE']],
  ['us survey foot', ['LENGTHUNIT', 304.80060960122, 'MILLI', 'METRE']],
  ['yard', ['LENGTHUNIT', 914.4, 'MILLI', 'METRE']],
  ['mile', ['LENGTHUNIT', 1609.344, null, 'METRE']],
  ['square inch', ['AREAUNIT', 0.00064516, null, 'SQUARE_METRE']],
  ['square foot', ['AREAUNIT', 0.09290304, null, 'SQUARE_METRE']],
  ['square yard', ['AREAUNIT', 0.83612736, null, 'SQUARE_METRE']],
  ['acre', ['AREAUNIT', 4046.873, null, 'SQUARE_METRE']],
  ['square mile', ['AREAUNIT', 2_589_988, null, 'SQUARE_METRE']],
  ['cubic inch', ['VOLUMEUNIT', 0.00001638706, null, 'CUBIC_METRE']],
  ['cubic foot', ['VOLUMEUNIT', 0.028316846592, null, 'CUBIC_METRE']],
  ['cubic yard', ['VOLUMEUNIT', 0.7645549, null, 'CUBIC_METRE']],
  ['litre', ['VOLUMEUNIT', 0.001, null, 'CUBIC_METRE']],
  ['fluid ounce uk', ['VOLUMEUNIT', 0.0000284130625, null, 'CUBIC_METRE']],
  ['fluid ounce us', ['VOLUMEUNIT', 0.00002957353, null, 'CUBIC_METRE']],
  ['pint uk', ['VOLUMEUNIT', 0.000568, null, 'CUBIC_METRE']],
  ['pint us', ['VOLUMEUNIT', 0.0004731765, null, 'CUBIC_METRE']],
  ['gallon uk', ['VOLUMEUNIT', 0.004546, null, 'CUBIC_METRE']],
  ['gallon us', ['VOLUMEUNIT', 0.003785412, null, 'CUBIC_METRE']],
  ['degree', ['PLANEANGLEUNIT', 0.017453292519943295, null, 'RADIAN']],
  ['ounce', ['MASSUNIT', 28.349523125, null, 'GRAM']],
  ['pound', ['MASSUNIT', 0.45359237, 'KILO', 'GRAM']],
  ['ton uk', ['MASSUNIT', 1016.0469088, 'KILO', 'GRAM']],
  ['ton us', ['MASSUNIT', 907.18474, 'KILO', 'GRAM']],
  ['lbf', ['FORCEUNIT', 4.4482216153, null, 'NEWTON']],
  ['kip', ['FORCEUNIT', 4448.2216153, null, 'NEWTON']],
  ['psi', ['PRESSUREUNIT', 6894.7572932, null, 'PASCAL']],
  ['ksi', ['PRESSUREUNIT', 6_894_757.2932, null, 'PASCAL']],
  ['minute', ['TIMEUNIT', 60, null, 'SECOND']],
  ['hour', ['TIMEUNIT', 3600, null, 'SECOND']],
  ['day', ['TIMEUNIT', 86_400, null, 'SECOND']],
  ['btu', ['ENERGYUNIT', 1055.056, null, 'JOULE']],
]);

/** SI unit of each unit type; conversion-based units of these types must have a name from `UNITS`. */
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
  const unit = UNITS.get(measured.toLowerCase());
  if (unit === undefined || unit[0] !== type) {
    if (!SI_NAMES.has(type)) return;
    const names = [...UNITS].filter(([, [of]]) => of === type).map(([name]) => name);
    const message = `\`${measured.slice(0, 60)}\` is not the name of a unit of kind ${type}`;
    yield { message, measured, required: names.join(', ') };
    return;
  }
  const [, value, prefix, name] = unit;
  const required = value * (prefixFactor(prefix, name) ?? 1);
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
