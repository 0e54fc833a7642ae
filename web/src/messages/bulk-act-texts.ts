import { joinParts, pluralize } from '@bitacora/core/messages/phrases';

/** Rows of 'Actividades asignadas' that a person picks. */
export const bulk = {
  pick: 'Elegir',
  pickOne: (folio: number) => `Elegir actividad ${folio}`,
  pickAll: 'Elegir todas',
  pickFailed: 'No se pudieron elegir las actividades.',
  full: (count: number) => `Se pueden elegir ${count} a la vez. Quita alguna antes de elegir otra.`,
  most: (count: number) => `Se eligieron las primeras ${count}.`,
} as const;

/** Why an act leaves some of the picked activities as they are, in the order in which it is said. */
const reasons = {
  delivered: ['ya entregada', 'ya entregadas'],
  closed: ['ya cerrada', 'ya cerradas'],
  alreadyTheirs: ['que ya es suya', 'que ya son suyas'],
  notAllowed: ['de otro dueño', 'de otro dueño'],
} as const;
export type UnchangedReason = keyof typeof reasons;

/** Acts on several activities of 'Actividades asignadas' at once. */
export const bulkActs = {
  bar: 'Actividades elegidas',
  picked: (count: number) => pluralize(count, 'elegida', 'elegidas'),
  clear: 'Quitar selección',
  activities: (count: number) => pluralize(count, 'actividad', 'actividades'),
  /** '2 ya entregadas no cambian'. */
  unchanged: (found: readonly UnchangedReason[]) =>
    `${joinParts(
      (Object.keys(reasons) as UnchangedReason[]).flatMap((reason) => {
        const count = found.filter((each) => each === reason).length;
        const [one, many] = reasons[reason];
        return count > 0 ? [pluralize(count, one, many)] : [];
      }),
    )} ${found.length === 1 ? 'no cambia' : 'no cambian'}`,
  kept: '· no cambia',
  othersOwn: 'Son de otro dueño: no puedes cambiarlas.',
  none: 'No queda ninguna que pueda cambiar.',

  remind: {
    button: 'Recordar',
    title: (what: string) => `¿Recordar ${what}?`,
    body: 'Cada responsable recibe un aviso, a lo más uno por actividad y día.',
    field: 'Mensaje (opcional)',
    confirm: 'Sí, recordar',
    done: (count: number) => pluralize(count, 'actividad recordada', 'actividades recordadas'),
  },
  reassign: {
    button: 'Reasignar',
    title: (what: string) => `Reasignar ${what}`,
    body: 'Estado, comentarios y evidencias se quedan. Avisamos a quien la recibe y a quien la deja.',
    field: 'Motivo (opcional)',
    confirm: 'Reasignar',
    assignee: 'Nuevo responsable',
    placeholder: 'Elige a una persona',
    nobody: 'No hay nadie más',
    lacks: (topics: readonly string[]) => `no tiene ${topics.length === 1 ? 'el tema' : 'los temas'} ${joinParts(topics)}`,
    give: (count: number) => (count === 1 ? 'Darle el tema' : `Darle los ${count} temas`),
    giveFailed: 'Error al asignar el proyecto.',
    done: (count: number) => pluralize(count, 'actividad reasignada', 'actividades reasignadas'),
  },
  cancel: {
    button: 'Cancelar',
    title: (what: string) => `¿Cancelar ${what}?`,
    body: 'No se puede deshacer.',
    confirm: 'Sí, cancelar',
    done: (count: number) => pluralize(count, 'actividad cancelada', 'actividades canceladas'),
  },
  series: {
    legend: 'Alguna es parte de una serie',
    options: [
      { value: 'continues', label: 'Cancelar solo estas: las siguientes llegan en su fecha' },
      { value: 'ended', label: 'Terminar también sus series: no llega ninguna más' },
    ],
  },
  keep: 'No',
  failed: 'No se pudo completar la acción.',
  refused: (count: number) => pluralize(count, 'no se hizo', 'no se hicieron'),
} as const;
