import { ask } from "./ask.js";
import { offsetOf, paint, replaceText } from "./editor.js";
import { around, describe, difference, fromFragment, tableOf, toFragment } from "./text.js";

const $ = id => document.getElementById(id);
const field = $("test");
let messages = [];   // of the last check
let shown = null;    // { models, results, table } of the last check that had some
let gallery = [];
let timer = 0, asked = 0, told = 0, mended = 0;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function say(text) {
  $("notice").textContent = text;
}

// ---- what is chosen ------------------------------------------------------

function chosenModels() {
  const other = $("other").value;
  return other ? [$("model").value, other] : [$("model").value];
}

function question(model, more) {
  const unroll = Math.min(20, Math.max(1, Math.round(Number($("unroll").value)) || 2));
  return { test: field.value, model, unroll, ...more };
}

function chosen() {
  return { test: field.value, model: $("model").value, other: $("other").value,
           unroll: $("unroll").value };
}

function take(from) {
  for (const id of ["model", "other", "unroll"])
    if (typeof from[id] === "string") $(id).value = from[id];
  replaceText(field, from.test);
}

// ---- messages --------------------------------------------------------------

function goTo(message) {
  const at = message.line ? offsetOf(field.value, message.line, message.column) : 0;
  field.focus();
  field.setSelectionRange(at, at + message.length);
}

function showMessages() {
  $("messages").replaceChildren(...messages.map(message => {
    const place = message.line ? `Line ${message.line}: ` : "";
    const button = element("button", { type: "button", className: "is-" + message.severity },
                           element("b", { textContent: `${place}${message.severity}: ` }), message.text);
    button.addEventListener("click", () => goTo(message));
    return element("li", {}, button);
  }));
  paint($("colours"), field.value, messages);
}

// ---- verdicts and states ---------------------------------------------------

// How a condition came out: [sign, word, class].
const WORDS = {
  exists: { yes: ["○", "Allowed", "allowed"], no: ["×", "Forbidden", "forbidden"] },
  "~exists": { yes: ["×", "Forbidden", "forbidden"], no: ["○", "Allowed", "allowed"] },
  forall: { yes: ["×", "Always true", "forbidden"], no: ["○", "Not always true", "allowed"] },
};

function verdictOf(result) {
  if (result.holds === "undefined")
    return ["!", "Undefined behaviour, so that everything is allowed,", "allowed"];
  const words = (WORDS[result.quantifier] || {})[result.holds];
  return words || ["?", "Not known", "unknown"];
}

function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

// A flag as people read it; the name is herd's.
function flagWords(flag) { return flag === "*undef*" ? "undefined behaviour" : flag; }

function verdictBox(result) {
  const [sign, word, kind] = verdictOf(result);
  const box = element("div", { className: "verdict " + kind });
  const states = result.complete ? plural(result.state_count, "outcome")
                                 : `${plural(result.state_count, "outcome")} found, maybe not all`;
  box.append(element("p", {}, element("b", { textContent: `${sign} ${word}` }),
                     ` by ${result.model}: ${result.condition}; ${states}.`));
  if (result.reason) box.append(element("p", { textContent: `Why it is not certain: ${result.reason}.` }));
  if (result.flags.length)
    box.append(element("p", { textContent: `Some execution raises: ${result.flags.map(flagWords).join(", ")}.` }));
  if (result.waits.length)
    box.append(element("p", { textContent: `May wait for ever: ${result.waits.join("; ")}.` }));
  return box;
}

const ALLOWED = { true: ["○ allowed", "allowed"], false: ["× forbidden", "forbidden"],
                  null: ["? not known", "unknown"] };

function stateCell(row, which, models) {
  const [text, kind] = ALLOWED[row.allowed[which]];
  const button = element("button", { type: "button", textContent: text });
  button.setAttribute("aria-label", `${text.slice(2)} by ${models[which]}; explain ${row.state}`);
  const cell = element("td", { className: kind }, button);
  button.addEventListener("click", () => explain(row.state, which, cell));
  return cell;
}

function stateTable(results, table) {
  const models = results.map(result => (result ? result.model : ""));
  const head = element("tr");
  for (const name of ["condition", ...table.columns, ...models])
    head.append(element("th", { scope: "col", textContent: name }));
  const body = element("tbody");
  for (const row of table.rows) {
    const line = element("tr", { className: row.satisfies ? "asked" : "" });
    line.append(element("th", { scope: "row", textContent: row.satisfies ? "holds" : "–" }));
    for (const name of table.columns)
      line.append(element("td", { textContent: row.values.has(name) ? row.values.get(name) : "" }));
    results.forEach((result, which) => line.append(result ? stateCell(row, which, models) : element("td")));
    body.append(line);
  }
  const caption = "Final states, and which model allows them. Choose one to see why.";
  return element("table", {}, element("caption", { textContent: caption }),
                 element("thead", {}, head), body);
}

