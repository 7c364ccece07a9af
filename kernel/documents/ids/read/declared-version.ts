/** @module declared-version: the version of IDS that a file declares by the address of its XSD. */
import { type Findings, quoted } from '../finding.ts';
import { IDS_NAMESPACE } from '../ids.ts';
import { attribute } from './read-restriction.ts';
import { childPaths, placeOf } from './structure.ts';
import type { XmlElement } from './xml-tree.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
/** Addresses of the XSD of IDS 1.0, ordered by preference, and of the last version before it. */
const CURRENT = [
  'http://standards.buildingsmart.org/IDS/1.0/ids.xsd',
  'https://standards.buildingsmart.org/IDS/1.0/ids.xsd',
];
const EARLIER = /^https?:\/\/standards\.buildingsmart\.org\/IDS\/0\.9\.\d+\/ids\.xsd$/iu;

/**
 * Reports an address of the XSD that is not that of IDS 1.0, and the spelling `IFC4X3` of earlier versions in a file that
 * does not declare one. A file without an address is accepted.
 */
export function checkVersion(root: XmlElement, findings: Findings): void {
  const stated = root.attributes.find(
    ({ name, namespace }) => namespace === XSI && name === 'schemaLocation',
  )?.value;
  const words = stated?.trim().split(/\s+/u) ?? [];
  const address = words[words.indexOf(IDS_NAMESPACE) + 1] ?? '';
  const isEarlier = EARLIER.test(address);
  if (!isEarlier) checkSpelling(root, findings);
  const isFile = !address.includes('://') && /(?:^|[\\/])ids(?:_?1\.0)?\.xsd$/iu.test(address);
  if (stated === undefined) return;
  if (words.includes(IDS_NAMESPACE) && (CURRENT.includes(address) || isFile)) return;
  findings[isEarlier ? 'warning' : 'error']('schema-location', placeOf(root, 'ids'), {
    message: 'the file does not declare IDS 1.0',
    found: `the schema location ${quoted(stated)}`,
    expected: `\`${IDS_NAMESPACE} ${CURRENT[0] ?? ''}\``,
  });
}

function checkSpelling(root: XmlElement, findings: Findings): void {
  for (const list of root.children) {
    const paths = childPaths(list, `ids/${list.name}`);
    for (const [index, one] of list.children.entries()) {
      const stated = attribute(one, 'ifcVersion') ?? '';
      if (!stated.split(/\s+/u).includes('IFC4X3')) continue;
      findings.error('attribute-value', placeOf(one, paths[index] ?? ''), {
        message: 'the attribute `ifcVersion` has a name of an earlier version of IDS',
        found: quoted(stated),
        expected: '`IFC4X3_ADD2`',
      });
    }
  }
}
