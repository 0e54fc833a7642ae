import { pluralize } from '@bitacora/core/messages/pluralize';

/** What `npm run admin -- restore` says. */
export const restoration = {
  noBackup: (folder: string) => `En ${folder} no hay un respaldo completo.`,
  damaged: (part: string) => `El respaldo está dañado: ${part} falta o no es lo que se guardó. No se cambió nada.`,
  differs: (table: string) => `La tabla ${table} no quedó como en el respaldo. No se cambió nada.`,
  newer: (names: readonly string[]) =>
    `El respaldo o la base de datos son de una versión más nueva de Bitácora (${names.join(', ')}). Usa esa versión.`,
  inUse: 'Bitácora está en marcha sobre esta base de datos. Detenla primero.',
  notOurs: 'La base de datos tiene tablas que no son de Bitácora. Usa una vacía.',
  notEmpty: 'La base de datos no está vacía.',
  replaceIt: 'Agrega --replace si quieres perder lo que tiene; respáldalo antes.',
  confirm: (madeAt: string) => `Se perderá todo lo que hay ahora y quedará lo del respaldo de ${madeAt}. ¿Continuar? [s/N] `,
  altered: (name: string) => `La imagen ${name} ya estaba dañada en el respaldo.`,
  missing: (name: string) => `La imagen ${name} ya faltaba en el respaldo.`,
  replaced: (name: string) => `Había otra imagen con ese nombre: se conserva como ${name}.`,
  remains: {
    secrets: (reason: string) => `Los secretos no se pudieron poner (${reason}). Copia los archivos de secrets/ del respaldo a DATA_DIR.`,
    folder: (reason: string) => `La carpeta de imágenes no se pudo marcar (${reason}). Bitácora lo hará al iniciar.`,
    statistics: (reason: string) => `Las estadísticas no se calcularon (${reason}). PostgreSQL lo hará por su cuenta.`,
  },
  restored: (rows: number, images: number) =>
    `Se restauró todo: ${pluralize(rows, 'fila', 'filas')} y ${pluralize(images, 'imagen', 'imágenes')}; coincide con el respaldo.`,
} as const;
