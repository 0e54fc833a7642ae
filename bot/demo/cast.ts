import type { ChatService } from '@bitacora/core/domain/notifications/chat';

export type Role = 'worker' | 'boss' | 'stranger';

interface Casting {
  worker: string;
  boss: string;
  /** What the boss asked of the worker: it is due tomorrow. */
  work: string;
}

/** Logins of the demo company, whose password is `demo1234`. Each chat has people of its own: announcements reach a person in one chat. */
export const cast: Readonly<Record<ChatService, Casting>> = {
  slack: { worker: 'empleado', boss: 'gerente', work: 'Fotografiar el acomodo de tarimas de la cámara 2' },
  teams: { worker: 'maria.castaneda', boss: 'supervisor', work: 'Fotografiar los sellos de la etiquetadora' },
};

export const TOPIC = 'Producción de la línea 1';
export const PASSWORD = 'demo1234';
export const emailOf = (login: string) => `${login}@demo.mx`;
