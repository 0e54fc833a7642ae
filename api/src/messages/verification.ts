import { DOCUMENT_TYPE } from '@bitacora/core/domain/activities/activity';
import type { Difference, DifferenceKind, ProvenFields, SealedTable, SealHead } from '@bitacora/core/domain/activities/history-proof';
import type { Contradiction } from '@bitacora/core/domain/activities/history-replay';
import type { ProvenFact, ReplayableAccount } from '@bitacora/core/domain/admin/account-replay';
import type { AdminFacts } from '@bitacora/core/domain/admin/admin-act';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { personLabel } from '@bitacora/core/domain/people/person';
import { listChanges } from '@bitacora/core/messages/admin/admin-history';
import { pluralize, writtenBytes } from '@bitacora/core/messages/phrases';
import { adminCommand } from './admin-command.ts';

export const restoration = {
  noBackup: (folder: string) => `En ${folder} no hay un respaldo completo.`,
  damaged: (part: string) => `El respaldo está dañado: ${part} falta o no es lo que se guardó. No se cambió nada.`,
  needsKey: (recipient: string) =>
    `El respaldo está cifrado para la llave ${recipient}. Define BACKUP_KEY_FILE con el archivo de esa llave. No se cambió nada.`,
  otherKey: (backupKey: string, ownKey: string) =>
    `El respaldo es de la llave ${backupKey} y BACKUP_KEY es ${ownKey}. Define la que lo cifró. No se cambió nada.`,
  notSigned:
    'El respaldo no está firmado con la llave de BACKUP_KEY: cualquiera pudo escribirlo. Si es de antes de tener llave, repite sin BACKUP_KEY. No se cambió nada.',
  noneIn: (folder: string) => `En ${folder} no hay ningún respaldo completo hecho con «backup --into».`,
  differs: (table: string) => `La tabla ${table} no quedó como en el respaldo. No se cambió nada.`,
  older:
    'El respaldo o la base de datos son de una versión anterior a la 1.2.0, y esta no puede ponerlos al día. Hazlo con Bitácora 1.2.0 (restaura ahí el respaldo, o inicia esa versión una vez) y después vuelve a esta.',
  newer: (names: readonly string[]) =>
    `El respaldo o la base de datos son de una versión más nueva de Bitácora (${names.join(', ')}). Usa esa versión.`,
  inUse: 'Bitácora está en marcha sobre esta base de datos. Detenla primero.',
  notOurs: 'La base de datos tiene tablas que no son de Bitácora. Usa una vacía.',
  notEmpty: 'La base de datos no está vacía.',
  replaceIt: 'Agrega --replace si quieres perder lo que tiene; respáldalo antes.',
  confirm: (madeAt: string) => `Se perderá todo lo que hay ahora y quedará lo del respaldo de ${madeAt}. ¿Continuar? [s/N] `,
  altered: (name: string) => `El archivo ${name} ya estaba dañado en el respaldo.`,
  missing: (name: string) => `El archivo ${name} ya faltaba en el respaldo.`,
  replaced: (name: string) => `Había otro archivo con ese nombre: se conserva como ${name}.`,
  remains: {
    secrets: (reason: string) => `Los secretos no se pudieron poner (${reason}). Copia los archivos de secrets/ del respaldo a DATA_DIR.`,
    folder: (reason: string) => `La carpeta de imágenes no se pudo marcar (${reason}). Bitácora lo hará al iniciar.`,
    statistics: (reason: string) => `Las estadísticas no se calcularon (${reason}). PostgreSQL lo hará por su cuenta.`,
  },
  restored: (rows: number, images: number) =>
    `Se restauró todo: ${pluralize(rows, 'fila', 'filas')} y ${pluralize(images, 'archivo', 'archivos')}; coincide con el respaldo.`,
} as const;

export const restoreDrill = {
  busy: 'Otro ensayo usa la base de datos de DRILL_DATABASE_URL. Espera a que termine.',
  notEmpty: 'La base de datos de DRILL_DATABASE_URL no está vacía: el ensayo necesita una sin tablas, solo para él.',
  noSpace: (folder: string, needed: number, free: number) =>
    `En ${folder} hay ${writtenBytes(free)} libres para el ensayo y la base de datos mide ${writtenBytes(needed)}. Libera espacio, o define DRILL_DATABASE_URL.`,
  failed: (problem: string) => `El ensayo de restauración falló: ${problem}`,
  done: (folder: string, seconds: number) =>
    `Ensayo de restauración: ${folder} se restauró completo en una base de prueba en ${pluralize(seconds, 'segundo', 'segundos')}.`,
} as const;

