/** @module text2im: the tool image.text2im: a picture from a configured service, or a diagram drawn from text. */
import { z } from 'zod';

import type { RunBudget, Runner } from '../runner.ts';
import { TaskStop } from '../task/task-stop.ts';
import { discard, GAS_PER_REQUEST, readBody, send } from '../web/request.ts';
import type { WebSession } from '../web/request.ts';
import { endpointOptions, webRunner } from '../web/session.ts';
import type { WebOptions, WebResult } from '../web/session.ts';
import { DIAGRAM_LANGUAGE, isDiagram, parseDiagram } from './diagram-text.ts';
import { drawDiagram } from './diagram.ts';
import { imageOutput } from './edit.ts';
import { gasOf, imageKindOf, IMAGE_MAX } from './operations.ts';
import { runImageJob } from './process.ts';

/** A service with the API of OpenAI's `POST /v1/images/generations`, remote or on this machine. */
export type ImageService = {
  /** The complete URL of the API call. */
  readonly endpoint: string;
  /** Bearer token, sent only to `endpoint`. */
  readonly key?: string;
  readonly model?: string;
  /** Whether to send `response_format: "b64_json"` (default true): some models imply it and refuse the parameter. */
  readonly asks_format?: boolean;
};

/** Options of the runner. */
export type Text2ImOptions = WebOptions & { readonly service?: ImageService };

const SIZES = ['256x256', '512x512', '768x512', '1024x1024'] as const;

const Text2ImInput = z.strictObject({
  prompt: z.string().trim().min(1).max(1000),
  size: z.enum(SIZES).default('512x512'),
  seed: z.int().min(0).max(4_294_967_295).optional(),
  /** `model` requires a generated picture, not a diagram. */
  require: z.enum(['any', 'model']).default('any'),
});

type Text2ImRequest = z.output<typeof Text2ImInput>;

/** Gas of one call of a service, including its web request. */
const SERVICE_GAS = 1500;

/**
 * The runner of `image.text2im`. Input: `prompt`, `size` (default 512x512), `seed` (sent only if set, since some
 * services refuse it) and `require`. Output: `{image: {base64, media_type, width, height, bytes, sha256}, provider,
 * generative, prompt}`, with `seed` if it was used.
 *
 * With a service, the picture is generated (`generative: true`) and decoded before it is reported: type and size are
 * those of the picture, not of the request. Price: 1500 gas, 1 per started 4 KiB of the answer and 1 per started
 * 65,536 pixels. Without a service, a diagram (see `diagram-text.ts`) is drawn (`generative: false`) for 1 gas per
 * started 65,536 pixels; any other prompt, and `require: "model"`, end in TOOL_FAIL.
 */
export function createImageText2ImRunner(options: Text2ImOptions): Runner {
  const { service } = options;
  const web = service === undefined ? options : endpointOptions(options, new URL(service.endpoint));
  const adapter = service === undefined ? 'diagram@1' : 'openai-images@1';
  return webRunner(web, {
    shape: Text2ImInput,
    adapter,
    job:
      (request, { budget }) =>
      async (session, leftMs) =>
        service === undefined
          ? drawPicture(session, request)
          : await generatePicture(session, service, { request, budget, leftMs }),
  });
}

function drawPicture(session: WebSession, { prompt, size, require }: Text2ImRequest): WebResult {
  if (require === 'model' || !isDiagram(prompt)) {
    throw new TaskStop(
      'TOOL_FAIL',
      `no image service is configured; an operator sets \`image.endpoint\` in \`.plumbline/mpt.json\` to a URL that ends in \`/v1/images/generations\`; without a service only diagrams are drawn: ${DIAGRAM_LANGUAGE}`,
    );
  }
  const [width, height] = sizeOf(size);
  session.meter.charge(gasOf(width * height));
  const bytes = drawDiagram(parseDiagram(prompt), { width, height });
  return {
    output: {
      image: imageOutput(bytes, 'image/png', { width, height }),
      provider: 'diagram',
      generative: false,
      prompt,
    },
    provenance: { engine: 'image-diagram@1' },
  };
}

const Answer = z.object({ data: z.array(z.object({ b64_json: z.base64() })).min(1) });

