import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFile } from '../../scripts/npm.mjs';
import { home } from './folders.mjs';

/** Milliseconds: a server starts, and reads all types. */
const LIMIT = 240_000;

/**
 * Starts a program that answers JSON over its standard input and output, after a header with the length.
 *
 * @param {(message: object) => string} encode
 */
function start(args, cwd, encode) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let read = Buffer.alloc(0);
  child.stdout.on('data', (data) => {
    read = Buffer.concat([read, data]);
    for (;;) {
      const header = /Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(read.toString('latin1'));
      const end = header && header.index + header[0].length + Number(header[1]);
      if (!header || read.length < end) return;
      const message = JSON.parse(read.subarray(end - Number(header[1]), end).toString('utf8'));
      read = read.subarray(end);
      waiting.get(message.request_seq ?? message.id)?.(message);
    }
  });
  let id = 0;
  return {
    notify: (message) => child.stdin.write(encode(message)),
    request(message) {
      id += 1;
      child.stdin.write(encode({ ...message, id, seq: id, type: 'request' }));
      const own = id;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No answer to ${JSON.stringify(message).slice(0, 200)}`)),
          LIMIT,
        );
        waiting.set(own, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
      });
    },
    close: () => child.kill(),
  };
}

/** The line and the column of the cursor `‸`, from 0, and the code without it. */
function atCursor(text) {
  const lines = text.slice(0, text.indexOf('‸')).split('\n');
  return { code: text.replace('‸', ''), line: lines.length - 1, column: lines.at(-1).length };
}

/** TypeScript's server with the plugins of Vue and Angular, as editors start it. */
export function startTypeScript(folder, plugins) {
  const server = start(
    [
      packageFile(home, 'typescript/lib/tsserver.js'),
      ...['--globalPlugins', plugins.join()],
      ...['--pluginProbeLocations', dirname(dirname(packageFile(home, 'vue/package.json')))],
      '--disableAutomaticTypingAcquisition',
      '--suppressDiagnosticEvents',
    ],
    folder,
    (message) => `${JSON.stringify(message)}\n`,
  );
  /** Opens a file for one request. */
  async function ask(file, text, toRequest) {
    const { code, line, column } = atCursor(text);
    const path = folder + file;
    server.notify({
      seq: 0,
      type: 'request',
      command: 'open',
      arguments: { file: path, fileContent: code, scriptKindName: 'TS', projectRootPath: folder },
    });
    const answer = await server.request(toRequest({ path, line, column }));
    server.notify({ seq: 0, type: 'request', command: 'close', arguments: { file: path } });
    return answer.body;
  }
  const toName = ({ name }) => name.replaceAll('"', '');
  return {
    close: server.close,
    /** The names that are offered at the cursor. */
    async complete(file, text) {
      const body = await ask(file, text, ({ path, line, column }) => ({
        command: 'completionInfo',
        arguments: { file: path, line: line + 1, offset: column + 1 },
      }));
      return (body?.entries ?? []).map(toName);
    },
    /** The attributes of the tag at the cursor, for which the language server of Vue asks this server. */
    async attributes(file, text) {
      const inTemplate = text.indexOf('‸') - (text.indexOf('<template>') + '<template>'.length);
      const body = await ask(file, text, ({ path }) => ({
        command: '_vue:getComponentProps',
        arguments: [path, inTemplate],
      }));
      return (body ?? []).map(toName);
    },
  };
}

/** The language server of Svelte. */
export async function startSvelte(folder) {
  const require = createRequire(packageFile(home, 'svelte-language-server/package.json'));
  const server = start([require.resolve('./bin/server.js'), '--stdio'], folder, (message) => {
    const json = JSON.stringify({ jsonrpc: '2.0', ...message });
    return `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
  });
  await server.request({
    method: 'initialize',
    params: {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: {},
      initializationOptions: { dontFilterIncompleteCompletions: true },
    },
  });
  server.notify({ method: 'initialized', params: {} });
  return {
    close: server.close,
    async complete(file, text) {
      const { code, line, column } = atCursor(text);
      const uri = pathToFileURL(folder + file).href;
      const textDocument = { uri, languageId: 'svelte', version: 1, text: code };
      server.notify({ method: 'textDocument/didOpen', params: { textDocument } });
      const { result } = await server.request({
        method: 'textDocument/completion',
        params: { textDocument: { uri }, position: { line, character: column } },
      });
      server.notify({ method: 'textDocument/didClose', params: { textDocument: { uri } } });
      const items = Array.isArray(result) ? result : (result?.items ?? []);
      return items.map(({ label }) => label.replaceAll(/["?]/g, ''));
    },
  };
}
