import type { SearchPlace } from '../domain/activity/search.ts';

/** Where a search found an activity. */
export const searchPlaceLabels: Record<SearchPlace | 'other', string> = {
  folio: 'Folio',
  description: 'Actividad',
  topic: 'Tema',
  owner: 'Creado por',
  responsible: 'Responsable',
  resolution: 'Resolución',
  comment: 'Comentario',
  other: 'Otro',
};
