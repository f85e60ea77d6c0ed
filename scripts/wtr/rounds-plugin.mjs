/** The command `rounds`: how often a test repeats itself, in `npm test` and in `npm run test:long`. */
export function roundsPlugin() {
  return {
    name: 'rounds-command',
    executeCommand({ command, payload }) {
      if (command !== 'rounds') return undefined;
      return process.env.TEST_LONG ? payload.long : payload.usual;
    },
  };
}
