'use strict';
// Pictures: relations switched on and off, one picture after the other, an edge unfolded at a
// click. Edges are one tab stop, arrow keys go from one to the next. Without scripts, and in
// print, everything is there.
(function () {
  const all = (selector, inside) => Array.from((inside || document).querySelectorAll(selector));
  const sections = all('section.picture');
  const boxes = all('input[data-relation]');
  let at = 0;

  // ---- one tab stop for the edges of a picture ---------------------------------------
  const shown = edge => edge.getClientRects().length > 0;
  const edgesOf = section => all('.edge', section).filter(shown);
  function settle(section) {
    const edges = edgesOf(section);
    const stop = edges.find(edge => edge.tabIndex === 0) || edges.find(edge => edge.matches('.strong')) || edges[0];
    all('.edge', section).forEach(edge => { edge.setAttribute('tabindex', edge === stop ? 0 : -1); });
  }
  function move(edge, by) {
    const edges = edgesOf(edge.closest('section'));
    const to = edges[(edges.indexOf(edge) + by + edges.length) % edges.length];
    edges.forEach(other => other.setAttribute('tabindex', other === to ? 0 : -1));
    to.focus();
  }

  // ---- relations ------------------------------------------------------------------------
  function draw() {
    const on = new Set(boxes.filter(box => box.checked).map(box => box.dataset.relation));
    all('[data-relations]').forEach(group => group.classList.toggle('off',
      !group.dataset.relations.split(' ').some(name => on.has(name))));
    sections.forEach(settle);
  }
  boxes.forEach(box => box.addEventListener('change', draw));

  // ---- one picture after the other ---------------------------------------------------
  function show(number) {
    at = (number + sections.length) % sections.length;
    sections.forEach((section, i) => { section.hidden = i !== at; });
    const which = document.getElementById('which');
    if (which) which.textContent = (at + 1) + ' of ' + sections.length;
    settle(sections[at]);
  }
  function step(id, by) {
    const button = document.getElementById(id);
    if (button) button.addEventListener('click', () => show(at + by));
  }
  step('before', -1);
  step('after', 1);
  draw();
  if (sections.length > 1) show(0);

  // ---- what an edge is made of ----------------------------------------------------------
  function unfold(group) {
    const section = group.closest('section');
    const edge = group.dataset.edge === undefined ? group
      : section.querySelector('.edge[data-number="' + group.dataset.edge + '"]');
    const hits = all('details', section).filter(d =>
      d.dataset.from === edge.dataset.from && d.dataset.to === edge.dataset.to);
    all('details.hit').forEach(d => d.classList.remove('hit'));
    hits.forEach(d => { d.open = true; d.classList.add('hit'); });
    const said = section.querySelector('.said');
    if (said) said.textContent = edge.querySelector('title').textContent + (hits.length ? '' : ': nothing to unfold');
    if (hits.length) hits[0].scrollIntoView({ block: 'nearest' });
  }
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  sections.forEach(section => all('.edge, .label', section).forEach(group => {
    group.addEventListener('click', () => unfold(group));
    group.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') unfold(group);
      else if (steps[event.key] && group.matches('.edge')) move(group, steps[event.key]);
      else return;
      event.preventDefault();
    });
  }));

  // ---- the test, to be copied --------------------------------------------------------
  const copy = document.getElementById('copy');
  if (copy) copy.addEventListener('click', () => {
    const text = document.getElementById('test');
    const done = () => { copy.textContent = 'Copied'; };
    const select = () => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      document.execCommand('copy');
      done();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text.textContent).then(done, select);
    else select();
  });

  addEventListener('beforeprint', () => {
    all('details').forEach(d => { d.open = true; });
    sections.forEach(section => { section.hidden = false; });
  });
  addEventListener('afterprint', () => { if (sections.length > 1) show(at); });
})();
