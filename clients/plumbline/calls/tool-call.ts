/** @module tool-call: one call of a tool by a person, as the principal of the command, and its outcome. */
import { userInfo } from 'node:os';

import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure, misuse } from '../failure.ts';
import { registryIn, workspaceDir } from '../session.ts';
import { painter } from '../terminal.ts';
import { MAIN_BRANCH } from '../usages/options.ts';
import { answerLines, diffOf, pendingLines } from './answer-lines.ts';
import { dataLines } from './data-lines.ts';
import type { Arguments } from './given-arguments.ts';
import { personWords } from './person-words.ts';
import {
  type Answer,
  connectServer,
  type ListedTool,
  type ServerConnection,
} from './server-connection.ts';
import { showProgress } from './show-progress.ts';

/** The branch of `--branch`, by default main. */
export function branchOf(call: Call): string {
  return textOf(call, 'branch') ?? MAIN_BRANCH;
}

/** A tool that the server lists for the caller, or a name that it does not list: a call of that returns the refusal. */
export type NamedTool = Pick<ListedTool, 'name' | 'changes'> & {
  readonly arguments: Arguments | null;
};

/** A tool that the server does not list for the caller. */
export function unlisted(name: string): NamedTool {
  return { name, arguments: null, changes: true };
}

/** The tool of this name. */
export function toolNamed(tools: readonly ListedTool[], name: string): NamedTool {
  return tools.find((one) => one.name === name) ?? unlisted(name);
}

/** Starts the server as the principal of the call, and closes it afterwards. */
export async function connected(
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
    start: call.terminal.startServer,
  });
  try {
    return await work(connection, await connection.tools());
  } catch (error) {
    throw agent === null ? error : inWordsOfAs(call, agent, error);
  } finally {
    call.terminal.progress(null);
    await connection.close();
  }
}

/** The refusal of the credentials, in words of `--as`; the server has recorded it. Any other error is returned unchanged. */
function inWordsOfAs(call: Call, agent: string, error: unknown): unknown {
  if (!(error instanceof CliFailure) || error.data['name'] !== 'PERMISSION_DENIED') return error;
  if (!error.message.includes('the credentials of this connection are invalid')) return error;
  const { agents, approvers } = registryIn(workspaceDir(call));
  const shown = printable(agent);
  const { exit, data } = error;
  if (!agents.some(({ name }) => name === agent)) {
    const names = agents.map(({ name }) => name);
    const isApprover = approvers.some(({ name }) => name === agent);
    return new CliFailure(
      `unknown agent \`${shown}\`${isApprover ? ', which is an approver' : ''}, expected one of ${names.map((name) => `\`${printable(name)}\``).join(', ')}`,
      didYouMean(
        agent,
        names,
        'leave --as out for the default agent, or run `plumbline agent add NAME`',
      ),
      { exit, data },
    );
  }
  return new CliFailure(
    error.message,
    `set PLUMBLINE_TOKEN to the token of \`${shown}\`, or unset it if the agent has none; \`plumbline agent list\` lists the agents`,
    { exit, data },
  );
}

/** A call of a tool; `commit` says how to execute it after its preview. */
type ToolCall = {
  readonly tool: NamedTool;
  readonly args: Arguments;
  readonly commit?: string;
};

/** Calls the tool, with the arguments that all tools take, and returns its answer for people and machines. */
export async function outcomeOf(
  call: Call,
  connection: ServerConnection,
  { tool, args, commit = 'run the same command with --commit' }: ToolCall,
): Promise<Outcome> {
  const complete = withShared(call, tool, args);
  const answer = await connection.call(tool.name, complete, (progress) =>
    showProgress(call.terminal, progress),
  );
  const { width, colour } = call.terminal;
  const all = call.values['all'] === true;
  const style = { width, paint: painter(colour), all, options: optionsOf(call) };
  if (answer.error?.name === 'APPROVAL_PENDING') {
    return { exit: 1, json: answer, lines: pendingLines(tool.name, answer, style) };
  }
  if (answer.error !== undefined) {
    if (call.json) return { exit: 1, json: answer, lines: [] };
    throw refused(answer.error, call);
  }
  const more = call.json || !all ? [] : furtherPages(connection, complete);
  const paged = tool.arguments !== null && 'cursor' in tool.arguments;
  const pages: [Answer, ...Answer[]] = [answer];
  for await (const page of more) pages.push(page);
  return { json: answer, lines: answerLines(tool.name, pages, { ...style, commit, pages: paged }) };

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

/** The options of a call that a printed command needs, too. */
function optionsOf(call: Call): string {
  return ['as', 'workspace']
    .flatMap((name) => {
      const value = textOf(call, name);
      return value === null
        ? []
        : [` --${name} ${/^[\w./-]+$/u.test(value) ? value : JSON.stringify(value)}`];
    })
    .join('');
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
export function reasonOf(call: Call): string {
  return textOf(call, 'reason') ?? `called from the command line by ${userInfo().username}`;
}

/** The data of argument refusals is not printed, except members that their hint names. */
const LAST_OF_ARGUMENTS = 1099;

/** The failure of a command for a refusal: message, data and hint. */
export function refused(
  { code, name, message, hint, data }: NonNullable<Answer['error']>,
  call: Call,
): CliFailure {
  const named = new Set([...hint.matchAll(IN_DATA)].map(([, member = '']) => member));
  const shown = Object.entries(data).filter(
    ([member]) => code > LAST_OF_ARGUMENTS || named.has(member),
  );
  const details = dataLines(Object.fromEntries(shown), '  ', call.terminal.width);
  return new CliFailure(
    [`${printable(personWords(message))} (${code} ${name})`, ...details].join('\n'),
    printable(
      name === 'UNKNOWN_TOOL' && data['nearest'] === undefined
        ? 'run `plumbline call`, which lists the tools'
        : personWords(hint.replaceAll(IN_DATA, '`$1`')),
    ),
    { data: { code, name, data } },
  );
}

/** A member of the data in a hint for programs; a person sees the members by name, above the hint. */
const IN_DATA = /\b(?:error\.)?data\.(\w+)(?:\.\w+)*/g;
