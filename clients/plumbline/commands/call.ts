/** @module call: calls a tool for a person, through the same gate as a call of any agent; a preview unless `--commit` is given. */
import { userInfo } from 'node:os';

import * as z from 'zod';

import { affectsElements } from '../../../schemas/events.ts';
import { answerLines, diffOf, pendingLines } from '../calls/answer-lines.ts';
import { dataLines } from '../calls/data-lines.ts';
import { argumentValues, type Arguments, givenArguments } from '../calls/given-arguments.ts';
import {
  type Answer,
  connectServer,
  type ListedTool,
  type ServerConnection,
} from '../calls/server-connection.ts';
import { showProgress } from '../calls/show-progress.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure, misuse } from '../failure.ts';
import { readTextFile } from '../inputs/files.ts';
import { installedServers } from '../installation.ts';
import { printable } from '../printable.ts';
import { workspaceDir } from '../session.ts';
import { painter } from '../terminal.ts';
import { ALL_SERVERS, MAIN_BRANCH } from '../usages/options.ts';

/** Calls one tool with the arguments of `--arg` or `--arguments`. */
export async function callTool(call: Call): Promise<Outcome> {
  const [name = ''] = call.positionals;
  const server = textOf(call, 'server') ?? ALL_SERVERS;
  const known = [...installedServers(), ALL_SERVERS];
  if (!known.includes(server)) {
    throw misuse(
      `unknown server \`${printable(server)}\`, expected one of ${known.join(', ')}`,
      didYouMean(server, known, 'leave --server out to use all of them'),
    );
  }
  const given = await givenArguments(call);
  return await connected(call, server, async (connection, tools) => {
    const tool = tools.find((one) => one.name === name) ?? unlisted(name);
    const args = argumentValues(given, tool.arguments);
    return await outcomeOf(call, connection, tool, args);
  });
}

/** Runs a script of the modelling language from a file or from standard input. */
export async function runScript(call: Call): Promise<Outcome> {
  const [file = ''] = call.positionals;
  const script =
    file === '-'
      ? await call.terminal.readInput()
      : readTextFile(call, file, 'a script of the modelling language: docs/script.md');
  return await connected(call, 'geometry', async (connection, tools) => {
    const args = { script, branch: branchOf(call) };
    return await outcomeOf(call, connection, toolNamed(tools, 'run_script'), args);
  });
}

const History = z.looseObject({
  events: z.array(
    z.looseObject({
      event_id: z.string(),
      type: z.string(),
      element_id: z.string(),
      at: z.string(),
      reasoning: z.string().optional(),
    }),
  ),
});

/** Reverts an operation: that of the given event, or the newest one of the branch. */
export async function undoChange(call: Call): Promise<Outcome> {
  return await connected(call, ALL_SERVERS, async (connection, tools) => {
    const branch = branchOf(call);
    const given = call.positionals[0];
    const event_id = given ?? (await newestEvent(call, connection, branch));
    return await outcomeOf(call, connection, toolNamed(tools, 'undo'), { event_id, branch });
  });
}

/** Number of events in which the newest change is searched for; runs and exports are events, too. */
const SEARCHED = 500;

/**
 * Id of the newest event of a branch that changed elements, which is named on standard error.
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
  const newest = events.find(({ type }) => type === 'event.reverted' || affectsElements(type));
  if (newest === undefined) {
    const found =
      events.length < SEARCHED
        ? `nothing has been changed on \`${printable(branch)}\``
        : `none of the newest ${SEARCHED} events on \`${printable(branch)}\` changed an element`;
    throw new CliFailure(found, 'name the event, or another branch with --branch NAME');
  }
  const { event_id, type, element_id, at, reasoning } = newest;
  if (type === 'event.reverted') {
    throw new CliFailure(
      `the newest change on \`${printable(branch)}\` is itself an undo (event ${printable(event_id)})`,
      'name the event to undo: `plumbline call get_history` lists them',
    );
  }
  call.terminal.err(
    printable(
      `the newest change: ${type} ${element_id} at ${at}${reasoning === undefined ? '' : `, "${reasoning}"`}`,
    ),
  );
  return event_id;
}

function branchOf(call: Call): string {
  return textOf(call, 'branch') ?? MAIN_BRANCH;
}

/** A tool that the server lists for the caller, or a name that it does not list: a call of that returns the refusal. */
type NamedTool = Pick<ListedTool, 'name' | 'changes'> & {
  readonly arguments: Arguments | null;
};

