/**
 * `npm run test:site`: builds the documentation site, and checks its links, its samples, its search, its examples and
 * its accessibility.
 */
import { needChromium } from './need.mjs';
import { buildSite } from './site.mjs';
import { nodeTests, runStep, runSteps } from './steps.mjs';
import { nodeTestsIn } from './test-files.mjs';

await runSteps(async () => {
  needChromium();
  await buildSite();
  await runStep({
    title: 'tests of the site',
    command: nodeTests(nodeTestsIn('site/test'), { minutes: 15 }),
  });
});