const facts: Record<Contradiction, string> = {
  history: 'la cadena de actos',
  status: 'el estado',
  resolution: 'la resolución',
  extension: 'la extensión',
  createdAt: 'el registro',
  request: 'la petición de prórroga',
  startedAt: 'el inicio',
  closedAt: 'el cierre',
  verifiedAt: 'la verificación',
  canceledAt: 'la cancelación',
};

const fields: Record<keyof ProvenFields, string> = {
  ownerId: 'el dueño',
  assigneeId: 'el responsable',
  topicId: 'el tema',
  priority: 'la prioridad',
  dueOn: 'la fecha de entrega',
  repeats: 'la repetición',
  repeatUntil: 'el fin de la serie',
  extendedTo: 'la extensión',
  extensionReason: 'el motivo de la extensión',
  description: 'la descripción',
  resolution: 'la resolución',
  minimumImages: 'las imágenes que pide',
  requesterId: 'quién lo pidió',
};
const commentFaults: Record<DifferenceKind, (id: string) => string> = {
  missing: (id) => `falta el comentario ${id}`,
  unknown: (id) => `el comentario ${id} no está en el historial`,
  text: (id) => `el texto del comentario ${id} no es el que se selló`,
  author: (id) => `el autor del comentario ${id} no es el que se selló`,
  date: (id) => `la fecha del comentario ${id} no es la que se selló`,
  capture: (id) => `la hora de captura del comentario ${id} no es la que se selló`,
  withdrawal: (id) => `el comentario ${id} se retiró o se repuso sin que el historial lo diga`,
};
const storedThing = (mediaType: string) => (mediaType === DOCUMENT_TYPE ? 'del documento' : 'de la imagen');
const imageFaults: Record<DifferenceKind, (id: string) => string> = {
  missing: (id) => `falta la evidencia ${id}`,
  unknown: (id) => `la evidencia ${id} no está en el historial`,
  text: (id) => `la evidencia ${id} no es la que se selló (SHA-256)`,
  author: (id) => `quien subió la evidencia ${id} no es quien se selló`,
  date: (id) => `la fecha de la evidencia ${id} no es la que se selló`,
  capture: (id) => `la hora o el SHA-256 de captura de la evidencia ${id} no es lo que se selló`,
  withdrawal: (id) => `la evidencia ${id} se retiró o se repuso sin que el historial lo diga`,
};
const itemFaults: Record<DifferenceKind, (place: string) => string> = {
  missing: (place) => `falta el punto ${place} de la lista`,
  unknown: (place) => `el punto ${place} de la lista no está en el historial`,
  text: (place) => `el texto del punto ${place} de la lista no es el que se selló`,
  author: (place) => `quien marcó el punto ${place} de la lista no es quien se selló`,
  date: (place) => `la marca del punto ${place} de la lista no es la que se selló`,
  capture: (place) => `la captura del punto ${place} de la lista no es la que se selló`,
  withdrawal: (place) => `el punto ${place} de la lista se retiró`,
};
const itemsFaults = { comment: commentFaults, image: imageFaults, item: itemFaults };
const describeDifference = (difference: Difference): string => {
  if (difference.of === 'field') return `${fields[difference.field]} no es lo que se selló`;
  return itemsFaults[difference.of][difference.kind](difference.id);
};
const tables: Record<SealedTable, string> = {
  activity_history: 'del historial',
  admin_history: 'del historial de administración',
  history_baselines: 'de la línea de base',
};

interface MisdatedFacts {
  id: number;
  activityId: number;
  at: Date;
  recordedAt: Date | null;
  isOff: boolean;
}

const describeAccount = (account: ReplayableAccount) => `Cuenta ${account.id}, ${personLabel(account)}`;

