/** @module edit: the tool image.edit, which applies a bounded list of operations to a bitmap. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import type { OpenFile, RunBudget, Runner } from '../runner.ts';
import { parseInput } from '../task/parse-input.ts';
import { endOf, outcomeOf, TaskStop } from '../task/task-stop.ts';
import type { TaskEnd } from '../task/task-stop.ts';
import { ImageFormat, imageKindOf, ImageOperation, ImagePlace, IMAGE_MAX } from './operations.ts';
import { runImageJob } from './process.ts';

/** Options of the runner. */
export type ImageEditOptions = {
  /** A clock in milliseconds, for `latency_ms` only. */
  readonly now: () => number;
};

const EditInput = z.strictObject({
  image: ImagePlace,
  operations: z.array(ImageOperation).max(IMAGE_MAX.operations),
  format: ImageFormat.default('png'),
  quality: z.int().min(1).max(100).default(80),
});

type EditInput = z.output<typeof EditInput>;

/**
 * The runner of `image.edit`. Input: `image` (`{path}` of a file that the caller may read, or `{base64}`; PNG, JPEG,
 * WebP or GIF, at most 16 million pixels), `operations` (at most 16, in order), `format` (default png) and `quality`.
 * Output: `{image: {base64, media_type, width, height, bytes, sha256}, source: {format, bytes}}`. Metadata of the
 * source (place, camera, author) is dropped. Price: 1 gas per started 65,536 pixels for decoding, for each step and
 * for encoding.
 */
export function createImageEditRunner(options: ImageEditOptions): Runner {
  return {
    async run(input, budget, signal, { open } = {}) {
      const began = options.now();
      let end: TaskEnd;
      let unmeasured = false;
      try {
        end = await edit(open, parseInput(EditInput, input), { budget, signal });
      } catch (error) {
        unmeasured = error instanceof TaskStop && error.code === 'TOOL_TIMEOUT';
        end = endOf(error, 0, 'the picture cannot be edited');
      }
      const provenance = { engine: 'image-edit@1', codec: 'sharp@0.35.5' };
      const latency_ms = options.now() - began;
      return outcomeOf(end, budget.gas, { latency_ms, provenance, unmeasured });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function edit(
  open: OpenFile | undefined,
  { image, operations, format, quality }: EditInput,
  { budget, signal }: { readonly budget: RunBudget; readonly signal: AbortSignal },
): Promise<TaskEnd> {
  const bytes = await bytesOf(open, image);
  const kind = kindOf(bytes);
  const overlays: Uint8Array[] = [];
  for (const operation of operations) {
    if (operation.op !== 'overlay') continue;
    const overlay = await bytesOf(open, operation.image);
    kindOf(overlay);
    overlays.push(overlay);
  }
  const job = {
    bytes,
    edit: { operations, overlays, format, quality },
    gas: budget.gas,
    mem_mb: budget.mem_mb,
  };
  const end = await runImageJob(job, { time_ms: budget.time_ms, signal });
  if (!end.ok) return end;
  const { bytes: edited, width, height } = EditedShape.parse(end.output);
  return {
    ok: true,
    gas: end.gas,
    output: {
      image: imageOutput(edited, `image/${format}`, { width, height }),
      source: { format: kind, bytes: bytes.length },
    },
  };
}

/** The format of a picture. Throws `TaskStop` TOOL_FAIL for any other file. */
function kindOf(bytes: Uint8Array): string {
  const kind = imageKindOf(bytes);
  if (kind !== undefined) return kind;
  throw new TaskStop('TOOL_FAIL', 'the file does not begin like a PNG, JPEG, WebP or GIF');
}

const EditedShape = z.object({
  bytes: z.instanceof(Uint8Array),
  width: z.number(),
  height: z.number(),
});

/** A picture in the output form of tools. */
export function imageOutput(
  bytes: Uint8Array,
  media_type: string,
  size: { readonly width: number; readonly height: number },
): Readonly<Record<string, unknown>> {
  return {
    base64: Buffer.from(bytes).toString('base64'),
    media_type,
    ...size,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

async function bytesOf(open: OpenFile | undefined, image: EditInput['image']): Promise<Uint8Array> {
  if ('base64' in image) return Buffer.from(image.base64, 'base64');
  if (open === undefined) {
    throw new TaskStop('TOOL_UNSAFE', 'no data folder is configured; give the picture itself');
  }
  await using handle = await open(image.path);
  const { size } = await handle.stat();
  if (size > IMAGE_MAX.input_bytes) {
    throw new TaskStop(
      'BOUND_DATA',
      `file \`${image.path}\` has ${size} bytes, at most ${IMAGE_MAX.input_bytes} are read`,
    );
  }
  return await readFile(handle);
}
