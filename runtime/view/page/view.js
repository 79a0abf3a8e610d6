'use strict';
// The list draws only the rows that are in sight; every text of a trace enters the page as textContent.
const $ = (id) => document.getElementById(id);
const rowHeight = 34;
const state = { traces: [], trace: -1, rows: [], shown: [], at: -1, asked: 0 };

const el = (tag, options = {}, ...children) => {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === false) continue;
    if (name === 'text') e.textContent = value;
    else e.setAttribute(name, value === true ? '' : value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
};
const get = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};
const took = (ms) => (!ms ? '' : ms < 10 ? ms.toFixed(1) + ' ms' : ms < 1000 ? ms.toFixed(0) + ' ms' : (ms / 1000).toFixed(1) + ' s');
const bad = (r) => r.outcome === 'failed' || r.outcome === 'error' || r.outcome === 'review';

async function openTrace(i) {
  state.trace = i;
  state.rows = [];
  state.at = -1;
  const t = state.traces[i];
  $('traces').selectedIndex = i;
  document.title = t.flow + ' · jevrun view';
  const outcome = { passed: 'passed', failed: 'failed', review: 'review' }[t.status] || 'error';
  $('status').textContent = t.status;
  $('status').className = 'pill ' + outcome;
  $('line').textContent = [t.line, 'decided by ' + t.model, t.cost_usd ? '$' + t.cost_usd.toFixed(6) : '', t.started].filter(Boolean).join(' · ');
  $('broken').hidden = !t.broken && !t.note && !t.against;
  $('broken').textContent = [t.broken && 'This trace is broken and shown as far as it goes: ' + t.broken, t.against && 'What it says of its outcome cannot be relied on: ' + t.against, t.note].filter(Boolean).join(' ');
  while (state.trace === i && state.rows.length < t.rows) {
    const more = await get(`/api/traces/${i}/rows?from=${state.rows.length}`);
    if (state.trace !== i || more.length === 0) break;
    for (const r of more) r.text = [r.step || '', r.name, r.intent, r.did, r.chosen, r.label, r.outcome, r.reason].join(' ').toLowerCase();
    state.rows.push(...more);
    filter(true);
  }
  if (state.trace === i) filter(true);
}

function filter(keep) {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const line = state.at >= 0 && state.shown[state.at] ? state.shown[state.at].line : 0;
  state.shown = state.rows.filter((r) => (!$('only').checked || bad(r)) && words.every((w) => r.text.includes(w)));
  const all = state.rows.length, steps = all === 1 ? '1 step' : all + ' steps';
  $('count').textContent = state.shown.length === all ? steps : state.shown.length + ' of ' + steps;
  $('space').style.height = state.shown.length * rowHeight + 'px';
  let at = state.shown.findIndex((r) => r.line === line);
  if (at < 0) at = state.shown.length > 0 ? 0 : -1;
  if (!keep || line === 0 || at < 0 || state.shown[at].line !== line) select(at);
  else { state.at = at; draw(); }
}

function draw() {
  const list = $('list');
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 10);
  const last = Math.min(state.shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 10);
  const rows = $('rows');
  rows.style.transform = `translateY(${first * rowHeight}px)`;
  rows.replaceChildren(...state.shown.slice(first, last).map((r, i) => {
    const at = first + i;
    return el('div', { class: 'row', role: 'option', id: 'row-' + at, 'aria-selected': String(at === state.at), 'aria-posinset': at + 1, 'aria-setsize': state.shown.length, 'data-at': at },
      el('span', { class: 'number', text: r.step ? r.step + (r.attempt > 1 ? '.' + r.attempt : '') : '·' }),
      el('span', { text: r.intent, title: r.intent }),
      el('span', { class: 'soft', text: r.chosen || r.did || '' }),
      el('span', { class: 'number', text: r.p >= 0 ? r.p.toFixed(2) : '' }),
      el('span', {}, el('span', { class: 'pill ' + r.outcome, text: r.label })),
      el('span', { class: 'number', text: took(r.took_ms) }));
  }));
  if (state.at >= 0) list.setAttribute('aria-activedescendant', 'row-' + state.at);
  else list.removeAttribute('aria-activedescendant');
}

function select(at) {
  state.at = Math.max(-1, Math.min(at, state.shown.length - 1));
  const list = $('list');
  if (state.at >= 0) {
    const top = state.at * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  }
  draw();
  detail();
}

