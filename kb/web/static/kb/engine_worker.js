/**
 * The rules engine in a worker of its own, which several pages may share: the project's Python code, run by Pyodide.
 *
 * The first message is {runtime, code}: the address below which the interpreter's files are, and that of the archive. It is answered with
 * {} when the engine can answer, or with {failed}. Then {id, request} is answered with {id, answer}, both JSON.
 */

const FOLDER = "/engine";
// of the packages that Pyodide could load none is used, so its list of them is not needed
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
let replying;
let started;

/** Answers what comes from a page: of a worker that is shared each has a port of its own. */
function serve(port) {
  port.onmessage = async ({ data }) => {
    if (!data.runtime) return port.postMessage({ id: data.id, answer: replying(data.request) });
    started ??= start(data);
    const told = await started;
    if (told.failed) started = undefined; // tried again by the next page
    port.postMessage(told);
  };
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => serve(port);
else serve(self);

async function start({ runtime, code }) {
  try {
    const [python, archive] = await Promise.all([interpreter(runtime), bytes(code)]);
    python.unpackArchive(archive, "zip", { extractDir: FOLDER });
    python.globals.set("folder", FOLDER);
    replying = python.runPython(`
import sys
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
from kb.web.drawing import replying
replying(folder)`);
    return {};
  } catch (error) {
    return { failed: String(error) };
  }
}

async function interpreter(runtime) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(["pyodide.js", "pyodide.asm.js"].map((name) => import(runtime + name)));
  return loadPyodide({ createPyodideModule, indexURL: runtime, packageBaseUrl: runtime, lockFileContents: NO_PACKAGES });
}

async function bytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be loaded (${answer.status})`);
  return answer.arrayBuffer();
}
