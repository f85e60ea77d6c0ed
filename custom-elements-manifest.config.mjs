export default {
  globs: ['src/elements/**/*.ts', 'src/define/*.ts'],
  exclude: ['**/*.test.ts', '**/*.styles.ts'],
  litelement: true,
  outdir: '.',
};