export const verification = {
  names: {
    history: 'Historial',
    accounts: 'Cuentas',
    seals: 'Sellos',
    witnesses: 'Testigos',
    images: 'Archivos',
    references: 'Referencias',
    outbox: 'Avisos',
  },
  state: (count: number) => (count === 0 ? 'bien' : `${count} con problemas`),
  more: (count: number) => `y ${count} más; --json los da todos`,
  contradicts: (folio: number, wrong: readonly Contradiction[]) =>
    `Folio ${folio}: su historial no coincide con ${wrong.map((fact) => facts[fact]).join(', ')}.`,
  differs: (folio: number, differences: readonly Difference[]) => `Folio ${folio}: ${differences.map(describeDifference).join('; ')}.`,
  unproven: (folio: number, rows: readonly number[]) =>
    `Folio ${folio}: los renglones ${rows.join(', ')} del historial se escribieron sin los datos que la prueba pide.`,
  misdated: ({ id, activityId, at, recordedAt, isOff }: MisdatedFacts) => {
    const row = `Folio ${activityId}: el renglón ${id} dice ${at.toISOString()} y`;
    if (!recordedAt) return `${row} la base de datos no anotó cuándo lo recibió.`;
    if (isOff) return `${row} la base de datos lo recibió el ${recordedAt.toISOString()}.`;
    return `${row} está fuera del tiempo de su sello: la base de datos anotó que lo recibió el ${recordedAt.toISOString()}.`;
  },
  baseline: (at: Date, activities: number) =>
    `La prueba cubre todo desde ${at.toISOString()}; de ${pluralize(activities, 'actividad', 'actividades')} de antes, lo que había entonces.`,
  noBaseline:
    'La línea de base todavía no está completa: Bitácora la hace sola al arrancar. Hasta entonces la prueba no cubre lo de antes.',
  known: (folio: number, wrong: readonly Contradiction[]) =>
    `Folio ${folio}: ya era así antes de esa fecha: su historial no coincide con ${wrong.map((fact) => facts[fact]).join(', ')}.`,
  knownDate: (row: number, at: Date) =>
    `El renglón ${row} (${at.toISOString()}), de antes de esa fecha, está fuera del tiempo de su sello.`,
  loaded: (count: number) =>
    `${pluralize(count, 'renglón se cargó', 'renglones se cargaron')} con fechas del pasado antes del primer sello (empresa de demostración).`,
  duringJump: (count: number, from: Date, to: Date) =>
    `${pluralize(count, 'renglón', 'renglones')} del ${from.toISOString()} al ${to.toISOString()} ${count === 1 ? 'está' : 'están'} fuera del tiempo de su sello: el reloj cambió entonces, y Bitácora lo anotó.`,
  overdueSeal: (count: number) =>
    `${pluralize(count, 'renglón lleva', 'renglones llevan')} más de una hora sin sello aunque Bitácora estuvo en marcha: busca «history not sealed» en su registro.`,
  unsealed: (count: number, since: Date) =>
    `${pluralize(count, 'renglón todavía no tiene', 'renglones todavía no tienen')} sello (desde ${since.toISOString()}): Bitácora los sella mientras está en marcha.`,
  bogusSeal: ({ id, source, throughId, sealedAt }: { id: number; source: SealedTable; throughId: number; sealedAt: Date }) =>
    `El sello ${id} (${sealedAt.toISOString()}) no lo hizo Bitácora: nombra renglones ${tables[source]}, hasta el ${throughId}, que no existían entonces. Los demás sellos no cuentan con él.`,
  brokenSeal: ({ source, afterId, throughId, sealedAt }: { source: SealedTable; afterId: number; throughId: number; sealedAt: Date }) =>
    `Los renglones ${afterId + 1} a ${throughId} ${tables[source]} no son los que se sellaron (${sealedAt.toISOString()}).`,
  redacted: (at: Date, person: number, rows: number, seals: number) =>
    `El ${at.toISOString()} se anonimizó a la persona ${person}: ${pluralize(rows, 'renglón se reescribió', 'renglones se reescribieron')} y ${pluralize(seals, 'sello vale', 'sellos valen')} por esa anotación.`,
  noSuchSeal: (seal: string) => `Ningún sello es ${seal}: el historial se rehízo después, o el sello es de otra base de datos.`,
  remade: (day: string, number: number) => `El sello ${number} no es el que salió el ${day}: la cadena se rehízo después.`,
  badStamp: (day: string, why: string) => `El sello de tiempo del ${day} no vale: ${why}.`,
  lateStamp: (day: string, at: Date) => `El sello de tiempo del ${day} se emitió mucho después, el ${at.toISOString()}.`,
  missingWitness: {
    mail: (day: string) => `Falta el correo al testigo del ${day}.`,
    stamp: (day: string) => `Falta el sello de tiempo del ${day}.`,
  },
  coveredWitness: {
    mail: (day: string, by: string) => `El correo al testigo del ${day} no salió; el del ${by} lo cubre.`,
    stamp: (day: string, by: string) => `El sello de tiempo del ${day} no se obtuvo; el del ${by} lo cubre.`,
  },
  pending: {
    mail: (day: string, why: string | null) => `El correo al testigo del ${day} todavía no sale${why ? ` (${why})` : ''}.`,
    stamp: (day: string, why: string | null) => `El sello de tiempo del ${day} todavía no se obtiene${why ? ` (${why})` : ''}.`,
  },
  since: {
    mail: (at: Date, address: string) => `Desde ${at.toISOString()} el sello del día sale por correo a ${address}.`,
    stamp: (at: Date, host: string) => `Desde ${at.toISOString()} el sello del día lleva sello de tiempo de ${host}.`,
  },
  until: {
    mail: (at: Date) => `Desde ${at.toISOString()} el sello del día ya no sale por correo.`,
    stamp: (at: Date) => `Desde ${at.toISOString()} el sello del día ya no lleva sello de tiempo.`,
  },
  noWitness:
    'Ningún testigo fuera de la base de datos: define SEAL_WITNESS o TSA_URL. Sin él, quien es dueño de las tablas puede rehacer los sellos.',
  stampedBy: (count: number, signer: string, fingerprint: string) =>
    `${pluralize(count, 'sello de tiempo', 'sellos de tiempo')} de ${signer} (SHA-256 ${fingerprint}).`,
  mailedHeads: (count: number) =>
    `${pluralize(count, 'sello de los correos coincide', 'sellos de los correos coinciden')} con la base de datos.`,
  noHeads: 'Los archivos de --witness no traen ningún sello.',
  otherInstallation: (number: number) => `El sello ${number} de los correos es de otra instalación.`,
  olderThanMail: (from: number, to: number) =>
    `La base de datos es anterior al correo al testigo: ${from === to ? `falta el sello ${from}` : `faltan los sellos ${from} a ${to}`}. Se restauró un respaldo más antiguo, o alguien los quitó.`,
  mailedOther: (number: number) => `El sello ${number} no es el que dice el correo al testigo: la cadena se rehízo después.`,
  missing: (name: string, mediaType: string) => `Falta el archivo ${storedThing(mediaType)} ${name}.`,
  altered: (name: string, mediaType: string) => `El archivo ${storedThing(mediaType)} ${name} no es el que se guardó (SHA-256).`,
  unknownAccount: (account: ReplayableAccount) => `${describeAccount(account)}: ningún acto del historial de administración la hizo.`,
  otherAccount: (account: ReplayableAccount, proven: Partial<Record<ProvenFact, unknown>>) =>
    `${describeAccount(account)}: no coincide con el historial de administración, que dice ${listChanges({
      before: null,
      after: proven as AdminFacts,
    })
      .map(({ label, value }) => `${label.toLowerCase()} «${value}»`)
      .join(', ')}.`,
  accountsNotNoted:
    'Las cuentas de antes todavía no están anotadas: Bitácora las anota sola al arrancar. Hasta entonces se comprueban las demás.',
  wronglyShared: (name: string, file: string) => `La evidencia ${name} usa el archivo ${file}, que no es el suyo.`,
  dangling: ({ table, column, rows }: { table: string; column: string; rows: number }) =>
    `${table}.${column} nombra filas que no existen (${rows}).`,
  outbox: {
    twoEnds: (count: number) => `Enviados y fallidos a la vez: ${count}.`,
    restless: (count: number) => `Terminados que aún se intentarían: ${count}.`,
    forgotten: (count: number) => `Pendientes que nadie intentaría: ${count}.`,
    mixedLetters: (count: number) => `Correos con varios destinatarios: ${count}.`,
  },
  orphans: (count: number) => `Archivos que nadie nombra: ${count}. Bitácora los aparta sola.`,
} as const;

