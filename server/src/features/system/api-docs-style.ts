/** The page's whole look, in the colours of the web app. No fonts, so that nothing has to load. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f3ea, #131a17);
  --surface: light-dark(#fffdf8, #1a2320);
  --sunken: light-dark(#efe9dc, #0f1513);
  --ink: light-dark(#1b2521, #ece8dc);
  --muted: light-dark(#5a6159, #a6ada3);
  --line: light-dark(#e2dac9, #2c3732);
  --accent: light-dark(#1b5a45, #7cc3a2);
  --moss: light-dark(#3d651c, #a6cc83);
  --brass: light-dark(#76510b, #e5bf6e);
  --wax: light-dark(#9c2f27, #f1998d);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem 1rem; background: var(--surface); z-index: 1; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
p { margin: 0 0 1em; max-width: 68ch; text-wrap: pretty; }
ul { list-style: none; margin: 0; padding: 0; }
nav { padding: 1.25rem; border-bottom: 1px solid var(--line); }
/* As high as a finger needs. */
nav a { display: block; min-height: 1.5rem; color: var(--muted); text-decoration: none; }
nav a:hover { color: var(--ink); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
nav ul + ul { margin-top: 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
nav li { font-size: 0.875rem; line-height: 1.75rem; }
nav ul ul { display: none; }
.home { margin: 0 0 1rem; font-size: 1.125rem; font-weight: 700; letter-spacing: -0.02em; }
.home a { color: var(--ink); display: inline-flex; align-items: center; gap: 0.625rem; }
main { padding: 2rem 1.25rem 6rem; max-width: 56rem; }
h1 { margin: 0 0 0.75rem; font-size: 2.125rem; line-height: 1.15; letter-spacing: -0.03em; }
.lead { font-size: 1.0625rem; color: var(--muted); }
h2 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; }
section { margin-top: 3rem; }
article {
  margin-top: 1rem;
  padding: 1.25rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
}
article:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
h3 { margin: 0 0 0.75rem; font-size: 1rem; line-height: 1.5; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover code { text-decoration: underline; }
h3 code { font-size: 1rem; font-weight: 600; }
h4 {
  margin: 1.5rem 0 0.5rem;
  font-size: 0.8125rem;
  font-weight: 600;
  color: var(--muted);
}
.summary { margin-bottom: 0.25rem; font-weight: 600; }
.summary ~ p { margin-bottom: 0.25rem; font-size: 0.9375rem; }
.access { color: var(--muted); }
article p:last-child { margin-bottom: 0; }
.verb { font: 700 0.75rem/1.5 var(--mono); letter-spacing: 0.02em; }
.verb.get { color: var(--accent); }
.verb.post { color: var(--moss); }
.verb.put { color: var(--brass); }
.verb.delete { color: var(--wax); }
h3 .verb { margin-right: 0.5rem; font-size: 0.8125rem; }
.fields { margin: 0; font-size: 0.9375rem; border-top: 1px solid var(--line); }
.fields > div { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.fields dt code { font-weight: 600; }
.fields dd { margin: 0; }
.fields dd code { font-size: 0.8125rem; }
.fields .fields { margin-top: 0.5rem; padding-left: 1rem; }
.note { color: var(--muted); }
.note::before { content: ' · '; }
.mark { font-size: 0.8125rem; font-weight: 400; color: var(--brass); }
button {
  padding: 0.375rem 0.875rem;
  font: 600 0.875rem/1.5 inherit;
  font-family: inherit;
  color: var(--accent);
  background: none;
  border: 1px solid var(--line);
  border-radius: 6px;
  cursor: pointer;
}
button:hover { border-color: var(--accent); }
button:disabled { opacity: 0.6; cursor: default; }
.try-open { margin-top: 1rem; }
.try { margin: 1.25rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.try-field { display: grid; gap: 0.25rem; font-size: 0.875rem; color: var(--muted); }
.try-field code { color: var(--ink); font-weight: 600; }
.try-field input, .try-field textarea {
  width: 100%;
  padding: 0.5rem 0.75rem;
  font: 0.875rem/1.5 var(--mono);
  color: var(--ink);
  background: var(--paper);
  border: 1px solid var(--muted);
  border-radius: 6px;
}
.note-line { font-size: 0.875rem; color: var(--brass); }
.refusals { margin: 1.25rem 0 0; font-size: 0.875rem; color: var(--muted); }
pre {
  margin: 0 0 1em;
  padding: 1rem 1.25rem;
  overflow-x: auto;
  background: var(--sunken);
  border: 1px solid var(--line);
  border-radius: 10px;
  line-height: 1.6;
}
/* One click takes all of an example, without a script. */
pre code { font-size: inherit; user-select: all; }
@media (min-width: 48rem) {
  .fields > div { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1rem; }
  .fields .fields > div { grid-template-columns: 11rem minmax(0, 1fr); }
  article { padding: 1.5rem 1.75rem; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 21rem minmax(0, 1fr); }
  nav {
    position: sticky;
    top: 0;
    height: 100vh;
    overflow-y: auto;
    padding: 1.75rem;
    border: 0;
    border-right: 1px solid var(--line);
  }
  nav ul { display: block; }
  nav .groups > li { margin-bottom: 0.75rem; }
  nav .groups > li > a { font-weight: 600; color: var(--ink); }
  nav ul ul { display: block; }
  nav ul ul a {
    display: grid;
    grid-template-columns: 3.75rem minmax(0, 1fr);
    padding: 0.125rem 0;
    font: 0.75rem/1.5 var(--mono);
  }
  main { padding: 2.5rem 3rem 8rem; }
}
@media print {
  :root { color-scheme: light; }
  body { display: block; background: none; font-size: 10pt; }
  nav, .skip, .try, .try-open, .try-field { display: none; }
  main { max-width: none; padding: 0; }
  article { border: 0; border-top: 1px solid #999; border-radius: 0; padding: 0.75rem 0; }
  h2, h3, h4 { break-after: avoid; }
  .fields > div, pre { break-inside: avoid; }
  pre { white-space: pre-wrap; }
}
`
