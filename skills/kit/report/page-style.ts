/** Colours tell apart what shapes and words tell apart too. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2127;--soft:#5b6570;--paper:#fff;--panel:#f4f6f8;--rule:#d8dee4;--good:#1a7f37;--bad:#c62828;--warn:#9a6700;--plain:#3b6ea8;--s0:#3b6ea8;--s1:#c2570c;--s2:#1a7f37;--s3:#8e3fa8;--s4:#7a6a00;--s5:#b3365e}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6eaee;--soft:#9aa5b1;--paper:#14181c;--panel:#1e242a;--rule:#363f48;--good:#4cc267;--bad:#ff7b72;--warn:#e0b040;--plain:#79b0ee;--s0:#79b0ee;--s1:#f0954f;--s2:#4cc267;--s3:#d293e8;--s4:#d6c24a;--s5:#f288a8}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:60rem;margin:0 auto;padding:1rem}
header{border-left:.4rem solid var(--plain);padding:.25rem 1rem;margin:.5rem 0 1.5rem}
header.passed{border-color:var(--good)}header.failed{border-color:var(--bad)}header.error{border-color:var(--warn)}
h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}
.verdict{font-weight:700;font-size:1.15rem;margin:.25rem 0}.passed .verdict{color:var(--good)}.failed .verdict{color:var(--bad)}.error .verdict{color:var(--warn)}
.summary{margin:.25rem 0}p{overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.5rem;margin:0}
dl div{background:var(--panel);border-radius:.4rem;padding:.5rem .75rem}dl .long{grid-column:1/-1}.long dd{font-weight:400;font-size:.92rem}dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-weight:600;overflow-wrap:anywhere;unicode-bidi:isolate}
dd.good,tr.good td:first-child{color:var(--good)}dd.bad,tr.bad td:first-child{color:var(--bad)}dd.warn,tr.warn td:first-child{color:var(--warn)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--rule);overflow-wrap:break-word;white-space:pre-line;unicode-bidi:isolate}
th{color:var(--soft);font-weight:600;white-space:nowrap}td{min-width:3rem;max-width:28rem}th.number,td.number{text-align:right}td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
.more,footer,.legend,.unit,.xaxis,.yaxis{color:var(--soft);font-size:.85rem}
ul.bars{list-style:none;margin:0;padding:0}.bars li{display:grid;grid-template-columns:1fr auto;gap:0 .75rem;margin:.4rem 0}.bars .name{overflow-wrap:anywhere;unicode-bidi:isolate}.bars .value{font-variant-numeric:tabular-nums;color:var(--soft)}
.bars svg{grid-column:1/-1;width:100%;height:.7rem;display:block}.track{fill:var(--panel)}.fill{fill:var(--plain)}.fill.good{fill:var(--good)}.fill.bad{fill:var(--bad)}.fill.warn{fill:var(--warn)}
line.limit{stroke:var(--ink);stroke-width:2;stroke-dasharray:4 3;vector-effect:non-scaling-stroke}
.chart{margin:0}.plot{display:grid;grid-template-columns:3.5rem minmax(0,1fr);gap:.5rem}.plot svg{width:100%;height:14rem;display:block;overflow:visible}
.yaxis,.xaxis{display:flex;justify-content:space-between;font-variant-numeric:tabular-nums}.yaxis{flex-direction:column;text-align:right}.xaxis{padding-left:4rem}
.grid{stroke:var(--rule);stroke-width:1;vector-effect:non-scaling-stroke;fill:none}
.series{fill:none;stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.series.s0{stroke:var(--s0)}.series.s1{stroke:var(--s1);stroke-dasharray:7 3}.series.s2{stroke:var(--s2);stroke-dasharray:2 3}.series.s3{stroke:var(--s3);stroke-dasharray:9 3 2 3}.series.s4{stroke:var(--s4);stroke-dasharray:12 4}.series.s5{stroke:var(--s5);stroke-dasharray:4 4}
.legend span{margin-right:.75rem}.legend .key{display:inline-block;width:1.6rem;border-top:3px solid var(--plain);vertical-align:middle;margin-right:.35rem}
.key.s0{border-color:var(--s0)}.key.s1{border-color:var(--s1);border-top-style:dashed}.key.s2{border-color:var(--s2);border-top-style:dotted}.key.s3{border-color:var(--s3);border-top-style:dashed}.key.s4{border-color:var(--s4);border-top-style:dashed}.key.s5{border-color:var(--s5);border-top-style:dotted}.key.limit{border-color:var(--ink);border-top-style:dashed}
pre{background:var(--panel);border-radius:.4rem;padding:.75rem;overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}
footer{margin:2rem 0 1rem}
@media print{main{max-width:none;padding:0}section{break-inside:avoid-page}.scroll{overflow:visible}svg,header{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
`;
