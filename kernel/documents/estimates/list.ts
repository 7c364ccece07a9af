/** @module list: a price and factor list of the operator: what a line is, and what is wrong with a file. */
import type { Condition } from '../../../schemas/condition.ts';
import type { Decimal } from './decimal.ts';

/** The unit of figures that are emissions instead of money. */
export const CARBON = 'kgCO2e';

/** The unit of the results of a line: a currency, or `kgCO2e` with the modules of EN 15804. */
export type ResultUnit = { readonly unit: string; readonly stage: string | null };

/** A condition on a column of `generate_schedule`, as written in the file. */
export type LineCondition = {
  readonly field: string;
  readonly op: Condition['op'];
  readonly value: string;
};

/** A line of the list. */
export type ListLine = {
  /** Number of the line of the file in which the record begins. */
  readonly line: number;
  readonly id: string;
  /** Category or kind of the elements. */
  readonly category: string;
  /** All further conditions; each must be met. */
  readonly conditions: readonly LineCondition[];
  /** Name of the quantity that is multiplied: `count`, `mass_kg`, or a measure such as `volume_m3`. */
  readonly quantity: string;
  /** Unit of the quantity in this line: `pcs`, `m`, `m2`, `m3`, `kg` or `t`. */
  readonly unit: string;
  /** kg/m³, only for `mass_kg`. */
  readonly density: Decimal | null;
  /** Price or factor per unit. */
  readonly value: Decimal;
  readonly result: ResultUnit;
  readonly source: string;
  /** Edition or date of the source. */
  readonly edition: string;
  /** What the line is about; lines of different works do not exclude each other. */
  readonly work: string | null;
  readonly text: string | null;
  readonly cost_group: string | null;
  readonly note: string | null;
};

/** A cell or line that was refused. */
export type ListFault = {
  readonly line: number;
  /** Name of the column; null if the whole line or file is meant. */
  readonly column: string | null;
  readonly received: string;
  readonly expected: string;
};

/** What was read of a file: all lines, or all faults. */
export type ReadList =
  | { readonly ok: true; readonly lines: readonly ListLine[] }
  | { readonly ok: false; readonly faults: readonly ListFault[] };

/** Name of a result: `EUR`, `kgCO2e A1-A3`. */
export function resultName({ unit, stage }: ResultUnit): string {
  return stage === null ? unit : `${unit} ${stage}`;
}

/** A fault in words. */
export function faultText({ line, column, received, expected }: ListFault): string {
  const where = column === null ? `line ${line}` : `line ${line}, \`${column}\``;
  return `${where}: received ${received}, expected ${expected}`;
}
