/** @module right buildings: correct houses of ten kinds, as scripts. */

const TWO = `level Ground at 0 height 3 as g
level First at 3 height 3 as f
on $g
`;

/** Correct buildings by their special feature. */
export const RIGHT_BUILDINGS: Readonly<Record<string, string>> = {
  'a bowed front': `${TWO}floor (0,0) (10,0) (10,6) (0,6) thickness 0.25
wall (0,0) to (10,0) via (5,-2) thickness 0.3 usage exterior as front
wall (10,0) to (10,6) thickness 0.3 usage exterior
wall (10,6) to (0,6) thickness 0.3 usage exterior as north
wall (0,6) to (0,0) thickness 0.3 usage exterior
window in $front at 4 size 1.2 x 1.4 sill 0.9
door in $north at 2 exit
room Hall at (5,3)
roof rect (-0.2,-2.2) to (10.2,6.2) on $f type flat`,
  'a curtain wall with a door, columns behind it': `${TWO}floor rect (0,0) size 12 x 8 thickness 0.25
walls rect (0,0) size 12 x 8 thickness 0.3 usage exterior as s
wall (0,4) to (12,4) thickness 0.15 as hall
set $s.south wall_type = curtain
door in $s.south at 1.5 size 1.2 x 2.4 exit
door in $hall at 3
for i in 0..3 { column at (2 + 4 * i, 0.6) size 0.3 x 0.3 }
room Office at (6,6)
room Lobby at (6,2)
roof rect (0,0) size 12 x 8 on $f type flat`,
  'a mansard with a dormer': `${TWO}floor rect (0,0) size 12 x 9 thickness 0.25
walls rect (0,0) size 12 x 9 thickness 0.3 usage exterior as s
for i in 0..3 { window in $s.south at 1 + 4 * i size 1.4 x 1.4 sill 0.9 }
door in $s.north at 5 exit
room Hall at (6,4)
floor rect (0,0) size 12 x 9 on $f thickness 0.25
roof rect (0,0) size 12 x 9 on $f type mansard slope 70 overhang 0.2 as r
room Attic rect (1.5,1.5) size 9 x 6 on $f
on $f
wall (4,0.6) to (5.5,0.6) thickness 0.2 height 2.2 as dormer
window in $dormer at 0.3 size 0.9 x 1.2 sill 0.8`,
  'a stairwell through three storeys': `level L0 at 0 height 3 as l0
level L1 at 3 height 3 as l1
level L2 at 6 height 3 as l2
level L3 at 9 height 3 as l3
on $l0
floor rect (0,0) size 10 x 8 thickness 0.25
walls rect (0,0) size 10 x 8 thickness 0.3 usage exterior as a
door in $a.south at 7 exit
room R0 at (8,6)
on $l1
floor rect (0,0) size 10 x 8 thickness 0.25
walls rect (0,0) size 10 x 8 thickness 0.3 usage exterior as b
room R1 at (8,6)
on $l2
floor rect (0,0) size 10 x 8 thickness 0.25
walls rect (0,0) size 10 x 8 thickness 0.3 usage exterior as c
room R2 at (8,6)
roof rect (0,0) size 10 x 8 on $l3 type flat
stair at (2,2) from $l0 to $l1 direction north width 1.1 shape u turn right cut
stair at (2,2) from $l1 to $l2 direction north width 1.1 shape u turn right cut`,
  'columns and beams beside the façades': `${TWO}floor rect (0,0) size 12 x 8 thickness 0.25
for i in 0..4 { column at (4 * i, 0.4) size 0.3 x 0.3
  column at (4 * i, 7.6) size 0.3 x 0.3 }
walls rect (-0.3,0) to (12.3,8) thickness 0.2 usage exterior as s
door in $s.south at 2 exit
window in $s.north at 2 size 2 x 1.4 sill 0.9
room Office at (6,4)
for i in 0..4 { beam (4 * i, 0.4) to (4 * i, 7.6) profile "200x400" offset -0.25 }
roof rect (-0.3,0) to (12.3,8) on $f type flat`,
  'columns in the line of a façade': `${TWO}floor rect (0,0) size 12 x 8 thickness 0.25
wall (0,0) to (3.85,0) thickness 0.3 usage exterior as west
wall (4.15,0) to (7.85,0) thickness 0.3 usage exterior as bay
wall (8.15,0) to (12,0) thickness 0.3 usage exterior
for x in [4, 8] { column at (x, 0) size 0.3 x 0.3 }
walls path (12,0) (12,8) (0,8) (0,0) thickness 0.3 usage exterior
door in $bay at 1 exit
window in $west at 1 size 2 x 1.4 sill 0.9
room Office rect (0.2,0.2) to (11.8,7.8)
roof rect (0,0) size 12 x 8 on $f type flat`,
  'split levels': `level Low at 0 height 3 as a
level Mid at 1.5 height 3 as b
level Top at 3 height 3 as c
level Eaves at 4.5 as d
on $a
floor rect (0,0) size 6 x 8 thickness 0.2
walls rect (0,0) size 6 x 8 thickness 0.3 usage exterior as w
door in $w.south at 2 exit
room Living at (4,6)
on $b
floor rect (6,0) size 6 x 8 thickness 0.2
walls path (6,0) (12,0) (12,8) (6,8) thickness 0.3 usage exterior as v
room Kitchen rect (6.2,0.2) to (11.8,7.8)
on $c
floor rect (0,0) size 6 x 8 hole rect (2.9,0.4) size 2.9 x 1.2 thickness 0.2
stair at (3,1) from $a to $b direction east width 1 riser 0.19 tread 0.26
roof rect (6,0) size 6 x 8 on $d type flat
on $c
walls rect (0,0) size 6 x 8 thickness 0.3 usage exterior
room Bed at (3,4)
roof rect (0,0) size 6 x 8 type flat on $d`,
  'a carport on columns': `level Ground at 0 height 2.6 as g
level Roof at 2.6 as r
on $g
floor rect (0,0) size 5.5 x 5 thickness 0.15
for x in [0.15, 5.35] { for y in [0.15, 4.85] { column at (x, y) size 0.16 x 0.16 } }
for y in [0.15, 4.85] { beam (0.15, y) to (5.35, y) profile "120x200" }
roof rect (-0.3,-0.3) to (5.8,5.3) on $r type shed slope 5`,
  'a terrace on a garage': `${TWO}floor rect (0,0) size 14 x 8 thickness 0.25
walls rect (0,0) size 8 x 8 thickness 0.3 usage exterior as s
walls path (8,0) (14,0) (14,6) (8,6) thickness 0.2 usage exterior as w
door in $s.south at 2 exit
door in $w.1 at 1.5 size 2.5 x 2.2 type folding
room House at (4,4)
room Garage at (11,3)
floor rect (8,0) to (14,6) on $f thickness 0.25 name Terrace
floor rect (0,0) to (8,8) on $f thickness 0.25
on $f
walls rect (0,0) size 8 x 8 thickness 0.3 usage exterior as u
door in $u.east at 2 
room Bed at (4,4)
level Roof at 6 as r
roof rect (0,0) size 8 x 8 on $r type hip slope 25 overhang 0.5`,
  'an atrium': `${TWO}floor rect (0,0) size 20 x 16 hole rect (7,5) size 6 x 6 thickness 0.3
walls rect (0,0) size 20 x 16 thickness 0.3 usage exterior as s
walls rect (7,5) size 6 x 6 thickness 0.3 as c
door in $c.south at 2
door in $s.south at 3 exit
wall (0,8) to (7,8) thickness 0.15
wall (13,8) to (20,8) thickness 0.15
room South at (10,2)
room North at (10,14)
floor rect (0,0) size 20 x 16 hole rect (7,5) size 6 x 6 thickness 0.3 on $f
on $f
walls rect (0,0) size 20 x 16 thickness 0.3 usage exterior as t
walls rect (7,5) size 6 x 6 thickness 0.3 as d
room Gallery at (10,2)
for x in [3, 17] { column at (x, 8) size 0.3 x 0.3 }
level Roof at 6 as r
roof rect (0,0) size 20 x 16 on $r type flat as top
opening in $top at (10,8) size 5 x 5`,
};
