/** @module run-rules: checks IFC files against rules. */
import { checkpoint, type Progress } from '../../../base/work/checkpoint.ts';
import { IfcModel, type InstanceLabel, schemaNameOf, TooManyReads } from '../read/ifc-model.ts';
import type { StepFile } from '../read/step-file.ts';
import { type IfcCheck, type IfcFault, type IfcRule, WHOLE_FILE } from './ifc-rule.ts';

/** Maximum number of findings kept for each rule; further findings are only counted. */
const MAX_FINDINGS = 200;
/** Maximum lengths of texts that quote a file, characters. */
const [MAX_MESSAGE, MAX_VALUE, MAX_NAME] = [500, 400, 120];
/** Instances checked between two checkpoints. */
const BETWEEN_CHECKPOINTS = 64;

/**
 * Maximum number of values that one rule may read from a file: a constant plus one for each byte. Real files need at
 * most 0.2 for each byte. Without the limit, a file in which many instances refer to one large instance, or in which
 * each instance refers twice to the next, would need billions of reads.
 */
const [BASE_READS, READS_PER_BYTE] = [1_000_000, 1];

/** A finding of a rule about one instance of a file. */
export type IfcFinding = Omit<IfcFault, 'row' | 'line'> & {
  readonly rule: IfcRule;
  /** Null if the finding concerns the file as a whole. */
  readonly about: InstanceLabel | null;
  readonly line: number | null;
};

/** Result of one rule for one file. */
export type IfcRuleResult = {
  readonly rule: IfcRule;
  /**
   * `not_evaluated`: the file does not state its schema, or the rule was stopped. In the second case the last finding
   * states the reason.
   */
  readonly verdict: 'pass' | 'fail' | 'not_applicable' | 'not_evaluated';
  /** Number of instances checked. */
  readonly looked_at: number;
  /** Total number of findings; at most 200 are kept. */
  readonly found: number;
  readonly findings: readonly IfcFinding[];
};

/** Checks a file against rules, one after the other. */
export function runIfcRules(file: StepFile, rules: readonly IfcRule[]): readonly IfcRuleResult[] {
  const schema = schemaNameOf(file);
  const model = new IfcModel(file, schema ?? 'IFC4X3');
  const results: IfcRuleResult[] = [];
  for (const [done, rule] of rules.entries()) {
    const progress = { done, total: rules.length, doing: 'checking rules' };
    checkpoint(progress);
    const needsSchema = rule.group !== 'text' && rule.id !== 'IFC101';
    if (schema === null && needsSchema) {
      results.push({ rule, verdict: 'not_evaluated', looked_at: 0, found: 0, findings: [] });
    } else if (rule.schemas?.includes(model.schema.name) === false) {
      results.push({ rule, verdict: 'not_applicable', looked_at: 0, found: 0, findings: [] });
    } else {
      const run = new RuleRun(rule, model);
      model.allow(BASE_READS + READS_PER_BYTE * file.size);
      run.checkAll(progress);
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
  #checked = 0;
  #current = WHOLE_FILE;
  #isStopped = false;

  constructor(rule: IfcRule, model: IfcModel) {
    this.#rule = rule;
    this.#model = model;
  }

  /** Runs all checks of the rule until its read limit is reached. */
  checkAll(progress: Progress): void {
    const { reads } = this.#model;
    try {
      for (const check of this.#rule.checks) this.#runCheck(check, progress);
    } catch (error) {
      if (!(error instanceof TooManyReads)) throw error;
      this.#isStopped = true;
      const values = this.#model.reads - reads;
      this.#model.allow(Infinity);
      const message = `${this.#rule.id} was stopped after reading ${values} values: instances refer to the same instances again and again`;
      this.#keep({ message }, this.#current);
    }
  }

  #runCheck({ of, faults }: IfcCheck, progress: Progress): void {
    for (const row of of(this.#model)) {
      this.#checked += 1;
      this.#current = row;
      if (this.#checked % BETWEEN_CHECKPOINTS === 0) checkpoint(progress);
      const found = faults(row, this.#model);
      if (found === null) continue;
      for (const fault of isMany(found) ? found : [found]) {
        this.#keep(fault, row);
      }
    }
  }

  result(): IfcRuleResult {
    return {
      rule: this.#rule,
      verdict: this.#verdict(),
      looked_at: this.#checked,
      found: this.#found,
      findings: this.#findings,
    };
  }

  #verdict(): IfcRuleResult['verdict'] {
    if (this.#isStopped) return 'not_evaluated';
    if (this.#found > 0) return 'fail';
    return this.#checked === 0 ? 'not_applicable' : 'pass';
  }

  #keep({ row: own, line, ...fault }: IfcFault, checked: number): void {
    this.#found += 1;
    if (this.#findings.length >= MAX_FINDINGS && !this.#isStopped) return;
    const row = own ?? checked;
    const isFile = row === WHOLE_FILE;
    const { message, measured, required } = fault;
    this.#findings.push({
      message: clipped(message, MAX_MESSAGE),
      ...(measured === undefined ? {} : { measured: clippedValue(measured) }),
      ...(required === undefined ? {} : { required: clippedValue(required) }),
      rule: this.#rule,
      about: isFile ? null : clippedLabel(this.#model.label(row)),
      line: isFile ? (line ?? null) : this.#model.file.lineOf(row),
    });
  }
}

/** Shortens a text of a file and makes it well-formed, because it may be of any length and contain malformed Unicode. */
function clipped(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return short.toWellFormed();
}

function clippedValue(value: string | number | null): string | number | null {
  return typeof value === 'string' ? clipped(value, MAX_VALUE) : value;
}

function clippedLabel({ entity, ifc_type, guid, name }: InstanceLabel): InstanceLabel {
  const short = (text: string | null): string | null =>
    text === null ? null : clipped(text, MAX_NAME);
  return { entity, ifc_type: clipped(ifc_type, MAX_NAME), guid: short(guid), name: short(name) };
}

function isMany(found: IfcFault | Iterable<IfcFault>): found is Iterable<IfcFault> {
  return Symbol.iterator in found;
}
