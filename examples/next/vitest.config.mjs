// Next puts the variables of `.env` into `process.env`, and Vitest does not.
process.loadEnvFile('.env');

export default {};