async function detail() {
  const asked = ++state.asked;
  const pane = $('detail');
  if (state.at < 0) {
    pane.replaceChildren(el('p', { class: 'soft', text: state.rows.length ? 'No step fits the filter.' : 'This trace has no steps.' }));
    return;
  }
  const trace = state.trace;
  const line = state.shown[state.at].line;
  let d;
  try {
    d = await get(`/api/traces/${trace}/records/${line}`);
  } catch (e) {
    d = { intent: 'This step cannot be read', outcome: 'error', label: 'error', reason: e.message, facts: [], options: [] };
  }
  if (asked !== state.asked) return; // another step was selected meanwhile
  const parts = [
    el('h2', { text: d.intent }),
    el('span', { class: 'pill ' + d.outcome, text: d.label }),
    d.reason ? el('p', { class: 'reason', text: d.reason }) : null,
    el('dl', {}, ...d.facts.concat([{ name: 'line of the trace', text: String(line) }]).flatMap((f) => [el('dt', { text: f.name }), el('dd', { text: f.text })])),
  ];
  if (d.expected) parts.push(el('h3', { text: 'Expected' }), el('pre', { text: d.expected }), el('h3', { text: 'Actual' }), el('pre', { text: d.actual }));
  if (d.options.length > 0) {
    parts.push(el('h3', { text: 'What was to choose from' }), el('table', {},
      el('thead', {}, el('tr', {}, ...['', 'element', 'p', ''].map((t) => el('th', { scope: 'col', text: t })))),
      el('tbody', {}, ...d.options.map((o) => el('tr', {},
        el('td', { class: 'number', text: o.position || '' }),
        el('td', {}, el(o.chosen ? 'mark' : 'span', { text: o.label }),
          el('span', { class: 'soft', text: [o.expected ? ' expected' : '', o.disabled ? ' disabled' : '', o.scope ? ' in ' + o.scope : '', o.frame ? ' frame ' + o.frame : '', o.href ? ' → ' + o.href : ''].join('') })),
        el('td', { class: 'number', text: o.p >= 0 ? o.p.toFixed(3) : '' }),
        el('td', {}, o.p >= 0 ? el('meter', { min: 0, max: 1, value: o.p, 'aria-label': 'probability' }) : null))))));
  }
  for (const [title, value] of [['Request', d.request], ['Result', d.result]]) {
    if (value) parts.push(el('h3', { text: title }), el('pre', { text: JSON.stringify(value, null, 2) }));
  }
  if (d.picture) parts.push(el('h3', { text: 'The page' }), el('img', { src: `/api/traces/${trace}/pictures/${line}`, alt: 'The page when the step failed, with its secrets painted over' }));
  else if (d.without) parts.push(el('p', { class: 'soft', text: 'No picture: ' + d.without }));
  if (d.console && d.console.length > 0) {
    parts.push(el('h3', { text: 'Console' }), el('ol', { class: 'console mono' }, ...d.console.map((l) => el('li', { class: l.level, text: l.level + ' ' + l.text + (l.url ? ' ' + l.url : '') + (l.line ? ':' + l.line : '') }))));
  }
  pane.className = 'detail ' + d.outcome;
  pane.replaceChildren(...parts.filter(Boolean));
  pane.scrollTop = 0;
}

function nextBad(step) {
  for (let i = state.at + step; i >= 0 && i < state.shown.length; i += step) {
    if (bad(state.shown[i])) return select(i);
  }
}

const page = () => Math.max(1, Math.floor($('list').clientHeight / rowHeight) - 1);
const keys = {
  j: () => select(state.at + 1), ArrowDown: () => select(state.at + 1),
  k: () => select(Math.max(0, state.at - 1)), ArrowUp: () => select(Math.max(0, state.at - 1)),
  n: () => nextBad(1), p: () => nextBad(-1),
  g: () => select(0), Home: () => select(0), G: () => select(state.shown.length - 1), End: () => select(state.shown.length - 1),
  PageDown: () => select(state.at + page()), PageUp: () => select(Math.max(0, state.at - page())),
  '[': () => state.trace > 0 && openTrace(state.trace - 1), ']': () => state.trace < state.traces.length - 1 && openTrace(state.trace + 1),
  f: () => { $('only').checked = !$('only').checked; filter(true); },
  '/': () => $('search').focus(), '?': () => $('help').showModal(),
};
document.addEventListener('keydown', (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || $('help').open) return;
  if (e.target === $('search')) {
    if (e.key === 'Escape') { $('search').value = ''; filter(true); }
    if (e.key === 'Escape' || e.key === 'Enter') { e.preventDefault(); $('list').focus(); }
    return;
  }
  if (e.target === $('traces') && e.key.startsWith('Arrow')) return;
  if (e.target.closest('#detail') && /^(Arrow|Page|Home|End)/.test(e.key)) return;
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});
$('list').addEventListener('scroll', draw);
$('list').addEventListener('click', (e) => { const r = e.target.closest('.row'); if (r) select(Number(r.dataset.at)); });
addEventListener('resize', draw);
$('search').addEventListener('input', () => filter(true));
$('only').addEventListener('change', () => filter(true));
$('traces').addEventListener('change', () => openTrace($('traces').selectedIndex));
$('ask').addEventListener('click', () => $('help').showModal());

(async () => {
  state.traces = await get('/api/traces');
  $('traces').replaceChildren(...state.traces.map((t) => el('option', { text: t.flow + ' · ' + t.path })));
  await openTrace(0);
  $('list').focus();
})().catch((e) => { $('broken').hidden = false; $('broken').textContent = e.message; });
