/** @module example: files that pass a rule, fail it, or to which it does not apply. */
import { stepText } from '../../step-text.ts';

/** Texts of files; `na` is missing if the rule applies to every file. */
export type Examples = {
  readonly pass: string;
  readonly fail: string;
  readonly na?: string;
};

export const ifc2x3 = (data: string): string => stepText('IFC2X3', data);
export const ifc4 = (data: string): string => stepText('IFC4', data);
export const ifc4x3 = (data: string): string => stepText('IFC4X3_ADD2', data);

/** A wall without relations. */
export const ONLY_A_WALL = ifc4("#1=IFCWALL('0000000000000000000001',$,$,$,$,$,$,$,$);");
