/** The dialog that withdraws a mistaken image. */
export const imageWithdrawal = {
  title: '¿Retirar esta imagen?',
  lead: (name: string) =>
    `«${name}» se borra del servidor, también de las actividades que la comparten, y no se puede recuperar. El historial conserva su huella y el motivo. Los respaldos anteriores aún la tienen.`,
  reason: 'Motivo',
  reasonHint: 'Lo leerán todos los que ven la actividad.',
  confirm: 'Sí, retirar',
  failed: 'No se pudo retirar la imagen.',
  done: 'Imagen retirada.',
} as const;
