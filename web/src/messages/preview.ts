/** A row of a list, seen whole beside it. */
export const preview = {
  open: (folio: number) => `Ver la actividad ${folio} a un lado`,
  column: 'Ver a un lado',
  title: (folio: number) => `Vista previa de la actividad ${folio}`,
  close: 'Cerrar vista previa',
  consult: 'Abrir',
  dueOn: 'Fecha de entrega',
  lastComment: 'Último comentario',
  noComments: 'Sin comentarios.',
  evidence: 'Evidencias',
  noEvidence: 'Sin evidencias.',
} as const;
