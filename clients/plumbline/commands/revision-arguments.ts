/** @module revision-arguments: the options of an import that is a revision, as arguments of import_ifc. */
import { printable } from '../../../kernel/base/text/printable.ts';
import type { Arguments } from '../calls/given-arguments.ts';
import { type Call, textOf, textsOf } from '../command.ts';
import { misuse } from '../failure.ts';

/** A product by its GlobalId, with its number in the file if several have the GlobalId, and an element or `new`. */
const MATCH = /^(?<guid>[^=#]+)(?:#(?<record>[1-9]\d{0,14}))?=(?<element>.+)$/u;
/** An element and the side that is taken. */
const TAKE = /^(?<element>.+)=(?<side>branch|file)$/u;

/** The arguments of `--supersedes`, `--match` and `--take`. @throws CliFailure with exit code 2 for other forms */
export function revisionArguments(call: Pick<Call, 'values'>): Arguments {
  const supersedes = textOf(call, 'supersedes');
  const matches = textsOf(call, 'match').map(matchIn);
  const resolve = textsOf(call, 'take').map(takeIn);
  return {
    ...(supersedes === null ? {} : { supersedes }),
    ...(matches.length === 0 ? {} : { matches }),
    ...(resolve.length === 0 ? {} : { resolve }),
  };
}

function matchIn(text: string): Arguments {
  const { guid, record, element } = MATCH.exec(text)?.groups ?? {};
  if (guid === undefined || element === undefined) {
    throw misuse(
      `received \`--match ${printable(text)}\``,
      'give GUID=ELEMENT, GUID=new, or GUID#NUMBER=ELEMENT',
    );
  }
  const element_id = element === 'new' ? null : element;
  return record === undefined ? { guid, element_id } : { guid, record: Number(record), element_id };
}

function takeIn(text: string): Arguments {
  const { element, side } = TAKE.exec(text)?.groups ?? {};
  if (element !== undefined && side !== undefined) return { element_id: element, take: side };
  throw misuse(`received \`--take ${printable(text)}\``, 'give ELEMENT=branch or ELEMENT=file');
}
