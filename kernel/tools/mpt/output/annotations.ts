/** @module annotations: marks suspicious passages in external text; they inform the caller, they never refuse. */

/** A kind of suspicious passage, and how often it occurs. */
export type Annotation = {
  readonly kind:
    | 'instruction_like'
    | 'invisible_characters'
    | 'bidirectional_control'
    | 'tag_characters'
    | 'base64_blob'
    | 'image_with_query';
  readonly count: number;
};

/** Patterns of suspicious passages. They match in linear time. */
const PATTERNS: readonly (readonly [Annotation['kind'], RegExp])[] = [
  [
    'instruction_like',
    /\b(?:ignore|disregard|forget) (?:all |any |the |your )?(?:previous|prior|above|earlier)\b|<\|im_start\|>|\[INST\]|\byou are now (?:a|an|the|in)\b|\bsystem prompt\b|\bdo not tell the user\b/gi,
  ],
  ['invisible_characters', /[\u00AD\u180E\u200B-\u200D\u2060-\u2064\uFEFF]/g],
  ['bidirectional_control', /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g],
  ['tag_characters', /[\u{E0000}-\u{E007F}]/gu],
  ['base64_blob', /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{200,1000}={0,2}/g],
  ['image_with_query', /!\[[^\]\n]{0,200}\]\(https?:[^)\s?]{1,500}\?[^)\s]{1,2000}\)/gi],
];

/** How much of a text is scanned, UTF-16 units. */
const SCANNED_UNITS = 262_144;

/** The annotations of a text, in a fixed order. */
export function annotate(text: string): readonly Annotation[] {
  const scanned = text.slice(0, SCANNED_UNITS);
  return PATTERNS.flatMap(([kind, pattern]) => {
    const count = scanned.match(pattern)?.length ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
}
