/** @module pipeline: decodes a picture, runs the steps of an edit and encodes the result, inside the child process. */
import sharp from 'sharp';
import type { CreateRaw, OutputInfo, Sharp } from 'sharp';

import { TaskStop } from '../task/task-stop.ts';
import { drawLettering, layOver, letteringSize } from './lettering.ts';
import type { Overlay } from './lettering.ts';
import { gasOf, IMAGE_MAX } from './operations.ts';
import type { ImageEdit, ImageOperation } from './operations.ts';

/** An edited and encoded picture. */
export type EditedImage = {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** Decoded pixels, one byte per channel. */
type Raster = {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
};

/** The allowed decoders; all others are blocked. */
const DECODERS = ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Configures sharp for one edit: few decoders, one thread, no cache. */
export function prepareEngine(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  sharp.concurrency(1);
  sharp.cache(false);
}

/** Counts the gas of an edit. `used` includes a step that was refused. */
export class ImageMeter {
  readonly #gas: number;
  #used = 0;

  constructor(gas: number) {
    this.#gas = gas;
  }

  get used(): number {
    return this.#used;
  }

  /** Charges a step over `pixels` pixels. Throws `TaskStop` BOUND_GAS. */
  step(pixels: number): void {
    this.#used += gasOf(pixels);
    if (this.#used > this.#gas) {
      throw new TaskStop('BOUND_GAS', `the edit needs more than ${this.#gas} gas`);
    }
  }
}

/**
 * Decodes the first frame of a picture, rotated by its EXIF orientation, runs the steps, and encodes the result
 * without metadata.
 *
 * @throws {TaskStop} BOUND_DATA for too many pixels or bytes, BOUND_GAS, TOOL_FAIL for a picture that cannot be
 *   decoded and for a step that cannot be applied
 */
export async function editImage(
  bytes: Uint8Array,
  edit: ImageEdit,
  meter: ImageMeter,
): Promise<EditedImage> {
  let raster = await decode(bytes, meter);
  const overlays = edit.overlays.values();
  for (const [index, operation] of edit.operations.entries()) {
    meter.step(Math.max(raster.width * raster.height, resultPixels(raster, operation)));
    if (operation.op === 'text' || operation.op === 'overlay') {
      const over =
        operation.op === 'text'
          ? letteringOverlay(operation, meter)
          : await overlayOf(overlays.next().value, meter);
      raster = await composite(raster, over, { opacity: 1, ...operation });
    } else {
      raster = await apply(raster, operation, index);
    }
  }
  meter.step(raster.width * raster.height);
  const { data, info } = await encoder(sharp(raster.data, { raw: rawOf(raster) }), edit).toBuffer({
    resolveWithObject: true,
  });
  if (data.length > IMAGE_MAX.output_bytes) {
    throw new TaskStop(
      'BOUND_DATA',
      `the picture has ${data.length} bytes, at most ${IMAGE_MAX.output_bytes} are returned`,
    );
  }
  return { bytes: data, width: info.width, height: info.height };
}

/** Properties of a completely decoded picture. */
export type ImageInfo = {
  /** The decoder's name of the format, such as `png`. */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
};

/** Decodes a picture and returns its properties. Throws like `editImage`. */
export async function inspectImage(bytes: Uint8Array, meter: ImageMeter): Promise<ImageInfo> {
  const { width, height } = await decode(bytes, meter);
  const { format, pages = 1 } = await sharp(bytes, {
    limitInputPixels: IMAGE_MAX.pixels,
  }).metadata();
  return { format, width, height, frames: pages };
}

async function decode(bytes: Uint8Array, meter: ImageMeter): Promise<Raster> {
  const image = sharp(bytes, { limitInputPixels: IMAGE_MAX.pixels, failOn: 'error', pages: 1 });
  try {
    const { width, height } = await image.metadata();
    if (width * height > IMAGE_MAX.pixels) throw tooLarge(width, height);
    meter.step(width * height);
    return rasterOf(await image.autoOrient().toColourspace('srgb').raw().toBuffer(WITH_INFO));
  } catch (error) {
    if (error instanceof TaskStop) throw error;
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown';
    if (/exceeds pixel limit/.test(message)) {
      throw new TaskStop('BOUND_DATA', `the picture has more than ${IMAGE_MAX.pixels} pixels`);
    }
    throw new TaskStop('TOOL_FAIL', `the picture cannot be decoded: ${message}`);
  }
}

function letteringOverlay(
  operation: ImageOperation & { readonly op: 'text' },
  meter: ImageMeter,
): Overlay {
  const { width, height } = letteringSize(operation);
  if (width * height > IMAGE_MAX.pixels) throw tooLarge(width, height);
  meter.step(width * height);
  return drawLettering(operation);
}

async function overlayOf(bytes: Uint8Array | undefined, meter: ImageMeter): Promise<Overlay> {
  const { width, height, ...raster } = await decode(bytes ?? new Uint8Array(), meter);
  const raw = { width, height, channels: raster.channels };
  const { data } = await sharp(raster.data, { raw })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer(WITH_INFO);
  return { data, width, height };
}

async function composite(
  raster: Raster,
  overlay: Overlay,
  at: { readonly x: number; readonly y: number; readonly opacity: number },
): Promise<Raster> {
  const coloured = sharp(raster.data, { raw: rawOf(raster) }).toColourspace('srgb');
  const ground = rasterOf(await coloured.raw().toBuffer(WITH_INFO));
  layOver(ground, overlay, at);
  return ground;
}

const WITH_INFO = { resolveWithObject: true } as const;

function rasterOf({ data, info }: { data: Buffer; info: OutputInfo }): Raster {
  return { data, width: info.width, height: info.height, channels: info.channels };
}

function rawOf({ width, height, channels }: Raster): CreateRaw {
  return { width, height, channels };
}

/** Number of pixels of the result of a step. Throws `TaskStop` BOUND_DATA if there are too many. */
function resultPixels({ width, height }: Raster, operation: ImageOperation): number {
  if (operation.op === 'rotate') {
    const turn = (operation.angle_deg * Math.PI) / 180;
    const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    const [wide, high] = [width * cos + height * sin, width * sin + height * cos];
    if (wide * high > IMAGE_MAX.pixels) throw tooLarge(Math.ceil(wide), Math.ceil(high));
    return wide * high;
  }
  if (operation.op !== 'resize') return width * height;
  const wide = operation.width ?? Math.ceil((width * (operation.height ?? height)) / height);
  const high = operation.height ?? Math.ceil((height * (operation.width ?? width)) / width);
  if (wide * high > IMAGE_MAX.pixels) throw tooLarge(wide, high);
  return wide * high;
}

/** An operation on one picture only. */
type Step = Exclude<ImageOperation, { readonly op: 'text' | 'overlay' }>;

async function apply(raster: Raster, operation: Step, index: number): Promise<Raster> {
  const image = sharp(raster.data, { raw: rawOf(raster) });
  if (operation.op === 'crop') checkCrop(raster, operation, index);
  return rasterOf(await stepOf(image, operation).raw().toBuffer(WITH_INFO));
}

function stepOf(image: Sharp, operation: Step): Sharp {
  switch (operation.op) {
    case 'resize': {
      const { width, height, fit } = operation;
      // If only one side is set, every `fit` keeps the aspect ratio
      const how = width === undefined || height === undefined ? 'inside' : fit;
      return image.resize({ ...sidesOf(operation), fit: how, kernel: 'lanczos3' });
    }
    case 'crop': {
      const { x, y, width, height } = operation;
      return image.extract({ left: x, top: y, width, height });
    }
    case 'rotate':
      return operation.angle_deg % 90 === 0
        ? image.rotate(operation.angle_deg)
        : image.ensureAlpha().rotate(operation.angle_deg, {
            background: operation.background ?? { r: 0, g: 0, b: 0, alpha: 0 },
          });
    case 'flip':
      return operation.axis === 'vertical' ? image.flip() : image.flop();
    case 'grayscale':
      return image.grayscale();
    case 'invert':
      return image.negate({ alpha: false });
    case 'blur':
      return image.blur(operation.sigma_px);
    case 'sharpen':
      return image.sharpen({ sigma: operation.sigma_px });
    case 'adjust': {
      const { brightness, saturation } = operation;
      return image.modulate({ brightness, saturation });
    }
    case 'flatten':
      return image.flatten({ background: operation.background });
    default:
      return operation satisfies never;
  }
}

function sidesOf({ width, height }: ImageOperation & { readonly op: 'resize' }): {
  width?: number;
  height?: number;
} {
  return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
}

function checkCrop(
  raster: Raster,
  crop: ImageOperation & { readonly op: 'crop' },
  index: number,
): void {
  if (crop.x + crop.width <= raster.width && crop.y + crop.height <= raster.height) return;
  throw new TaskStop(
    'TOOL_FAIL',
    `operation ${index}: the crop reaches to ${crop.x + crop.width} × ${crop.y + crop.height}, the picture has ${raster.width} × ${raster.height}`,
  );
}

function encoder(image: Sharp, { format, quality }: ImageEdit): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 9 });
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({ quality });
    case 'webp':
      return image.webp({ quality });
    default:
      return format satisfies never;
  }
}

function tooLarge(width: number, height: number): TaskStop {
  return new TaskStop(
    'BOUND_DATA',
    `${width} × ${height} pixels are more than ${IMAGE_MAX.pixels}`,
  );
}
