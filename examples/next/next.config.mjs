export default {
  // This app is inside of another project.
  outputFileTracingRoot: import.meta.dirname,
};
