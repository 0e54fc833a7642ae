import { text } from '@bitacora/core/settings/kinds';
import { validate as isValidCron } from 'node-cron';

/** To the minute: node-cron alone would take seconds and nicknames too. */
export const cron = text(
  (value) => value.trim().split(/\s+/).length === 5 && isValidCron(value),
  'debe tener los cinco campos de cron, como «0 8 * * *»',
);
