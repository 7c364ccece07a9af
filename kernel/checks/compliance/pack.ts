/** @module pack: the rules of one standard, as a table with a version. */
import type { OperatorRule, Rule, TableRule, UnnamedRule } from './rule.ts';

/** A set of rules that is run as a whole and named in every result. */
export type Pack<R = Rule> = {
  readonly standard: string;
  readonly title: string;
  /** Version of these rules, not of the standard. */
  readonly version: string;
  readonly rules: readonly R[];
};

type Edition = { readonly standard: string; readonly edition: string };

/** Adds the id and the full source to a rule. */
export function nameRule<R extends UnnamedRule>(
  { standard, edition }: Edition,
  name: string,
  rule: R,
): R & OperatorRule {
  return { ...rule, id: `${standard}.${name}`, source: { standard, edition, ...rule.source } };
}

/**
 * Creates the pack of a standard from its table. Keys of `rules` are rule names; their order is the order of the
 * results.
 */
export function definePack(
  table: Edition & {
    readonly title: string;
    readonly version: string;
    readonly rules: Readonly<Record<string, TableRule>>;
  },
): Pack {
  const { standard, title, version } = table;
  const rules = Object.entries(table.rules).map(([name, rule]) => nameRule(table, name, rule));
  return { standard, title, version, rules };
}
