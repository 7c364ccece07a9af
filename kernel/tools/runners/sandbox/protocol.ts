/** @module protocol: messages between the runner, the sandbox process and the engine in its worker. */

/** Engines that a sandbox process can host. */
export type SandboxEngine = 'js' | 'python';

/** Set-up of a sandbox process, passed as its only argument, as JSON. */
export type SandboxSetup = {
  readonly engine: SandboxEngine;
  /** Derived files: the metered module, and for Python the booted image. Absolute paths. */
  readonly module_path: string;
  readonly snapshot_path: string | undefined;
  /** Derived files count only when no other user can have written them. */
  readonly owned: boolean;
  /** Folder of wheels that programs may import; absolute. */
  readonly packages_dir?: string;
  /** Derived file: the wheels with native code among them, unpacked and metered. */
  readonly packages_path?: string;
};

/** One program. Fuel in units, memory in bytes. */
export type SandboxProgram = {
  readonly code: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly fuel: bigint;
  readonly mem_bytes: number;
};

/** A guest's uncaught error. */
export type GuestError = {
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
  readonly trace: string;
};

/** The end of a program as reported by the engine. */
export type SandboxEnd =
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly error: GuestError }
  /** The engine was stopped by the meter. */
  | { readonly kind: 'fuel' }
  /** The program's memory or the engine's base exceeds the cap. */
  | { readonly kind: 'memory'; readonly message: string }
  /** Recursion that the guest did not catch, or for which no guest error could be created. */
  | { readonly kind: 'depth'; readonly message: string }
  /** A call of an import that programs may not use. */
  | { readonly kind: 'sealed'; readonly name: string }
  /** Any other trap; the engine is replaced. */
  | { readonly kind: 'trap'; readonly message: string }
  /** Result or files exceed the output limits. */
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
  /** The engine should not be used again. */
  readonly retire: boolean;
};

/** Versions and digests of the engine on which results depend. */
export type SandboxIdentity = Readonly<Record<string, string | number>>;

/** Runner → sandbox process. */
export type ToSandbox =
  | { readonly kind: 'run'; readonly program: SandboxProgram; readonly time_ms: number }
  | { readonly kind: 'stop' };

/** Sandbox process → runner. `ready` follows the start and every replacement of the worker. */
export type FromSandbox =
  | { readonly kind: 'ready'; readonly identity: SandboxIdentity }
  | { readonly kind: 'report'; readonly report: SandboxReport }
  /** About twice a second in a run: the fuel used so far. */
  | { readonly kind: 'used'; readonly fuel: bigint }
  /** The program's worker is being stopped; no further message of it follows. `gone` follows when it has ended. */
  | { readonly kind: 'stopped'; readonly because: 'time' | 'cancel' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'crashed'; readonly message: string }
  /** A derived file is missing, truncated or changed; it must be created again. */
  | { readonly kind: 'unusable'; readonly path: string };

/** What a worker runs: the module, and for Python the booted image; without an image it creates one. */
export type EngineParts = {
  readonly module: WebAssembly.Module;
  readonly image: Uint8Array<ArrayBuffer> | undefined;
  /** Folder of wheels, for Python, and the bundle of those with native code. */
  readonly packages_dir?: string | undefined;
  readonly packages?: Uint8Array<ArrayBuffer> | undefined;
  /** 64 bits in which the engine tells the fuel that its program has used so far; one that cannot tell leaves 0. */
  readonly told?: SharedArrayBuffer;
};

/** Sandbox process → worker. The parts are the first message, so that the worker can load its own code meanwhile. */
export type ToWorker =
  | { readonly kind: 'parts'; readonly parts: EngineParts }
  | { readonly kind: 'run'; readonly program: SandboxProgram };

/** Worker → sandbox process. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly engine: string }
  | { readonly kind: 'report'; readonly report: SandboxReport }
  | { readonly kind: 'image'; readonly image: Uint8Array };

/** What a preparing process writes when the module is metered and only the image is to be made. */
export const METERED = 'metered\n';
/** Limit of stdout and of stderr, in bytes each. */
export const STREAM_BYTES_MAX = 65_536;
/** Longest result, in bytes of its JSON or text. */
export const RESULT_BYTES_MAX = 1_048_576;
/** Limit of the bytes of all output files of one run. */
export const FILES_OUT_BYTES_MAX = 16_777_216;
/** Deepest nesting of a result that is returned as JSON; deeper ones are returned as text. */
export const RESULT_DEPTH_MAX = 64;
/** Ceiling written into every metered module, in pages of 64 KiB: 512 MiB. A budget may lower it, never raise it. */
export const MODULE_PAGES_MAX = 8192;
