/** @module gltf-validator: types for the part of the Khronos validator that tests use. */
declare module 'gltf-validator' {
  type Report = {
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly messages: readonly {
        readonly code: string;
        readonly severity: number;
        readonly message: string;
      }[];
    };
    readonly info: {
      readonly totalTriangleCount?: number;
      readonly totalVertexCount?: number;
      readonly materialCount?: number;
    };
  };
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
