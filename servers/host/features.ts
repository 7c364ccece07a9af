/** @module features: what a server offers beside its tools, as both versions of the protocol show it. */
import type { InputRequiredResult } from '@modelcontextprotocol/server';

import type { Connection } from '../../governance/access/principal.ts';
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import type { CallResult } from './call-result.ts';

/** A picture that stands for something in a list. */
export type Icon = {
  readonly src: string;
  readonly mimeType: string;
  readonly sizes: string[];
};

/** Addresses of one form; `{name}` stands for what differs. */
export type ResourceTemplate = {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
};

/** A task that a person can begin, as it is listed. */
export type ListedPrompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
};

type Embedded = { readonly uri: string; readonly mimeType: string; readonly text: string };
/** One message of a prompt. */
export type PromptMessage = {
  readonly role: 'user' | 'assistant';
  readonly content:
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
    | { readonly type: 'resource'; readonly resource: Embedded };
};

/** A prompt, filled in. */
export type FilledPrompt = {
  readonly description: string;
  readonly messages: PromptMessage[];
};

/** What to complete: an argument of a prompt by its name, or a part of a template. */
export type CompletionAsk = {
  readonly of:
    | { readonly prompt: string }
    | {
        readonly template: string;
      };
  readonly argument: string;
  /** As far as it is written. */
  readonly value: string;
  /** The other arguments that are known already. */
  readonly others: Readonly<Record<string, string>>;
};

/** At most 100 values of `total`. */
export type Completion = { readonly values: string[]; readonly total: number };

/** Asks the client for something before there is an answer: only the protocol of 2026-07-28 has it. */
export type InputRequired = InputRequiredResult;

/** The client while one of its requests is answered. */
export type Client = {
  /** What it says that it can do. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Sends it a request; null in the protocol of 2026-07-28, where an `InputRequired` asks. */
  readonly ask: ((method: string, params: object) => Promise<unknown>) | null;
  /** Writes into its log, as far as it wants that. */
  readonly log: (level: 'info', data: unknown) => Promise<void>;
  /** What it answered to an `InputRequired`, by name. Untrusted. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The state that came back with it. Untrusted. */
  readonly state: string | undefined;
};

/** Ends a watch. */
export type StopWatch = () => void;

/** What a connection offers beside tools and files. */
export type Features = {
  readonly templates: readonly ResourceTemplate[];
  readonly prompts: readonly ListedPrompt[];
  /** Throws RequestFault where there is none of this name, or what it needs is not given. */
  readonly prompt: (
    name: string,
    given: Readonly<Record<string, string>>,
    client: Client,
  ) => FilledPrompt | InputRequired | Promise<FilledPrompt | InputRequired>;
  readonly complete: (from: Connection, ask: CompletionAsk) => Promise<Completion>;
  /** Calls `changed` whenever what the caller reads there is other than before. Throws RequestFault where it may read nothing there. */
  readonly watch: (from: Connection, uri: string, changed: () => void) => Promise<StopWatch>;
  /** Calls `changed` whenever the tools that the caller is shown are others than before. */
  readonly watchTools: (from: Connection, changed: () => void) => Promise<StopWatch>;
  /** `_meta` of tools, by name. */
  readonly toolMeta: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** What a client is sent for the answer of a call, where that is more than the answer. */
  readonly finish: (
    call: { readonly name: string; readonly arguments: unknown },
    answer: GateAnswer,
    client: Client,
  ) => Promise<CallResult | InputRequired>;
};
