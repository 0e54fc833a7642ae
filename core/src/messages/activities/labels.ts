import { type Activity, type Lapse, priorities, type ReadPriority, type ReadStatus } from '../../domain/activities/activity.ts';
import { asksForTime, isRejected, type UrgencyMark } from '../../domain/activities/deadline.ts';
import type { Act } from '../../domain/activities/lifecycle.ts';
import { isCountedInMonths } from '../../domain/activities/repetition.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { ManagementAct } from '../../domain/people/person.ts';
import { writtenDay } from '../dates.ts';

/** What people read for each status; Completed is shown by what it waits for (docs/product.md, 3). */
export const statusLabels: Record<ReadStatus, string> = {
  not_started: 'No iniciado',
  in_progress: 'En progreso',
  on_pause: 'En pausa',
  completed: 'Por verificar',
  verified: 'Verificado',
  canceled: 'Cancelado',
  other: 'Otro',
};

export const priorityLabels: Record<ReadPriority, string> = { normal: 'Normal', high: 'Alta', critical: 'Critica', other: 'Otra' };
export const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }));

/** What lists filter by; 'week' is today and the seven days after it. */
export const urgencyLabels: Record<UrgencyMark, string> = {
  late: 'Con retraso',
  today: 'Vence hoy',
  week: 'Vence en 7 días',
  notStarted: 'Sin iniciar',
  rejected: 'Rechazada',
  extensionRequested: 'Pide prórroga',
  idle: 'Sin movimiento',
};

export interface Standing extends Pick<Activity, 'requestedTo'> {
  status: ReadStatus;
  rejectedAt: Date | null;
  isImported: boolean;
}
/** The marks beside a status. Work that came as finished from a spreadsheet is imported. */
export const markLabels = { rejected: urgencyLabels.rejected, asking: urgencyLabels.extensionRequested, imported: 'Importada' } as const;
/** Lists the marks of an activity; the first one stands alone where there is room for one word. */
export const statusMarks = (activity: Standing): (keyof typeof markLabels)[] => [
  ...(isRejected(activity) ? (['rejected'] as const) : []),
  ...(asksForTime(activity) ? (['asking'] as const) : []),
  ...(activity.isImported ? (['imported'] as const) : []),
];
const markWords = (activity: Standing): string[] => statusMarks(activity).map((mark) => markLabels[mark]);
/** Writes the status in every channel: 'En progreso · Rechazada'. */
export const statusWords = (activity: Standing): string => [statusLabels[activity.status], ...markWords(activity)].join(' · ');
/** Writes the status where there is room for one word: 'Rechazada'. */
export const briefStatusWords = (activity: Standing): string => markWords(activity)[0] ?? statusLabels[activity.status];

/** `year` is 'Anual' everywhere (docs/product.md, 3). */
export const lapseLabels: Record<Lapse | 'other', string> = {
  day: 'Diaria',
  weekday: 'Días hábiles',
  week: 'Semanal',
  two_weeks: 'Quincenal',
  month: 'Mensual',
  two_months: 'Bimestral',
  quarter: 'Trimestral',
  half_year: 'Semestral',
  year: 'Anual',
  other: 'Otra',
};

/** 'dic 2027' of a series of months, '31 dic 2027' of a shorter one. */
const writtenUntil = (repeats: Lapse | 'other', until: CalendarDate) =>
  isCountedInMonths(repeats) ? writtenDay(until).slice(3) : writtenDay(until);

interface Repetition {
  repeats: Lapse | 'other' | null;
  repeatUntil?: CalendarDate | null | undefined;
}

/** 'Trimestral, hasta dic 2027'; null where it does not repeat. */
export const repetitionText = ({ repeats, repeatUntil }: Repetition): string | null =>
  repeats && `${lapseLabels[repeats]}${repeatUntil ? `, hasta ${writtenUntil(repeats, repeatUntil)}` : ''}`;

const lapsePhrases: Record<Lapse | 'other', string> = {
  day: 'cada día',
  weekday: 'los días hábiles',
  week: 'cada semana',
  two_weeks: 'cada dos semanas',
  month: 'cada mes',
  two_months: 'cada dos meses',
  quarter: 'cada trimestre',
  half_year: 'cada semestre',
  year: 'cada año',
  other: 'en serie',
};

/** 'Se repite cada trimestre, hasta dic 2027; siguiente: 28 feb 2027.' */
export function repetitionSentence({
  repeats,
  repeatUntil,
  nextOn,
  isStopped,
}: Repetition & { nextOn: CalendarDate | null; isStopped?: boolean | undefined }): string {
  const lapse = repeats ?? 'other';
  const until = repeatUntil ? `, hasta ${writtenUntil(lapse, repeatUntil)}` : '';
  const next = isStopped ? '; detenida: hay cinco sin entregar' : nextOn ? `; siguiente: ${writtenDay(nextOn)}` : '';
  return `Se repite ${lapsePhrases[lapse]}${until}${next}.`;
}

/** What each act is called in a sentence: 'Solo … puede …'. */
export const actPhrases: Record<Act, string> = {
  start: 'iniciar el trabajo',
  complete: 'marcarla como completada',
  approve: 'verificarla',
  reject: 'rechazarla',
  cancel: 'cancelarla',
  comment: 'comentarla',
  addEvidence: 'agregar evidencias',
  addDocuments: 'agregar documentos',
  extend: 'extender la fecha',
  requestExtension: 'pedir prórroga',
  declineExtension: 'negar la prórroga',
  withdrawExtensionRequest: 'retirar la petición de prórroga',
  pause: 'ponerla en pausa',
  resume: 'reanudarla',
  remind: 'recordarla',
  amend: 'corregirla',
  reassign: 'reasignarla',
  tick: 'marcar puntos de su lista',
  untick: 'desmarcar puntos de su lista',
};

export const managementActPhrases: Record<ManagementAct, string> = {
  manageUsers: 'administrar usuarios',
  manageTopics: 'administrar temas',
  assignTopics: 'asignar temas a externos',
  assignActivities: 'asignar actividades',
  readGlobalReports: 'consultar los reportes',
  manageTopicChannels: 'avisar de un tema en un canal',
  makeDevelopers: 'dar o quitar el tipo Desarrollador',
  resetSecondFactors: 'restablecer el segundo factor de otra persona',
  allowPasswordResets: 'permitir otra vez que otra persona restablezca su contraseña por correo',
  readAdminHistory: 'consultar el historial de la administración',
  withdrawImages: 'retirar imágenes y documentos',
  exportCompany: 'exportar todo lo de la empresa',
  manageWebhooks: 'administrar webhooks',
};
