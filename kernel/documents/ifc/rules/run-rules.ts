/** @module run-rules: checks IFC files against rules. */
import { checkpoint, type Progress } from '../../../base/work/checkpoint.ts';
import { IfcModel, type InstanceLabel, schemaNameOf, TooManyReads } from '../read/ifc-model.ts';
import type { StepFile } from '../read/step-file.ts';
import {
  type IfcCheck,
  type IfcFault,
  type IfcOutcome,
  type IfcRule,
  WHOLE_FILE,
} from './ifc-rule.ts';

/** Maximum number of findings kept for each rule; further findings are only counted. */
const MAX_FINDINGS = 200;
/** Maximum number of reasons kept for each rule why something was not checked. */
const MAX_REASONS = 5;
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
/**
 * Maximum number of values that one rule may parse, for each byte of the file. A byte has at most half a value, so a rule
 * can parse a file that does not fit in the cache at least four times.
 */
const PARSED_PER_BYTE = 2;

/** A finding of a rule about one instance of a file. */
export type IfcFinding = Omit<IfcFault, 'row' | 'line'> & {
  readonly rule: IfcRule;
  /** Null if the finding concerns the file as a whole. */
  readonly about: InstanceLabel | null;
  readonly line: number | null;
};

/** Something that a rule did not check, because it could not be read or because of a limit of this check. */
export type NotChecked = {
  readonly reason: string;
  readonly about: InstanceLabel | null;
  readonly line: number | null;
};

/** Result of one rule for one file. */
export type IfcRuleResult = {
  readonly rule: IfcRule;
  /** `not_evaluated`: no violation was found, but not everything could be checked; `not_checked` has the reasons. */
  readonly verdict: 'pass' | 'fail' | 'not_applicable' | 'not_evaluated';
  /** Number of instances checked. */
  readonly looked_at: number;
  /** Total number of findings; at most 200 are kept. */
  readonly found: number;
  readonly findings: readonly IfcFinding[];
  /** The first reasons why something was not checked; the last one counts the others. */
  readonly not_checked: readonly NotChecked[];
};

/** Checks a file against rules, one after the other. */
export function runIfcRules(file: StepFile, rules: readonly IfcRule[]): readonly IfcRuleResult[] {
  const schema = schemaNameOf(file);
  const model = new IfcModel(file, schema ?? 'IFC4X3');
  return rules.map((rule, done) => {
    const progress = { done, total: rules.length, doing: 'checking rules' };
    checkpoint(progress);
    const needsSchema = rule.group !== 'text' && rule.id !== 'IFC101';
    if (schema === null && needsSchema) {
      const reason = 'the header does not name an IFC schema';
      const not_checked = [{ reason, about: null, line: null }];
      return { ...nothingOf(rule), verdict: 'not_evaluated', not_checked };
    }
    if (file.isPartial && rule.id !== 'STP001') {
      const reason = 'the file has more statements than this check reads (see STP001)';
      const not_checked = [{ reason, about: null, line: null }];
      return { ...nothingOf(rule), verdict: 'not_evaluated', not_checked };
    }
    if (rule.schemas?.includes(model.schema.name) === false) return nothingOf(rule);
    const run = new RuleRun(rule, model);
    model.allow(BASE_READS + READS_PER_BYTE * file.size, PARSED_PER_BYTE * file.size);
    run.checkAll(progress);
    return run.result();
  });
}

function nothingOf(rule: IfcRule): IfcRuleResult {
  const none = { looked_at: 0, found: 0, findings: [], not_checked: [] };
  return { rule, verdict: 'not_applicable', ...none };
}

class RuleRun {
  readonly #rule: IfcRule;
  readonly #model: IfcModel;
  readonly #findings: IfcFinding[] = [];
  readonly #notChecked: NotChecked[] = [];
  #found = 0;
  #skipped = 0;
  #checked = 0;
  #current = WHOLE_FILE;

  constructor(rule: IfcRule, model: IfcModel) {
    this.#rule = rule;
    this.#model = model;
  }

