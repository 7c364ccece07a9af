/** @module ifc-findings: converts faults of an IFC file to findings of a run. */
import { type Finding, findingId } from '../../kernel/checks/findings/finding.ts';
import { readStepFile } from '../../kernel/documents/ifc/read/step-file.ts';
import type { IfcRule } from '../../kernel/documents/ifc/rules/ifc-rule.ts';
import {
  type IfcFinding,
  type IfcRuleResult,
  runIfcRules,
} from '../../kernel/documents/ifc/rules/run-rules.ts';
import type { Json, JsonObject } from '../../schemas/events.ts';
import { fileDigest } from '../files/file-digest.ts';
import type { Checked } from './checked-run.ts';

/** Key of findings about the file itself, not about an instance. */
const FILE = 'file';

/** A file to check. */
export type IfcSource = { readonly path: string; readonly bytes: Buffer };

/** Checks a file against these rules. */
export function checkedIfc({ path, bytes }: IfcSource, rules: readonly IfcRule[]): Checked {
  const sha256 = fileDigest(bytes);
  const file = readStepFile(bytes);
  const results = runIfcRules(file, rules);
  const failed = results.filter(({ found }) => found > 0);
  const bySeverity = (severity: string): readonly IfcRuleResult[] =>
    failed.filter(({ rule }) => rule.severity === severity);
  const ordered = [...bySeverity('error'), ...bySeverity('warning')];
  return {
    findings: findingsOf(ordered.flatMap(({ findings }) => findings)),
    unlisted: {
      error: unlistedIn(bySeverity('error')),
      warning: unlistedIn(bySeverity('warning')),
      advisory: 0,
    },
    summary: {
      status: statusOf(results),
      file: {
        path,
        bytes: bytes.length,
        sha256,
        schema: file.schemas.map((name) => name.slice(0, 60)),
        instances: file.count,
      },
      coverage: coverageOf(results),
      failed: ordered.map(({ rule, found, findings, looked_at }) => ({
        rule_id: rule.id,
        title: rule.title,
        severity: rule.severity,
        looked_at,
        found,
        listed: findings.length,
      })),
      not_evaluated: results
        .filter(({ verdict }) => verdict === 'not_evaluated')
        .map(({ rule }) => rule.id),
      not_checked: notCheckedOf(results),
    },
  };
}

/** Number of findings that the rules counted and did not keep. */
function unlistedIn(results: readonly IfcRuleResult[]): number {
  return results.reduce((sum, { found, findings }) => sum + found - findings.length, 0);
}

/** What was not checked and why; rules with the same reason at the same place are listed once. */
function notCheckedOf(results: readonly IfcRuleResult[]): readonly JsonObject[] {
  const rules = new Map<string, { readonly [fact: string]: Json; readonly rule_ids: string[] }>();
  for (const { rule, not_checked } of results) {
    for (const { reason, about, line } of not_checked) {
      const entity = about?.entity ?? null;
      const key = JSON.stringify([reason, entity, line]);
      const known = rules.get(key) ?? { reason, entity, line, rule_ids: [] };
      known.rule_ids.push(rule.id);
      rules.set(key, known);
    }
  }
  return [...rules.values()];
}

/** `conforms` only if every rule could be evaluated and no rule of the standard is violated. */
function statusOf(results: readonly IfcRuleResult[]): string {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  if (failed.some(({ rule }) => rule.severity === 'error')) return 'violations';
  if (results.some(({ not_checked }) => not_checked.length > 0)) return 'incomplete';
  return failed.length > 0 ? 'warnings' : 'conforms';
}

function coverageOf(results: readonly IfcRuleResult[]): JsonObject {
  const count = (verdict: IfcRuleResult['verdict']): number =>
    results.filter((one) => one.verdict === verdict).length;
  return {
    rules: results.length,
    passed: count('pass'),
    failed: count('fail'),
    not_applicable: count('not_applicable'),
    not_evaluated: count('not_evaluated'),
  };
}

/** The id of a finding depends on GUIDs, not on instance numbers, so that it stays the same in another export. */
function findingsOf(findings: readonly IfcFinding[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, about, line, message, measured, required }): Finding => {
    const subject = about === null ? FILE : (about.guid ?? about.entity);
    const key = `${rule.id} ${subject}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return {
      finding_id: findingId(rule.id, [subject], String(nth)),
      check: rule.id,
      severity: rule.severity,
      element_ids: [subject],
      level_id: null,
      message,
      location: null,
      box: null,
      details: {
        ...(about === null ? {} : { ...about }),
        line,
        clause: rule.clause,
        ...(measured === undefined ? {} : { measured }),
        ...(required === undefined ? {} : { required }),
      },
    };
  });
}
