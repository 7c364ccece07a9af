/** @module ifc-rule: the definition of a rule for IFC files. */
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

/** A violation of a rule by an instance. */
export type IfcFault = {
  /** One sentence in lower case, without a full stop; text of the file in backticks. */
  readonly message: string;
  /** The value in the file, and the expected value. */
  readonly measured?: string | number | null;
  readonly required?: string | number | null;
  /** Row of the faulty instance, if it differs from the checked instance. */
  readonly row?: number;
  /** Line of the text, for a fault that does not concern an instance. */
  readonly line?: number;
};

/** A check that could not be made, which is no fault of the instance. */
export type IfcUnchecked = {
  /** Why, as one sentence in lower case, without a full stop. */
  readonly unchecked: string;
  readonly line?: number;
};

/** One result of a check. */
export type IfcOutcome = IfcFault | IfcUnchecked;

/** One check of a rule: the instances to check, and the faults of each. */
export type IfcCheck = {
  /** Rows of the instances to check, or `WHOLE_FILE`. If there are none, the rule does not apply to the file. */
  readonly of: (model: IfcModel) => Iterable<number>;
  readonly faults: (row: number, model: IfcModel) => IfcOutcome | Iterable<IfcOutcome> | null;
};

/** Row value that represents the whole file, for checks that do not concern an instance. */
export const WHOLE_FILE = -1;

export type IfcRule = {
  readonly id: string;
  readonly title: string;
  readonly group: IfcGroup;
  /** Source of the rule: a clause of the schema documentation or of ISO 10303-21. */
  readonly clause: string;
  /** An error violates the standard; a warning violates industry practice. */
  readonly severity: 'error' | 'warning';
  /** Schemas to which the rule applies; all if omitted. */
  readonly schemas?: readonly IfcSchemaName[];
  /** Whether the public engine has disabled the rule; then it is only checked if it is named by its id. */
  readonly disabled?: boolean;
  readonly checks: readonly IfcCheck[];
};

/** Defines a rule. */
export function defineIfcRule<const R extends IfcRule>(rule: R): R {
  return rule;
}

/** Maximum length of the number of an instance in a message, characters. */
const MAX_ID = 60;

/** Name of an instance in a message. */
export function named(row: number, model: IfcModel): string {
  return `\`${model.typeOf(row)} #${String(model.file.idOf(row)).slice(0, MAX_ID)}\``;
}
