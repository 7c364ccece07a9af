/** @module word-forms: one form for the inflections of a word, English and German, and the words in a compound. */

/** Letters without marks in lower case, `ß` as `ss`, and `ü` like `ue` as `u`. */
function folded(word: string): string {
  const lower = word.toLowerCase();
  const plain = PLAIN.test(lower)
    ? lower
    : lower.replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/([aou])e(?=[^aeiou])/g, '$1');
}

const PLAIN = /^[a-z0-9]*$/;

/** Endings of both languages, the longer before those that they end with. */
const ENDINGS = ['ings', 'ing', 'ern', 'ens', 'em', 'en', 'er', 'es', 'ed', 'e', 's'] as const;
const STEM_CHARS_MIN = 3;

/**
 * The form by which a word is found: `doors` and `door`, `Türen` and `Tür`, `Wände` and `Wand`, `openings` and `opening`
 * have the same. It is no word itself. Light stemming after J. Savoy, "Light stemming approaches for the French,
 * Portuguese, German and Hungarian languages" (2006), for two languages at once.
 */
export function stemOf(word: string): string {
  let stem = folded(word)
    .replace(/ies$/, 'y')
    .replace(/innen$/, 'in');
  if (/\d/.test(stem)) return stem;
  for (let times = 0; times < 2; times += 1) {
    const ending = ENDINGS.find(
      (one) => stem.endsWith(one) && stem.length - one.length >= STEM_CHARS_MIN,
    );
    // `glass` and `access` keep theirs
    if (ending === undefined || (ending === 's' && stem.endsWith('ss'))) break;
    stem = stem.slice(0, -ending.length);
  }
  return stem;
}

/** Letters that join the words of a German compound. */
const JOINTS = ['', 's', 'es', 'n', 'en', 'er', 'e'] as const;
/** A shorter word in a compound is no word, as often as not. */
const PART_CHARS_MIN = 3;

/** The two words that a compound consists of, where both are known; their stems. */
export function partsOf(stem: string, isKnown: (stem: string) => boolean): readonly string[] {
  for (let at = PART_CHARS_MIN; at <= stem.length - PART_CHARS_MIN; at += 1) {
    const last = stem.slice(at);
    if (!isKnown(last)) continue;
    for (const joint of JOINTS) {
      const first = stem.slice(0, at);
      if (!first.endsWith(joint)) continue;
      const bare = stemOf(first.slice(0, first.length - joint.length));
      if (bare.length >= PART_CHARS_MIN && isKnown(bare)) return [bare, last];
    }
  }
  return [];
}
