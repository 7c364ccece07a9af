/** @module settings-error: the error for an unusable settings file. */
/** A settings file is unusable. The message names the file and the fault, but never a key. */
export class SettingsError extends Error {}
