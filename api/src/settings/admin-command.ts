import { existsSync } from 'node:fs';

const isArchive = existsSync(new URL('../../../release.json', import.meta.url));

/** Names the administrator's commands as people type them here. Texts say `npm run admin --`, as in a clone; the image sets ADMIN_COMMAND. */
export const nameCommand = (text: string, { ADMIN_COMMAND }: NodeJS.ProcessEnv): string =>
  text.replaceAll('npm run admin --', ADMIN_COMMAND || (isArchive ? 'bitacora-admin' : 'npm run admin --'));
