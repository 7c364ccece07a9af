/** @module operator-pack: rules that an operator has written as a JSON file: thresholds over our measures, and no code. */
import * as z from 'zod';

import type { Element } from '../kinds/elements.ts';
import type { Measure, Reach } from './measure.ts';
import { MEASURES } from './measures/measures.ts';
import { atLeast, atMost, type Outcome, otherwise } from './outcome.ts';
import type { Pack } from './pack.ts';
import { PACKS } from './packs/packs.ts';
import type { OperatorRule } from './rule.ts';
import type { Run } from './run.ts';

/** Longest text of a file, in UTF-16 units. */
export const PACK_LIMIT = 262_144;
const RULES_MOST = 500;
/** Faults that are named, and the most that is said of one, in UTF-16 units. */
const [FAULTS_MOST, FAULT_LENGTH] = [20, 200];

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

/** The file as it is written. Numbers are in the unit of their measure. */
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
        /** The rule is about elements only for which all of these hold. */
        only: z.array(Comparison).max(10).default([]),
        /** Rooms of these usages only, in lower case. */
        usage: z.array(Text).min(1).max(50).optional(),
        fix: Text,
      }),
    )
    .min(1)
    .max(RULES_MOST),
});
type File = z.output<typeof OperatorPackFile>;
type Written = File['rules'][number];
type Compared = z.output<typeof Comparison>;

/** The pack, or what is wrong with the file, each with its place. */
export type OperatorPackResult =
  | { readonly ok: true; readonly pack: Pack<OperatorRule> }
  | { readonly ok: false; readonly faults: readonly string[] };

const BY_NAME: ReadonlyMap<string, Measure> = new Map(
  MEASURES.map((measure) => [measure.name, measure]),
);

/** The element held against one bound of a measure. */
function held(
  run: Run,
  id: string,
  { measure: name, at_least, at_most = 0 }: Compared,
  fix: string,
): Outcome {
  const measure = BY_NAME.get(name);
  if (measure === undefined) throw new RangeError(`got no measure \`${name}\``);
  const measured = measure.of(run, id);
  const { unit } = measure;
  return at_least === undefined
    ? atMost(measured, { value: at_most, unit }, fix)
    : atLeast(measured, { value: at_least, unit }, fix);
}

/** Why the rule is not about an element; null where it is. */
function leftOut(run: Run, element: Element, written: Written): Outcome | null {
  const { usage, only } = written;
  const own = element.kind === 'room' ? element.params.usage?.trim().toLowerCase() : undefined;
  if (usage !== undefined && (own === undefined || !usage.includes(own))) {
    return otherwise(`the rule is about rooms used as ${usage.join(', ')}`);
  }
  for (const condition of only) {
    const said = held(run, element.id, condition, '');
    if (said.outcome === 'fail') {
      return otherwise(`\`${condition.measure}\` is out of the range of the rule`);
    }
    if (said.outcome !== 'pass') return said;
  }
  return null;
}

/** From the widest down. */
const REACHES: readonly Reach[] = ['building', 'storey'];

function ruleOf({ standard, edition }: File, written: Written, measure: Measure): OperatorRule {
  const { severity, clause, title, only, require, fix } = written;
  const bound = require.at_least ?? require.at_most ?? 0;
  const measures = [measure, ...only.flatMap((one) => BY_NAME.get(one.measure) ?? [])];
  return {
    id: `${standard}.${written.id}`,
    title,
    // What an operator wants is theirs to know; what they are not sure of they call advisory.
    source: { standard, edition, clause, confidence: severity === 'advisory' ? 'L' : 'H' },
    severity: severity === 'advisory' ? 'warning' : severity,
    subject: measure.subject,
    parameters: { bound: { value: bound, unit: measure.unit } },
    reach: REACHES.find((wide) => measures.some(({ reach }) => reach === wide)) ?? 'around',
    *prepare(run, subjects) {
      for (const { prepare } of measures) if (prepare !== null) yield* prepare(run, subjects);
    },
    check: (element, run) => leftOut(run, element, written) ?? held(run, element.id, require, fix),
  };
}

/** What the schema cannot see: names of measures, their subjects, ids that come twice. */
function faultsOf(file: File): readonly string[] {
  const faults: string[] = [];
  if (PACKS.some(({ standard }) => standard === file.standard)) {
    faults.push(`standard: \`${file.standard}\` is one of ours: take another name`);
  }
  const ids = new Set<string>();
  for (const [i, { id, require, only, usage }] of file.rules.entries()) {
    if (ids.has(id)) faults.push(`rules.${i}.id: \`${id}\` is there twice`);
    ids.add(id);
    const subject = BY_NAME.get(require.measure)?.subject;
    for (const { measure: name } of [require, ...only]) {
      const measure = BY_NAME.get(name);
      if (measure === undefined) {
        faults.push(`rules.${i}: no measure \`${name}\`: docs/compliance.md lists them`);
      } else if (subject !== undefined && measure.subject !== subject) {
        faults.push(`rules.${i}: \`${name}\` is of a ${measure.subject}, not of a ${subject}`);
      }
    }
    if (usage !== undefined && subject !== 'room') {
      faults.push(
        `rules.${i}.usage: only rooms have a usage, \`${require.measure}\` is of a ${subject}`,
      );
    }
  }
  return faults;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof SyntaxError ? error : new SyntaxError('not JSON');
  }
}

/** The fault without the rest of a long text that the file gave. */
function short(message: string): string {
  return message.length > FAULT_LENGTH ? `${message.slice(0, FAULT_LENGTH)} …` : message;
}

/** Reads the text of a file. Nothing in it is run: its rules compare measures with numbers. */
export function readOperatorPack(text: string): OperatorPackResult {
  if (text.length > PACK_LIMIT) {
    return { ok: false, faults: [`got ${text.length} characters, expected at most ${PACK_LIMIT}`] };
  }
  const json = parsed(text);
  if (json instanceof SyntaxError) return { ok: false, faults: [`not JSON: ${json.message}`] };
  const read = OperatorPackFile.safeParse(json);
  if (!read.success) {
    const faults = read.error.issues
      .slice(0, FAULTS_MOST)
      .map(
        ({ path, message }) => `${path.length === 0 ? 'file' : path.join('.')}: ${short(message)}`,
      );
    return { ok: false, faults };
  }
  const file = read.data;
  const faults = faultsOf(file);
  if (faults.length > 0) return { ok: false, faults };
  const rules = file.rules.flatMap((written) => {
    const measure = BY_NAME.get(written.require.measure);
    return measure === undefined ? [] : [ruleOf(file, written, measure)];
  });
  const { standard, title, version } = file;
  return { ok: true, pack: { standard, title, version, rules } };
}
