import type { Letter } from './emails-letter.ts';
import { greetingTo } from './emails-words.ts';
import { writtenBytes } from './written-bytes.ts';

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
export function spaceLowLetter({ firstName, freeBytes, minFreeBytes, host, url }: SpaceFacts): Letter {
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
