/** @module threat-secrets: finds credentials in the input of a tool, by published rules (secretlint) and our own. */

/** Rules for credentials that secretlint's preset misses. They match in linear time: no nested quantifiers. */
const OWN_RULES: readonly (readonly [string, RegExp])[] = [
  ['aws-access-key-id', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['json-web-token', /\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{16,2000}/],
  ['private-key', /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/],
  ['secret-key', /\bsk-(?:proj-|ant-|live-|test-)?[A-Za-z0-9][\w-]{19,200}/],
  ['google-api-key', /\bAIza[\w-]{35}/],
  ['stripe-key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}/],
  ['github-token', /\b(?:gh[opsu]_|github_pat_)\w{20,255}/],
  ['bearer-token', /\bauthorization["']?\s{0,4}[:=]\s{0,4}["']?bearer\s{1,4}[\w.~+/-]{16,4000}/i],
];

/** How much of a text the published rules scan, UTF-16 units; our own rules scan all of it. */
const PRESET_UNITS = 262_144;

type Preset = (text: string) => Promise<readonly string[]>;
let preset: Promise<Preset> | undefined;

/** Loads the published rules. */
async function loadPreset(): Promise<Preset> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = {
    rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }],
  };
  return async (text) => {
    const result = await lintSource({
      source: { filePath: 'input.txt', ext: '.txt', content: text, contentType: 'text' },
      options: { config, noPhysicFilePath: true, maskSecrets: true },
    });
    return result.messages.map(({ ruleId }) =>
      ruleId.replace(/^@secretlint\/secretlint-rule-/, ''),
    );
  };
}

/** Loads the published rules ahead of the first scan, which would load them otherwise. */
export async function loadSecretRules(): Promise<void> {
  await (preset ??= loadPreset());
}

/** The rule that matches a credential in a text, undefined if none does. The credential itself is never returned. */
export async function secretIn(text: string): Promise<string | undefined> {
  const own = OWN_RULES.find(([, pattern]) => pattern.test(text));
  if (own !== undefined) return own[0];
  preset ??= loadPreset();
  const lint = await preset;
  const [first] = await lint(text.slice(0, PRESET_UNITS));
  return first;
}
