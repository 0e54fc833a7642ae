import { frame } from '@bitacora/core/messages/layout';

/** Views: a name for what a table shows. */
export const savedViewTexts = {
  tool: 'Vistas',
  title: 'Vistas guardadas',
  none: 'Guarda aquí los filtros, la búsqueda y el orden que usas a menudo.',
  current: 'en uso',
  apply: (name: string) => `Aplicar ${name}`,
  replace: (name: string) => `Guardar lo que se ve como ${name}`,
  remove: (name: string) => `Borrar ${name}`,
  save: 'Guardar esta vista',
  usual: 'Vista inicial',

  saving: { title: 'Guardar vista', confirm: 'Guardar esta vista', failed: 'No se pudo guardar la vista.' },
  name: 'Nombre',
  nameHint: 'Se guardan filtros, búsqueda, orden y fechas. El mismo nombre reemplaza la vista anterior.',
  saved: 'Vista guardada',
  replaced: 'Vista actualizada',

  removal: {
    title: '¿Borrar la vista?',
    body: (name: string) => `Se borra «${name}». Las actividades no cambian.`,
    confirm: 'Sí, borrar',
    keep: frame.cancel,
    failed: 'No se pudo borrar la vista.',
  },
  removed: 'Vista borrada',
} as const;
