/** @module unspecified: the name of the material of a layer whose material is unknown. */

/** Written into files, because readers expect that a layer has a material; read as no material. */
export const UNSPECIFIED_MATERIAL = 'Unspecified';
