import type { FailedDigest } from '../domain/notifications/delivery-retry.ts';

/** Why a letter did not reach its person, for administrators. */
export const failureSentences: Record<FailedDigest['failure'], string> = {
  refused: 'El servidor de correo la rechazó.',
  unknown: 'Se envió, pero el servidor de correo no confirmó que la recibió.',
  expired: 'No se pudo entregar en una semana.',
};
