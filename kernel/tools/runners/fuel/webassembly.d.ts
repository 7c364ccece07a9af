/** The part of the WebAssembly JavaScript API that the sandbox uses; @types/node does not declare it. */
declare namespace WebAssembly {
  type ExportValue = unknown;
  type ModuleExportDescriptor = { readonly name: string; readonly kind: string };
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    static exports(module: Module): readonly ModuleExportDescriptor[];
    static customSections(module: Module, name: string): readonly ArrayBuffer[];
    static imports(
      module: Module,
    ): readonly { readonly module: string; readonly name: string; readonly kind: string }[];
  }
  class Instance {
    constructor(module: Module, imports?: object);
    readonly exports: Readonly<Record<string, ExportValue>>;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global {
    get value(): unknown;
    set value(value: bigint | number);
  }
  class RuntimeError extends Error {}
  class CompileError extends Error {}
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
