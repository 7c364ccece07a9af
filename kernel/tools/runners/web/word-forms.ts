/** @module word-forms: stems of English and German words, and the parts of compounds. */

/** Lower case without diacritics, `ß` as `ss`; `ae`, `oe` and `ue` become `a`, `o` and `u`, like `ä`, `ö` and `ü`. */
function foldLetters(word: string): string {
  const lower = word.toLowerCase();
  const plain = PLAIN.test(lower)
    ? lower
    : lower.replaceAll('ß', 'ss').normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/([aou])e(?=[^aeiou])/g, '$1');
}

/** A word that needs no removal of diacritics. */
const PLAIN = /^[a-z0-9]*$/;

/** Inflectional endings of both languages, longer ones first. */
const ENDINGS = ['ings', 'ing', 'ern', 'ens', 'em', 'en', 'er', 'es', 'ed', 'e', 's'] as const;
/** Shortest stem that may remain. */
const STEM_CHARS_MIN = 3;

/**
 * The stem of a word. `doors` and `door`, `Türen` and `Tür`, `Wände` and `Wand`, `openings` and `opening` have the same
 * stem. A stem need not be a word. Light stemming after J. Savoy, "Light stemming approaches for the French,
 * Portuguese, German and Hungarian languages" (2006), for both languages at once.
 */
export function stemOf(word: string): string {
  let stem = foldLetters(word)
    .replace(/ies$/, 'y')
    .replace(/innen$/, 'in');
  if (/\d/.test(stem)) return stem;
  for (let times = 0; times < 2; times += 1) {
    const ending = ENDINGS.find(
      (one) => stem.endsWith(one) && stem.length - one.length >= STEM_CHARS_MIN,
    );
    // `glass` and `access` keep their s
    if (ending === undefined || (ending === 's' && stem.endsWith('ss'))) break;
    stem = stem.slice(0, -ending.length);
  }
  return stem;
}

/** Linking letters between the words of a German compound. */
const JOINTS = ['', 's', 'es', 'n', 'en', 'er', 'e'] as const;
/** Shortest part of a compound: shorter parts are rarely words. */
const PART_CHARS_MIN = 3;

/** The stems of the two words of a compound, if both are known; else empty. */
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
