/** @module settle-output: validates and annotates the output of a runner and shortens it to its token limit. */
import { sha256Hex } from '../../../base/canonical/hash.ts';
import { tokensWithin } from '../../apex/token-cap.ts';
import type { RunUse } from '../../runners/runner.ts';
import { mustFit } from '../contracts/contract-registry.ts';
import type { CompiledIo, RegisteredTool } from '../contracts/contract-registry.ts';
import { hasFormat, isJsonObject, mapStrings } from '../contracts/schema-strings.ts';
import { hostFault } from '../gates/threat-hosts.ts';
import type { Tape } from '../records/tapes.ts';
import { boundRefusal, ToolRefusal } from '../refusals.ts';
import type { Artefacts, NotStored, ToolPolicy } from '../service-parts.ts';
import { annotate } from './annotations.ts';
import type { Annotation } from './annotations.ts';
import { pageOf, shortenPage } from './page.ts';
import { fitsTokens, shorten, textOf } from './shorten.ts';
import type { FitsIn, JsonObject } from './shorten.ts';
import { hasBinaryFiles, keepBinaryFiles } from './written-files.ts';

/** The output of a runner, with the run and the tool that it belongs to. */
export type RawOutput = {
  readonly run_id: string;
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly input: JsonObject;
  readonly output: JsonObject;
  /** Canonical JSON of the output. */
  readonly text: string;
  readonly tokens_max: number;
};

/** The output for the caller. */
export type Settled = {
  readonly output: JsonObject;
  readonly annotations: readonly Annotation[];
  /** Tokens of the output without its encoded files. */
  readonly tokens: number;
};

/**
 * Validates an output and shortens it to its token limit. An output that is too long is stored whole as an artefact (or
 * the answer says why it was not stored) and its beginning is returned; of a table, the rows that fit and the offset of the next one.
 *
 * @throws {ToolRefusal} TOOL_SCHEMA_MISS, TOOL_DRIFT or BOUND_DATA
 */
export async function settleOutput(
  raw: RawOutput,
  artefacts: Artefacts | undefined,
  policy: ToolPolicy,
): Promise<Settled> {
  const { tool, text } = raw;
  const { io, contract } = tool;
  mustFit(io.isOutput, raw.output, 'output');
  const bytes = Buffer.byteLength(text);
  if (bytes > policy.output_bytes_max) {
    throw new ToolRefusal(
      'BOUND_DATA',
      `the output has ${bytes} bytes, at most ${policy.output_bytes_max} are returned`,
    );
  }
  refuseDriftedHosts(raw, policy);
  const external = contract.determinism === 'external';
  const annotations = external ? annotate(textOf(raw.output, io.out)) : [];
  const properties = io.out['properties'];
  const withLinks = await withoutBinaryFiles(raw, artefacts);
  const declared = isJsonObject(properties) && Object.hasOwn(properties, 'annotations');
  const output = declared ? { ...withLinks, annotations } : withLinks;
  if (declared) mustFit(io.isOutput, output, 'output');
  const tokens = await tokensWithin(textOf(output, io.out), raw.tokens_max);
  if (tokens !== null) return { output, annotations, tokens };
  return { annotations, ...(await shortenOutput(raw, output, artefacts)) };
}

/** Refuses a web page whose final address, after redirects, is forbidden for the tool. */
function refuseDriftedHosts({ tool, output }: RawOutput, policy: ToolPolicy): void {
  const { contract, io } = tool;
  mapStrings({ final_url: output['final_url'] ?? null }, io.out, (url, schemas, key) => {
    const fault =
      key || !hasFormat(schemas, 'uri')
        ? undefined
        : hostFault(url, contract.domains, policy.threat.web);
    if (fault !== undefined) {
      throw new ToolRefusal('TOOL_DRIFT', `the final address of the answer is refused: ${fault}`, {
        rule: 'address',
      });
    }
    return url;
  });
}

/** Replaces a program's binary files by links to artefacts. Without an artefact store, base64 counts as text. */
async function withoutBinaryFiles(
  { run_id, output, tool, tokens_max }: RawOutput,
  artefacts: Artefacts | undefined,
): Promise<JsonObject> {
  if (tool.contract.class !== 'code' || !hasBinaryFiles(output)) return output;
  if (artefacts !== undefined) return await keepBinaryFiles(run_id, output, artefacts);
  if (await fitsTokens(output, {}, tokens_max)) return output;
  throw outputTooLong(tokens_max);
}

