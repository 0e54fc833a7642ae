import type { DueRows } from '@bitacora/core/domain/reports/list-address';
import { writtenNumber } from '@bitacora/core/messages/phrases';
import type { PunctualityGroup } from '@bitacora/core/messages/reports/punctuality';

/** The page of punctuality, and the lists that its numbers open. */
export const punctualityPage = {
  title: 'PUNTUALIDAD',
  lead: (share: number) => `${share} % a tiempo`,
  range: (from: string, to: string) => `Con fecha de entrega del ${from} al ${to}, si ya pasó. Las canceladas no cuentan.`,
  whole: 'Cómo se entregó',
  /** Where 'A tiempo con extensión' has no room. */
  extended: 'Con extensión',
  segment: (name: string, count: number, percent: number) => `${name}: ${writtenNumber(count)}, ${percent} %`,
  clock: (half: string, most: string) => `La mitad de las entregas se verifica en ${half}; 9 de cada 10, en ${most};`,
  rejected: (rejected: number, verdicts: number, percent: number) =>
    `${writtenNumber(rejected)} de ${writtenNumber(verdicts)} rechazadas, ${percent} %.`,
  noVerdicts: 'Nadie ha dado un veredicto sobre este trabajo. Los veredictos se dan en «Por verificar».',
  toVerify: 'Ir a Por verificar',
  groupsBy: 'Ver por',
  by: (group: string) => `Por ${group.toLowerCase()}`,
  groups: { department: 'Departamento', topic: 'Tema', person: 'Persona', month: 'Mes', week: 'Semana' } satisfies Record<
    PunctualityGroup,
    string
  >,
  search: 'Buscar en la lista',
  noMatch: 'Nada coincide con lo que buscas.',
  showAll: (count: number) => `Mostrar los ${writtenNumber(count)}`,
  /** Under the number, where a phone has no column headings. */
  short: { due: 'Debían', onTime: 'A tiempo', onTimeExtended: 'Con ext.', late: 'Tarde', undelivered: 'Sin entregar' } satisfies Record<
    DueRows,
    string
  >,
  rowsOf: (column: string, name: string, count: number) => `${column}, ${name}: ${writtenNumber(count)}`,
  empty: 'Nada debía entregarse en estas fechas.',
  emptyStep: 'Ver los últimos tres meses',
} as const;

export const figureRows = {
  titles: {
    due: 'ACTIVIDADES QUE DEBÍAN ENTREGARSE',
    onTime: 'ACTIVIDADES ENTREGADAS A TIEMPO',
    onTimeExtended: 'ACTIVIDADES ENTREGADAS A TIEMPO CON EXTENSIÓN',
    late: 'ACTIVIDADES ENTREGADAS TARDE',
    undelivered: 'ACTIVIDADES SIN ENTREGAR',
  } satisfies Record<DueRows, string>,
  registered: 'ACTIVIDADES PENDIENTES Y FINALIZADAS',
  deliveredOn: 'Entregada el',
  empty: 'No hay actividades así en estas fechas.',
  allDue: 'Ver todo lo que debía entregarse',
} as const;
