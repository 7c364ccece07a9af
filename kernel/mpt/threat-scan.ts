import type { CompiledIo } from './contract-registry.ts';
/** @module threat-scan: looks at every call before it runs; only precise rules refuse. */
import type { ToolContract } from './contract.ts';
import { ToolRefusal } from './refusals.ts';
import type { WebPolicy } from './runners/web-policy.ts';
import { hasFormat, isMedia, mapStrings } from './schema-strings.ts';
import { hostFault } from './threat-hosts.ts';
import { secretIn } from './threat-secrets.ts';

/** What an input may hold at most, and where it may point. */
export type ThreatPolicy = {
  /** The policy of the web runners. */
  readonly web: WebPolicy;
  /** Bytes of the canonical input. */
  readonly input_bytes_max: number;
  readonly input_depth_max: number;
};

/**
 * Refuses addresses, paths and credentials in an input that fits its schema. Which texts are addresses and paths, the
 * schema says (`format: uri`, `format: relative-path`).
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
  mapStrings(input, io.in, (text, said, key) => {
    if (hasFormat(said, 'uri')) refuseAddress(text, contract.domains, policy.web);
    if (hasFormat(said, 'relative-path')) refusePath(text);
    if (!key && !isMedia(said)) outgoing.push(text);
    return text;
  });
  // Data is read where it is; everything else may leave the machine or stay on a tape
  if (contract.class === 'data' || outgoing.length === 0) return;
  const rule = await secretIn(decodedToo(outgoing.join('\n')));
  if (rule !== undefined)
    throw new ToolRefusal('TOOL_UNSAFE', `the input carries a credential (${rule})`, {
      rule: 'secret',
      kind: rule,
    });
}

/** A credential in a query is often percent-encoded. */
function decodedToo(text: string): string {
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

/** Links that lead outside are refused where the file is opened. */
function refusePath(path: string): void {
  const why = pathFault(path);
  if (why !== undefined)
    throw new ToolRefusal('TOOL_UNSAFE', `the path \`${path.slice(0, 100)}\` ${why}`, {
      rule: 'path',
    });
}

function pathFault(path: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'holds a control character';
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(path)) return 'is not relative';
  if (path.includes('\\')) return 'holds a backslash';
  return path.split('/').includes('..') ? 'leads upwards' : undefined;
}

/** Levels of arrays and objects in a JSON text, without reading it in. */
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
