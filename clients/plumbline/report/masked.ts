/** @module masked: masks secrets and personal data in the values of a report, as the audit log masks arguments. */
import { maskCall, maskReasoning } from '../../../governance/audit/entry.ts';

/** Parameters whose values may be in a report. Values that are not set stay as they are. */
export function maskedParams(
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const set = Object.entries(params).filter(([, value]) => value !== undefined);
  return { ...params, ...maskCall(Object.fromEntries(set)) };
}

/** One value of a parameter. */
export function maskedValue(name: string, value: unknown): unknown {
  return maskedParams({ [name]: value })[name];
}

/** A text of the model or of a person. */
export function maskedText(text: string): string {
  return maskReasoning(text);
}
