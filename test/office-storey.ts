/** @module office storey: the scripts of the office with 500 rooms, as its example prints them. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

const EXAMPLE = resolve(import.meta.dirname, '../examples/office-500.mjs');

/** Storeys of the whole building. */
export const STOREYS = 4;

/** The modelling script of a storey, counted from 0. */
export function officeStorey(number: number): string {
  return execFileSync(process.execPath, [EXAMPLE, String(number)], { encoding: 'utf8' });
}
