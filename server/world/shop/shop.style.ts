/** The look of all stand-in shops: one column of calm pages, wider with more room, and dark at night. */
export const shopStyle = `
:root { color-scheme: light dark; --paper: light-dark(#fbf8f3, #191714); --ink: light-dark(#1f1b16, #f0ebe3);
  --quiet: light-dark(#6a6258, #aaa196); --line: light-dark(#e4ddd2, #37322c); --accent: light-dark(#7a4a2b, #e0b08d); }
body[style] { --accent: light-dark(var(--brand), color-mix(in oklab, var(--brand), white 50%)); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
a { color: inherit; }
header, main, footer { max-width: 64rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; border-bottom: 1px solid var(--line); }
header strong { font: 600 1.25rem Georgia, serif; margin-right: auto; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
footer { color: var(--quiet); border-top: 1px solid var(--line); margin-top: 3rem; }
h1 { font: 400 2rem/1.2 Georgia, serif; margin: 1rem 0; }
h2 { font: 400 1.375rem/1.3 Georgia, serif; margin: 2rem 0 .5rem; }
p { max-width: 40rem; }
.goods { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 45%), 1fr)); gap: 1.5rem; padding: 0; list-style: none; }
.goods a { text-decoration: none; display: block; }
.swatch { display: grid; place-items: center; aspect-ratio: 4 / 5; border-radius: .5rem; font: 400 3rem Georgia, serif;
  color: #1f1b16; background: hsl(var(--hue) 35% 78%); }
img.swatch { width: 100%; height: auto; object-fit: cover; background: none; }
.product { display: grid; gap: 1rem 2.5rem; }
.aside { padding: .25rem 1.25rem .5rem; border-radius: .5rem; border: 1px solid var(--line); margin: 2rem 0; }
.aside h2 { margin-top: 1rem; }
[role=alert] { color: light-dark(#a1201f, #ffb4a8); margin: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
summary { cursor: pointer; }
.price { font-variant-numeric: tabular-nums; }
.quiet { color: var(--quiet); }
form { display: grid; gap: .75rem; max-width: 26rem; margin: 1rem 0; }
label { display: grid; gap: .25rem; }
label.check { display: flex; gap: .5rem; align-items: baseline; overflow-wrap: anywhere; }
input, select, textarea { font: inherit; color: inherit; padding: .625rem .75rem; border: 1px solid var(--quiet);
  border-radius: .375rem; background: transparent; width: 100%; min-width: 0; }
input[type=checkbox] { width: auto; }
textarea { min-height: 8rem; font: .875rem/1.4 ui-monospace, monospace; }
button, .button { font: 600 1rem/1.5 system-ui, sans-serif; padding: .625rem 1.25rem; border: 0; border-radius: .375rem; cursor: pointer;
  color: var(--paper); background: var(--accent); text-align: center; text-decoration: none; justify-self: start; display: inline-block; }
button.plain { color: var(--ink); background: transparent; box-shadow: inset 0 0 0 1px var(--quiet); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th:not(:first-child), td:not(:first-child) { text-align: right; }
td input { width: 5rem; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.25rem; }
dd { margin: 0; overflow-wrap: anywhere; }
[role=status] { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .375rem; }
@media (min-width: 48rem) { .product { grid-template-columns: 1fr 1fr; } }
`;
