import type { Act } from '../../domain/activities/lifecycle.ts';
import { validation } from '../validation.ts';

export const actButtons: Record<Act, string> = {
  start: 'Iniciar Trabajo',
  complete: 'Marcar completado de actividad',
  approve: 'Verificar',
  reject: 'Rechazar',
  resume: 'Reanudar',
  comment: 'Agregar Comentario',
  addEvidence: 'Agregar Evidencias',
  addDocuments: 'Agregar documentos',
  pause: 'Poner en pausa',
  extend: 'Extender fecha',
  requestExtension: 'Pedir prórroga',
  declineExtension: 'No conceder',
  withdrawExtensionRequest: 'Retirar petición',
  cancel: 'Cancelar Actividad',
  remind: 'Recordar',
  amend: 'Corregir',
  reassign: 'Reasignar',
  tick: 'Marcar',
  untick: 'Desmarcar',
};

/** Returns the button of one of the open acts. An extension that was asked for, and can be declined too, is granted. */
export const actButton = (act: Act, open: ReadonlySet<Act>): string =>
  act === 'extend' && open.has('declineExtension') ? 'Conceder' : actButtons[act];

/** One question and its answer. `field` is a text that goes with the act; `blank` says that it is mandatory. */
export interface ActQuestion {
  title: string;
  body: string;
  confirm: string;
  failed: string;
  notice: { title: string; detail?: string };
  field?: { label: string; blank?: string; maxLength?: number };
}

export const notUpdated = 'No se pudo actualizar la actividad.';
const usual = { failed: notUpdated, notice: { title: 'Actividad actualizada correctamente.' } };

/** Acts that are one question (docs/product.md, 3). Comments, evidence and extensions have dialogs of their own. */
export const actQuestions = {
  start: {
    ...usual,
    title: '¿Marcar inicio de trabajo?',
    body: 'Quedará registrada la fecha y la hora de inicio.',
    confirm: 'Sí, iniciar',
  },
  complete: {
    title: '¿Marcar actividad como completada?',
    body: 'Escribe cómo se resolvió; es lo que se leerá al verificarla.',
    confirm: 'Sí, completar',
    failed: 'No se pudo completar la actividad.',
    notice: { title: 'La actividad se ha marcado como completada.' },
    field: { label: 'Resolución final', blank: validation.required },
  },
  approve: {
    ...usual,
    title: '¿Verificar la actividad?',
    body: 'Quedará verificada y cerrada en definitiva.',
    confirm: 'Sí, verificar',
    field: { label: 'Comentario (opcional)' },
  },
  reject: {
    ...usual,
    title: '¿Rechazar la actividad?',
    body: 'Volverá a quedar en progreso y el responsable leerá tu comentario.',
    confirm: 'Sí, rechazar',
    field: { label: 'Motivo del rechazo', blank: validation.rejectionBlank },
  },
  pause: {
    ...usual,
    title: '¿Poner la actividad en pausa?',
    body: 'La fecha de entrega no cambia mientras está en pausa.',
    confirm: 'Sí, pausar',
    field: { label: 'Comentario (opcional)' },
  },
  resume: {
    ...usual,
    title: '¿Reanudar la actividad?',
    body: 'Volverá a quedar en progreso.',
    confirm: 'Sí, reanudar',
    field: { label: 'Comentario (opcional)' },
  },
  remind: {
    title: '¿Recordar la actividad?',
    body: 'El responsable recibirá un aviso. Solo se puede una vez al día.',
    confirm: 'Sí, recordar',
    failed: 'No se pudo enviar el recordatorio.',
    notice: { title: 'Recordatorio enviado.' },
    field: { label: 'Mensaje (opcional)', maxLength: 300 },
  },
  declineExtension: {
    ...usual,
    title: '¿No conceder la prórroga?',
    body: 'La fecha no cambia y el responsable leerá tu motivo.',
    confirm: 'No conceder',
    field: { label: 'Motivo', blank: validation.required },
  },
  withdrawExtensionRequest: {
    ...usual,
    title: '¿Retirar la petición de prórroga?',
    body: 'La fecha no cambia. Después puedes pedir otra.',
    confirm: 'Sí, retirar',
  },
  cancel: {
    title: '¿Cancelar actividad?',
    body: 'No se puede deshacer: la actividad queda cancelada en definitiva.',
    confirm: 'Sí, cancelar',
    failed: 'No se pudo cancelar la actividad.',
    notice: { title: 'Actividad cancelada', detail: 'La actividad ha sido cancelada con éxito.' },
  },
} as const satisfies Partial<Record<Act, ActQuestion>>;

export const commentTexts = {
  title: 'Agregar comentario',
  label: 'Comentario',
  submit: 'Registrar',
  askTitle: 'Registrar comentario?',
  askBody: '¿Por favor confirme si desea registrar este comentario?',
  confirm: 'Sí, registrar',
  failed: 'No se pudo registrar el comentario.',
  notice: 'Comentario registrado',
  cancellation: {
    title: 'Borrar comentario?',
    body: 'Dejará de verse en la actividad.',
    confirm: 'Confirmar',
    keep: 'Mantener',
    failed: 'No se pudo cancelar el comentario.',
    done: '¡Cancelado!',
  },
} as const;

export const unsentTexts = {
  title: 'Dejaste algo escrito sin enviar.',
  goOn: 'Continuar',
  drop: 'Descartar',
} as const;

export const evidenceTexts = {
  title: 'Agregar evidencias',
  submit: 'Registrar evidencias',
  submitting: 'Registrando…',
  failed: 'No se pudo registrar las evidencias.',
  notice: 'Las evidencias se han registrado correctamente.',
} as const;

export const amendTexts = {
  reason: 'Motivo (opcional)',
  dateReason: 'Motivo',
  changes: 'Antes → después',
  title: actButtons.amend,
  confirm: 'Guardar corrección',
  failed: notUpdated,
} as const;

export const reassignmentTexts = {
  body: (name: string) => `Ahora es de ${name}. La nueva persona y la anterior recibirán un aviso; el avance se conserva.`,
  assignee: 'Nuevo responsable',
  reason: 'Motivo (opcional)',
  title: actButtons.reassign,
  confirm: 'Reasignar',
  failed: notUpdated,
  notice: 'Actividad reasignada correctamente.',
} as const;

/** With these the responsible asks for another date. */
export const extensionRequestTexts = {
  title: 'Pedir prórroga',
  body: (day: string) => `La fecha actual es el ${day}. El dueño decide, y solo se puede extender una vez.`,
  date: 'Fecha que pides',
  reason: 'Motivo',
  submit: 'Pedir prórroga',
  failed: 'No se pudo pedir la prórroga.',
  notice: 'Prórroga pedida.',
} as const;

export const extensionTexts = {
  title: 'Extender la fecha de entrega',
  body: (day: string) => `La fecha actual es el ${day}. Solo se puede extender una vez.`,
  date: 'Nueva fecha',
  reason: 'Motivo',
  submit: 'Registrar extensión',
  failed: 'No se pudo registrar la extensión.',
  notice: 'Actividad actualizada correctamente.',
} as const;
