/** Help and sentences of the commands about templates, and of the work that they describe. */
export const terminalTemplates = {
  topic: 'nombre o id del tema',
  template: 'texto o id de la plantilla',
  columns: {
    id: 'ID',
    description: 'Actividad',
    days: 'Días',
    priority: 'Prioridad',
    repeats: 'Repetición',
    checklist: 'Lista de verificación',
    images: 'Imágenes',
  },

  start: {
    summary: 'inicia el trabajo',
    done: (folio: number) => `Actividad ${folio} iniciada.`,
  },

  tick: {
    summary: 'marca puntos de la lista de verificación',
    details: `Los puntos se indican por su número; «activities show» los lista. Lo que ya está marcado queda igual.`,
    items: 'números de los puntos',
    undo: 'los desmarca',
    wrongItem: (typed: string) => `«${typed}» no es el número de un punto.`,
    done: (folio: number, ticked: number, total: number) => `Actividad ${folio}: ${ticked} de ${total}.`,
  },

  complete: {
    summary: 'marca la actividad como completada',
    details: `Pide toda su lista marcada y las imágenes que lleva.`,
    resolution: 'cómo se resolvió',
    done: (folio: number) => `Actividad ${folio} completada.`,
  },

  list: {
    summary: 'lista las plantillas de un tema',
    none: 'El tema no tiene plantillas.',
  },

  create: {
    summary: 'agrega una plantilla a un tema',
    description: 'qué hay que hacer',
    days: 'días para hacerlo',
    priority: 'prioridad; sin ella, normal',
    repeats: 'cada cuánto se repite, o «no»',
    item: 'un punto de la lista; se repite, hasta 20',
    images: 'cuántas imágenes pide por lo menos',
    done: (id: number) => `Plantilla registrada con el id ${id}.`,
  },

  update: {
    summary: 'cambia una plantilla; las actividades que ya existen no cambian',
    details: 'Lo que no se menciona queda igual. Con --item la lista es otra: repite todos sus puntos.',
    description: 'el nuevo texto',
    nothing: 'Indica qué cambia, por ejemplo --days o --item.',
    done: 'La plantilla se guardó.',
  },

  retire: {
    summary: 'retira una plantilla; las actividades que ya existen no cambian',
    question: (description: string) => `¿Retirar la plantilla «${description}»?`,
    done: 'La plantilla se retiró.',
  },
} as const;
