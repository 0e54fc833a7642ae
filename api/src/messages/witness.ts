import type { CalendarDate } from '@bitacora/core/domain/calendar';
import type { SealHead } from '@bitacora/core/domain/history/seal-head';

/** The mail that takes the day's seal to a person outside. */
export const witnessMail = (day: CalendarDate, { number, seal, sealedAt }: SealHead, line: string, publicUrl: string) => ({
  subject: `Bitácora: sello ${number} del ${day}`,
  text: [
    `Este es el sello del historial de Bitácora en ${publicUrl} del ${day}.`,
    '',
    `Número: ${number}`,
    `Sello: ${seal}`,
    `Hecho: ${sealedAt}`,
    '',
    'Guarda este correo: no hay que hacer nada más. Si alguien reescribe el historial en la base de datos, ya no coincidirá con este sello.',
    'Para comprobarlo, guarda el correo como archivo .eml y pide al administrador de Bitácora:',
    '',
    'npm run admin -- verify --witness correo.eml',
    '',
    'Para los programas:',
    line,
    '',
  ].join('\n'),
});
