import type { Greeting } from '@bitacora/core/domain/account/account';
import { pluralize } from '@bitacora/core/messages/phrases';

/** The first screen after login. */
export const home = {
  title: 'INICIO',
  greetings: { morning: 'Buenos días', afternoon: 'Buenas tardes', night: 'Buenas noches' } satisfies Record<Greeting, string>,
  pending: 'Pendientes',
  pendingHint: 'abiertas a tu nombre',
  late: 'Con retraso',
  lateHint: 'ya pasó su fecha',
  soon: 'Por vencer',
  soonHint: 'vencen en 7 días o menos',
  delivered: 'Entregadas',
  deliveredHint: 'esperan a que las verifiquen',
  nextDue: 'Lo próximo en vencer',
  nextDueEmpty: 'No tienes nada por vencer.',
  allPending: 'Ver todas mis pendientes',
  mine: 'Mis actividades pendientes',
  mineEmpty: 'No tienes actividades pendientes.',
  toVerify: 'Por verificar',
  requested: 'Piden prórroga',
  nothingWaits: 'Nada vence hoy ni está detenido.',
  /** Buttons of rows name their activity for screen readers. */
  actOn: (act: string, folio: number) => `${act}: folio ${folio}`,
  waitingSince: (days: number) =>
    days === 0 ? 'entregada hoy' : days === 1 ? 'entregada ayer' : `entregada hace ${pluralize(days, 'día', 'días')}`,
  /** Beside the days left, which already say that it is today. */
  due: (day: string, daysLeft: number) => (daysLeft === 0 ? day : daysLeft < 0 ? `venció el ${day}` : `vence el ${day}`),

  rejected: 'Rechazadas',
  rejectedHint: 'léelas y corrígelas',
  unread: 'Avisos sin leer',
  allNotifications: 'Ver todos los avisos',

  team: 'Lo que asignaste',
  company: 'Toda la empresa',
  today: (count: number) => pluralize(count, 'vence hoy', 'vencen hoy'),
  teamRejected: (count: number) => pluralize(count, 'rechazada por corregir', 'rechazadas por corregir'),
  idle: (count: number) => `${count.toLocaleString('es-MX')} sin movimiento en una semana`,
  people: 'Por persona',
  person: 'Persona',
  open: 'Pendientes',
  week: 'Por vencer',
  peopleEmpty: 'Nadie tiene trabajo tuyo con retraso ni por vencer.',
  noPeople: 'Todavía no has asignado nada que esté pendiente.',
  everybody: (count: number) => `Ver a las ${count.toLocaleString('es-MX')} personas`,
  pressing: 'Ver solo lo urgente',
} as const;

/** The page about the work of one person. */
export const personLoad = {
  title: 'CARGA DE TRABAJO',
  open: 'Pendientes',
  openHint: 'abiertas a su nombre',
  late: 'Con retraso',
  lateHint: 'ya pasó su fecha',
  week: 'Por vencer',
  weekHint: 'vencen en 7 días o menos',
  done: 'Finalizadas',
  doneHint: 'verificadas este mes',
  next: 'Lo más urgente',
  empty: (name: string) => `${name} no tiene nada por entregar.`,
  all: 'Ver todas sus pendientes',
  assign: 'Asignar Actividad',
  unknown: 'No encontramos a esa persona.',
} as const;
