/** @module optional-package: packages that an installation may lack, and the command that installs them. */
import { findPackageJSON } from 'node:module';

/** Each optional package with the tested version; `peerDependencies` of the package lists the same. */
export const OPTIONAL_PACKAGES = {
  '@opentelemetry/api': '1.10.0',
  '@opentelemetry/core': '3.1.0',
  '@opentelemetry/exporter-metrics-otlp-http': '0.301.0',
  '@opentelemetry/exporter-metrics-otlp-proto': '0.301.0',
  '@opentelemetry/exporter-trace-otlp-http': '0.301.0',
  '@opentelemetry/exporter-trace-otlp-proto': '0.301.0',
  '@opentelemetry/resources': '3.1.0',
  '@opentelemetry/sdk-metrics': '3.1.0',
  '@opentelemetry/sdk-trace': '3.1.0',
  pyodide: '314.0.7',
  sharp: '0.35.5',
} as const;

/** Name of an optional package. */
export type OptionalPackage = keyof typeof OPTIONAL_PACKAGES;

/**
 * One line that names the missing packages and the command that installs them; null if all are installed.
 *
 * @param from address of the module that would import them
 */
export function missingPackages(names: readonly OptionalPackage[], from: string): string | null {
  const missing = names.filter((name) => !isInstalled(name, from));
  const [first, ...more] = missing;
  if (first === undefined) return null;
  const subject =
    more.length === 0
      ? `package \`${first}\` is`
      : `packages ${missing.map((name) => `\`${name}\``).join(', ')} are`;
  const words = missing.map((name) => `${name}@${OPTIONAL_PACKAGES[name]}`).join(' ');
  return `the optional ${subject} not installed; run \`npm install ${words}\` in the folder in which plumbline-mcp is installed (for a global installation \`npm install -g\`), then restart the server`;
}

function isInstalled(name: string, from: string): boolean {
  try {
    return findPackageJSON(name, from) !== undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      return false;
    }
    throw error;
  }
}
