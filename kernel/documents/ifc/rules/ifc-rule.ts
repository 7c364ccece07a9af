/** @module ifc-rule: a rule for IFC files as one value. */
import type { IfcModel } from '../read/ifc-model.ts';
import type { IfcSchemaName } from '../schema/ifc-schema.ts';

/** Groups of rules, in the order in which they are checked and listed. */
export const IFC_GROUPS = [
  'text',
  'structure',
  'types',
  'properties',
  'shape',
  'georeference',
] as const;
export type IfcGroup = (typeof IFC_GROUPS)[number];

/** What a rule says against an instance. */
export type IfcFault = {
  /** One sentence, lower-case, no full stop, what the file says in backticks. */
  readonly message: string;
  /** What the file has, and what it should have. */
  readonly measured?: string | number | null;
  readonly required?: string | number | null;
  /** Instance at fault where it is not the one that was looked at. */
  readonly row?: number;
  /** Line of the text, where it is about no instance. */
  readonly line?: number;
};

/** One part of a rule: what it looks at, and what it says of each. */
export type IfcCheck = {
  /**
   * Rows of instances, or `WHOLE_FILE`; null where it is still looking for them and others may have their turn. The rule does
   * not apply to a file without any.
   */
  readonly of: (model: IfcModel) => Iterable<number | null>;
  /** Of large ones null now and then, so that others may have their turn. */
  readonly faults: (row: number, model: IfcModel) => IfcFault | Iterable<IfcFault | null> | null;
};

/** Stands for the file itself, where a check is about no instance. */
export const WHOLE_FILE = -1;

export type IfcRule = {
  readonly id: string;
  readonly title: string;
  readonly group: IfcGroup;
  /** Where the rule is written: part of the schema's documentation, or of ISO 10303-21. */
  readonly clause: string;
  /** A warning is what the industry does; the rest is what the standard says. */
  readonly severity: 'error' | 'warning';
  /** Schemas that it is about; all where left out. */
  readonly schemas?: readonly IfcSchemaName[];
  readonly checks: readonly IfcCheck[];
};

/** Makes a rule. */
export function defineIfcRule<const R extends IfcRule>(rule: R): R {
  return rule;
}

/** A row in a message. */
export function named(row: number, model: IfcModel): string {
  return `\`${model.typeOf(row)} #${model.file.idOf(row)}\``;
}
