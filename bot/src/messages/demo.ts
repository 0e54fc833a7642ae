import { pluralize } from '@bitacora/core/messages/pluralize';

/** What `npm run bot:demo` says besides the bot. */
export const botDemo = {
  stranger: 'Alguien sin vincular',
  does: { worker: 'Responsable', boss: 'Asigna y verifica', stranger: 'Aún no es nadie en Bitácora' },
  reminded: (count: number) => (count ? `${pluralize(count, 'aviso', 'avisos')} en camino.` : 'Hoy no hay nada que avisar.'),
  starting: 'Preparando la empresa de demostración…',
  ready: (url: string, web: string) =>
    ['', `El bot en una página: ${url}`, `Bitácora en la web:    ${web}`, '', 'Ctrl-C termina todo.', ''].join('\n'),
} as const;
