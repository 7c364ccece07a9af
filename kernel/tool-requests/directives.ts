/** @module directives: the documented list of what a question must not ask of a tool. */

/** One kind of directive. Phrases are matched as whole words in lower case; `…` stands for up to three words. */
export type Directive = {
  readonly id: string;
  readonly title: string;
  readonly phrases: readonly string[];
};

/** A tool finds; it does not weigh, tell, conclude or write. Questions that match are rejected and never rewritten. */
export const DIRECTIVES: readonly Directive[] = [
  {
    id: 'DECIDE_RELEVANCE',
    title: 'asks the tool to weigh what it finds',
    phrases: [
      'decide … relevant',
      'decide … relevance',
      'decide … important',
      'decide … matters',
      'decide what',
      'decide which',
      'decide whether',
      'decide if',
      'judge … relevant',
      'judge … relevance',
      'judge whether',
      'whatever is relevant',
      'whatever you think',
      'whatever seems',
      'most relevant',
      'what is relevant',
      'only the important',
      'only what matters',
      'use your judgement',
      'use your judgment',
      'pick the best',
      'choose the best',
    ],
  },
  {
    id: 'SUMMARISE_TRUTH',
    title: 'asks the tool to tell what is so, without a source',
    phrases: [
      'summarise',
      'summarize',
      'summary of',
      'sum up',
      'recap of',
      'state the truth',
      'tell the truth',
      'tell me the truth',
      'what really happened',
      'what actually happened',
      'in your own words',
      'rewrite',
      'paraphrase',
    ],
  },
  {
    id: 'INFER',
    title: 'asks the tool to conclude',
    phrases: [
      'infer',
      'deduce',
      'conclude',
      'draw … conclusion',
      'draw … conclusions',
      'interpret',
      'guess',
      'speculate',
      'predict',
      'explain why',
      'what does … mean',
      'what should',
      'recommend',
    ],
  },
  {
    id: 'WRITE',
    title: 'asks the tool to change something',
    phrases: [
      'write … entry',
      'write … entries',
      'write … event',
      'write … ledger',
      'write to',
      'write down',
      'add … entry',
      'add … event',
      'append to',
      'append … entry',
      'create … entry',
      'create … event',
      'record that',
      'remember that',
      'note down',
      'store that',
      'update … entry',
      'update … ledger',
      'change … entry',
      'delete … entry',
      'delete … entries',
      'delete … event',
      'remove … entry',
      'remove … event',
      'erase',
      'overwrite',
    ],
  },
  {
    id: 'OVERRIDE',
    title: 'asks the tool to leave its bounds',
    phrases: [
      'ignore … limit',
      'ignore … limits',
      'ignore … view',
      'ignore … visibility',
      'ignore … instructions',
      'regardless of … view',
      'regardless of visibility',
      'without limit',
      'include … private',
      'as if you were',
    ],
  },
];

type Matcher = { readonly directive: Directive; readonly pattern: RegExp };

/** `…` is at most three words, so that the patterns stay linear. */
const MATCHERS: readonly Matcher[] = DIRECTIVES.flatMap((directive) =>
  directive.phrases.map((phrase) => ({
    directive,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])${phrase.replaceAll(' … ', ' (?:[^ ]{1,40} ){0,3}')}(?![\\p{L}\\p{N}])`,
      'u',
    ),
  })),
);

/** The first directive that a question holds, undefined when it only asks. Punctuation and white space part words alike. */
export function directiveIn(query_text: string): Directive | undefined {
  const words = query_text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return MATCHERS.find(({ pattern }) => pattern.test(words))?.directive;
}
