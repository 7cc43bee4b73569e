// Texts: links, states, differences. Nothing here touches the page.

// A link holds everything after its #, as JSON in base64url.
export function toFragment(chosen) {
  const bytes = new TextEncoder().encode(JSON.stringify(chosen));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// null: it holds none.
export function fromFragment(fragment) {
  try {
    const binary = atob(fragment.replace(/^#/, "").replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, c => c.charCodeAt(0));
    const chosen = JSON.parse(new TextDecoder().decode(bytes));
    return chosen && typeof chosen.test === "string" ? chosen : null;
  } catch (error) {
    return null;
  }
}

// Name and description of a test, from its head.
export function describe(test) {
  const name = /^\s*\S+\s+(.+?)\s*$/m.exec(test);
  const said = /^\s*"([^"]*)"\s*$/m.exec(test);
  return { name: name ? name[1] : "test", said: said ? said[1] : "" };
}

// "1:X0=1; x=2" as [["1:X0", "1"], ["x", "2"]].
export function itemsOf(state) {
  return state.split(/;\s*/).filter(Boolean).map(item => {
    const at = item.indexOf("=");
    return at < 0 ? [item, "yes"] : [item.slice(0, at), item.slice(at + 1)];
  });
}

// Outcomes of several answers in one table: columns, and rows { state, values, satisfies,
// allowed: [by answer] }; allowed is true, false, or null where that is not known.
export function tableOf(answers) {
  const rows = new Map(), columns = [];
  answers.forEach((answer, which) => {
    for (const found of answer ? answer.states : []) {
      let row = rows.get(found.state);
      if (!row) {
        row = { state: found.state, values: new Map(itemsOf(found.state)),
                satisfies: found.satisfies, allowed: [] };
        rows.set(found.state, row);
        for (const name of row.values.keys()) if (!columns.includes(name)) columns.push(name);
      }
      row.allowed[which] = true;
    }
  });
  const sorted = [...rows.values()].sort((a, b) => (a.state < b.state ? -1 : a.state > b.state ? 1 : 0));
  for (const row of sorted)
    answers.forEach((answer, which) => {
      if (answer && answer.holds === "undefined") row.allowed[which] = true;  // everything is
      if (!row.allowed[which]) row.allowed[which] = answer && answer.complete ? false : null;
    });
  return { columns, rows: sorted };
}

// Lines that are equal but for blanks are equal. Gives [[" " | "-" | "+", line]].
export function difference(before, after) {
  const a = before.replace(/\n+$/, "").split("\n"), b = after.replace(/\n+$/, "").split("\n");
  const key = line => line.replace(/\s+/g, " ").trim();
  const x = a.map(key), y = b.map(key);
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let k = b.length - 1; k >= 0; k--)
      common[i][k] = x[i] === y[k] ? common[i + 1][k + 1] + 1
                                   : Math.max(common[i + 1][k], common[i][k + 1]);
  const lines = [];
  let i = 0, k = 0;
  while (i < a.length || k < b.length) {
    if (i < a.length && k < b.length && x[i] === y[k]) lines.push([" ", b[k++]]), i++;
    else if (i < a.length && (k === b.length || common[i + 1][k] >= common[i][k + 1]))
      lines.push(["-", a[i++]]);
    else lines.push(["+", b[k++]]);
  }
  return lines;
}

// Only what changed, with so many lines around it.
export function around(lines, context) {
  const near = lines.map((line, i) =>
    lines.slice(Math.max(0, i - context), i + context + 1).some(other => other[0] !== " "));
  return lines.filter((line, i) => near[i]);
}