function unlisted(name: string): NamedTool {
  return { name, arguments: null, changes: true };
}

function toolNamed(tools: readonly ListedTool[], name: string): NamedTool {
  return tools.find((one) => one.name === name) ?? unlisted(name);
}

/** Starts the server as the principal of the call, and closes it afterwards. */
async function connected(
  call: Call,
  server: string,
  work: (connection: ServerConnection, tools: readonly ListedTool[]) => Promise<Outcome>,
): Promise<Outcome> {
  const dir = workspaceDir(call);
  call.terminal.progress('starting the server …');
  const agent = textOf(call, 'as');
  const connection = await connectServer(server, dir, {
    words: ['--toolsets', 'all'],
    env: { ...call.terminal.env, ...(agent === null ? {} : { PLUMBLINE_AGENT: agent }) },
  });
  try {
    return await work(connection, await connection.tools());
  } finally {
    call.terminal.progress(null);
    await connection.close();
  }
}

/** Calls the tool, with the arguments that all tools take, and returns its answer for people and machines. */
async function outcomeOf(
  call: Call,
  connection: ServerConnection,
  tool: NamedTool,
  args: Arguments,
): Promise<Outcome> {
  const complete = withShared(call, tool, args);
  const answer = await connection.call(tool.name, complete, (progress) =>
    showProgress(call.terminal, progress),
  );
  const { width, colour } = call.terminal;
  const style = { width, paint: painter(colour) };
  if (answer.error?.name === 'APPROVAL_PENDING') {
    return { exit: 1, json: answer, lines: pendingLines(tool.name, answer, style) };
  }
  if (answer.error !== undefined) {
    if (call.json) return { exit: 1, json: answer, lines: [] };
    throw refused(answer.error, call);
  }
  const more = call.json || call.values['all'] !== true ? [] : furtherPages(connection, complete);
  const pages: [Answer, ...Answer[]] = [answer];
  for await (const page of more) pages.push(page);
  return { json: answer, lines: answerLines(tool.name, pages, style) };

  /** The pages of a preview after the first. */
  async function* furtherPages(on: ServerConnection, given: Arguments): AsyncGenerator<Answer> {
    const { reasoning, ...others } = given;
    for (let cursor = diffOf(answer)?.next_cursor; typeof cursor === 'string';) {
      const page = await on.call('preview_operation', {
        tool: tool.name,
        arguments: others,
        cursor,
        reasoning,
      });
      if (page.error !== undefined) throw refused(page.error, call);
      yield page;
      cursor = diffOf(page)?.next_cursor;
    }
  }
}

/** The arguments with `dry_run` by `--commit`, and a reasoning. @throws CliFailure with exit code 2 for a contradiction */
function withShared(call: Call, tool: NamedTool, args: Arguments): Arguments {
  const commits = call.values['commit'] === true;
  const { dry_run } = args;
  const hasPreview = tool.arguments === null || Object.hasOwn(tool.arguments, 'dry_run');
  if (hasPreview && dry_run !== undefined && dry_run !== !commits) {
    throw misuse(
      `\`dry_run\` is ${printable(JSON.stringify(dry_run))}, but ${commits ? '--commit was given' : 'a call is a preview unless --commit is given'}`,
      'leave `dry_run` out of the arguments; --commit executes the call',
    );
  }
  if (!hasPreview && commits !== tool.changes) {
    throw tool.changes
      ? misuse(`\`${tool.name}\` has no preview`, 'run the command with --commit')
      : misuse(`\`${tool.name}\` changes nothing`, 'run the command without --commit');
  }
  return {
    ...args,
    ...(hasPreview ? { dry_run: !commits } : {}),
    ...(args['reasoning'] === undefined ? { reasoning: reasonOf(call) } : {}),
  };
}

/** The reasoning of the call: that of `--reason`, else the name of the user of this process. */
function reasonOf(call: Call): string {
  return textOf(call, 'reason') ?? `called from the command line by ${userInfo().username}`;
}

/** Refusals of arguments say everything in their message. */
const LAST_OF_ARGUMENTS = 1099;

/** The failure of a command for a refusal: message, data and hint. */
function refused(
  { code, name, message, hint, data }: NonNullable<Answer['error']>,
  call: Call,
): CliFailure {
  const details = code <= LAST_OF_ARGUMENTS ? [] : dataLines(data, '  ', call.terminal.width);
  return new CliFailure(
    [`${printable(message)} (${code} ${name})`, ...details].join('\n'),
    printable(hint),
    { data: { code, name, data } },
  );
}
