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

/** Reads the version's part of the changelog, without its heading; null when the changelog has none. */
export function readChanges(changelog: string, version: string): string | null {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
  return part ? `${part.slice(part.indexOf('\n')).trim()}\n` : null;
}
