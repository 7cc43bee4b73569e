// Starts `cmcm lsp` for tests and models.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = vscode.workspace.getConfiguration("cmcm");
  const command = settings.get("path");
  const args = ["lsp", ...settings.get("arguments")];
  client = new LanguageClient(
    "cmcm",
    "cmcm",
    { command, args, transport: TransportKind.stdio },
    { documentSelector: [{ language: "litmus" }, { language: "cat" }] }
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
