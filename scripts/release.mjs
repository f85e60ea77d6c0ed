/**
 * `npm run release`: checks that the package can be published, and writes its SBOM. `npm run release -- --publish`
 * then publishes it. If `CI` is set, it is published with a provenance statement, which npm supports in GitHub Actions
 * and GitLab CI.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run.mjs';
import { visible } from './visible.mjs';

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const runs = (cwd, program, ...args) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

try {
  const { publish, help } = parseArgs({
    options: { publish: { type: 'boolean' }, help: { type: 'boolean' } },
  }).values;
  if (help) {
    console.log(
      'npm run release [-- --publish]: checks what would be published, then publishes it.',
    );
    process.exit();
  }
  refuse(missingAddresses(manifest), 'package.json needs the public addresses of the project');
  refuse(runs(root, 'git', 'status', '--porcelain').trim(), 'The working tree is not clean');
  const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  if (!changelog.includes(`## [${manifest.version}]`)) {
    throw new Error(`CHANGELOG.md has no section for ${manifest.version}.`);
  }
  execFileSync('npm', ['test'], { cwd: root, stdio: 'inherit' });
  mkdirSync(`${root}release`, { recursive: true });
  writeFileSync(`${root}release/sbom.cdx.json`, sbom());
  execFileSync('npm', ['publish', '--dry-run'], { cwd: root, stdio: 'inherit' });
  const provenance = process.env.CI ? ['--provenance', '--access=public'] : [];
  if (publish) execFileSync('npm', ['publish', ...provenance], { cwd: root, stdio: 'inherit' });
} catch (error) {
  console.error(visible(error.message));
  process.exitCode = 1;
}

function refuse(found, because) {
  if (found) throw new Error(`${because}:\n${found}`);
}

/** The fields without an address. */
function missingAddresses({ homepage, repository, bugs }) {
  return Object.entries({ homepage, 'repository.url': repository?.url, 'bugs.url': bugs?.url })
    .filter(([, url]) => !url)
    .map(([field]) => field)
    .join('\n');
}

/**
 * The SBOM in CycloneDX format: the packages that an app installs with this one. Uses a copy of the lock file, from
 * which npm removes what only the development and the workspaces need: `--omit=dev` also omits packages that an app
 * needs, if a development package depends on them too. The folder has the package's name, since npm uses the folder's
 * name as the name in the SBOM.
 */
function sbom() {
  const none = { workspaces: [], overrides: {}, devDependencies: {}, peerDependencies: {} };
  const above = mkdtempSync(join(tmpdir(), 'sbom-'));
  const folder = join(above, manifest.name);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...none }));
    cpSync(`${root}package-lock.json`, join(folder, 'package-lock.json'));
    runs(folder, 'npm', 'install', '--package-lock-only', '--ignore-scripts');
    const format = ['--sbom-format=cyclonedx', '--sbom-type=library'];
    return runs(folder, 'npm', 'sbom', '--package-lock-only', ...format);
  } finally {
    rmSync(above, { recursive: true });
  }
}
