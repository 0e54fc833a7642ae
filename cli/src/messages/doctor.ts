import type { ServerConcern } from '@bitacora/core/domain/admin/health';
import { concernTexts } from '@bitacora/core/messages/admin/server-status';
import { pluralize } from '@bitacora/core/messages/phrases';

/** `bitacora doctor` says these. */
export const terminalDoctor = {
  summary: 'revisa servidor, reloj, sesión, correo, almacén y base de datos',
  details: 'Termina con 0 si todo está bien, con 1 si algo no lo está, con 3 si el servidor no responde y con 4 si no hay sesión.',
  well: '✓',
  unwell: '✗',
  unknown: '?',
  concern: (name: ServerConcern) => `${concernTexts[name].title} ${concernTexts[name].advice}`,

  ready: (url: string) => `El servidor ${url} está listo.`,
  notReady: (url: string) => `El servidor ${url} responde, pero su base de datos no está disponible.`,
  clock: (aheadSeconds: number) =>
    Math.abs(aheadSeconds) <= 1
      ? 'El reloj de esta máquina y el del servidor coinciden.'
      : `El reloj del servidor va ${pluralize(Math.abs(aheadSeconds), 'segundo', 'segundos')} ${aheadSeconds > 0 ? 'adelante' : 'atrás'}.`,
  loggedIn: (name: string) => `Sesión de ${name}.`,
  token: (scope: 'read' | 'write', daysLeft: number) =>
    `El token ${scope === 'read' ? 'solo consulta' : 'consulta y cambia'}; vence en ${pluralize(daysLeft, 'día', 'días')}.`,
  tokenInEnvironment: 'El token viene de BITACORA_TOKEN.',
  notForYou: 'El estado del correo, el almacén y la base de datos es para quien administra usuarios.',

  version: (version: string) => `Versión ${version} de Bitácora.`,
  database: (version: string) => `PostgreSQL ${version} responde.`,
  ownsTables:
    'El rol de DATABASE_URL es dueño de las tablas y podría cambiarlas: conviene uno que solo trabaje con las filas (docs/database.md).',
  storeWell: 'El almacén de imágenes guarda archivos y los devuelve iguales.',
  storeUnwell: 'El almacén de imágenes no guarda archivos o no los devuelve iguales: revisa permisos, espacio y disco en el servidor.',
  room: (bytes: number) => `Quedan ${(bytes / 1e9).toLocaleString('es-MX', { maximumFractionDigits: 1 })} GB libres para datos e imágenes.`,
  webhooksLost: (count: number) =>
    `${pluralize(count, 'entrega a un webhook no llegó', 'entregas a webhooks no llegaron')} en 30 días: revisa Webhooks en la administración`,
  mailServer: 'El servidor de correo responde y acepta la sesión.',
  mailAsFiles: 'No hay servidor de correo: los avisos se guardan como archivos .eml en el servidor (SMTP_URL).',
  waiting: (count: number, minutes: number) =>
    count === 0
      ? 'Ningún correo espera.'
      : `${pluralize(count, 'correo espera', 'correos esperan')}; el más antiguo, ${pluralize(minutes, 'minuto', 'minutos')}.`,
  failed: (count: number) =>
    count === 0 ? 'Ningún aviso falló.' : `${pluralize(count, 'aviso no llegó', 'avisos no llegaron')}: bitacora outbox list`,
  push: (devices: number, waiting: number) =>
    `${pluralize(devices, 'dispositivo muestra', 'dispositivos muestran')} avisos; ${pluralize(waiting, 'aviso espera', 'avisos esperan')} a su servicio, y a los diez minutos sale por correo.`,
  chat: (people: number, waiting: number) =>
    `${pluralize(people, 'persona recibe', 'personas reciben')} avisos por chat; ${pluralize(waiting, 'aviso espera', 'avisos esperan')} al bot.`,
  failedRequests: (count: number) =>
    count === 0
      ? 'Ninguna solicitud falló desde que el servidor inició.'
      : `${pluralize(count, 'solicitud falló', 'solicitudes fallaron')} desde que el servidor inició: su registro las nombra.`,
  failedJobs: (jobs: readonly string[]) =>
    jobs.length === 0
      ? 'Ninguna tarea falló desde que el servidor inició.'
      : `Desde que el servidor inició alguna vez falló: ${jobs.join(', ')}. Su registro dice por qué.`,
  load: (facts: { shedRequests: number; refusedPasswords: number; connectionsAwaited: number }) =>
    facts.shedRequests + facts.refusedPasswords + facts.connectionsAwaited === 0
      ? 'El servidor no ha rechazado a nadie por exceso de trabajo.'
      : `Por exceso de trabajo, desde que inició, el servidor rechazó ${pluralize(facts.shedRequests, 'solicitud', 'solicitudes')} y ${pluralize(facts.refusedPasswords, 'contraseña', 'contraseñas')}; ahora ${pluralize(facts.connectionsAwaited, 'solicitud espera', 'solicitudes esperan')} una conexión a la base de datos.`,
  unsearchable: (count: number) =>
    `La búsqueda todavía no encuentra ${pluralize(count, 'actividad', 'actividades')}: el servidor escribe sus palabras.`,
  remindersRan: (at: string) => `Los recordatorios se hicieron por última vez el ${at}.`,
  backedUp: (at: string) => `Último respaldo: ${at}.`,
  drillFailed: (problem: string) => `${concernTexts.drillFailed.title} ${problem} ${concernTexts.drillFailed.advice}`,
  drilled: (at: string) => `Último ensayo de restauración: ${at}.`,
  replica: (at: string) => `Los reportes de Excel se leen en la réplica, con los datos hasta el ${at}.`,
  remindersNeverRan: 'Los recordatorios no se han hecho nunca: revisa SCHEDULER y REMINDER_CRON.',
} as const;
