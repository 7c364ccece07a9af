/** @module read-intent: analyses the text of an intent: its mood, its actions and its subjects. */
import { actionsOf, conceptsOf, isMeaningful, kindsOf, nounOf, plainWords } from './vocabulary.ts';

/** `question`: asks for information. `request`: asks for an action. `bare`: neither is recognisable. */
export type Mood = 'question' | 'request' | 'bare';

/** A concept of an intent: the word that named it, and its weight as a subject. */
export type NamedConcept = {
  readonly word: string;
  readonly weight: number;
  /** Whether the word only names a place or means: the wall of `a door in the wall`. */
  readonly circumstance: boolean;
};

/** An analysed intent: the input of the ranking. */
export type Intent = {
  readonly mood: Mood;
  /** For a request, the actions of the first word that names any; for a question, all named actions. */
  readonly actions: readonly string[];
  readonly concepts: ReadonlyMap<string, NamedConcept>;
  /** Whether one element is meant (`this door`, `wall_12`) or several (`walls`); undefined if unclear. */
  readonly number: 'one' | 'several' | undefined;
};

const ASKING = wordSet(
  'how what whats which where who whom whose why when is are was were do does did has have had',
);
const MODAL = wordSet('can could would will should may might');
const PRONOUNS = wordSet('i we you one');
const POLITE = wordSet(
  'please now then so ok okay hey hi just kindly let lets us me i we you id need want like to would could can',
);
/** Words after one of these name a place or means, not the subject. */
const PREPOSITIONS = wordSet(
  'in on at under over above below between from to into with by through inside for of across near along',
);
const SEVERAL = wordSet('these those all any every everything many');
/** Comparatives and superlatives: they imply several elements. */
const COMPARED =
  /^(?:than|least|most|without|under|over|(?:thin|thick|tall|wid|narrow|long|short|high|low|larg|small|bigg|heavi|old|new)er)$/;
/** An identifier of an element: letters and digits. */
const IDENTIFIER = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{2,14}$/;
/** Weight of a concept by the role of its word; `again` is added for every further word that names it. */
const WEIGHT = { lead: 0.4, subject: 1, circumstance: 0.6, again: 0.3 } as const;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Analyses the text of an intent. */
export function readIntent(text: string): Intent {
  const words = plainWords(text);
  const mood = moodOf(words, text);
  const lead = leadOf(words);
  return {
    mood,
    actions:
      mood === 'question' ? [...new Set(words.flatMap(actionsOf))] : requestedActions(words, lead),
    concepts: conceptsIn(words, mood === 'request' ? lead : undefined),
    number: numberOf(words),
  };
}

/** `can you add …` and `how do I add …` request an action, `can you tell …` an answer. */
function moodOf(words: readonly string[], text: string): Mood {
  const [first = '', second = '', third = ''] = words;
  const procedure =
    (first === 'how' && (second === 'to' || PRONOUNS.has(third))) ||
    (MODAL.has(first) && PRONOUNS.has(second));
  if (procedure) {
    const wanted = words
      .slice(2)
      .map(actionsOf)
      .find((actions) => actions.length > 0);
    return wanted === undefined || wanted.includes('read') ? 'question' : 'request';
  }
  if (ASKING.has(first) || MODAL.has(first) || text.trimEnd().endsWith('?')) return 'question';
  if (first === 'count') return 'question';
  return requestedActions(words, leadOf(words)).length > 0 ? 'request' : 'bare';
}

/** The first word that is neither polite nor interrogative. */
function leadOf(words: readonly string[]): string | undefined {
  return words.find((word) => !POLITE.has(word) && !ASKING.has(word));
}

function requestedActions(words: readonly string[], lead: string | undefined): readonly string[] {
  const first = lead === undefined ? [] : actionsOf(lead);
  if (first.length > 0) return first;
  if (words.some((word) => word === 'need' || word === 'want')) return ['create'];
  return words.map(actionsOf).find((actions) => actions.length > 0) ?? [];
}

function conceptsIn(
  words: readonly string[],
  lead: string | undefined,
): ReadonlyMap<string, NamedConcept> {
  const found = new Map<string, NamedConcept>();
  const name = (concept: string, word: string, as: keyof typeof WEIGHT): void => {
    const known = found.get(concept);
    const weight = WEIGHT[as];
    found.set(concept, {
      word: known?.word ?? word,
      weight: known === undefined ? weight : Math.max(known.weight, weight) + WEIGHT.again,
      circumstance: as === 'circumstance' && known?.circumstance !== false,
    });
  };
  let role: keyof typeof WEIGHT = 'subject';
  let subjects = 0;
  for (const word of new Set(words)) {
    if (PREPOSITIONS.has(word) && subjects > 0) role = 'circumstance';
    if (COMPARED.test(word)) name('several', word, 'subject');
    if (!isMeaningful(word)) continue;
    for (const concept of conceptsOf(word)) name(concept, word, word === lead ? 'lead' : role);
    if (!found.has('element') && (kindsOf(word).length > 0 || IDENTIFIER.test(word))) {
      name('element', word, role);
    }
    if (word !== lead) subjects += 1;
  }
  return found;
}

function numberOf(words: readonly string[]): 'one' | 'several' | undefined {
  if (words.some((word) => SEVERAL.has(word))) return 'several';
  for (const word of words) {
    if (IDENTIFIER.test(word)) return 'one';
    if (kindsOf(word).length > 0) return nounOf(word) === word ? 'one' : 'several';
  }
  return undefined;
}
