/** @module ids-about: small IDS files for tests. */

/** An IDS file whose one specification is about walls. */
export function idsAbout(requirements: string, entity = 'IFCWALL'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">
<info><title>Requirements of the client</title></info>
<specifications>
<specification name="Fire rating" ifcVersion="IFC4">
<applicability minOccurs="1" maxOccurs="unbounded"><entity><name><simpleValue>${entity}</simpleValue></name></entity></applicability>
<requirements>${requirements}</requirements>
</specification>
</specifications>
</ids>
`;
}

/** A property that the parameter `fire_rating_min` of a wall states. */
export const FIRE_RATING = `<property dataType="IFCLABEL" cardinality="required"><propertySet><simpleValue>Pset_WallCommon</simpleValue></propertySet><baseName><simpleValue>FireRating</simpleValue></baseName><value><simpleValue>60 min</simpleValue></value></property>`;
