/** @module extensions: the values that an archive declares (BCF-XML 3.0, extensions.xsd). */
import { others } from '../read/tidy.ts';
import { childOf, childrenOf, element, textOf } from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';
import { ExportBudget } from './export-budget.ts';
import { type ArchiveHead, treeIn } from './kept-topics.ts';

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
  archives: readonly ArchiveHead[],
  used: readonly UsedValues[],
): XmlElement {
  const budget = new ExportBudget();
  const values = LISTS.map(() => new Set<string>());
  const further: XmlElement[] = [];
  const known = LISTS.map(([many]) => many);
  // One tree is in memory at a time.
  for (const archive of archives) {
    const tree = treeIn(archive, 'extensions.xml') ?? undefined;
    for (const [index, [many, one]] of LISTS.entries()) {
      const declared = childrenOf(childOf(tree, many), one).map(textOf);
      addFilled(values[index], declared);
    }
    for (const other of others(tree, ...known)) further.push(budget.tree(other));
  }
  const lists = LISTS.map(([many, one], index) => {
    addFilled(
      values[index],
      used.flatMap((uses) => uses[many] ?? []),
    );
    return element(
      many,
      [],
      [...(values[index] ?? [])].map((value) => element(one, [], [value])),
    );
  });
  return element('Extensions', [], [...lists, ...further]);
}

function addFilled(into: Set<string> | undefined, values: readonly (string | null)[]): void {
  for (const value of values) {
    if (value !== null && value.trim() !== '') into?.add(value.trim());
  }
}
