/** The archive of the program has these files and folders of the repository, beside what is built. */
export const PROGRAM = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'core/package.json',
  'core/src',
  'core/migrations',
  'core/seeds',
  'api/package.json',
  'api/src',
  'bot/package.json',
  'bot/src',
  'web/package.json',
  'cli/package.json',
  'README.md',
  'README.es.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'docs',
  'deploy',
  '.env.example',
  'docker-compose.yml',
];

/** An installation has the commands `npm start`, `npm run bot`, `npm run admin` and `npm run cli`. */
export const PROGRAM_TOOLS = ['launch.mjs', 'install.mjs', 'start.ts', 'bot.ts', 'admin.ts', 'cli.ts', 'image/roles.sh'].map(
  (name) => `tools/${name}`,
);

/** The context of the image is what .dockerignore admits, and the Dockerfile. */
export const IMAGE_CONTEXT = [
  'Dockerfile',
  '.dockerignore',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.json',
  'core',
  'api',
  'web',
  'cli',
  'bot',
  'tools',
  'docs/ayuda',
  'docs/screenshots',
];

interface VersionChanges {
  /** As files are named: `1.3.0`, or `1.3.0-unreleased` where its part of the changelog has no date. */
  version: string;
  text: string;
}

/**
 * Reads the version's part of the changelog; null when the changelog has none. Of each point only the first sentence is left, but for those
 * to read before an upgrade.
 */
export function readChanges(changelog: string, version: string): VersionChanges | null {
  const part = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === version);
  if (!part) return null;
  const [heading = '', ...lines] = part.trim().split('\n');
  const sections = lines
    .join('\n')
    .trim()
    .split(/^(?=### )/m);
  const short = sections.map((section) => (section.startsWith('### Before') ? section : shortenPoints(section)));
  return {
    version: heading.includes('(unreleased)') ? `${version}-unreleased` : version,
    text: `${short.join('')}\n\nCHANGELOG.md says more of each.\n`,
  };
}

/** Leaves the first sentence of each point, on one line. */
const shortenPoints = (section: string) =>
  section.replace(/^- [^\n]*(?:\n {2}[^\n]*)*/gm, (point) => point.replaceAll(/\n +/g, ' ').replace(/([^.]\.) +(?=[A-Z]).*/, '$1'));
