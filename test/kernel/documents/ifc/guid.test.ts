/** @module tests of the GUIDs of elements: values computed by other programs, and the form that IFC requires. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../kernel/documents/ifc/guid.ts';

// Computed in Python from the SHA-256 of `plumbline ifc guid v1\n` and the text, a byte in two digits and five times
// three bytes in four, as IFC toolkits do it. They never change: files outside refer to them.
test.each([
  ['W1', '0uGStiaVQ4PsTaWCWsFP41'],
  ['', '2UxE7QKCwL$hw6LKyGraK8'],
  ['Tür/3', '0o3YS6fdRXixasSdLu5ujo'],
])('the GUID of `%s` is %s for ever', (text, guid) => {
  expect(ifcGuid(text)).toBe(guid);
});

test('a GUID has 22 digits in the base 64 of IFC, the first with two bits, and is unique to its id', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 2 }), (ids) => {
      const guids = ids.map(ifcGuid);
      for (const guid of guids) expect(guid).toMatch(/^[0-3][0-9A-Za-z_$]{21}$/);
      expect(new Set(guids).size).toBe(ids.length);
    }),
  );
});
