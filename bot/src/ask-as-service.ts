import type { Transport } from '@bitacora/core/client';
import type { Logger } from 'pino';
import type { Send } from './transport.ts';

const REFUSED =
  'La API no acepta el token del bot. Da a los dos el mismo BOT_TOKEN o, sin él, la misma DATA_DIR, donde se guarda; luego reinicia el bot.';

/** What the bot asks in its own name, and whether the API takes its token: true until it is refused. The log says so once, until it was taken again. */
export function askAsService({ send, token, log }: { send: Send; token: string; log: Pick<Logger, 'error'> }): {
  transport: Transport;
  isAccepted(): boolean;
} {
  let isRefused = false;
  return {
    async transport(request) {
      const response = await send(request, { token });
      if (response.status === 401 && !isRefused) log.error(REFUSED);
      if (response.status === 401) isRefused = true;
      else if (response.status < 400) isRefused = false;
      return response;
    },
    isAccepted: () => !isRefused,
  };
}
