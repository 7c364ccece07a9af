/** @module example: files that a rule passes, fails, and is not about. */
import { stepText } from '../../step-text.ts';

/** Texts of files; `na` is missing where a rule is about every file. */
export type Examples = {
  readonly pass: string;
  readonly fail: string;
  readonly na?: string;
};

export const ifc2x3 = (data: string): string => stepText('IFC2X3', data);
export const ifc4 = (data: string): string => stepText('IFC4', data);
export const ifc4x3 = (data: string): string => stepText('IFC4X3_ADD2', data);

/** A wall that has nothing to do with anything. */
export const ONLY_A_WALL = ifc4("#1=IFCWALL('0000000000000000000001',$,$,$,$,$,$,$,$);");
