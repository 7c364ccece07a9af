/** @module refusal-rows: refused calls, decisions and registry changes of the log as rows. */
import { type LogEntry, requestText } from '../../../governance/audit/entries/log-entry.ts';
import type { Registry } from '../session.ts';
import { callerOf, callerWords } from './caller.ts';
import type { RefusalRow, RegistryChange } from './report-data.ts';

/** The row of a refusal. */
export function refusalRow(entry: LogEntry, registry: Registry): RefusalRow {
  const { seq, at, kind, server, tool, principal, change, session_id = null } = entry;
  const { approver, name, verdict, approval_id } = entry;
  const who =
    principal === undefined
      ? (requestText(approver) ?? 'not stated')
      : callerWords(callerOf(principal, registry));
  const what =
    tool === undefined
      ? [kind, change ?? requestText(verdict), requestText(name) ?? requestText(approval_id)]
          .filter((part) => part !== null)
          .join(' ')
      : `${server ?? ''}.${tool}`;
  return {
    entry: seq,
    at,
    who,
    session_id,
    what,
    error: entry.error ?? entry.outcome ?? '',
    message: entry.message ?? '',
    reasoning: entry.reasoning ?? null,
  };
}

/** The row of a registration of people, agents or policy; null for any other entry. */
export function registryRow(entry: LogEntry): RegistryChange | null {
  const { seq, at, kind, step, registered, revision = 0, signed } = entry;
  if (kind === 'workspace' && step === 'founded') {
    return { entry: seq, at, what: 'the workspace is created', signed_by: null };
  }
  if (kind !== 'registry' || step !== 'changed' || registered === undefined) return null;
  const what =
    registered.kind === 'workspace'
      ? 'the policy of the workspace is changed'
      : `${registered.kind} ${registered.name} is ${revision === 0 ? 'added' : 'changed'}`;
  return { entry: seq, at, what, signed_by: signed?.approver ?? null };
}
