/** @module operator-pack: reads rules that an operator has written as JSON: comparisons of built-in measures, no code. */
import * as z from 'zod';

import type { ElementKind } from '../../building/kinds/elements.ts';
import { defineGuard, type Guard } from './guard.ts';
import { inputsOf, type Measure } from './measure.ts';
import { notApplicable } from './measured.ts';
import { MEASURES } from './measures/measures.ts';
import { nameRule, type Pack } from './pack.ts';
import { PACKS } from './packs/packs.ts';
import { compareWith, operatorRow, type Requirement } from './row.ts';
import type { OperatorRule } from './rule.ts';

/** Maximum length of a file, in UTF-16 code units. */
export const PACK_LIMIT = 262_144;
/** Maximum number of rules in a file. */
const MAX_RULES = 500;
/** Maximum number of reported errors, and maximum length of each in UTF-16 code units. */
const [MAX_FAULTS, MAX_FAULT_LENGTH] = [20, 200];

const Text = z.string().min(1).max(300);
const Bound = z.number().min(-1e9).max(1e9);
const Comparison = z
  .strictObject({
    measure: z.string().min(1).max(60),
    at_least: Bound.optional(),
    at_most: Bound.optional(),
  })
  .refine(
    ({ at_least, at_most }) => (at_least === undefined) !== (at_most === undefined),
    'expected either `at_least` or `at_most`',
  );

/** The format of a file. Limits are in the unit of their measure. */
const OperatorPackFile = z.strictObject({
  format: z.literal('plumbline-rules/1'),
  standard: z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,39}$/, 'expected capitals, digits and hyphens'),
  title: Text,
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, 'expected a version such as 1.0.0'),
  edition: Text,
  rules: z
    .array(
      z.strictObject({
        id: z
          .string()
          .max(80)
          .regex(/^[a-z0-9]+(?:-[a-z0-9]+){0,9}$/, 'expected words with hyphens'),
        title: Text,
        clause: Text,
        severity: z.enum(['error', 'warning', 'advisory']).default('error'),
        require: Comparison,
        /** The rule applies only to elements that meet all of these conditions. */
        only: z.array(Comparison).max(10).default([]),
        /** The rule applies only to rooms of these usages, in lower case. */
        usage: z.array(Text).min(1).max(50).optional(),
        fix: Text,
      }),
    )
    .min(1)
    .max(MAX_RULES),
});
type File = z.output<typeof OperatorPackFile>;
type Written = File['rules'][number];
type Compared = z.output<typeof Comparison>;

/** The pack, or the errors of the file, each with its location. */
export type OperatorPackResult =
  | { readonly ok: true; readonly pack: Pack<OperatorRule> }
  | { readonly ok: false; readonly faults: readonly string[] };

const BY_NAME: ReadonlyMap<string, Measure> = new Map(
  MEASURES.map((measure) => [measure.name, measure]),
);

function requirementOf({ measure: name, at_least, at_most = 0 }: Compared): Requirement {
  const measure = BY_NAME.get(name);
  if (measure === undefined) throw new RangeError(`\`${name}\` is not a measure`);
  const { unit } = measure;
  return at_least === undefined
    ? { measure, at_most: { value: at_most, unit } }
    : { measure, at_least: { value: at_least, unit } };
}

/** Builds the guard from `usage` and `only`. */
function guardOf(subject: ElementKind, { usage, only }: Written): Guard {
  const conditions = only.map(requirementOf);
  return defineGuard({
    subject,
    ...inputsOf(conditions.map(({ measure }) => measure)),
    exempt(element, run) {
      const own = element.kind === 'room' ? element.params.usage?.trim().toLowerCase() : undefined;
      if (usage !== undefined && (own === undefined || !usage.includes(own))) {
        return notApplicable(`the rule applies to rooms used as ${usage.join(', ')}`);
      }
      for (const condition of conditions) {
        const outcome = compareWith(run, element.id, condition, '');
        if (outcome.outcome === 'fail') {
          return notApplicable(`\`${condition.measure.name}\` is outside the range of the rule`);
        }
        if (outcome.outcome !== 'pass') return outcome;
      }
      return null;
    },
  });
}

/** Converts one entry of the file to a rule. */
function ruleOf(file: File, written: Written): OperatorRule {
  const { id, title, clause, severity, fix } = written;
  const require = requirementOf(written.require);
  const { subject } = require.measure;
  const rule = operatorRow(subject, guardOf(subject, written), {
    title,
    // Operators know how reliable their own requirements are: they mark uncertain requirements as `advisory`.
    source: { clause, confidence: severity === 'advisory' ? 'L' : 'H' },
    severity: severity === 'advisory' ? 'warning' : severity,
    require,
    fix,
  });
  const bound = require.at_least ?? require.at_most;
  return nameRule(file, id, { ...rule, parameters: { bound } });
}

/** Errors that the schema cannot express: unknown measures, mixed subjects and duplicate ids. */
function faultsOf(file: File): readonly string[] {
  const faults: string[] = [];
  if (PACKS.some(({ standard }) => standard === file.standard)) {
    faults.push(`standard: \`${file.standard}\` is a built-in standard: choose another name`);
  }
  const ids = new Set<string>();
  for (const [i, { id, require, only, usage }] of file.rules.entries()) {
    if (ids.has(id)) faults.push(`rules.${i}.id: \`${id}\` is used twice`);
    ids.add(id);
    const subject = BY_NAME.get(require.measure)?.subject;
    for (const { measure: name } of [require, ...only]) {
      const measure = BY_NAME.get(name);
      if (measure === undefined) {
        faults.push(
          `rules.${i}: unknown measure \`${name}\`: docs/compliance.md lists all measures`,
        );
      } else if (subject !== undefined && measure.subject !== subject) {
        faults.push(`rules.${i}: \`${name}\` measures a ${measure.subject}, not a ${subject}`);
      }
    }
    if (usage !== undefined && subject !== 'room') {
      faults.push(
        `rules.${i}.usage: only rooms have a usage, but \`${require.measure}\` measures a ${subject}`,
      );
    }
  }
  return faults;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof SyntaxError ? error : new SyntaxError('not JSON');
  }
}

/** Shortens an error message, because it can quote a long text from the file. */
function short(message: string): string {
  return message.length > MAX_FAULT_LENGTH ? `${message.slice(0, MAX_FAULT_LENGTH)} …` : message;
}

/** Parses the text of a file. A file contains no code: its rules compare measures with limits. */
export function readOperatorPack(text: string): OperatorPackResult {
  if (text.length > PACK_LIMIT) {
    return {
      ok: false,
      faults: [`the file has ${text.length} characters, expected at most ${PACK_LIMIT}`],
    };
  }
  const json = parseJson(text);
  if (json instanceof SyntaxError) return { ok: false, faults: [`not JSON: ${json.message}`] };
  const read = OperatorPackFile.safeParse(json);
  if (!read.success) {
    const faults = read.error.issues
      .slice(0, MAX_FAULTS)
      .map(
        ({ path, message }) => `${path.length === 0 ? 'file' : path.join('.')}: ${short(message)}`,
      );
    return { ok: false, faults };
  }
  const file = read.data;
  const faults = faultsOf(file);
  if (faults.length > 0) return { ok: false, faults };
  const rules = file.rules.map((written) => ruleOf(file, written));
  const { standard, title, version } = file;
  return { ok: true, pack: { standard, title, version, rules } };
}
