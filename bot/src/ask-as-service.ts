import type { Transport } from '@bitacora/core/client';
import type { Logger } from 'pino';
import type { Send } from './transport.ts';

const REFUSED =
  'La API no acepta el token del bot. Da a los dos el mismo BOT_TOKEN o, sin él, la misma DATA_DIR, donde se guarda; luego reinicia el bot.';

interface Service {
  send: Send;
  token: string;
  /** For an API that does not know the new one yet. */
  previousToken?: string | undefined;
  log: Pick<Logger, 'error'>;
}

/** What the bot asks in its own name, and whether the API takes its token: true until it is refused. The log says so once, until it was taken again. */
export function askAsService({ send, token, previousToken, log }: Service): {
  transport: Transport;
  isAccepted(): boolean;
} {
  let isRefused = false;
  return {
    async transport(request) {
      const first = await send(request, { token });
      const response = first.status === 401 && previousToken ? await send(request, { token: previousToken }) : first;
      if (response.status === 401 && !isRefused) log.error(REFUSED);
      if (response.status === 401) isRefused = true;
      else if (response.status < 400) isRefused = false;
      return response;
    },
    isAccepted: () => !isRefused,
  };
}
