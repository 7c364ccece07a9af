/** @module extensions: the values that an archive declares (BCF-XML 3.0, extensions.xsd). */
import type { ReadBcf } from '../read/read-bcf.ts';
import { others } from '../read/tidy.ts';
import { childOf, childrenOf, element, textOf } from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';
import { treeIn } from './kept-topics.ts';

/** The lists in the order of the schema, with the names of their entries. */
const LISTS = [
  ['TopicTypes', 'TopicType'],
  ['TopicStatuses', 'TopicStatus'],
  ['Priorities', 'Priority'],
  ['TopicLabels', 'TopicLabel'],
  ['Users', 'User'],
  ['SnippetTypes', 'SnippetType'],
  ['Stages', 'Stage'],
] as const;

/** Values that topics use, by list. */
export type UsedValues = {
  readonly [name in (typeof LISTS)[number][0]]?: readonly (string | null)[];
};

/** The declaration of all values that archives declare and topics use, each one once. */
export function extensionsOf(
  archives: readonly ReadBcf[],
  used: readonly UsedValues[],
): XmlElement {
  const trees = archives.flatMap((archive) => treeIn(archive, 'extensions.xml') ?? []);
  const lists = LISTS.map(([many, one]) => {
    const declared = trees.flatMap((tree) => childrenOf(childOf(tree, many), one).map(textOf));
    const values = [...declared, ...used.flatMap((uses) => uses[many] ?? [])];
    const filled = values.flatMap((value) =>
      value === null || value.trim() === '' ? [] : [value.trim()],
    );
    return element(
      many,
      [],
      [...new Set(filled)].map((value) => element(one, [], [value])),
    );
  });
  const known = LISTS.map(([many]) => many);
  return element('Extensions', [], [...lists, ...trees.flatMap((tree) => others(tree, ...known))]);
}
