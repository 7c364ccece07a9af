/** @module features: types of the features of a server other than tools, for both protocol versions. */
import type { InputRequiredResult } from '@modelcontextprotocol/server';

import type { Connection } from '../../governance/access/principal.ts';
import type { GateAnswer } from '../../governance/gate/entered-answer.ts';
import type { CallResult } from './call-result.ts';

/** An icon for a list. */
export type Icon = {
  readonly src: string;
  readonly mimeType: string;
  readonly sizes: string[];
};

/** A template of resource addresses; `{name}` is a variable part. */
export type ResourceTemplate = {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
};

/** A prompt as `prompts/list` returns it. */
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

/** A prompt with its arguments filled in. */
export type FilledPrompt = {
  readonly description: string;
  readonly messages: PromptMessage[];
};

/** A completion request: for an argument of a prompt, or for a variable part of a template. */
export type CompletionAsk = {
  readonly of:
    | { readonly prompt: string }
    | {
        readonly template: string;
      };
  readonly argument: string;
  /** The text entered so far. */
  readonly value: string;
  /** The other arguments that are already known. */
  readonly others: Readonly<Record<string, string>>;
};

/** At most 100 values of `total`. */
export type Completion = { readonly values: string[]; readonly total: number };

/** Requests input from the client before the call is answered; exists only in the protocol of 2026-07-28. */
export type InputRequired = InputRequiredResult;

/** The client whose request is being answered. */
export type Client = {
  /** The capabilities that it declares. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Sends it a request; null in the protocol of 2026-07-28, which uses `InputRequired` instead. */
  readonly ask: ((method: string, params: object) => Promise<unknown>) | null;
  /** Writes to its log, if it has enabled logging. */
  readonly log: (level: 'info', data: unknown) => Promise<void>;
  /** Its replies to an `InputRequired`, by name. Untrusted. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The state that it returned with them. Untrusted. */
  readonly state: string | undefined;
};

/** Ends a watch. */
export type StopWatch = () => void;

/** The features of a connection other than tools and files. */
export type Features = {
  readonly templates: readonly ResourceTemplate[];
  readonly prompts: readonly ListedPrompt[];
  /** Throws RequestFault for an unknown prompt or a missing argument. */
  readonly prompt: (
    name: string,
    given: Readonly<Record<string, string>>,
    client: Client,
  ) => FilledPrompt | InputRequired | Promise<FilledPrompt | InputRequired>;
  readonly complete: (from: Connection, ask: CompletionAsk) => Promise<Completion>;
  /** Calls `changed` whenever the content that the caller may read changes. Throws RequestFault if it may not read it. */
  readonly watch: (from: Connection, uri: string, changed: () => void) => Promise<StopWatch>;
  /** Calls `changed` whenever the caller's tool list changes. */
  readonly watchTools: (from: Connection, changed: () => void) => Promise<StopWatch>;
  /** `_meta` of tools, by name. */
  readonly toolMeta: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** Returns the result that is sent for the answer of a call, such as a request for input. */
  readonly finish: (
    call: { readonly name: string; readonly arguments: unknown },
    answer: GateAnswer,
    client: Client,
  ) => Promise<CallResult | InputRequired>;
};
