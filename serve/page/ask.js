// Questions to the server: it knows the token that came with the address.

const KEY = "cmcm-token";
const fromAddress = new URLSearchParams(location.search).get("token");
if (fromAddress) {
  try { localStorage.setItem(KEY, fromAddress); } catch (error) { /* then for this visit only */ }
  history.replaceState(null, "", location.pathname + location.hash);
}
let token = fromAddress || "";
try { token = token || localStorage.getItem(KEY) || ""; } catch (error) { /* there is none */ }

// Who asks: a question takes the place of an earlier one of its kind and page.
const page = Array.from(crypto.getRandomValues(new Uint8Array(6)), b => b.toString(16).padStart(2, "0")).join("");

// The answer; { error } when there is none; null when another question took its place.
// place: 0 to 15, for questions of a kind that stand beside each other.
export async function ask(kind, question, place = 0) {
  let response;
  try {
    response = await fetch("/ask/" + kind, {
      method: "POST",
      headers: { "X-Cmcm-Token": token, "X-Cmcm-Page": page + place.toString(16) },
      body: JSON.stringify(question),
    });
    if (response.status === 409) return null;
    const text = await response.text();
    const json = (response.headers.get("Content-Type") || "").includes("json");
    return json ? JSON.parse(text) : { error: text.trim() };
  } catch (error) {
    return { error: "The server does not answer: is `cmcm serve` still running?" };
  }
}
