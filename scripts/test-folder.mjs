/**
 * `node scripts/test-folder.mjs FOLDER` builds the project, runs `prepare.mjs` of the folder, which installs the
 * packages that its tests need, and then runs its tests.
 */
import { needChromium } from './need.mjs';
import { BUILD, nodeTests, runStep, runSteps } from './steps.mjs';
import { nodeTestsIn } from './test-files.mjs';

const folder = process.argv[2];
const STEPS = [
  BUILD,
  { title: 'packages and apps', command: ['node', `${folder}/prepare.mjs`] },
  {
    title: `tests in ${folder}`,
    command: nodeTests(nodeTestsIn(folder), { minutes: 30 }),
  },
];

await runSteps(async () => {
  needChromium();
  for (const step of STEPS) await runStep(step);
});
