/** @module admission: the gates that stand before every input of a declared tool, also where it is only tried. */
import { canonicalJson } from '../canonical/json.ts';
import { admitTool, mustFit } from './contract-registry.ts';
import type { CompiledIo, RegisteredTool } from './contract-registry.ts';
import type { ToolPolicy } from './kernel-parts.ts';
import { ToolRefusal } from './refusals.ts';
import { scanInput } from './threat-scan.ts';

/** A tool that may run, and the bytes of its canonical input. */
export type AdmittedInput = {
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly bytes: number;
};

/** @throws {ToolRefusal} as the integrity gate, the schema and the threat scan say */
export async function admitInput(
  tool: AdmittedInput['tool'],
  input: Readonly<Record<string, unknown>>,
  policy: ToolPolicy,
): Promise<AdmittedInput> {
  mustFit(tool.io.isInput, input, 'input');
  const bytes = Buffer.byteLength(canonicalJson(input));
  if (bytes > policy.threat.input_bytes_max)
    throw new ToolRefusal(
      'BOUND_DATA',
      `the input has ${bytes} bytes, at most ${policy.threat.input_bytes_max} are read`,
    );
  await scanInput(tool.contract, tool.io, input, policy.threat);
  return { tool, bytes };
}

/** What keeps an input from a declared tool in one line, undefined when nothing does. */
export async function admissionFault(
  registry: ReadonlyMap<string, RegisteredTool>,
  tool_id: string,
  {
    input,
    policy,
  }: { readonly input: Readonly<Record<string, unknown>>; readonly policy: ToolPolicy },
): Promise<string | undefined> {
  try {
    await admitInput(admitTool(registry, tool_id, policy.pins), input, policy);
    return undefined;
  } catch (error) {
    if (error instanceof ToolRefusal) return `${error.mpt_code}: ${error.message}`;
    throw error;
  }
}
