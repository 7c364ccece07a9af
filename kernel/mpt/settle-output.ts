/** @module settle-output: from what a tool gave to what the caller gets: fitting, compared, annotated, within its tokens. */
import { sha256Hex } from '../canonical/hash.ts';
import { annotate } from './annotations.ts';
import type { Annotation } from './annotations.ts';
import { mustFit } from './contract-registry.ts';
import type { CompiledIo, RegisteredTool } from './contract-registry.ts';
import type { ToolKernelParts, ToolPolicy } from './kernel-parts.ts';
import { ToolRefusal } from './refusals.ts';
import type { RunUse } from './runners/runner.ts';
import { hasFormat, mapStrings } from './schema-strings.ts';
import { fitsTokens, shorten, textOf } from './shorten.ts';
import type { JsonObject } from './shorten.ts';
import type { Tape } from './tapes.ts';
import { hostFault } from './threat-hosts.ts';

/** An output on its way to the caller. */
export type Given = {
  readonly run_id: string;
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly output: JsonObject;
  /** Canonical JSON of the output. */
  readonly text: string;
  readonly tokens_max: number;
};

/** An output as the caller gets it. */
export type Settled = { readonly output: JsonObject; readonly annotations: readonly Annotation[] };

/**
 * Checks an output and brings it within its tokens: what is too long goes to the artefacts as a whole, and the caller
 * gets its beginning.
 *
 * @throws {ToolRefusal} TOOL_SCHEMA_MISS, TOOL_DRIFT or BOUND_DATA
 */
export async function settleOutput(
  given: Given,
  parts: Pick<ToolKernelParts, 'artefacts'>,
  policy: ToolPolicy,
): Promise<Settled> {
  const { tool, text } = given;
  const { io, contract } = tool;
  mustFit(io.isOutput, given.output, 'output');
  const bytes = Buffer.byteLength(text);
  if (bytes > policy.output_bytes_max)
    throw new ToolRefusal(
      'BOUND_DATA',
      `the output has ${bytes} bytes, at most ${policy.output_bytes_max} are given`,
    );
  refuseDriftedHosts(given, policy);
  const foreign = contract.determinism === 'external';
  const annotations = foreign ? annotate(textOf(given.output, io.out)) : [];
  const properties = io.out['properties'];
  const declared =
    typeof properties === 'object' &&
    properties !== null &&
    Object.hasOwn(properties, 'annotations');
  const output = declared ? { ...given.output, annotations } : given.output;
  if (declared) mustFit(io.isOutput, output, 'output');
  if (await fitsTokens(output, io.out, given.tokens_max)) return { output, annotations };
  return { output: await beginningOf(given, output, parts), annotations };
}

/** The final address of a fetched page must still be one that the tool may reach. */
function refuseDriftedHosts({ tool, output }: Given, policy: ToolPolicy): void {
  const { contract, io } = tool;
  mapStrings({ final_url: output['final_url'] ?? null }, io.out, (url, said, key) => {
    const fault =
      key || !hasFormat(said, 'uri')
        ? undefined
        : hostFault(url, contract.domains, policy.threat.web);
    if (fault !== undefined)
      throw new ToolRefusal('TOOL_DRIFT', `the answer came from elsewhere: ${fault}`, {
        rule: 'address',
      });
    return url;
  });
}

async function beginningOf(
  given: Given,
  output: JsonObject,
  { artefacts }: Pick<ToolKernelParts, 'artefacts'>,
): Promise<JsonObject> {
  const { run_id, tool, text, tokens_max } = given;
  const tooLong = new ToolRefusal('BOUND_DATA', `the output has more than ${tokens_max} tokens`, {
    dimension: 'tokens_output_max',
    limit: tokens_max,
  });
  if (artefacts === undefined) throw tooLong;
  const sha256 = sha256Hex(text);
  const { tool_id } = tool.contract;
  // `shortened` says that what stands beside it is only the beginning
  const handle = await artefacts.keep({ run_id, tool_id, text, sha256 });
  const artefact = { ...handle, sha256, shortened: true };
  const short = await shorten(
    output,
    tool.io.out,
    async (cut) =>
      tool.io.isOutput({ ...cut, artefact }) &&
      (await fitsTokens({ ...cut, artefact }, tool.io.out, tokens_max)),
  );
  if (short === undefined) throw tooLong;
  return { ...short, artefact };
}

/** What is compared of two runs. */
export type Compared = {
  readonly mpt_code: string | null;
  readonly output_sha256: string;
  readonly use: RunUse;
};

/**
 * Holds a run to its tape and to the digest that the caller expects. Only digests are said, no content.
 *
 * @param foreign whether the answer comes from outside
 * @throws {ToolRefusal} TOOL_DRIFT, or FRAGILITY where a deterministic tool did not repeat itself
 */
export function mustRepeat(
  got: Compared,
  want: { readonly tape: Tape | undefined; readonly expect_sha256: string | undefined },
  foreign: boolean,
): void {
  const { tape, expect_sha256 } = want;
  if (expect_sha256 !== undefined && got.output_sha256 !== expect_sha256)
    throw new ToolRefusal('TOOL_DRIFT', 'the output is not the expected one', {
      got: got.output_sha256,
      want: expect_sha256,
    });
  if (tape === undefined) return;
  const same = got.mpt_code === tape.mpt_code && got.output_sha256 === tape.output_sha256;
  if (foreign) {
    if (!same)
      throw new ToolRefusal('TOOL_DRIFT', 'the answer is not the one on the tape', {
        got: got.output_sha256,
        want: tape.output_sha256,
      });
    return;
  }
  if (!same || got.use.fuel !== tape.use.fuel || got.use.gas !== tape.use.gas)
    throw new ToolRefusal('FRAGILITY', 'a deterministic tool did not repeat itself', {
      got: { output_sha256: got.output_sha256, fuel: got.use.fuel, gas: got.use.gas },
      want: { output_sha256: tape.output_sha256, fuel: tape.use.fuel, gas: tape.use.gas },
    });
}
