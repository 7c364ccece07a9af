/** @module check-input: the gates that every input of a declared tool must pass, also in certification. */
import { canonicalJson } from '../../../base/canonical/json.ts';
import { declaredTool, mustFit } from '../contracts/contract-registry.ts';
import type { CompiledIo, RegisteredTool } from '../contracts/contract-registry.ts';
import { ToolRefusal } from '../refusals.ts';
import type { ToolPolicy } from '../service-parts.ts';
import { scanInput } from './threat-scan.ts';

/** A tool that may run, and the bytes of its canonical input. */
export type CheckedInput = {
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly bytes: number;
};

/**
 * Checks an input against its schema, its bound of size and the threat scan.
 *
 * @throws {ToolRefusal} TOOL_SCHEMA_MISS, BOUND_DATA or TOOL_UNSAFE
 */
export async function checkInput(
  tool: CheckedInput['tool'],
  input: Readonly<Record<string, unknown>>,
  policy: ToolPolicy,
): Promise<CheckedInput> {
  mustFit(tool.io.isInput, input, 'input');
  const bytes = Buffer.byteLength(canonicalJson(input));
  if (bytes > policy.threat.input_bytes_max) {
    throw new ToolRefusal(
      'BOUND_DATA',
      `the input has ${bytes} bytes, at most ${policy.threat.input_bytes_max} are read`,
    );
  }
  await scanInput(tool.contract, tool.io, input, policy.threat);
  return { tool, bytes };
}

/** Why an input is refused, in one line; undefined if it is accepted. */
export async function inputFault(
  registry: ReadonlyMap<string, RegisteredTool>,
  tool_id: string,
  {
    input,
    policy,
  }: { readonly input: Readonly<Record<string, unknown>>; readonly policy: ToolPolicy },
): Promise<string | undefined> {
  try {
    await checkInput(declaredTool(registry, tool_id, policy.pins), input, policy);
    return undefined;
  } catch (error) {
    if (error instanceof ToolRefusal) return `${error.mpt_code}: ${error.message}`;
    throw error;
  }
}
