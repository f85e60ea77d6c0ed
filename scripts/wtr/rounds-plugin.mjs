/** The command `rounds`: how often a test that looks for leaks repeats itself. */
export function roundsPlugin() {
  return {
    name: 'rounds-command',
    executeCommand: ({ command }) =>
      command === 'rounds' ? (process.env.TEST_LONG ? 500 : 40) : undefined,
  };
}
