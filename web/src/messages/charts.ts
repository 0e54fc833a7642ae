import type { Band } from '@bitacora/core/domain/reports/report';
import { pluralize } from '@bitacora/core/messages/phrases';

/** The charts of compliance at Home. */
export const charts = {
  title: 'Cumplimiento de la empresa',
  departments: 'Por departamento',
  weeks: 'Por semana de entrega',
  department: 'Departamento',
  week: 'Semana del',
  total: 'Totales',
  finished: 'Finalizadas',
  compliance: 'Cumplimiento',
  percent: (percent: number) => `${percent} %`,
  share: (finished: number, total: number) => `${finished.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}`,
  asTable: 'Ver tabla',
  asChart: 'Ver gráfica',
  weeksLead: (imported: number) =>
    `De lo que debía entregarse en cada semana, cuánto se finalizó.${imported > 0 ? ` Sin ${pluralize(imported, 'importada ya terminada', 'importadas ya terminadas')}.` : ''}`,
  rowsOf: (name: string) => `Ver las actividades de ${name}`,
  lastWeeks: (visible: number, all: number) => `Las últimas ${visible} semanas, de ${all}. La tabla las tiene todas.`,
  noWeeks: 'Nada debía entregarse en estas fechas.',
  some: (visible: number, all: number) => `Los ${visible} con más actividades, de ${all}. La tabla los tiene todos.`,
  empty: 'No hay actividades en estas fechas.',
  bands: {
    red: 'menos de 20 %',
    orange: 'menos de 40 %',
    yellow: 'menos de 60 %',
    green: 'menos de 80 %',
    blue: '80 % o más',
  } satisfies Record<Band, string>,
  legend: 'Colores',
} as const;
