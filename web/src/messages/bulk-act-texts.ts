import { pluralize } from '@bitacora/core/messages/phrases';

/** Rows of 'Actividades asignadas' that a person picks. */
export const bulk = {
  pick: 'Elegir',
  pickOne: (folio: number) => `Elegir actividad ${folio}`,
  pickAll: 'Elegir todas',
  pickFailed: 'No se pudieron elegir las actividades.',
  full: (count: number) => `Se pueden elegir ${count} a la vez. Quita alguna antes de elegir otra.`,
  most: (count: number) => `Se eligieron las primeras ${count}.`,
} as const;

const activities = (count: number) => pluralize(count, 'actividad', 'actividades');

/** Acts on several activities of 'Actividades asignadas' at once. */
export const bulkActs = {
  bar: 'Actividades elegidas',
  picked: (count: number) => pluralize(count, 'elegida', 'elegidas'),
  clear: 'Quitar selección',

  remind: {
    button: 'Recordar',
    title: (count: number) => `¿Recordar ${activities(count)}?`,
    body: 'Cada responsable recibe un aviso, a lo más uno por actividad y día.',
    field: 'Mensaje (opcional)',
    confirm: 'Sí, recordar',
    done: (count: number) => pluralize(count, 'actividad recordada', 'actividades recordadas'),
  },
  reassign: {
    button: 'Reasignar',
    title: (count: number) => `Reasignar ${activities(count)}`,
    body: 'Estado, comentarios y evidencias se quedan. Avisamos a quien la recibe y a quien la deja.',
    field: 'Motivo (opcional)',
    confirm: 'Reasignar',
    assignee: 'Nuevo responsable',
    placeholder: 'Elige a una persona',
    nobody: 'Nadie puede recibirlas todas: elige menos temas.',
    done: (count: number) => pluralize(count, 'actividad reasignada', 'actividades reasignadas'),
  },
  cancel: {
    button: 'Cancelar',
    title: (count: number) => `¿Cancelar ${activities(count)}?`,
    body: 'No se puede deshacer.',
    confirm: 'Sí, cancelar',
    done: (count: number) => pluralize(count, 'actividad cancelada', 'actividades canceladas'),
  },
  keep: 'No',
  failed: 'No se pudo completar la acción.',
  refused: (count: number) => pluralize(count, 'no se hizo', 'no se hicieron'),
} as const;
