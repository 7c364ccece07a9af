/** @module settings-error: a settings file that cannot be used; the message names the file and the fault, never a key. */
export class SettingsError extends Error {}
