/** @module revision-arguments: the options of an import that is a revision, as arguments of import_ifc. */
import type { Arguments } from '../calls/given-arguments.ts';
import { type Call, textOf, textsOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { printable } from '../printable.ts';

/** A product by its GlobalId, with its number in the file if several have the GlobalId, and an element or `new`. */
const MATCH = /^(?<guid>[^=#]+)(?:#(?<record>[1-9]\d{0,14}))?=(?<element>.+)$/u;
/** An element and the side that is taken. */
const TAKE = /^(?<element>.+)=(?<side>branch|file)$/u;

/** The arguments of `--supersedes`, `--match` and `--take`. @throws CliFailure with exit code 2 for other forms */
export function revisionArguments(call: Call): Arguments {
  const supersedes = textOf(call, 'supersedes');
  const matches = textsOf(call, 'match').map((text) => {
    const { guid, record, element } = MATCH.exec(text)?.groups ?? {};
    if (guid === undefined || element === undefined) {
      throw misuse(
        `received \`--match ${printable(text)}\``,
        'expected GUID=ELEMENT, GUID=new, or GUID#NUMBER=ELEMENT',
      );
    }
    return {
      guid,
      ...(record === undefined ? {} : { record: Number(record) }),
      element_id: element === 'new' ? null : element,
    };
  });
  const resolve = textsOf(call, 'take').map((text) => {
    const { element, side } = TAKE.exec(text)?.groups ?? {};
    if (element === undefined || side === undefined) {
      throw misuse(
        `received \`--take ${printable(text)}\``,
        'expected ELEMENT=branch or ELEMENT=file',
      );
    }
    return { element_id: element, take: side };
  });
  return {
    ...(supersedes === null ? {} : { supersedes }),
    ...(matches.length === 0 ? {} : { matches }),
    ...(resolve.length === 0 ? {} : { resolve }),
  };
}
