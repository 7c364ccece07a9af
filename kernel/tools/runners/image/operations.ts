/** @module operations: the schemas, limits and prices of the operations on a picture. */
import { z } from 'zod';

const Pixels = z.int().min(1).max(8192);
const Offset = z.int().min(0).max(65_535);
/** Coordinate of an overlay's upper left corner, which may be outside the picture. */
const Place = z.int().min(-65_535).max(65_535).default(0);
const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** A picture: the path of a file that the caller may read, or its bytes. */
export const ImagePlace = z.union([
  z.strictObject({ path: z.string().min(1).max(1000) }),
  z.strictObject({ base64: z.base64().max(26_666_672) }),
]);
export type ImagePlace = z.output<typeof ImagePlace>;

/** One step. Steps run in order, each on the result of the previous one. */
export const ImageOperation = z.discriminatedUnion('op', [
  z
    .strictObject({
      op: z.literal('resize'),
      width: Pixels.optional(),
      height: Pixels.optional(),
      /** `inside` keeps the whole picture, `cover` fills and crops, `fill` distorts. */
      fit: z.enum(['inside', 'cover', 'fill']).default('inside'),
    })
    .refine(
      ({ width, height }) => width !== undefined || height !== undefined,
      'give width, height or both',
    ),
  z.strictObject({ op: z.literal('crop'), x: Offset, y: Offset, width: Pixels, height: Pixels }),
  /** Clockwise; the picture grows to contain the result, and the free area is `background`, by default transparent. */
  z.strictObject({
    op: z.literal('rotate'),
    angle_deg: z.number().min(-360).max(360),
    background: Colour.optional(),
  }),
  z.strictObject({ op: z.literal('flip'), axis: z.enum(['horizontal', 'vertical']) }),
  z.strictObject({ op: z.literal('grayscale') }),
  z.strictObject({ op: z.literal('invert') }),
  z.strictObject({ op: z.literal('blur'), sigma_px: z.number().min(0.3).max(50) }),
  z.strictObject({ op: z.literal('sharpen'), sigma_px: z.number().min(0.1).max(10).default(1) }),
  /** Factors; 1 changes nothing. */
  z.strictObject({
    op: z.literal('adjust'),
    brightness: z.number().min(0).max(4).default(1),
    saturation: z.number().min(0).max(4).default(1),
  }),
  z.strictObject({ op: z.literal('flatten'), background: Colour }),
  /** One line of text with its upper left corner at `x`, `y`. */
  z.strictObject({
    op: z.literal('text'),
    text: z
      .string()
      .min(1)
      .max(200)
      .regex(/^\P{Cc}*$/u),
    x: Place,
    y: Place,
    size_px: z.int().min(6).max(300).default(24),
    color: Colour.default('#000000'),
    bold: z.boolean().default(false),
  }),
  /** Another picture with its upper left corner at `x`, `y`. */
  z.strictObject({
    op: z.literal('overlay'),
    image: ImagePlace,
    x: Place,
    y: Place,
    opacity: z.number().min(0).max(1).default(1),
  }),
]);

export type ImageOperation = z.output<typeof ImageOperation>;

/** Limits of a picture that no budget can raise. */
export const IMAGE_MAX = {
  pixels: 16_000_000,
  input_bytes: 20_000_000,
  output_bytes: 8_000_000,
  operations: 16,
} as const;

/** Pixels that cost one gas in each step. */
const PIXELS_PER_GAS = 65_536;

/** The price of a step; `pixels` is the larger of its input and its output. */
export function gasOf(pixels: number): number {
  return Math.ceil(pixels / PIXELS_PER_GAS);
}

/** Output formats. */
export const ImageFormat = z.enum(['png', 'jpeg', 'webp']);
export type ImageFormat = z.output<typeof ImageFormat>;

/** The parameters of an edit. */
export type ImageEdit = {
  readonly operations: readonly ImageOperation[];
  /** The pictures of the `overlay` operations, in order. */
  readonly overlays: readonly Uint8Array[];
  readonly format: ImageFormat;
  /** 1 to 100, for JPEG and WebP. */
  readonly quality: number;
};

/** The format of a picture by its first bytes. Formats that can refer to files, such as SVG, are not supported. */
export function imageKindOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'gif' | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return /^GIF8[79]a/.test(head) ? 'gif' : undefined;
}
