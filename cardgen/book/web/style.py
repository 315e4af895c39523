"""How the rulebook looks on a screen: light and dark, from a phone up."""

STYLE = """
*{box-sizing:border-box}
:root{--paper:#fff;--ink:#221f2b;--soft:#5c5866;--line:#dcd8da;--panel:#f4eedf;--panelink:#221f2b;--red:#d0331f}
:root{--lead:var(--accent)}
@media (prefers-color-scheme:dark){:root{--paper:#1b1922;--ink:#ece8e1;--soft:#aaa4b2;--line:#3d394a;--red:#ff8a75}
:root{--lead:var(--bright)}figure,.hero{filter:brightness(.9)}}
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
code{font:600 .9em "Source Sans 3","Source Sans Pro",system-ui,sans-serif}
.verb{font:600 .8em "Source Sans 3","Source Sans Pro",system-ui,sans-serif;letter-spacing:.06em}
.number{display:inline-block;min-width:1.9em;padding:.15em .35em;background:var(--ink);color:var(--paper);
font:600 .68em/1.3 system-ui,sans-serif;text-align:center;vertical-align:.12em;
clip-path:polygon(50% -25%,112% 50%,50% 125%,-12% 50%)}
.suit{font-family:"DejaVu Sans","Segoe UI Symbol","Apple Symbols",sans-serif}
.red{color:var(--red)}
.mark{color:var(--lead)}
.west{font:600 .92em system-ui,sans-serif;white-space:nowrap}
.sign{width:.95em;height:.95em;vertical-align:-.12em;margin:0 .06em}
figure{margin:1.2rem -.3rem;padding:.9rem .6rem;background:var(--panel);color:var(--panelink);border-radius:.6rem;
text-align:center}
figure img{max-width:100%;height:auto}
figcaption{font-style:italic;font-size:.93rem;line-height:1.35;margin-top:.5rem}
figure .number{background:var(--panelink);color:#fff}
figure .suit.red{color:#d0331f}
.row{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem .7rem}
.row>div{flex:0 1 6rem;min-width:3.2rem;font:.8rem/1.2 "Source Sans 3","Source Sans Pro",system-ui,sans-serif}
.row .strong{font-weight:600}
.row+.row{margin-top:.6rem}
.row span{display:block;margin-top:.2rem}
.card{display:block;width:100%;aspect-ratio:5/7;border-radius:5%/3.6%;outline:1px solid #221f2b}
.hero{display:flex;justify-content:center;margin:1.6rem 0 1.2rem}
.hero .card{width:7.2rem;margin:0 -.8rem;background:#fff}
.hero .card:first-child{transform:rotate(-8deg);z-index:1}
.hero .card:nth-child(2){transform:translateY(-.9rem)}
.hero .card:last-child{transform:rotate(8deg);z-index:1}
.table{overflow-x:auto}
table{border-collapse:collapse;margin:.7rem 0;font-size:.96rem;line-height:1.4;min-width:min(100%,20rem)}
th,td{text-align:left;vertical-align:top;padding:.4rem 1rem .4rem 0;border-bottom:1px solid var(--line)}
th{border-bottom:2px solid var(--ink);white-space:nowrap}
.n{text-align:right;font-variant-numeric:tabular-nums}
.rules{float:right;margin:.15rem 0 0 .8rem;text-align:right;font:.72rem/1.45 system-ui,sans-serif}
.rules a{display:block;color:var(--soft);text-decoration:none}
:target{background:#f2b70540;border-radius:.2rem;scroll-margin-top:30vh}
h2:target,h3:target,header:target{background:none;scroll-margin-top:1rem}
.short{margin:3rem 0 1rem;padding:.2rem 1.2rem 1rem;border:2px solid var(--ink);outline:1px solid var(--ink);
outline-offset:-6px}
.short h2{margin-top:1.4rem}
.store{position:absolute}
footer{padding:2rem 1.1rem 3rem;color:var(--soft);font-size:.9rem;text-align:center}
@media (min-width:56rem){.rules{position:relative;width:9rem;margin-right:-10.5rem;text-align:left}
figure{margin-left:-2rem;margin-right:-2rem}}
@media print{nav,footer{display:none}}
"""
