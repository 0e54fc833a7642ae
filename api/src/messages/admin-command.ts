import { existsSync } from 'node:fs';
import { ADMIN_COMMAND } from '@bitacora/core/messages/phrases';

const isArchive = existsSync(new URL('../../../release.json', import.meta.url));

/** Gives the administrator's command as people type it here. The image sets ADMIN_COMMAND. */
export const adminCommand = (env = process.env): string => env.ADMIN_COMMAND || (isArchive ? 'bitacora-admin' : ADMIN_COMMAND);
