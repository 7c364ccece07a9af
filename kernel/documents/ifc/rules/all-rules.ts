/** @module all-rules: the rules for IFC files, in the order in which they are checked and listed. */
import { grf001 } from './georeference/grf001.ts';
import { grf003 } from './georeference/grf003.ts';
import { grf005 } from './georeference/grf005.ts';
import { grf006 } from './georeference/grf006.ts';
import { grf008 } from './georeference/grf008.ts';
import { plc001 } from './georeference/plc001.ts';
import { plc002 } from './georeference/plc002.ts';
import { plc003 } from './georeference/plc003.ts';
import { plc004 } from './georeference/plc004.ts';
import { type IfcRule } from './ifc-rule.ts';
import { pjs001 } from './properties/pjs001.ts';
import { pse001 } from './properties/pse001.ts';
import { pse002 } from './properties/pse002.ts';
import { qty001 } from './properties/qty001.ts';
import { bbx001 } from './shape/bbx001.ts';
import { brp001 } from './shape/brp001.ts';
import { brp002 } from './shape/brp002.ts';
import { brp003 } from './shape/brp003.ts';
import { gem001 } from './shape/gem001.ts';
import { gem002 } from './shape/gem002.ts';
import { gem003 } from './shape/gem003.ts';
import { gem004 } from './shape/gem004.ts';
import { gem005 } from './shape/gem005.ts';
import { gem011 } from './shape/gem011.ts';
import { gem051 } from './shape/gem051.ts';
import { gem052 } from './shape/gem052.ts';
import { gem111 } from './shape/gem111.ts';
import { gem112 } from './shape/gem112.ts';
import { gem113 } from './shape/gem113.ts';
import { mpd001 } from './shape/mpd001.ts';
import { swe001 } from './shape/swe001.ts';
import { swe002 } from './shape/swe002.ts';
import { tas001 } from './shape/tas001.ts';
import { blt003 } from './structure/blt003.ts';
import { grp001 } from './structure/grp001.ts';
import { ojp001 } from './structure/ojp001.ts';
import { pjs002 } from './structure/pjs002.ts';
import { pjs003 } from './structure/pjs003.ts';
import { pjs101 } from './structure/pjs101.ts';
import { sps001 } from './structure/sps001.ts';
import { sps002 } from './structure/sps002.ts';
import { sps003 } from './structure/sps003.ts';
import { sps004 } from './structure/sps004.ts';
import { sps005 } from './structure/sps005.ts';
import { sps006 } from './structure/sps006.ts';
import { sps007 } from './structure/sps007.ts';
import { sps008 } from './structure/sps008.ts';
import { sys001 } from './structure/sys001.ts';
import { sch001 } from './text/sch001.ts';
import { sch002 } from './text/sch002.ts';
import { sch003 } from './text/sch003.ts';
import { sch004 } from './text/sch004.ts';
import { sch005 } from './text/sch005.ts';
import { stp001 } from './text/stp001.ts';
import { stp002 } from './text/stp002.ts';
import { blt001 } from './types/blt001.ts';
import { blt002 } from './types/blt002.ts';
import { ifc101 } from './types/ifc101.ts';
import { ifc102 } from './types/ifc102.ts';
import { ifc105 } from './types/ifc105.ts';
import { ifc106 } from './types/ifc106.ts';
import { ojt001 } from './types/ojt001.ts';

/** The rules that are checked by default. */
export const IFC_RULES: readonly IfcRule[] = [
  stp001,
  stp002,
  sch001,
  sch002,
  sch003,
  sch004,
  sch005,
  pjs101,
  pjs002,
  pjs003,
  sps001,
  sps002,
  sps003,
  sps005,
  sps007,
  sps008,
  ojp001,
  grp001,
  blt003,
  ojt001,
  blt001,
  blt002,
  ifc101,
  ifc102,
  ifc106,
  pse001,
  pse002,
  qty001,
  pjs001,
  bbx001,
  gem001,
  gem002,
  gem003,
  gem004,
  gem011,
  gem051,
  gem052,
  gem111,
  gem112,
  gem113,
  brp002,
  brp003,
  swe001,
  swe002,
  mpd001,
  grf001,
  grf003,
  grf005,
  grf006,
  grf008,
  plc001,
  plc002,
  plc003,
  plc004,
];

/** Rules that the public engine has disabled; each is only checked if it is named by its id. */
export const DISABLED_IFC_RULES: readonly IfcRule[] = [
  sps004,
  sps006,
  sys001,
  ifc105,
  gem005,
  brp001,
  tas001,
];
