'use strict';
// Tables of tests: one tab stop each, arrow keys, a search and a choice for every axis; of the
// programs below it the one that a cell leads to. Without scripts everything is there.
(function () {
  const all = (selector, inside) => Array.from((inside || document).querySelectorAll(selector));
  const make = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // ---- one tab stop, arrow keys ----------------------------------------------------
  function walk(table) {
    const cellOf = link => link.closest('td');
    let current = null;
    function stopAt(link) {
      if (current) current.tabIndex = -1;
      current = link;
      if (link) link.tabIndex = 0;
    }
    all('td a', table).forEach(link => { link.tabIndex = -1; });
    stopAt(table.querySelector('td a'));
    table.addEventListener('focusin', event => {
      if (event.target.matches('td a')) stopAt(event.target);
    });
    const shown = link => link.getClientRects().length > 0 && !cellOf(link).classList.contains('off');
    // The next link that is shown, by steps of rows and columns.
    function next(cell, down, right) {
      const rows = all('tbody tr', table);
      let row = rows.indexOf(cell.parentElement), column = cell.cellIndex;
      for (;;) {
        row += down;
        column += right;
        const at = rows[row] && rows[row].cells[column];
        if (!at) return null;
        const link = at.querySelector('a');
        if (link && shown(link)) return link;
      }
    }
    const end = (cell, down, right) => {
      let last = null;
      for (let link = next(cell, down, right); link; link = next(cellOf(link), down, right)) last = link;
      return last;
    };
    const keys = {
      ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1],
    };
    table.addEventListener('keydown', event => {
      if (!event.target.matches('td a') || event.altKey || event.metaKey) return;
      const cell = cellOf(event.target);
      let to = null;
      if (keys[event.key]) to = (event.ctrlKey ? end : next)(cell, ...keys[event.key]);
      else if (event.key === 'Home') to = end(cell, 0, -1);
      else if (event.key === 'End') to = end(cell, 0, 1);
      else return;
      event.preventDefault();
      if (to) to.focus();
    });
    return () => { // after a choice: the stop must be one that is shown
      if (!current || !shown(current)) stopAt(all('td a', table).find(shown) || null);
    };
  }

  // ---- search and choices ----------------------------------------------------------
  // Of a row's heading the values of its axes; of a column's all headings above it.
  function coordinates(table) {
    const rowAxes = all('thead .corner .at', table).map(span => span.textContent);
    const columns = new Map(); // cell index -> values
    const columnAxes = [];
    all('thead tr', table).forEach(row => {
      const name = row.querySelector('.axis:not(.at)');
      if (!name) return;
      columnAxes.push(name.textContent);
      all('th', row).forEach(head => {
        const from = Number(head.dataset.from);
        for (let i = from; i < from + Number(head.dataset.span); i++) {
          if (!columns.has(i)) columns.set(i, []);
          columns.get(i).push(head.textContent);
        }
      });
    });
    return { rowAxes, columnAxes, columns };
  }

  function filter(table, settle) {
    const { rowAxes, columnAxes, columns } = coordinates(table);
    const rows = all('tbody tr', table).map(row => ({
      row, values: all('th .at', row).map(span => span.textContent),
      cells: Array.from(row.cells).slice(1),
    }));
    const cells = rows.flatMap(r => r.cells.filter(c => c.dataset.verdict).map(cell => ({
      cell, row: r.row, signs: cell.textContent,
      name: (cell.querySelector('a').title || '').toLowerCase(),
      values: r.values.concat(columns.get(cell.cellIndex - 1) || []),
    })));
    if (cells.length < 8) return;
    const form = make('form', { className: 'filter' });
    form.setAttribute('role', 'search');
    const field = make('input', { type: 'search', autocomplete: 'off', spellcheck: false });
    form.append(make('label', {}, 'Test', field));
    const choices = [];
    function choice(text, options, of) {
      if (options.length < 2) return;
      const select = make('select', {}, make('option', { value: '' }, 'any'),
        ...options.map(([value, label]) => make('option', { value }, label)));
      form.append(make('label', {}, text, select));
      choices.push(cell => !select.value || of(cell) === select.value);
      select.addEventListener('change', apply);
    }
    const distinct = values => Array.from(new Set(values));
    const meanings = new Map(all('ul.key li').map(item => {
      const sign = item.querySelector('span').textContent;
      return [sign, `${sign} ${item.textContent.slice(sign.length)}`];
    }));
    choice('Verdict', distinct(cells.map(c => c.signs)).map(s => [s, meanings.get(s) || s]), c => c.signs);
    rowAxes.concat(columnAxes).forEach((axis, i) =>
      choice(axis, distinct(cells.map(c => c.values[i])).map(v => [v, v]), c => c.values[i]));
    const said = make('p', {});
    said.setAttribute('role', 'status');
    form.append(said);
    function apply() {
      const text = field.value.trim().toLowerCase();
      const shown = new Set();
      let count = 0;
      cells.forEach(c => {
        const on = c.name.includes(text) && choices.every(fits => fits(c));
        c.cell.classList.toggle('off', !on);
        if (on) { shown.add(c.row); count++; }
      });
      rows.forEach(r => r.row.classList.toggle('off', !shown.has(r.row)));
      const used = new Set(cells.filter(c => !c.cell.classList.contains('off')).map(c => c.cell.cellIndex - 1));
      columnsShown(used);
      said.textContent = count === cells.length ? '' : `${count} of ${cells.length} tests`;
      settle();
    }
    function columnsShown(used) {
      if (columns.size === 0) return; // a list
      rows.forEach(r => r.cells.forEach((cell, i) => { cell.hidden = !used.has(i); }));
      all('thead th', table).forEach(head => {
        const from = Number(head.dataset.from), span = Number(head.dataset.span);
        let left = 0;
        for (let i = from; i < from + span; i++) left += used.has(i);
        head.hidden = left === 0;
        head.colSpan = Math.max(left, 1);
      });
    }
    field.addEventListener('input', apply);
    form.addEventListener('submit', event => event.preventDefault());
    table.closest('.scroll').before(form);
  }

  all('table.matrix').forEach(table => filter(table, walk(table)));

  // ---- from a cell to its test, and back ---------------------------------------------
  const sections = all('section.program');
  let left = null; // the cell that was left
  all('table.matrix td a').forEach(link => link.addEventListener('click', () => { left = link; }));
  function show() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const chosen = target && target.closest('section.program');
    if (chosen) {
      sections.forEach(s => { s.hidden = s === chosen ? false : 'until-found'; });
      chosen.scrollIntoView({ block: 'start' });
      const head = chosen.querySelector('h3');
      if (head) head.focus({ preventScroll: true });
    } else if (target && target.matches('table.matrix td')) {
      const link = target.querySelector('a');
      if (link) link.focus();
    }
  }
  if (sections.length > 4) {
    sections.forEach(s => { s.hidden = 'until-found'; });
    const button = make('button', { type: 'button' }, 'Show all');
    button.addEventListener('click', () => {
      sections.forEach(s => { s.hidden = false; });
      button.hidden = true;
    });
    addEventListener('beforeprint', () => all('details').forEach(d => { d.open = true; }));
    sections[0].before(make('p', {}, 'Choose a cell of the table to see its test here. ', button));
  }
  addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !event.target.closest || !event.target.closest('section.program')) return;
    const back = left || document.querySelector('table.matrix td a[tabindex="0"]');
    if (back) back.focus();
  });
  addEventListener('hashchange', show);
  addEventListener('beforeprint', () => sections.forEach(s => { s.hidden = false; }));
  show();
})();