export const witnessMail = (day: CalendarDate, { number, seal, sealedAt }: SealHead, line: string, publicUrl: string) => ({
  subject: `Bitácora: sello ${number} del ${day}`,
  text: [
    `Este es el sello del historial de Bitácora en ${publicUrl} del ${day}.`,
    '',
    `Número: ${number}`,
    `Sello: ${seal}`,
    `Hecho: ${sealedAt}`,
    '',
    'Guarda este correo: no hay que hacer nada más. Si alguien reescribe el historial en la base de datos, ya no coincidirá con este sello.',
    'Para comprobarlo, guarda el correo como archivo .eml y pide al administrador de Bitácora:',
    '',
    `${adminCommand()} verify --witness correo.eml`,
    '',
    'Para los programas:',
    line,
    '',
  ].join('\n'),
});

/** The reasons why an answer is not accepted as a time stamp. They complete `badStamp`, which names the day. */
export const stampFaults = {
  otherDigest: 'no es de SHA-256',
  otherData: 'es de otros datos',
  otherRequest: 'no responde a esta petición (nonce)',
  badSignature: 'su firma no vale',
  noCertificate: 'no trae el certificado de quien firma',
  otherPurpose: 'quien firma no sella tiempo',
  notGranted: 'la autoridad no lo concedió',
  notStamp: 'no es una respuesta RFC 3161',
  tooLong: 'la respuesta es demasiado larga',
  status: (status: number) => `la autoridad respondió ${status}`,
} as const;
