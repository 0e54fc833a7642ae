import { readDevice } from '../../domain/account/device.ts';

/** Names a device as its person recognises it: 'Chrome en Windows'. */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = readDevice(userAgent ?? '');
  if (!browser) return system ? `Dispositivo con ${system}` : 'Dispositivo desconocido';
  return system ? `${browser} en ${system}` : browser;
}

export const sessionTexts = {
  title: 'Sesiones abiertas',
  lead: 'Dónde está abierta tu cuenta. Si no reconoces una sesión, ciérrala y cambia tu contraseña.',
  current: 'Esta sesión',
  address: (address: string) => `desde ${address}`,
  noAddress: 'dirección desconocida',
  openedAt: (instant: string) => `abierta el ${instant}`,
  lastUsed: (instant: string) => `último uso: ${instant}`,
  onlyThis: 'No hay otras sesiones abiertas.',

  end: (device: string) => `Cerrar la sesión de ${device}`,
  ending: {
    title: '¿Cerrar la sesión?',
    body: (device: string) => `En «${device}» habrá que iniciar sesión de nuevo.`,
    confirm: 'Sí, cerrar',
    failed: 'No se pudo cerrar la sesión.',
    done: 'Sesión cerrada.',
  },

  endOthers: 'Cerrar las demás',
  endingOthers: {
    title: '¿Cerrar las demás sesiones?',
    body: 'Solo queda abierta esta sesión; en los demás dispositivos habrá que iniciar sesión de nuevo.',
    confirm: 'Sí, cerrar las demás',
    failed: 'No se pudo cerrar la sesión.',
  },
  othersEnded: (count: number) => (count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`),
} as const;