function showResults(models, answers) {
  const results = answers.map(answer => answer.result || null);
  const found = results.some(Boolean);
  $("verdicts").replaceChildren(...answers.map((answer, i) =>
    results[i] ? verdictBox(results[i])
               : element("div", { className: "verdict unknown" },
                         element("p", { textContent: answer.error || "Not checked: see the messages below the test." }))));
  for (const id of ["table", "actions", "asking"]) $(id).hidden = !found;
  shown = found ? { models, results, table: tableOf(results) } : null;
  if (found) $("table").replaceChildren(stateTable(results, shown.table));
  document.title = found ? `${results.find(Boolean).name} – cmcm` : "cmcm";
}

// Messages that two models have in common are told once.
function uniteMessages(answers) {
  const seen = new Set();
  return answers.flatMap(answer => answer.messages || []).filter(message => {
    const key = JSON.stringify(message);
    return !seen.has(key) && seen.add(key);
  });
}

async function check() {
  const models = chosenModels(), mine = ++asked;
  const answers = await Promise.all(models.map((model, i) => ask("check", question(model), i)));
  if (mine !== asked || answers.includes(null)) return;
  messages = uniteMessages(answers);
  showMessages();
  showResults(models, answers);
}

function changed() {
  showMessages();
  forget();
  clearTimeout(timer);
  timer = setTimeout(() => {
    history.replaceState(null, "", "#" + toFragment(chosen()));
    check();
  }, 120);
}

// What was explained is of another text now.
function forget() {
  told++;
  mended++;
  $("explanation").hidden = $("repairs").hidden = true;
}

// ---- explanations ------------------------------------------------------------

function draw(svg) {
  const place = $("picture");
  const shadow = place.shadowRoot || place.attachShadow({ mode: "open" });
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  shadow.replaceChildren(document.importNode(picture, true));
}

function titled(section, text) {
  $(section + "-title").textContent = text;
  $(section).hidden = false;
}

async function explain(outcome, which, cell) {
  const mine = ++told, model = chosenModels()[which];
  for (const other of document.querySelectorAll("td[aria-current]")) other.removeAttribute("aria-current");
  if (cell) cell.setAttribute("aria-current", "true");
  titled("explanation", "Looking for why …");
  $("picture").hidden = $("words").hidden = true;
  const answer = await ask("explain", question(model, outcome ? { outcome } : {}));
  if (!answer || mine !== told) return;
  const name = shown && shown.results[which] ? shown.results[which].model : model;
  const wrong = answer.error || (answer.messages || []).filter(m => m.severity === "error").map(m => m.text).join("; ");
  titled("explanation", answer.verdict ? `${outcome || "The condition"}: ${answer.verdict} by ${name}` :
         `No explanation: ${wrong}`);
  $("words").hidden = !answer.text;
  $("words").textContent = answer.text || "";
  $("picture").hidden = !answer.svg;
  if (answer.svg) draw(answer.svg);
  $("explanation-title").focus();
  $("explanation").scrollIntoView({ block: "nearest" });
}

// ---- repairs -------------------------------------------------------------------

// What the outcomes show is written out in a proposal; who did not ask for it need not see it.
function textOf(proposal) {
  const asks = /^\s*locations\b/m;
  return asks.test(field.value) ? proposal.test : proposal.test.replace(/^locations .*\n/m, "");
}

function change(text) {
  const pre = element("pre", { className: "change", tabIndex: 0 });
  for (const [sign, line] of around(difference(field.value, text), 2))
    pre.append(element({ " ": "span", "-": "del", "+": "ins" }[sign], { textContent: `${sign} ${line}` }));
  return pre;
}

function summary(one) {
  const where = `P${one.thread}, line ${one.line}`;
  if (one.head) return `${one.to} ${one.from ? `for ${one.from} ` : ""}in the head of P${one.thread}`;
  if (one.at_end) return `${one.to} at the end of P${one.thread}`;
  if (one.inserted) return `${one.to} before ${where}`;
  return one.to ? `${one.to} for ${one.from} (${where})` : `without ${one.from} (${where})`;
}

// The flags that are raised with it.
function leaves(proposal) {
  const flags = (proposal.leaves || []).map(l => flagWords(l.flag) + (l.location ? ` on ${l.location}` : ""));
  if (flags.length) return ` (still raises ${flags.join(", ")})`;
  return proposal.leaves_known === false ? " (whether it still raises a flag is not known)" : "";
}

