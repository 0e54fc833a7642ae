import type { MissingProof } from '../domain/activity/checklist.ts';

const missingImages = (count: number) => (count === 1 ? 'Falta 1 imagen.' : `Faltan ${count} imágenes.`);

/** What an activity lacks to be completed, by name. */
export const missingSentence = ({ items, images }: MissingProof): string =>
  [...(items.length > 0 ? [`Falta marcar: ${items.join(', ')}.`] : []), ...(images > 0 ? [missingImages(images)] : [])].join(' ');

/** The checklist of an activity, in every client. */
export const checklistTexts = {
  title: 'Lista de verificación',
  progress: (ticked: number, total: number) => `${ticked} de ${total}`,
  /** In lists. */
  done: ({ checklistTicked, checklistTotal }: { checklistTicked: number; checklistTotal: number }) =>
    `Lista: ${checklistTicked} de ${checklistTotal}`,
  minimumImages: (count: number) => (count === 1 ? 'Se pide 1 imagen' : `Se piden ${count} imágenes`),
  none: 'La actividad no tiene lista.',
  save: 'Guardar',
  evidence: 'Evidencias',
  failed: 'No se pudo actualizar la lista.',
} as const;
