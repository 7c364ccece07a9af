/** @module threat-scan: refuses forbidden addresses, paths and credentials in inputs; it avoids false positives. */
import type { WebPolicy } from '../../runners/web/policy.ts';
import type { CompiledIo } from '../contracts/contract-registry.ts';
import type { ToolContract } from '../contracts/contract.ts';
import { hasFormat, isMedia, mapStrings } from '../contracts/schema-strings.ts';
import { ToolRefusal } from '../refusals.ts';
import { hostFault } from './threat-hosts.ts';
import { secretIn } from './threat-secrets.ts';

/** Bounds of an input, and the policy for addresses in it. */
export type ThreatPolicy = {
  /** The policy of the web runners. */
  readonly web: WebPolicy;
  /** Bytes of the canonical input. */
  readonly input_bytes_max: number;
  readonly input_depth_max: number;
};

/**
 * Refuses forbidden addresses, unsafe paths and credentials in an input that fits its schema. The schema marks
 * addresses and paths (`format: uri`, `format: relative-path`).
 *
 * @throws {ToolRefusal} TOOL_UNSAFE; the detail names the rule, never the credential
 */
export async function scanInput(
  contract: ToolContract,
  io: CompiledIo,
  input: Readonly<Record<string, unknown>>,
  policy: ThreatPolicy,
): Promise<void> {
  const outgoing: string[] = [];
  mapStrings(input, io.in, (text, schemas, key) => {
    if (hasFormat(schemas, 'uri')) refuseAddress(text, contract.domains, policy.web);
    if (hasFormat(schemas, 'relative-path')) refusePath(text);
    if (!key && !isMedia(schemas)) outgoing.push(text);
    return text;
  });
  // Data tools only read local files; any other input may leave the machine or be stored on a tape
  if (contract.class === 'data' || outgoing.length === 0) return;
  const rule = await secretIn(withDecoded(outgoing.join('\n')));
  if (rule !== undefined) {
    throw new ToolRefusal('TOOL_UNSAFE', `the input carries a credential (${rule})`, {
      rule: 'secret',
      kind: rule,
    });
  }
}

/** The text followed by its percent-decoded form: credentials in queries are often encoded. */
function withDecoded(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return `${text}\n${decodeURIComponent(text)}`;
  } catch {
    return text;
  }
}

function refuseAddress(url: string, domains: readonly string[], web: WebPolicy): void {
  const fault = hostFault(url, domains, web);
  if (fault !== undefined) throw new ToolRefusal('TOOL_UNSAFE', fault, { rule: 'address' });
}

/** Refuses a path unless it is plain and relative. Opening a file refuses symbolic links that lead outside. */
function refusePath(path: string): void {
  const why = pathFault(path);
  if (why !== undefined) {
    throw new ToolRefusal('TOOL_UNSAFE', `the path \`${path.slice(0, 100)}\` ${why}`, {
      rule: 'path',
    });
  }
}

function pathFault(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- the search is for control characters
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'contains a control character';
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(path)) return 'is not relative';
  if (path.includes('\\')) return 'contains a backslash';
  return path.split('/').includes('..') ? 'leads upwards' : undefined;
}

/** Nesting depth of arrays and objects in a JSON text, without parsing it. */
export function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (quoted && unit === '\\') at += 1;
    else if (unit === '"') quoted = !quoted;
    else if (!quoted && (unit === '{' || unit === '[')) deepest = Math.max(deepest, (depth += 1));
    else if (!quoted && (unit === '}' || unit === ']')) depth -= 1;
  }
  return deepest;
}
