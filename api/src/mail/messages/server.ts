import type { DigestContent } from '@bitacora/core/messages/digest';
import { greetingTo } from '@bitacora/core/messages/phrases';
import { writtenBytes } from '@bitacora/core/messages/written-bytes';

interface SpaceFacts {
  firstName: string;
  freeBytes: number;
  /** Below it uploads are refused. */
  minFreeBytes: number;
  /** The server that found it. */
  host: string;
  url: string;
}

/** To those who look after the server, while there is still time. */
export function spaceLowMail({ firstName, freeBytes, minFreeBytes, host, url }: SpaceFacts): DigestContent {
  return {
    subject: 'Queda poco espacio en el servidor de Bitácora',
    preview: `Quedan ${writtenBytes(freeBytes)}. Con menos de ${writtenBytes(minFreeBytes)} ya no se reciben imágenes.`,
    greeting: greetingTo(firstName),
    title: 'Queda poco espacio en el servidor',
    blocks: [
      {
        kind: 'activity',
        text: 'Libera espacio en el disco o pasa los datos a uno mayor.',
        facts: [
          { label: 'Espacio libre', value: writtenBytes(freeBytes) },
          { label: 'Sin imágenes nuevas con menos de', value: writtenBytes(minFreeBytes) },
          { label: 'Servidor', value: host },
        ],
      },
      { kind: 'paragraph', text: 'Lo que ya está guardado no corre peligro. Si el disco se llena, nadie podrá guardar cambios.' },
      { kind: 'action', link: { label: 'Ver el estado del servidor', url } },
    ],
    reason: 'Recibes este correo porque administras el servidor; no se puede apagar.',
  };
}
