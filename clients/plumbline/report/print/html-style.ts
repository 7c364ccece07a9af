/** @module html-style: the style sheet of a report as HTML: light and dark, narrow screens, and paper. */

/** The colours of both schemes have a contrast of at least 4.5 with their backgrounds (WCAG 2.2, 1.4.3). */
const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1b1b1f;--faint:#55555e;--line:#d3d3da;--band:#f3f3f6;--created:#166534;--modified:#92400e;--deleted:#b91c1c;--alert-paper:#fef2f2;--good-paper:#f0fdf4;--link:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--paper:#16161a;--ink:#ececf1;--faint:#b0b0bb;--line:#45454f;--band:#22222a;--created:#86efac;--modified:#fcd34d;--deleted:#fca5a5;--alert-paper:#3b1114;--good-paper:#0f2a19;--link:#93c5fd}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
header,main,nav,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.35rem;margin:2.4rem 0 .6rem;padding-top:.6rem;border-top:2px solid var(--ink)}
h3{font-size:1.05rem;margin:1.6rem 0 .4rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
a{color:var(--link)}
nav ol{columns:2;padding-left:1.5rem;margin:.8rem 0}
.subtitle{color:var(--faint);margin:0}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.87em;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.15rem 1rem;margin:.5rem 0}
dt{color:var(--faint)}
dd{margin:0;overflow-wrap:anywhere}
dd,td,li,blockquote p{unicode-bidi:isolate}
table{border-collapse:collapse;width:100%;table-layout:fixed;margin:.8rem 0;font-size:.87rem}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{background:var(--band);border-bottom:2px solid var(--line)}
.right{text-align:right;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
.wide table{min-width:44rem}
.label{font-weight:600;margin:.7rem 0 .2rem}
ul{margin:.2rem 0;padding-left:1.2rem}
li{overflow-wrap:anywhere;margin:.1rem 0}
.d1{margin-left:1.4rem}.d2{margin-left:2.8rem}.d3{margin-left:4.2rem}.d4{margin-left:5.6rem}.d5{margin-left:7rem}
blockquote{margin:.2rem 0 .6rem;padding:.1rem .9rem;border-left:3px solid var(--line);color:var(--faint)}
blockquote p{margin:.15rem 0;min-height:1em}
figure{margin:1rem 0}
figure img{display:block;width:100%;height:auto;border:1px solid var(--line);background:#fff}
figcaption{font-weight:600;padding:.3rem 0;overflow-wrap:anywhere}
.created,.good{color:var(--created);font-weight:600}
.modified{color:var(--modified);font-weight:600}
.deleted,.alert{color:var(--deleted);font-weight:600}
.box-alert{border:2px solid var(--deleted);background:var(--alert-paper);padding:.6rem .9rem}
.box-good{border:1px solid var(--created);background:var(--good-paper);padding:.4rem .9rem}
footer{padding-top:2rem;padding-bottom:2rem;color:var(--faint);font-size:.85rem}
@media (max-width:40rem){dl{grid-template-columns:1fr}dt{margin-top:.4rem}nav ol{columns:1}}
@media print{@page{size:A4;margin:16mm 14mm}:root{color-scheme:light;--paper:#fff;--ink:#000;--faint:#444;--line:#bbb;--band:#eee;--created:#166534;--modified:#92400e;--deleted:#b91c1c;--alert-paper:#fff;--good-paper:#fff;--link:#000}
body{font-size:9.5pt}header,main,nav,footer{max-width:none;padding-left:0;padding-right:0}.wide{overflow:visible}.wide table{min-width:0}h2,h3,.label{break-after:avoid}figure,tr,dl{break-inside:avoid}thead{display:table-header-group}a{text-decoration:none}}
`.trim();

/** The style sheet with rules for the widths of columns, percent. */
export function styleSheet(widths: ReadonlySet<number>): string {
  const columns = [...widths].toSorted((a, b) => a - b);
  return `${STYLE}\n${columns.map((percent) => `.w${percent}{width:${percent}%}`).join('')}`;
}
