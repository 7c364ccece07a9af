/** @module conversion-units: the recommended conversion-based units and their sizes. */
import { prefixFactor } from '../../read/si-units.ts';

type Row = readonly [type: string, value: number, prefix: string | null, name: string];

/**
 * Recommended names and factors of IfcConversionBasedUnit. Source: buildingSMART ifc-gherkin-rules,
 * valid_ConversionBasedUnits.csv (MIT).
 */
const UNITS: readonly (readonly [name: string, unit: Row])[] = [
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
];

/** A conversion-based unit. */
export type ConversionUnit = {
  /** Value of IfcUnitEnum. */
  readonly type: string;
  /** Size in SI units: 0.3048 for a foot. */
  readonly si: number;
  /** SI unit without prefix. */
  readonly name: string;
};

/** The units by name, in lower case. */
export const CONVERSION_UNITS: ReadonlyMap<string, ConversionUnit> = new Map(
  UNITS.map(([key, [type, value, prefix, name]]) => [
    key,
    { type, si: value * (prefixFactor(prefix, name) ?? 1), name },
  ]),
);
