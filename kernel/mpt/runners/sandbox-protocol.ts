/** @module sandbox-protocol: what the kernel, the sandbox process and the engine in its worker say to one another. */

/** Engines that a sandbox process can host. */
export type SandboxEngine = 'js' | 'python';

/** How a sandbox process is set up; passed as its only argument, as JSON. */
export type SandboxSetup = {
  readonly engine: SandboxEngine;
  /** Derived files: the metered module, and for Python the booted image. Absolute paths. */
  readonly module_path: string;
  readonly snapshot_path: string | undefined;
};

/** One program. Fuel in units, memory in bytes. */
export type SandboxProgram = {
  readonly code: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly fuel: bigint;
  readonly mem_bytes: number;
};

/** A guest's uncaught error, in its own words. */
export type GuestError = {
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
  readonly trace: string;
};

/** How the program ended, as the engine saw it. */
export type SandboxEnd =
  | { readonly kind: 'value'; readonly json: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly error: GuestError }
  /** The engine was stopped by the meter. */
  | { readonly kind: 'fuel' }
  /** The program's own memory or the engine's base does not fit the cap. */
  | { readonly kind: 'memory'; readonly message: string }
  /** Recursion that the guest did not catch, or that no guest error could be made for. */
  | { readonly kind: 'depth'; readonly message: string }
  /** An import of the sandbox that programs may not reach. */
  | { readonly kind: 'sealed'; readonly name: string }
  /** A trap that is none of the above; the engine is replaced. */
  | { readonly kind: 'trap'; readonly message: string }
  /** More result or files than may leave the sandbox. */
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

/** Digests and versions of the engine that results depend on. */
export type SandboxIdentity = Readonly<Record<string, string | number>>;

/** Kernel → sandbox process. */
export type ToSandbox =
  | { readonly kind: 'run'; readonly program: SandboxProgram; readonly time_ms: number }
  | { readonly kind: 'stop' };

/** Sandbox process → kernel. `ready` follows the start and every replacement of the worker. */
export type FromSandbox =
  | { readonly kind: 'ready'; readonly identity: SandboxIdentity }
  | { readonly kind: 'report'; readonly report: SandboxReport }
  /** The program's worker is being ended; nothing of it is heard again. `gone` follows when it has ended. */
  | { readonly kind: 'stopped'; readonly because: 'time' | 'asked' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'crashed'; readonly message: string }
  /** A derived file is missing, cut short or changed; it must be made again. */
  | { readonly kind: 'unusable'; readonly path: string };

/** What a worker runs: the module, and for Python the booted image; without an image it makes one. */
export type EngineParts = {
  readonly module: WebAssembly.Module;
  readonly image: Uint8Array<ArrayBuffer> | undefined;
};

/** Sandbox process → worker. The parts come first, so that the worker can load its own code meanwhile. */
export type ToWorker =
  | { readonly kind: 'parts'; readonly parts: EngineParts }
  | { readonly kind: 'run'; readonly program: SandboxProgram };

/** Worker → sandbox process. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly engine: string }
  | { readonly kind: 'report'; readonly report: SandboxReport }
  | { readonly kind: 'image'; readonly image: Uint8Array };

/** Most text of stdout and of stderr that leaves the sandbox, in bytes each. */
export const STREAM_BYTES_MAX = 65_536;
/** Longest result, in bytes of its JSON or text. */
export const RESULT_BYTES_MAX = 1_048_576;
/** Most bytes of files that leave the sandbox in one run. */
export const FILES_OUT_BYTES_MAX = 16_777_216;
/** Deepest nesting of a result that leaves as JSON; deeper ones leave as text. */
export const RESULT_DEPTH_MAX = 64;
/** Ceiling written into every metered module, in pages of 64 KiB: 512 MiB. A budget may lower it, never raise it. */
export const MODULE_PAGES_MAX = 8192;