  /** Runs all checks of the rule until its read limit is reached. */
  checkAll(progress: Progress): void {
    const { reads, unread } = this.#model;
    try {
      for (const check of this.#rule.checks) this.#runCheck(check, progress);
    } catch (error) {
      if (!(error instanceof TooManyReads)) throw error;
      const values = this.#model.reads - reads;
      this.#model.allow(Infinity, Infinity);
      this.#skip(
        `${this.#rule.id} was stopped after reading ${values} values, which is a limit of this check: instances refer to the same instances again and again`,
        this.#current,
      );
    }
    if (this.#notChecked.length > 0) return;
    if (this.#model.file.hasUntyped) {
      this.#skip(
        'some entity names are not distinguished, which is a limit of this check',
        WHOLE_FILE,
      );
    } else if (this.#model.unread > unread) {
      this.#skip('instances to which the rule may apply cannot be read (see STP001)', WHOLE_FILE);
    }
  }

  #runCheck({ of, faults }: IfcCheck, progress: Progress): void {
    for (const row of of(this.#model)) {
      this.#checked += 1;
      this.#current = row;
      if (this.#checked % BETWEEN_CHECKPOINTS === 0) checkpoint(progress);
      this.#checkRow(row, faults);
    }
  }

  /** Checks one instance. Findings that rest on something unread are dropped. */
  #checkRow(row: number, faults: IfcCheck['faults']): void {
    if (row !== WHOLE_FILE && this.#model.file.isUntyped(row) && this.#rule.id !== 'STP001') {
      this.#skip('its entity name is not distinguished, which is a limit of this check', row);
      return;
    }
    const { unread } = this.#model;
    const [found, kept] = [this.#found, this.#findings.length];
    const outcomes = faults(row, this.#model);
    if (outcomes === null && this.#model.unread === unread) return;
    for (const outcome of isMany(outcomes) ? outcomes : [outcomes]) {
      if (outcome === null) continue;
      if ('unchecked' in outcome) this.#skip(outcome.unchecked, row, outcome.line);
      else this.#keep(outcome, row);
    }
    if (this.#model.unread === unread) return;
    this.#found = found;
    this.#findings.length = kept;
    this.#skip('it, or an instance that it refers to, cannot be read (see STP001)', row);
  }

  result(): IfcRuleResult {
    const more = this.#skipped - this.#notChecked.length;
    const reason = `${more} more reasons of ${this.#rule.id} are not listed`;
    const others = more === 0 ? [] : [{ reason, about: null, line: null }];
    return {
      rule: this.#rule,
      verdict: this.#verdict(),
      looked_at: this.#checked,
      found: this.#found,
      findings: this.#findings,
      not_checked: [...this.#notChecked, ...others],
    };
  }

  #verdict(): IfcRuleResult['verdict'] {
    if (this.#found > 0) return 'fail';
    if (this.#notChecked.length > 0) return 'not_evaluated';
    return this.#checked === 0 ? 'not_applicable' : 'pass';
  }

  #skip(reason: string, row: number, line: number | null = null): void {
    this.#skipped += 1;
    if (this.#notChecked.length >= MAX_REASONS) return;
    this.#notChecked.push({ reason: clipped(reason, MAX_MESSAGE), ...this.#place(row, line) });
  }

  #keep({ row: own, line, ...fault }: IfcFault, checked: number): void {
    this.#found += 1;
    if (this.#findings.length >= MAX_FINDINGS) return;
    const { message, measured, required } = fault;
    this.#findings.push({
      message: clipped(message, MAX_MESSAGE),
      ...(measured === undefined ? {} : { measured: clippedValue(measured) }),
      ...(required === undefined ? {} : { required: clippedValue(required) }),
      rule: this.#rule,
      ...this.#place(own ?? checked, line ?? null),
    });
  }

  /** What a result is about: an instance, or a line of the file. */
  #place(row: number, line: number | null): Pick<NotChecked, 'about' | 'line'> {
    if (row === WHOLE_FILE) return { about: null, line };
    const about = clippedLabel(this.#model.label(row));
    return { about, line: line ?? this.#model.file.lineOf(row) };
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
  return {
    entity: clipped(entity, MAX_NAME),
    ifc_type: clipped(ifc_type, MAX_NAME),
    guid: short(guid),
    name: short(name),
  };
}

function isMany(found: IfcOutcome | Iterable<IfcOutcome> | null): found is Iterable<IfcOutcome> {
  return found !== null && Symbol.iterator in found;
}
