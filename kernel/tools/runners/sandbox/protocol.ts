/** @module protocol: the messages between the runner, the sandbox process and the engine in its worker. */

/** Engines that a sandbox process can host. */
export type SandboxEngine = 'js' | 'python';

/** Set-up of a sandbox process, passed as its only argument, as JSON. */
export type SandboxSetup = {
  readonly engine: SandboxEngine;
  /** Absolute path of the metered module, a derived file. */
  readonly module_path: string;
  /** Absolute path of Python's booted image, a derived file; undefined for JavaScript. */
  readonly snapshot_path: string | undefined;
  /** Derived files that another user could have written count as missing. */
  readonly owned: boolean;
  /** Absolute path of the folder of wheels that programs may import. */
  readonly packages_dir?: string;
  /** Absolute path of the wheels with native code, unpacked and metered, a derived file. */
  readonly packages_path?: string;
};

/** One program. Fuel in units, memory in bytes. */
export type SandboxProgram = {
  readonly code: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly fuel: bigint;
  readonly mem_bytes: number;
};

/** An uncaught error of a program. */
export type GuestError = {
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
  readonly trace: string;
};

/** How a program ended, as reported by the engine. */
export type SandboxEnd =
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly error: GuestError }
  /** The fuel was exhausted. */
  | { readonly kind: 'fuel' }
  /** The program or the engine itself needs more memory than allowed. */
  | { readonly kind: 'memory'; readonly message: string }
  /** The program recursed too deeply and did not, or could not, catch the error. */
  | { readonly kind: 'depth'; readonly message: string }
  /** The program called an import that programs may not use. */
  | { readonly kind: 'sealed'; readonly name: string }
  /** Any other trap of the engine. */
  | { readonly kind: 'trap'; readonly message: string }
  /** The result or the files exceed the output limits. */
  | { readonly kind: 'data'; readonly message: string };

/** A finished run. */
export type SandboxReport = {
  readonly end: SandboxEnd;
  readonly fuel: bigint;
  readonly high_water_bytes: number;
  /** Memory in use before the program ran. */
  readonly base_bytes: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The engine must be replaced. */
  readonly retire: boolean;
};

/** Versions and digests of the engine on which results depend. */
export type SandboxIdentity = Readonly<Record<string, string | number>>;

/** Runner → sandbox process. */
export type ToSandbox =
  | { readonly kind: 'run'; readonly program: SandboxProgram; readonly time_ms: number }
  | { readonly kind: 'stop' };

/** Sandbox process → runner. `ready` is sent after the start and after every replacement of the worker. */
export type FromSandbox =
  | { readonly kind: 'ready'; readonly identity: SandboxIdentity }
  | { readonly kind: 'report'; readonly report: SandboxReport }
  /** Sent about twice a second during a run: the fuel used so far. */
  | { readonly kind: 'used'; readonly fuel: bigint }
  /** The worker of the program is being stopped and sends no more messages. `gone` is sent when it has ended. */
  | { readonly kind: 'stopped'; readonly because: 'time' | 'cancel' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'crashed'; readonly message: string }
  /** A derived file is missing, truncated or changed and must be created again. */
  | { readonly kind: 'unusable'; readonly path: string };

/** What a worker needs for its engine. A Python worker without an image creates one. */
export type EngineParts = {
  readonly module: WebAssembly.Module;
  readonly image: Uint8Array<ArrayBuffer> | undefined;
  /** For Python: the folder of wheels, and the bundle of the wheels with native code. */
  readonly packages_dir?: string | undefined;
  readonly packages?: Uint8Array<ArrayBuffer> | undefined;
  /** A shared 64-bit counter of the fuel used so far, written by the engine; 0 if the engine cannot report it. */
  readonly fuel_used?: SharedArrayBuffer;
};

/** Sandbox process → worker. The parts are a message, so that the worker can load its code while they are read. */
export type ToWorker =
  | { readonly kind: 'parts'; readonly parts: EngineParts }
  | { readonly kind: 'run'; readonly program: SandboxProgram };

/** Worker → sandbox process. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly engine: string }
  | { readonly kind: 'report'; readonly report: SandboxReport }
  | { readonly kind: 'image'; readonly image: Uint8Array };

/** Written to stdout by a preparing process when the module is metered and the image comes next. */
export const METERED = 'metered\n';
/** Limit of stdout and of stderr, bytes each. */
export const STREAM_BYTES_MAX = 65_536;
/** Longest result, bytes of its JSON or text. */
export const RESULT_BYTES_MAX = 1_048_576;
/** Limit of all output files of one run together, bytes. */
export const FILES_OUT_BYTES_MAX = 16_777_216;
/** Deepest nesting of a result that is returned as JSON; deeper results are returned as text. */
export const RESULT_DEPTH_MAX = 64;
/** Memory maximum of every metered module, in pages of 64 KiB: 512 MiB. A budget can only lower it. */
export const MODULE_PAGES_MAX = 8192;
