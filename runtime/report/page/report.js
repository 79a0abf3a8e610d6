// The report works without this script; it filters, moves between failures and opens everything for paper.
(() => {
  const all = [...document.querySelectorAll('.case')];
  const suites = [...document.querySelectorAll('.suite')];
  const search = document.getElementById('search');
  const only = document.getElementById('only');
  const found = document.getElementById('found');

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const s of suites) {
      const head = s.querySelector('summary').textContent.toLowerCase();
      let any = false;
      for (const c of s.querySelectorAll('.case')) {
        const text = head + ' ' + c.textContent.toLowerCase();
        const shown = words.every((w) => text.includes(w)) && (!only.checked || c.dataset.bad === 'yes');
        c.hidden = !shown;
        any = any || shown;
        n += shown ? 1 : 0;
      }
      s.hidden = !any && (words.length > 0 || only.checked);
    }
    found.textContent = words.length > 0 || only.checked ? n + ' shown' : '';
  };
  search.addEventListener('input', filter);
  only.addEventListener('change', filter);

  const go = (step) => {
    const bad = all.filter((c) => c.dataset.bad === 'yes' && !c.hidden && !c.closest('.suite').hidden);
    if (bad.length === 0) return;
    const here = bad.indexOf(document.activeElement.closest('.case'));
    const next = bad[here < 0 ? (step > 0 ? 0 : bad.length - 1) : (here + step + bad.length) % bad.length];
    next.closest('.suite').open = true;
    next.open = true;
    next.querySelector('summary').focus();
    next.scrollIntoView({ block: 'start' });
  };
  document.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.target === search) {
      if (e.key === 'Escape') { search.value = ''; filter(); search.blur(); }
      return;
    }
    if (e.key === 'j' || e.key === 'n') go(1);
    else if (e.key === 'k' || e.key === 'p') go(-1);
    else if (e.key === 'f') { only.checked = !only.checked; filter(); }
    else if (e.key === '/') { e.preventDefault(); search.focus(); }
  });

  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')].filter((d) => d.classList.contains('suite') || d.dataset.bad === 'yes');
    for (const d of closed) d.open = true;
  });
  addEventListener('afterprint', () => { for (const d of closed) d.open = false; });
})();
