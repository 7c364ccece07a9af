/** @module threat-secrets: finds credentials in the input of a tool, by published rules and our own. */

/** Credentials that secretlint's preset does not find. Linear: no quantifier inside a quantifier. */
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

/** The published rules, and our AKIA rule, scan at most this much of a text; our other rules scan all of it. */
const PRESET_UNITS = 262_144;

type Preset = (text: string) => Promise<readonly string[]>;
let preset: Promise<Preset> | undefined;

/** Loaded with the first text that is scanned. */
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

/** Loads the published rules, where no text has been scanned yet. */
export async function loadSecretRules(): Promise<void> {
  await (preset ??= loadPreset());
}

/** The rule of the first credential in a text, undefined when none is found. The credential itself is never returned. */
export async function secretIn(text: string): Promise<string | undefined> {
  const own = OWN_RULES.find(([, pattern]) => pattern.test(text));
  if (own !== undefined) return own[0];
  preset ??= loadPreset();
  const lint = await preset;
  const [first] = await lint(text.slice(0, PRESET_UNITS));
  return first;
}
