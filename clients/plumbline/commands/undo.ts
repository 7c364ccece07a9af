/** @module undo: reverts an operation for a person; without an event, the newest one of the branch, which it names. */
import * as z from 'zod';

import { printable } from '../../../kernel/base/text/printable.ts';
import { commandText } from '../../../schemas/command-line/command-text.ts';
import { elementChange } from '../../../schemas/element-changes.ts';
import type { ServerConnection } from '../calls/server-connection.ts';
import {
  branchOf,
  connected,
  outcomeOf,
  reasonOf,
  refused,
  toolNamed,
} from '../calls/tool-call.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { ALL_SERVERS } from '../usages/options.ts';

const Change = z.looseObject({
  event_id: z.string(),
  operation_id: z.string(),
  type: z.string(),
  element_id: z.string(),
  kind: z.string().optional(),
  changed: z.array(z.string()).optional(),
  at: z.string(),
  reasoning: z.string().optional(),
});
type Change = z.output<typeof Change>;
const History = z.looseObject({ events: z.array(Change) });

/** Reverts an operation: that of the given event, or the newest one of the branch. The preview names the event to commit. */
export async function undoChange(call: Call): Promise<Outcome> {
  return await connected(call, ALL_SERVERS, async (connection, tools) => {
    const branch = branchOf(call);
    const given = call.positionals[0];
    const event_id = given ?? (await newestEvent(call, connection, branch));
    return await outcomeOf(call, connection, {
      tool: toolNamed(tools, 'undo'),
      args: { event_id, branch },
      commit: `run \`${commitCommand(call, event_id)}\``,
    });
  });
}

/** The command that commits this undo and no other: a newer change does not alter its meaning. */
function commitCommand(call: Call, event_id: string): string {
  const options = ['as', 'branch', 'reason'].flatMap((name) => {
    const value = textOf(call, name);
    return value === null ? [] : [`--${name}`, value];
  });
  const place = call.workspace === null ? [] : ['--workspace', call.workspace];
  return commandText(['undo', event_id, '--commit', ...options, ...place]);
}

/** Number of events in which the newest change is searched for; runs and exports are events, too. */
const SEARCHED = 500;

/**
 * An event of the newest operation of a branch that changed elements; the operation is named on standard error.
 *
 * @throws CliFailure if the newest change is itself an undo, or there is none
 */
async function newestEvent(
  call: Call,
  connection: ServerConnection,
  branch: string,
): Promise<string> {
  const answer = await connection.call('get_history', {
    branch,
    limit: SEARCHED,
    reasoning: reasonOf(call),
  });
  if (answer.error !== undefined) throw refused(answer.error, call);
  const { events } = History.parse(answer.data);
  const newest = events.find(({ type }) => type === 'event.reverted' || isChange(type));
  if (newest === undefined) {
    const found =
      events.length < SEARCHED
        ? `nothing has been changed on \`${printable(branch)}\``
        : `none of the newest ${SEARCHED} events on \`${printable(branch)}\` changed an element`;
    throw new CliFailure(found, 'name the event, or another branch with --branch NAME');
  }
  const { event_id, operation_id } = newest;
  const operation = events.filter((event) => event.operation_id === operation_id);
  if (operation.some(({ type }) => type === 'event.reverted')) {
    throw new CliFailure(
      `the newest change on \`${printable(branch)}\` is itself an undo (event ${printable(event_id)})`,
      `name the event to undo: \`${commandText(['call', 'get_history', ...branchGiven(call)])}\` lists them`,
    );
  }
  const isWhole = events.length < SEARCHED || events.at(-1)?.operation_id !== operation_id;
  call.terminal.err(printable(`the newest change: ${operationText(operation, isWhole)}`));
  return event_id;
}

/** The argument of a tool call for the branch that the command names; none for the default. */
function branchGiven(call: Call): readonly string[] {
  const branch = textOf(call, 'branch');
  return branch === null ? [] : ['--arg', `branch=${branch}`];
}

/** Whether events of a type change elements, which they name or have in a manifest. */
function isChange(type: string): boolean {
  const change = elementChange(type);
  return change !== null && change !== 'hosted';
}

/** What an operation changed, when and why. `isWhole`: whether these are all of its events. */
function operationText(operation: readonly Change[], isWhole: boolean): string {
  const [first] = operation;
  const why = first?.reasoning === undefined ? '' : `, "${first.reasoning}"`;
  return `${isWhole ? '' : 'at least '}${elementsText(operation)}; at ${first?.at ?? ''}${why}`;
}

/** The elements of an operation: the only one by its id, else imports by their ids and how many elements were created, modified and deleted. */
function elementsText(operation: readonly Change[]): string {
  const changes = new Map<string, Change & { readonly change: string }>();
  // Newest first; an element that is created and then modified is created.
  for (const event of operation) {
    const change = elementChange(event.type);
    if (change === null || change === 'hosted') continue;
    const later = changes.get(event.element_id);
    if (later?.change === 'deleted') continue;
    changes.set(event.element_id, { ...event, change });
  }
  const all = [...changes.values()];
  const [only] = all;
  if (all.length === 1 && only !== undefined) {
    const { kind = '', element_id, change, changed = [] } = only;
    const what = changed.length === 0 ? '' : ` (${changed.join(', ')})`;
    return `${kind} ${element_id} ${change}${what}`.trim();
  }
  const counts = CHANGES.map((change) => all.filter((one) => one.change === change).length);
  const counted = CHANGES.flatMap((change, i) =>
    counts[i] === 0 ? [] : [`${counts[i]} ${change}`],
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Imports, revisions and their undo change the elements of manifests, which they do not name.
  const exchanges = all
    .filter(({ change }) => !CHANGES.includes(change))
    .map(({ element_id, change }) => `${element_id} ${change}`);
  const elements =
    total === 0 ? [] : [`${total} ${total === 1 ? 'element' : 'elements'}: ${counted.join(', ')}`];
  return [...exchanges, ...elements].join(', ');
}

/** Changes of elements that an event names. */
const CHANGES: readonly string[] = ['created', 'modified', 'deleted'];
