"""How the rulebook looks on a screen: light and dark, from a phone of 320 pixels up."""

from referee.books.figures import PARTS

_BODY = """
*{box-sizing:border-box}
:root{--paper:#fff;--ink:#221f2b;--soft:#5c5866;--line:#dcd8da;--panel:#f4eedf;--red:#c62d1b;--shade:#0003;
--card:#fffdf7;--lead:var(--accent)}
@media (prefers-color-scheme:dark){:root{--paper:#1b1922;--ink:#ece8e1;--soft:#aaa4b2;--line:#3d394a;--panel:#2a2733;
--red:#ff8a75;--shade:#000a;--lead:var(--bright)}.card{filter:brightness(.88)}}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.06rem/1.55 "Source Serif 4","Source Serif Pro",Charter,Georgia,serif}
header,main,footer{max-width:36rem;margin:0 auto;padding:0 1.1rem}
header{text-align:center;padding-top:2rem}
h1{font-size:2.6rem;line-height:1.1;margin:0}
h2{font-size:1.55rem;line-height:1.2;margin:2.6rem 0 .6rem}
h2::before{content:"";display:inline-block;width:.42em;height:.6em;margin-right:.4em;background:var(--lead);
clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
h3,summary,th{font:600 .82rem/1.3 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;letter-spacing:.09em;
text-transform:uppercase;color:var(--lead)}
h3{margin:1.8rem 0 .3rem}
p{margin:.65rem 0}
.tagline{font-style:italic;font-size:1.15rem}
a{color:inherit;text-decoration-color:var(--lead)}
ul,ol{padding-left:1.5rem;margin:.6rem 0}
li{margin:.35rem 0}
li>p{margin:.2rem 0}
li::marker{color:var(--lead)}
nav{text-align:left;margin-top:1.4rem;border:1px solid var(--line);border-radius:.6rem;padding:.7rem 1rem}
nav ul{columns:2;list-style:none;padding:0}
summary{cursor:pointer}
nav li a{display:block;padding:.2rem 0}
aside{border-left:.3rem solid #f2b705;padding-left:.9rem;margin:1rem 0;font-size:.97rem}
code{font:600 .9em "Source Sans 3","Source Sans Pro",system-ui,sans-serif;overflow-wrap:anywhere}
.verb{font:600 .8em "Source Sans 3","Source Sans Pro",system-ui,sans-serif;letter-spacing:.06em}
.kept{white-space:nowrap}
.number{display:inline-block;min-width:1.9em;padding:.15em .35em;background:var(--ink);color:var(--paper);
font:600 .68em/1.3 system-ui,sans-serif;text-align:center;vertical-align:.12em;
clip-path:polygon(50% -25%,112% 50%,50% 125%,-12% 50%)}
.suit{font-family:"DejaVu Sans","Segoe UI Symbol","Apple Symbols",sans-serif}
.red{color:var(--red)}
.mark{color:var(--lead)}
.west{font:600 .92em system-ui,sans-serif;white-space:nowrap}
.sign{width:.95em;height:.95em;vertical-align:-.12em;margin:0 .06em;fill:none;stroke:currentColor;stroke-width:1.6;
stroke-linejoin:round}
.cr{fill:#d0331f}.cy{fill:#f2b705}.cg{fill:#2f8f4e}.cb{fill:#1f6fb5}.ck{fill:#221f2b}
figure{margin:1.2rem -.3rem;padding:.9rem .6rem;background:var(--panel);border-radius:.6rem;text-align:center}
figcaption{font-style:italic;font-size:.93rem;line-height:1.35;margin-top:.6rem}
.row{display:grid;justify-content:center;gap:.5rem .6rem;grid-template-columns:repeat(var(--n),minmax(0,6.2rem))}
.row+.row{margin-top:.7rem}
.group{font:.8rem/1.2 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;min-width:0}
.hand{display:grid;gap:.3rem;position:relative}
.group>span{display:block;margin-top:.3rem}
.group:not(.k1)>span{border-top:1px solid currentColor;padding-top:.2rem}
.strong{font-weight:600}
.card{display:block;width:100%;aspect-ratio:5/7;border-radius:5%/3.6%;outline:1px solid #221f2b;background:var(--card)}
.said{grid-template-columns:repeat(var(--n),minmax(0,8.2rem))}
.pair .row{grid-template-columns:repeat(3,minmax(0,8.2rem));margin-left:3.6rem}
.part{position:absolute;right:100%;margin-right:.35rem;font-style:normal;transform:translateY(-50%);font-weight:400}
.part::after{content:"";position:absolute;left:calc(100% + .1rem);top:52%;border-top:1px solid #221f2b;
width:calc(var(--x) + .25rem)}
@media (prefers-color-scheme:dark){.part::after{border-color:#8a8594}}
@media (max-width:33rem){.said:not(.n1):not(.n3){grid-template-columns:repeat(2,minmax(0,8.6rem))}
.plan .row{gap:.4rem}.pair .row{margin-left:3.1rem;gap:.35rem}.part{font-size:.72rem}}
.board{max-width:28rem;margin:0 auto;padding:.8rem .6rem;border:2px solid var(--ink);border-radius:5rem/4rem;
background:var(--paper)}
.above,.below{display:flex;flex-wrap:wrap;justify-content:center;gap:.3rem 1.4rem}
.across{display:grid;grid-template-columns:auto minmax(0,1fr) auto;align-items:center;gap:.5rem;min-height:4.4rem;
padding:.6rem 0}
.seat{display:grid;grid-template-columns:1.1rem auto;gap:0 .3rem;align-items:center;
font:.85rem/1.2 "Source Sans 3","Source Sans Pro",system-ui,sans-serif}
.seat b{grid-column:1/3;text-align:center}
.seat i{font-style:normal}
.middle .row{grid-template-columns:repeat(var(--n),minmax(0,2.5rem));gap:.3rem .5rem}
.middle .hand{gap:.15rem}
.laptop{font:.85rem "Source Sans 3",system-ui,sans-serif;border:2px solid;border-bottom-width:.4rem;
padding:.5rem .4rem;border-radius:.3rem}
.spot{display:block;width:100%;aspect-ratio:1;margin:20% 0;border:2px dashed var(--soft);border-radius:50%}
.hero{display:flex;justify-content:center;margin:1.6rem 0 1.2rem}
.hero .card{width:min(7.2rem,30vw);margin:0 -.8rem}
.hero .card:first-child{transform:rotate(-8deg);z-index:1}
.hero .card:nth-child(2){transform:translateY(-.9rem)}
.hero .card:last-child{transform:rotate(8deg);z-index:1}
.scroll{overflow-x:auto;background:linear-gradient(to right,var(--paper) 40%,#0000) 0 0/2.4rem 100% no-repeat local,
linear-gradient(to left,var(--paper) 40%,#0000) 100% 0/2.4rem 100% no-repeat local,
linear-gradient(to right,var(--shade),#0000) 0 0/.8rem 100% no-repeat scroll,
linear-gradient(to left,var(--shade),#0000) 100% 0/.8rem 100% no-repeat scroll}
table{border-collapse:collapse;margin:.7rem 0;font-size:.96rem;line-height:1.4;min-width:min(100%,20rem)}
th,td{text-align:left;vertical-align:top;padding:.4rem .9rem .4rem 0;border-bottom:1px solid var(--line)}
th{border-bottom:2px solid var(--ink);vertical-align:bottom}
th:last-child,td:last-child{padding-right:0}
.n{text-align:right;font-variant-numeric:tabular-nums}
th.n,td.n{padding-left:.2rem}
@media (max-width:26rem){th,td{padding-right:.5rem}th{letter-spacing:.03em}table{font-size:.9rem}}
.index{columns:2;list-style:none;padding:0;font-size:.8rem;line-height:1.3;overflow-wrap:anywhere}
.index li{break-inside:avoid}
.index span{color:var(--soft);display:block}
p:has(>.rule:target),td:has(>.rule:target),.rule:target{background:#f2b70540;border-radius:.2rem;scroll-margin-top:30vh}
.rule{scroll-margin-top:30vh}
.short{margin:3rem 0 1rem;padding:.2rem 1.2rem 1rem;border:2px solid var(--ink);outline:1px solid var(--ink);
outline-offset:-6px}
.short h2{margin-top:1.4rem}
.store{position:absolute}
footer{padding:2rem 1.1rem 3rem;color:var(--soft);font-size:.9rem;text-align:center}
@media (min-width:56rem){figure{margin-left:-2rem;margin-right:-2rem}}
@media print{nav,footer{display:none}}
"""
_COUNTS = "".join(
    f".n{n}{{--n:{n}}}.k{n}{{grid-column:span {n}}}.k{n} .hand{{grid-template-columns:repeat({n},minmax(0,1fr))}}"
    for n in range(1, 10)
)
_PARTS = "".join(f".{name}{{top:{down:.0%};--x:0}}" for name, _, down in PARTS)

STYLE = f"{_BODY}{_COUNTS}{_PARTS}"
