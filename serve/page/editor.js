// The test's text: a plain field with its colours behind it, and marks at what is wrong.

const KINDS = [
  ["comment", /\(\*[\s\S]*?\*\)|\/\/.*/y],
  ["string", /"[^"\n]*"/y],
  ["keyword", /\bP\d+(?:@\w+)?\b|~?\bexists\b|\b(?:forall|locations|filter|not|true|false)\b/y],
  ["register", /\b\d+:[A-Za-z]\w*|\b(?:[WX]\d+|[WX]ZR|[ER][A-D]X|[ER][SD]I|%?[re][a-d]x|r\d+|[ast]\d+)\b/y],
  ["number", /#?-?\b(?:0x[0-9a-fA-F]+|\d+)\b/y],
  ["", /\w+|\s+|[^\s\w]/y],
];
const MNEMONIC = /(^|\|)([ \t]*(?:@!?%?\w+ +|\w+:[ \t]*)?)([A-Za-z][\w.:]*)/gm;
const MOST_COLOURED = 30000;

// Where instructions stand: [from, to).
function programOf(text) {
  const head = /^[ \t]*P\d+[^\n]*;[ \t]*$/m.exec(text);
  if (!head) return [0, 0];
  const from = head.index + head[0].length;
  const end = /^[ \t]*(?:~?exists|forall|locations|filter)\b/m.exec(text.slice(from));
  return [from, end ? from + end.index : text.length];
}

function mnemonicsOf(text) {
  const [from, to] = programOf(text), starts = new Map();
  for (const found of text.slice(from, to).matchAll(MNEMONIC)) {
    const at = from + found.index + found[1].length + found[2].length;
    starts.set(at, at + found[3].length);
  }
  return starts;
}

// [{ from, to, kind }], the whole text.
function piecesOf(text) {
  if (text.length > MOST_COLOURED) return [{ from: 0, to: text.length, kind: "" }];
  const pieces = [], mnemonics = mnemonicsOf(text);
  const first = /^\s*\S+/.exec(text);
  let at = 0;
  const add = (to, kind) => { pieces.push({ from: at, to, kind }); at = to; };
  if (first) add(first[0].length, "keyword");
  while (at < text.length) {
    if (mnemonics.has(at)) { add(mnemonics.get(at), "mnemonic"); continue; }
    for (const [kind, pattern] of KINDS) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) { add(at + found[0].length, kind); break; }
    }
  }
  return pieces;
}

// Offset in the text of a line and a column in bytes, both from 1.
export function offsetOf(text, line, column) {
  const lines = text.split("\n");
  let offset = 0;
  for (let i = 0; i < line - 1 && i < lines.length; i++) offset += lines[i].length + 1;
  const bytes = new TextEncoder().encode(lines[line - 1] || "").slice(0, column - 1);
  return Math.min(offset + new TextDecoder().decode(bytes).length, text.length);
}

function markOf(text, message) {
  const from = offsetOf(text, message.line, message.column);
  const end = text.indexOf("\n", from);
  const to = Math.min(from + Math.max(message.length, 1), end < 0 ? text.length : end);
  return { from, to: Math.max(to, from), kind: message.severity };
}

// The text in elements: pieces, cut where marks begin and end.
export function paint(into, text, messages) {
  const marks = messages.filter(m => m.line > 0).map(m => markOf(text, m));
  const nodes = document.createDocumentFragment();
  for (const piece of piecesOf(text)) {
    const cuts = new Set([piece.from, piece.to]);
    for (const mark of marks)
      for (const cut of [mark.from, mark.to]) if (cut > piece.from && cut < piece.to) cuts.add(cut);
    const sorted = [...cuts].sort((a, b) => a - b);
    for (let i = 0; i + 1 < sorted.length; i++) {
      const over = marks.filter(m => m.from <= sorted[i] && m.to >= sorted[i + 1]).map(m => m.kind);
      const span = document.createElement("span");
      span.className = [piece.kind, ...new Set(over)].join(" ").trim();
      span.textContent = text.slice(sorted[i], sorted[i + 1]);
      nodes.append(span);
    }
  }
  nodes.append("\n");
  into.replaceChildren(nodes);
}

// Replaces the whole text in a way that the browser's undo takes back.
export function replaceText(field, text) {
  field.focus();
  field.select();
  if (!document.execCommand("insertText", false, text) || field.value !== text) {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  }
  field.setSelectionRange(0, 0);
  field.scrollTop = 0;
}
