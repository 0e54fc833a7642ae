import type { Greeting } from '@bitacora/core/domain/people/greeting';

/** The first screen after login. */
export const home = {
  title: 'INICIO',
  greetings: { morning: 'Buenos días', afternoon: 'Buenas tardes', night: 'Buenas noches' } satisfies Record<Greeting, string>,
  pending: 'Pendientes',
  pendingHint: 'abiertas a tu nombre',
  late: 'Con retraso',
  lateHint: 'ya pasó su fecha',
  soon: 'Por vencer',
  soonHint: 'vencen hoy o en 7 días o menos',
  delivered: 'Entregadas',
  deliveredHint: 'esperan a que las verifiquen',
  nextDue: 'Lo próximo en vencer',
  nextDueEmpty: 'No tienes nada por vencer.',
  allPending: 'Ver todas mis pendientes',
  mine: 'Mis actividades pendientes',
  mineEmpty: 'No tienes actividades pendientes.',
  toVerify: 'Por verificar',
  toVerifyEmpty: 'Nadie espera tu verificación.',
  waitingSince: (days: number) => (days === 0 ? 'entregada hoy' : days === 1 ? 'entregada ayer' : `entregada hace ${days} días`),
  due: (day: string) => `vence el ${day}`,
} as const;
