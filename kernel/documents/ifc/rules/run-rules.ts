/** @module run-rules: checks IFC files against rules. */
import { checkpoint, type Progress } from '../../../base/work/checkpoint.ts';
import { IfcModel, type InstanceLabel, schemaNameOf, TooManyReads } from '../read/ifc-model.ts';
import type { StepFile } from '../read/step-file.ts';
import { type IfcCheck, type IfcFault, type IfcRule, WHOLE_FILE } from './ifc-rule.ts';

/** Maximum number of findings kept for each rule; further findings are only counted. */
const KEPT_OF_RULE = 200;
/** Maximum lengths of texts that quote a file, characters. */
const [MESSAGE_MOST, VALUE_MOST, NAME_MOST] = [500, 400, 120];
/** Instances between two checkpoints. */
const BETWEEN_CHECKPOINTS = 64;

/**
 * Limit of values that one rule may read from a file: a constant plus one for each byte. Real files need at most 0.2
 * for each byte. Without the limit, a file in which many instances refer to one large instance, or in which each
 * instance refers twice to the next, would need thousands of millions of reads.
 */
const [READS_MOST, READS_PER_BYTE] = [1_000_000, 1];

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
   * `not_evaluated`: the file does not state its schema, or the rule was stopped; its last finding then gives the
   * reason.
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
      model.allow(READS_MOST + READS_PER_BYTE * file.size);
      run.lookAll(progress);
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

  /** Runs all checks of the rule until its read limit is reached. */
  lookAll(progress: Progress): void {
    const { reads } = this.#model;
    try {
      for (const check of this.#rule.checks) this.#look(check, progress);
    } catch (error) {
      if (!(error instanceof TooManyReads)) throw error;
      this.#isStopped = true;
      const values = this.#model.reads - reads;
      this.#model.allow(Infinity);
      const message = `${this.#rule.id} was stopped after ${values} values: instances name the same others over and over`;
      this.#keep({ message }, this.#lookingAt);
    }
  }

  #look({ of, faults }: IfcCheck, progress: Progress): void {
    for (const row of of(this.#model)) {
      this.#lookedAt += 1;
      this.#lookingAt = row;
      if (this.#lookedAt % BETWEEN_CHECKPOINTS === 0) checkpoint(progress);
      const said = faults(row, this.#model);
      if (said === null) continue;
      for (const fault of isMany(said) ? said : [said]) {
        this.#keep(fault, row);
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

/** Shortens a text of a file and makes it well-formed, because it may have any length and contain malformed Unicode. */
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

function isMany(said: IfcFault | Iterable<IfcFault>): said is Iterable<IfcFault> {
  return Symbol.iterator in said;
}