function proposalBox(proposal, number) {
  const text = textOf(proposal);
  const use = element("button", { type: "button", textContent: "Use this one" });
  use.addEventListener("click", () => {
    replaceText(field, text);
    say("The test now has this change. Ctrl+Z in the editor undoes it.");
  });
  const words = `${number}. Cost ${proposal.cost}: ${proposal.changes.map(summary).join("; ")}${leaves(proposal)}`;
  return element("div", { className: "proposal" }, element("p", { textContent: words }), change(text), use);
}

const REPAIRED = {
  found: repair => `${plural(repair.proposals.length, "proposal")}, cheapest first`,
};

async function mend(weaken) {
  const mine = ++mended;
  $("proposals").replaceChildren();
  titled("repairs", weaken ? "Looking for what can be weaker …" : "Looking for repairs …");
  const answer = await ask("repair", question(chosenModels()[0], { weaken }));
  if (!answer || mine !== mended) return;
  const repair = answer.repair;
  const said = repair ? (REPAIRED[repair.verdict] || (() => repair.reason || repair.verdict))(repair)
                      : answer.error || "See the messages.";
  titled("repairs", (weaken ? "What can be weaker: " : "Repairs: ") + said);
  if (repair) $("proposals").replaceChildren(...repair.proposals.map((p, i) => proposalBox(p, i + 1)));
  $("repairs-title").focus();
  $("repairs").scrollIntoView({ block: "nearest" });
}

// ---- files, links, examples ------------------------------------------------------

function save() {
  const name = describe(field.value).name.replace(/[^\w.+-]/g, "_").slice(0, 100) || "test";
  const url = URL.createObjectURL(new Blob([field.value], { type: "text/plain" }));
  element("a", { href: url, download: name + ".litmus" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  say(`Saved as ${name}.litmus.`);
}

async function open(file) {
  if (!file) return;
  if (file.size > 200000) return say("That file is too long for this page.");
  replaceText(field, await file.text());
  say(`${file.name} is open.`);
}

// Without the token: who gets the link opens it on a server of their own.
async function share() {
  const link = `${location.origin}/#${toFragment(chosen())}`;
  try {
    await navigator.clipboard.writeText(link);
    say("The link is copied. It holds the test, and opens wherever cmcm serve runs.");
  } catch (error) {
    say("The browser does not let this page copy: the link is the address above.");
  }
}

function listExamples() {
  const list = $("examples-list");
  for (const group of [...new Set(gallery.map(example => example.group))]) {
    const entries = element("ul");
    for (const example of gallery.filter(e => e.group === group)) {
      const { name, said } = describe(example.test);
      const button = element("button", { type: "button" }, name, element("small", { textContent: said }));
      button.addEventListener("click", () => {
        $("gallery").close();
        take({ test: example.test, model: "", other: "" });
      });
      entries.append(element("li", {}, button));
    }
    list.append(element("h3", { textContent: group }), entries);
  }
}

// ---- the beginning -------------------------------------------------------------------

function listen() {
  field.addEventListener("input", changed);
  field.addEventListener("scroll", () => {
    $("colours").scrollTop = field.scrollTop;
    $("colours").scrollLeft = field.scrollLeft;
  });
  for (const id of ["model", "other", "unroll"]) $(id).addEventListener("change", changed);
  $("why").addEventListener("click", () => explain("", 0, null));
  $("repair").addEventListener("click", () => mend(false));
  $("weaken").addEventListener("click", () => mend(true));
  $("asking").addEventListener("submit", event => {
    event.preventDefault();
    explain($("outcome").value, 0, null);
  });
  $("examples").addEventListener("click", () => $("gallery").showModal());
  $("open").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", () => {
    open($("file").files[0]);
    $("file").value = "";
  });
  $("save").addEventListener("click", save);
  $("share").addEventListener("click", share);
  addEventListener("hashchange", () => {
    const given = fromFragment(location.hash);
    if (given) take(given);
  });
  addEventListener("keydown", event => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === "Enter") {
      check();
      $("answers-title").focus();
    } else if (event.key === "s") {
      event.preventDefault();
      save();
    }
  });
}

async function start() {
  listen();
  const given = fromFragment(location.hash);
  if (given) field.value = given.test;
  showMessages();
  const answer = await ask("start", {});
  if (!answer || answer.error) {
    say(answer ? answer.error : "");
    return;
  }
  $("version").textContent = answer.version;
  for (const id of ["model", "other"])
    for (const model of answer.models) {
      $(id).append(element("option", { value: model.name, textContent: `${model.name}: ${model.title}` }));
      for (const variant of model.variants)
        $(id).append(element("option", { value: `${model.name}+${variant}`,
                                         textContent: `${model.name}, variant ${variant}` }));
    }
  gallery = answer.gallery;
  listExamples();
  take(given || { test: gallery.length ? gallery[0].test : "" });
}

start();