/** `least`: tokens of the shortest form of the output; Infinity if unknown. */
function outputTooLong(tokens_max: number, least = Infinity): ToolRefusal {
  const cause = `the output has more than ${tokens_max} tokens`;
  if (least === Infinity) return boundRefusal('BOUND_DATA', cause, 'tokens_output_max', tokens_max);
  return new ToolRefusal('BOUND_DATA', `${cause}, and its shortest form has ${least}`, {
    dimension: 'tokens_output_max',
    limit: tokens_max,
    needed: least,
  });
}

/** Number of tokens up to which the forms of an output are counted. */
const COUNTED_TOKENS_MAX = 2000;

async function shortenOutput(
  raw: RawOutput,
  output: JsonObject,
  artefacts: Artefacts | undefined,
): Promise<Pick<Settled, 'output' | 'tokens'>> {
  const { run_id, tool, text, tokens_max } = raw;
  if (artefacts === undefined) throw outputTooLong(tokens_max);
  const sha256 = sha256Hex(text);
  const { tool_id } = tool.contract;
  const stored = await artefacts.keep({ run_id, tool_id, text, sha256 });
  const schema = tool.io.out;
  const page = pageOf(raw.input, output);
  let least = Infinity;
  // `shortened` says that the other members are only the beginning of the stored ones
  const shortened = { shortened: true };
  const whole = isNotStored(stored)
    ? { not_stored: stored.fault, sha256, ...shortened }
    : { ...stored, sha256, ...shortened };
  // A small budget has no space for more than the path; the file is named after its digest
  const brief = isNotStored(stored) ? shortened : { path: stored['path'] ?? '', ...shortened };
  // Whole rows and the position of the next one lose nothing, so they need no file
  const handles = page === undefined ? [whole, brief] : [whole, brief, undefined];
  for (const handle of handles) {
    const withHandle = (cut: JsonObject): JsonObject =>
      handle === undefined ? cut : { ...cut, artefact: handle };
    const fits: FitsIn['fits'] = async (cut) => {
      if (!tool.io.isOutput(withHandle(cut))) return false;
      const counted = textOf(withHandle(cut), schema);
      const tokens = await tokensWithin(counted, Math.max(COUNTED_TOKENS_MAX, tokens_max));
      least = Math.min(least, tokens ?? Infinity);
      return tokens !== null && tokens <= tokens_max;
    };
    const short =
      page === undefined
        ? await shorten(output, schema, fits)
        : await shortenPage(page, { schema, fits }, handle === undefined);
    if (short === undefined) continue;
    const answer = withHandle(short);
    const tokens = await tokensWithin(textOf(answer, schema), tokens_max);
    return { output: answer, tokens: tokens ?? tokens_max };
  }
  throw outputTooLong(tokens_max, least);
}

function isNotStored(stored: Awaited<ReturnType<Artefacts['keep']>>): stored is NotStored {
  return 'fault' in stored;
}

/** The parts of a run that are compared with its tape. */
export type Compared = {
  readonly mpt_code: string | null;
  readonly output_sha256: string;
  readonly use: RunUse;
};

/**
 * Compares a run with its tape and with the digest that the caller expects. Messages contain digests, no content.
 *
 * @param external whether the output depends on external data
 * @throws {ToolRefusal} TOOL_DRIFT, or FRAGILITY if a deterministic tool gave another output
 */
export function mustRepeat(
  got: Compared,
  want: { readonly tape: Tape | undefined; readonly expect_sha256: string | undefined },
  external: boolean,
): void {
  const { tape, expect_sha256 } = want;
  if (expect_sha256 !== undefined && got.output_sha256 !== expect_sha256) {
    throw new ToolRefusal('TOOL_DRIFT', 'the output does not have the expected digest', {
      got: got.output_sha256,
      want: expect_sha256,
    });
  }
  if (tape === undefined) return;
  const same = got.mpt_code === tape.mpt_code && got.output_sha256 === tape.output_sha256;
  if (external) {
    if (!same) {
      throw new ToolRefusal('TOOL_DRIFT', 'the answer differs from the tape', {
        got: got.output_sha256,
        want: tape.output_sha256,
      });
    }
    return;
  }
  if (!same || got.use.fuel !== tape.use.fuel || got.use.gas !== tape.use.gas) {
    throw new ToolRefusal('FRAGILITY', 'a deterministic tool did not repeat itself', {
      got: { output_sha256: got.output_sha256, fuel: got.use.fuel, gas: got.use.gas },
      want: { output_sha256: tape.output_sha256, fuel: tape.use.fuel, gas: tape.use.gas },
    });
  }
}
