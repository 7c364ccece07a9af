/** @module si-units: conversion of a file's units to SI units. */
import type { InstanceModel } from './ifc-model.ts';

const PREFIXES: ReadonlyMap<string, number> = new Map([
  ['EXA', 1e18],
  ['PETA', 1e15],
  ['TERA', 1e12],
  ['GIGA', 1e9],
  ['MEGA', 1e6],
  ['KILO', 1e3],
  ['HECTO', 1e2],
  ['DECA', 1e1],
  ['DECI', 1e-1],
  ['CENTI', 1e-2],
  ['MILLI', 1e-3],
  ['MICRO', 1e-6],
  ['NANO', 1e-9],
  ['PICO', 1e-12],
  ['FEMTO', 1e-15],
  ['ATTO', 1e-18],
]);
/** Exponent of the prefix: squared for areas, cubed for volumes. */
const POWERS: ReadonlyMap<string, number> = new Map([
  ['SQUARE_METRE', 2],
  ['CUBIC_METRE', 3],
]);
/** Maximum depth of units that are defined by other units. */
export const MAX_UNIT_DEPTH = 8;

/** The factor of a prefix for an SI unit of this name; 1 without a prefix, null for an unknown one. */
export function prefixFactor(prefix: string | null, name: string): number | null {
  const factor = prefix === null ? 1 : PREFIXES.get(prefix);
  return factor === undefined ? null : factor ** (POWERS.get(name) ?? 1);
}

/** Size of a unit in SI units: 0.001 for millimetres. Null if the file does not state it, or by a chain of more than 9 units. */
export function siFactorOf(unit: number, model: InstanceModel, depth = 0): number | null {
  if (depth > MAX_UNIT_DEPTH) return null;
  if (model.isA(unit, 'IfcSIUnit')) {
    return prefixFactor(model.enumName(unit, 'Prefix'), model.enumName(unit, 'Name') ?? '');
  }
  if (!model.isA(unit, 'IfcConversionBasedUnit')) return null;
  const measure = model.ref(unit, 'ConversionFactor');
  if (measure === null) return null;
  const value = model.number(measure, 'ValueComponent');
  const component = model.ref(measure, 'UnitComponent');
  const factor = component === null ? null : siFactorOf(component, model, depth + 1);
  return value === null || factor === null ? null : value * factor;
}

/** Units of the project, in the order of the file. */
export function projectUnits(model: InstanceModel): readonly number[] {
  return model
    .rows('IfcProject')
    .flatMap((row) => model.refs(row, 'UnitsInContext'))
    .flatMap((row) => model.refs(row, 'Units'));
}
