import type { DeviceGrant } from '@bitacora/core/domain/account/account';

/** The page where a person lets a terminal in. */
export const deviceTexts = {
  title: 'AUTORIZAR UNA TERMINAL',
  enterTitle: 'Código de la terminal',
  enterLead: 'Escribe el código que muestra «bitacora login» en tu terminal.',
  code: 'Código',
  codeHint: 'Ocho letras, por ejemplo WDJB-MJHT.',
  continue: 'Continuar',
  readFailed: 'No se pudo buscar el código.',

  question: (machine: string) => `¿Autorizas a bitacora en ${machine}?`,
  machine: 'Máquina',
  address: 'Dirección',
  sameAddress: (address: string) => `${address}, la misma que la de este navegador`,
  unknownAddress: 'desconocida',
  requestedAt: 'Pidió el código',
  grant: 'Podrá',
  grants: {
    read: 'consultar en tu nombre, sin cambiar nada; el token vale 90 días',
    write: 'consultar y hacer cambios en tu nombre; el token vale 90 días',
    session: 'todo lo que tú puedes aquí, también administrar cuentas, por 15 minutos',
    other: 'algo que esta versión no conoce',
  } satisfies Record<DeviceGrant | 'other', string>,
  otherAddress:
    'La solicitud viene de otra dirección que la de este navegador. Es normal si la terminal está en otro equipo tuyo o en otra red.',
  warning: (code: string) => `Autoriza solo si tú la iniciaste y tu terminal muestra ${code}. Si alguien te envió este código, recházalo.`,
  approve: 'Autorizar',
  deny: 'Rechazar',
  answerFailed: 'No se pudo responder.',

  approved: 'Terminal autorizada.',
  approvedDetail: 'Vuelve a tu terminal: ya puedes usarla y cerrar esta página.',
  denied: 'Solicitud rechazada.',
  deniedDetail: 'La terminal no recibe nada.',
  another: 'Escribir otro código',
  toTokens: 'Ver mis tokens',
} as const;
