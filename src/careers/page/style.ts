// The style of all pages. Each page adds the colours of its brand as variables. Text is never in the colour of a brand:
// only text on it is known to be readable.
export const style = `
:root{color-scheme:light dark;--ink:#171b22;--soft:#4e5867;--line:#e2e6ec;--page:#fff;--card:#fff;--tint:var(--tint-light);--ring:#171b22;--lift:0 1px 2px #10182814,0 16px 40px #1018281f}
@media (prefers-color-scheme:dark){:root{--ink:#e9ecf1;--soft:#a8b1bf;--line:#2b323d;--page:#0f1217;--card:#171b22;--tint:var(--tint-dark);--ring:#e9ecf1;--lift:0 16px 40px #0008}}
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-block:1rem}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.625 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans Arabic","Noto Sans CJK JP",sans-serif;overflow-wrap:break-word}
a{color:inherit;text-decoration-thickness:.08em;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--ring);outline-offset:3px;border-radius:.3rem}
.hero :focus-visible{outline-color:var(--on)}
.in{--side:1.5rem;max-width:68rem;margin-inline:auto;padding-inline:max(var(--side),env(safe-area-inset-left)) max(var(--side),env(safe-area-inset-right))}
.skip{position:absolute;inset-inline-start:1rem;top:-6rem;z-index:9;padding:.6rem 1rem;border-radius:.5rem;background:var(--card);color:var(--ink)}
.skip:focus{top:1rem}
.hero{background-color:var(--brand);color:var(--on);position:relative;overflow:hidden;border-block-end:.3rem solid var(--accent)}
.hero::before{content:"";position:absolute;inset:0;pointer-events:none}
.arcs::before{background:radial-gradient(circle at 96% 8%,var(--shade) 0 17rem,transparent 17.05rem),radial-gradient(circle at 78% 128%,var(--deep) 0 15rem,transparent 15.05rem)}
.rays::before{background:repeating-conic-gradient(from 205deg at 103% -12%,var(--shade) 0 5deg,transparent 5deg 13deg)}
.dots::before{background:radial-gradient(circle,var(--deep) .16rem,transparent .19rem) 0 0/1.6rem 1.6rem;-webkit-mask:linear-gradient(100deg,transparent 45%,#000 85%);mask:linear-gradient(100deg,transparent 45%,#000 85%)}
.steps::before{background:linear-gradient(118deg,transparent 58%,var(--shade) 58.1% 74%,var(--deep) 74.1% 88%,var(--shade) 88.1%)}
[dir=rtl] .hero::before{transform:scaleX(-1)}
.hero>.in{position:relative}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;padding-block:1.35rem}
.home{display:inline-flex;align-items:center;gap:.75rem;font-weight:650;text-decoration:none}
.logo{display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:.65rem;overflow:hidden;background:var(--on);color:var(--brand);font-weight:800;font-size:.95rem;position:relative;flex:none}
.logo img{position:absolute;inset:0;width:100%;height:100%;padding:.18rem;object-fit:contain;background:#fff}
.bar nav{margin-inline-start:auto}
.bar ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0;font-size:.95rem}
.bar li a{display:inline-block;padding-block:.35rem;text-decoration:none}
.bar li a:hover{text-decoration:underline}
.bar li a[aria-current]{font-weight:650;text-decoration:underline;text-decoration-thickness:.12em}
h1{font-size:clamp(2rem,1.35rem + 2.9vw,3.35rem);line-height:1.1;letter-spacing:-.022em;font-weight:750;margin:0;max-width:20ch;text-wrap:balance}
.dots h1{font-weight:800;letter-spacing:-.03em}
.site .bar{padding-block-end:0}
.welcome{padding-block:clamp(2.5rem,6vw,4.75rem) clamp(4.75rem,8vw,6.5rem)}
/* After a search, what was found is to be seen at once. */
.searched .welcome{padding-block:1.25rem 3.75rem}
.searched h1{font-size:1.5rem;max-width:none}
.searched .lead{display:none}
.lead{font-size:clamp(1.05rem,.98rem + .4vw,1.3rem);line-height:1.55;max-width:60ch;margin:1rem 0 0}
.lead p{margin:.5rem 0}
.find{position:relative;z-index:2;margin-top:-2.75rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;box-shadow:var(--lift);display:grid;grid-template-columns:1.5fr 1fr 1fr 1fr 1fr auto;padding:.6rem}
.find label{display:block;padding:.35rem .9rem;border-inline-end:1px solid var(--line);font-size:.8rem;line-height:1.2rem;color:var(--soft);min-width:0}
.find label:last-of-type{border:0}
.find input,.find select{display:block;width:100%;margin:0;padding:.1rem 0;border:0;background:var(--card);color:var(--ink);font:inherit;font-size:.96rem;line-height:1.6rem;font-weight:500;text-overflow:ellipsis}
.find select{margin-inline-start:-.25rem;width:calc(100% + .25rem)}
.find ::placeholder{color:var(--soft);opacity:1}
.button{display:inline-block;border:0;border-radius:.7rem;background:var(--brand);color:var(--on);font:inherit;font-weight:650;line-height:1.5rem;padding:.75rem 1.4rem;text-align:center;text-decoration:none;cursor:pointer;box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--on) 22%,transparent)}
.button:hover{background:var(--deep)}
.found{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:baseline;margin:2.25rem 0 0}
.found h2{font-size:1.35rem;line-height:1.4;margin:0;letter-spacing:-.01em}
h3.group{display:flex;gap:.6rem;align-items:baseline;font-size:.95rem;color:var(--soft);font-weight:650;margin:2.1rem 0 .35rem}
h3.group::after{content:"";flex:1;height:1px;background:var(--line);align-self:center}
.jobs{list-style:none;margin:0;padding:0}
.jobs li{position:relative;display:grid;grid-template-columns:minmax(0,1fr) 11rem 14rem 1.5rem;gap:.2rem 1.5rem;align-items:center;padding:1.05rem .9rem;margin-inline:-.9rem;border-radius:.7rem}
.jobs li:hover{background:var(--tint)}
.jobs a{font-size:1.12rem;line-height:1.4;font-weight:620;text-decoration:none;margin-inline-end:.6rem}
.jobs a::after{content:"";position:absolute;inset:0;border-radius:.7rem}
.jobs a:focus-visible{outline:0}
.jobs a:focus-visible::after{outline:3px solid var(--ring);outline-offset:-3px}
.jobs li:hover a{text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:.14em}
.jobs p{margin:0;color:var(--soft);font-size:.95rem;line-height:1.45}
.jobs .go{width:.65rem;height:.65rem;border:solid var(--soft);border-width:.13rem .13rem 0 0;transform:rotate(45deg);justify-self:end}
[dir=rtl] .jobs .go{transform:rotate(225deg)}
.tags{display:inline-flex;flex-wrap:wrap;gap:.35rem;vertical-align:.1em}
.tag{display:inline-block;background:var(--tint);border-radius:1rem;padding:.05rem .65rem;font-size:.82rem;line-height:1.45rem;font-weight:550}
.pages{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:1rem;margin-top:1.75rem;color:var(--soft)}
.pages a{color:var(--ink);padding:.55rem 1rem;border:1px solid var(--line);border-radius:.6rem;text-decoration:none;background:var(--card)}
.pages a:hover{background:var(--tint)}
.trail{margin:0;padding-block:1.1rem .6rem;font-size:.95rem}
.trail a{display:inline-block;padding-block:.2rem}
.job h1{font-size:clamp(1.85rem,1.35rem + 2.2vw,2.9rem);max-width:26ch}
.job .lead{margin-block:.8rem 0}
.job-head{padding-block-end:clamp(2rem,4vw,3.25rem)}
.two{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:3.5rem;align-items:start;margin-top:2.5rem}
.text{font-size:1.05rem;line-height:1.7;max-width:44rem}
.text>p:first-child{font-size:1.22rem;line-height:1.6;margin-top:0}
.text h2{font-size:1.4rem;line-height:1.3;letter-spacing:-.01em;margin:2.2rem 0 .6rem}
.text h3{font-size:1.1rem;margin:1.6rem 0 .4rem}
.text ul{padding-inline-start:1.3rem;margin:.5rem 0}
.text li{margin:.35rem 0}
.text li::marker{color:var(--soft)}
.facts{position:sticky;top:1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--card);padding:1.4rem;box-shadow:var(--lift)}
.facts h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.facts dl{margin:0 0 1.25rem}
.facts dl div+div{margin-top:.8rem}
.facts dt{font-size:.85rem;line-height:1.4;color:var(--soft)}
.facts dd{margin:0;font-weight:580}
.facts .button{display:block}
.facts p{margin:0;color:var(--soft);font-size:.95rem}
.note{border-inline-start:.3rem solid var(--accent);background:var(--tint);border-radius:.6rem;padding:1rem 1.25rem;margin:2rem 0 0}
.note p{margin:0}
.apply{margin:2rem 0 0}
.more{margin-top:3.5rem}
.more h2{font-size:1.35rem;margin:0 0 .5rem}
.empty{text-align:center;padding:3.5rem 1rem;color:var(--soft)}
.empty strong{display:block;color:var(--ink);font-size:1.2rem;margin-bottom:.35rem}
.sites{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1.5rem;list-style:none;margin:2.5rem 0 0;padding:0}
.sites li{border:1px solid var(--line);border-radius:1rem;background:var(--card);padding:0 1.4rem 1.4rem;position:relative;overflow:hidden}
.sites li:hover{box-shadow:var(--lift)}
.sites .hero{margin-inline:-1.4rem;padding:2.6rem 1.4rem 1rem}
.sites h2{font-size:1.2rem;line-height:1.4;margin:1.1rem 0 0}
.sites a{text-decoration:none}
.sites a::after{content:"";position:absolute;inset:0;border-radius:1rem}
.sites li:hover a{text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:.14em}
.sites p{margin:.35rem 0 0;color:var(--soft)}
.sites .tag{margin-top:.5rem;color:var(--ink)}
footer{margin-top:4.5rem;border-top:1px solid var(--line);color:var(--soft);font-size:.92rem}
footer .in{display:flex;flex-wrap:wrap;gap:.4rem 1.5rem;padding-block:1.5rem 2.5rem}
footer a{display:inline-block;padding-block:.25rem}
@media (max-width:64rem){.find{grid-template-columns:1fr 1fr}.find label{border:0;border-block-end:1px solid var(--line);padding-block:.55rem}.find .button{grid-column:1/-1;margin-top:.6rem}.find label:first-of-type{grid-column:1/-1}.jobs li{grid-template-columns:minmax(0,1fr) 1.5rem}.jobs li>*{grid-column:1}.jobs .go{grid-column:2;grid-row:1/4}.two{gap:2.5rem;grid-template-columns:minmax(0,1fr) 17rem}}
@media (max-width:48rem){.two{display:flex;flex-direction:column;align-items:stretch;gap:2rem}.facts{position:static;order:-1}.facts dl{display:grid;grid-template-columns:1fr 1fr;gap:.8rem 1rem}.facts dl div+div{margin:0}.facts dl div:first-child{grid-column:1/-1}.bar nav{margin-inline-start:0}}
@media (max-width:30rem){.in{--side:1.1rem}.find{grid-template-columns:1fr 1fr}.find label{padding:.4rem .6rem}.searched .bar{padding-block:.9rem 0}.searched .bar nav{max-width:100%;overflow-x:auto}.searched .bar ul{flex-wrap:nowrap;white-space:nowrap}.searched .welcome{padding-block:.6rem 3.4rem}.searched h1{font-size:1.2rem;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}.searched+main .found{margin-top:1.25rem}.searched+main h3.group{margin-top:1rem}}
/* On telephones the button stays at the bottom of the screen, and the page ends above it. */
@media (max-width:48rem),(max-height:30rem){html:has(.apply){scroll-padding-block-end:6rem}body:has(.apply){padding-block-end:calc(4.6rem + env(safe-area-inset-bottom))}.facts .button{display:none}.facts dl{margin:0}.facts dl+p{margin-top:1.25rem}.apply{position:fixed;inset:auto 0 0;z-index:3;margin:0;padding:.75rem max(1.1rem,env(safe-area-inset-right)) calc(.75rem + env(safe-area-inset-bottom)) max(1.1rem,env(safe-area-inset-left));background:var(--page);border-top:1px solid var(--line)}.apply .button{display:block;max-width:30rem;margin-inline:auto}}
@media print{:root{--page:#fff;--ink:#000;--soft:#333;--card:#fff;--lift:none}.hero{background:none;color:#000;border:0}.hero::before,.skip,.bar ul,.find,.more,.pages,footer,.apply,.facts .button{display:none}.two{display:block}.facts{position:static;margin-bottom:1.5rem;break-inside:avoid}.logo{border:1px solid #000;color:#000}a[href^="http"]::after{content:" (" attr(href) ")";font-weight:400;font-size:.85em}}
@media (forced-colors:active){.button,.tag{border:1px solid}}
@media (prefers-reduced-motion:no-preference){.button,.jobs li,.sites li{transition:background-color .15s}}
`.trim();
