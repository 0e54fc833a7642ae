import { pluralize } from '@bitacora/core/messages/phrases';

/** The morning meeting. */
export const standUp = {
  title: 'La junta',
  lead: 'Persona por persona: lo que urge, y al final la minuta.',
  team: 'Equipo',
  assigned: 'Quienes tienen trabajo que asigné',
  search: 'Buscar departamento',
  noDepartment: 'Ningún departamento se llama así.',
  people: (count: number) => pluralize(count, 'persona', 'personas'),
  nobody: 'Nadie tiene trabajo abierto aquí.',
  begin: 'Empezar',
  end: 'Terminar',
  leave: 'Salir',
  goOn: 'Volver a la junta',
  counts: (late: number, week: number) =>
    [late > 0 ? `${late.toLocaleString('es-MX')} con retraso` : '', week > 0 ? `${week.toLocaleString('es-MX')} por vencer` : '']
      .filter(Boolean)
      .join(' · '),
  place: (index: number, total: number) => `${index} de ${total}`,
  away: (day: string, substitute: string) => `Ausencia hasta el ${day}. Suple ${substitute}`,
  nothing: (open: number) => `Nada urge de sus ${pluralize(open, 'actividad abierta', 'actividades abiertas')}.`,
  more: (count: number) => `y ${count.toLocaleString('es-MX')} más`,
  acts: 'Actos de la fila',
  rejected: 'Rechazada',
  requested: (day: string) => `Pide prórroga al ${day}`,
  row: 'Fila',
  earlier: 'Anterior',
  next: 'Siguiente',
  notes: 'Notas',
  notesHint: 'Se guardan en este equipo mientras las escribes, y salen en la minuta.',
  send: {
    title: 'Enviar la minuta',
    open: 'Enviar por correo',
    to: 'Para',
    placeholder: 'Elige a quién',
    search: 'Nombre o número',
    noMatch: 'Nadie se llama así.',
    confirm: 'Enviar',
    failed: 'No se pudo enviar la minuta.',
    done: 'Minuta enviada',
  },
} as const;