/** A request to the service, with the budget of the run and the time left in ms. */
type ServiceCall = {
  readonly request: Text2ImRequest;
  readonly budget: RunBudget;
  readonly leftMs: () => number;
};

async function generatePicture(
  session: WebSession,
  service: ImageService,
  { request, budget, leftMs }: ServiceCall,
): Promise<WebResult> {
  const url = new URL(service.endpoint);
  const { prompt, size, seed } = request;
  const seeded = seed === undefined ? {} : { seed };
  session.meter.charge(SERVICE_GAS - GAS_PER_REQUEST);
  session.meter.request();
  const response = await send(session, url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(service.key === undefined ? {} : { authorization: `Bearer ${service.key}` }),
    },
    body: JSON.stringify({
      prompt,
      size,
      n: 1,
      ...seeded,
      ...(service.model === undefined ? {} : { model: service.model }),
      ...(service.asks_format === false ? {} : { response_format: 'b64_json' }),
    }),
  });
  if (response.status !== 200) {
    await discard(response);
    throw new TaskStop(
      'TOOL_FAIL',
      `the image service \`${url.host}\` answered with status ${response.status}`,
      { status: response.status },
    );
  }
  const limit = Math.ceil((IMAGE_MAX.output_bytes * 4) / 3) + 65_536;
  const answer = await readBody({ ...session, bytes_max: limit }, response, url);
  const bytes = pictureOf(answer.body, url.host);
  const info = await inspectPicture(session, bytes, { budget, leftMs, host: url.host });
  const { format, ...dimensions } = info;
  return {
    output: {
      image: imageOutput(bytes, `image/${format}`, dimensions),
      provider: url.host,
      generative: true,
      prompt,
      ...seeded,
    },
    provenance: {
      host: url.host,
      body_sha256: answer.body_sha256,
      ...(service.model === undefined ? {} : { model: service.model }),
    },
  };
}

/** The picture in the body of an answer. Throws `TaskStop` TOOL_DRIFT if there is none. */
function pictureOf(body: Uint8Array, host: string): Uint8Array {
  const drift = (what: string): TaskStop =>
    new TaskStop('TOOL_DRIFT', `the image service \`${host}\` ${what}`);
  let answer: unknown;
  try {
    answer = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw drift('did not answer with JSON');
  }
  const parsed = Answer.safeParse(answer);
  const [picture] = parsed.success ? parsed.data.data : [];
  if (picture === undefined) throw drift('answered without `data[0].b64_json`');
  const bytes = Buffer.from(picture.b64_json, 'base64');
  if (imageKindOf(bytes) === undefined) throw drift('answered with data that is not a picture');
  return bytes;
}

const PictureInfo = z.object({
  format: z.enum(['png', 'jpeg', 'webp', 'gif']),
  width: z.int(),
  height: z.int(),
  frames: z.int(),
});

/**
 * Decodes a service's picture in a separate process and returns its properties.
 *
 * @throws {TaskStop} TOOL_DRIFT for a picture that cannot be decoded or is animated; BOUND_* and TOOL_TIMEOUT for the
 *   bounds of the run
 */
async function inspectPicture(
  session: WebSession,
  bytes: Uint8Array,
  { budget, leftMs, host }: Pick<ServiceCall, 'budget' | 'leftMs'> & { readonly host: string },
): Promise<Omit<z.output<typeof PictureInfo>, 'frames'>> {
  const gas = Math.max(0, budget.gas - session.meter.gas);
  const end = await runImageJob(
    { bytes, edit: null, gas, mem_mb: budget.mem_mb },
    { time_ms: Math.max(1, leftMs()), signal: session.signal },
  );
  session.meter.charge(end.gas);
  if (!end.ok) {
    const drift = end.code === 'TOOL_FAIL';
    throw drift
      ? new TaskStop('TOOL_DRIFT', `the image service \`${host}\` answered: ${end.cause}`)
      : new TaskStop(end.code, end.cause, end.detail);
  }
  const { frames, ...info } = PictureInfo.parse(end.output);
  if (frames === 1) return info;
  throw new TaskStop('TOOL_DRIFT', `the image service \`${host}\` answered with ${frames} frames`);
}

function sizeOf(size: (typeof SIZES)[number]): readonly [number, number] {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return [width, height];
}
