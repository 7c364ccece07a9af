/** @module run-rules: IFC files checked by rules. */
import type { Steps } from '../../findings/steps.ts';
import { IfcModel, type InstanceLabel, schemaNameOf, TooManyReads } from '../read/ifc-model.ts';
import type { StepFile } from '../read/step-file.ts';
import { type IfcCheck, type IfcFault, type IfcRule, WHOLE_FILE } from './ifc-rule.ts';

/** Findings of one rule that are kept; the others are counted. */
const KEPT_OF_RULE = 200;
/** Characters of what is said of a file. */
const [MESSAGE_MOST, VALUE_MOST, NAME_MOST] = [500, 400, 120];
/** Instances that are looked at between two steps. */
const BETWEEN_STEPS = 64;

/**
 * Values that one rule may read of a file: so many, and one for each byte. Of real files none needs more than 0.2 for
 * each byte; a file in which many instances name one large one, or each two of the next, would need thousands of millions.
 */
const [READS_MOST, READS_PER_BYTE] = [1_000_000, 1];

/** What a rule said against one instance of a file. */
export type IfcFinding = Omit<IfcFault, 'row' | 'line'> & {
  readonly rule: IfcRule;
  /** Null where it is about the file. */
  readonly about: InstanceLabel | null;
  readonly line: number | null;
};

/** One rule over one file. */
export type IfcRuleResult = {
  readonly rule: IfcRule;
  /** `not_evaluated`: the file does not say by which schema it is to be read, or the rule was stopped, as its last finding says. */
  readonly verdict: 'pass' | 'fail' | 'not_applicable' | 'not_evaluated';
  /** Instances that were looked at. */
  readonly looked_at: number;
  /** How many findings there were; at most 200 are kept. */
  readonly found: number;
  readonly findings: readonly IfcFinding[];
};

/** Checks a file by rules, one after the other. */
export function* runIfcRules(
  file: StepFile,
  rules: readonly IfcRule[],
): Steps<readonly IfcRuleResult[]> {
  const schema = schemaNameOf(file);
  const model = new IfcModel(file, schema ?? 'IFC4X3');
  const results: IfcRuleResult[] = [];
  for (const [done, rule] of rules.entries()) {
    const progress = { done, total: rules.length, doing: 'checking rules' };
    yield progress;
    const needsSchema = rule.group !== 'text' && rule.id !== 'IFC101';
    if (schema === null && needsSchema) {
      results.push({ rule, verdict: 'not_evaluated', looked_at: 0, found: 0, findings: [] });
    } else if (rule.schemas?.includes(model.schema.name) === false) {
      results.push({ rule, verdict: 'not_applicable', looked_at: 0, found: 0, findings: [] });
    } else {
      const run = new RuleRun(rule, model);
      model.allow(READS_MOST + READS_PER_BYTE * file.size);
      for (const _ of run.lookAll()) yield progress;
      results.push(run.result());
    }
  }
  return results;
}

class RuleRun {
  readonly #rule: IfcRule;
  readonly #model: IfcModel;
  readonly #findings: IfcFinding[] = [];
  #found = 0;
  #lookedAt = 0;
  #lookingAt = WHOLE_FILE;
  #isStopped = false;

  constructor(rule: IfcRule, model: IfcModel) {
    this.#rule = rule;
    this.#model = model;
  }

  /** All checks of the rule, as far as it may read. Yields now and then. */
  *lookAll(): Generator<void, void, void> {
    const { reads } = this.#model;
    try {
      for (const check of this.#rule.checks) yield* this.#look(check);
    } catch (error) {
      if (!(error instanceof TooManyReads)) throw error;
      this.#isStopped = true;
      const values = this.#model.reads - reads;
      this.#model.allow(Infinity);
      const message = `${this.#rule.id} was stopped after ${values} values: instances name the same others over and over`;
      this.#keep({ message }, this.#lookingAt);
    }
  }

  *#look({ of, faults }: IfcCheck): Generator<void, void, void> {
    for (const row of of(this.#model)) {
      if (row === null) {
        yield;
        continue;
      }
      this.#lookedAt += 1;
      this.#lookingAt = row;
      if (this.#lookedAt % BETWEEN_STEPS === 0) yield;
      const said = faults(row, this.#model);
      if (said === null) continue;
      for (const fault of isMany(said) ? said : [said]) {
        if (fault === null) yield;
        else this.#keep(fault, row);
      }
    }
  }

  result(): IfcRuleResult {
    return {
      rule: this.#rule,
      verdict: this.#verdict(),
      looked_at: this.#lookedAt,
      found: this.#found,
      findings: this.#findings,
    };
  }

  #verdict(): IfcRuleResult['verdict'] {
    if (this.#isStopped) return 'not_evaluated';
    if (this.#found > 0) return 'fail';
    return this.#lookedAt === 0 ? 'not_applicable' : 'pass';
  }

  #keep({ row: own, line, ...fault }: IfcFault, looked: number): void {
    this.#found += 1;
    if (this.#findings.length >= KEPT_OF_RULE && !this.#isStopped) return;
    const row = own ?? looked;
    const isFile = row === WHOLE_FILE;
    const { message, measured, required } = fault;
    this.#findings.push({
      message: clipped(message, MESSAGE_MOST),
      ...(measured === undefined ? {} : { measured: clippedValue(measured) }),
      ...(required === undefined ? {} : { required: clippedValue(required) }),
      rule: this.#rule,
      about: isFile ? null : clippedLabel(this.#model.label(row)),
      line: isFile ? (line ?? null) : this.#model.file.lineOf(row),
    });
  }
}

/** Texts of a file may be of any length, and be no well-formed Unicode. */
function clipped(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return short.toWellFormed();
}

function clippedValue(value: string | number | null): string | number | null {
  return typeof value === 'string' ? clipped(value, VALUE_MOST) : value;
}

function clippedLabel({ entity, ifc_type, guid, name }: InstanceLabel): InstanceLabel {
  const short = (text: string | null): string | null =>
    text === null ? null : clipped(text, NAME_MOST);
  return { entity, ifc_type: clipped(ifc_type, NAME_MOST), guid: short(guid), name: short(name) };
}

function isMany(said: IfcFault | Iterable<IfcFault | null>): said is Iterable<IfcFault | null> {
  return Symbol.iterator in said;
}
