import type { DeliveredAct, DeliveryState, DisablingReason, WebhookFailure } from '../../domain/admin/webhook.ts';

export const eventLabels: Record<DeliveredAct, string> = {
  register: 'Registrada',
  repeat: 'Repetida',
  stopSeries: 'Serie detenida',
  import: 'Importada',
  start: 'Iniciada',
  pause: 'En pausa',
  resume: 'Reanudada',
  complete: 'Completada',
  approve: 'Verificada',
  reject: 'Rechazada',
  cancel: 'Cancelada',
  extend: 'Extendida',
  requestExtension: 'Prórroga pedida',
  declineExtension: 'Prórroga no concedida',
  withdrawExtensionRequest: 'Petición de prórroga retirada',
  amend: 'Corregida',
  reassign: 'Reasignada',
  remind: 'Recordada',
  comment: 'Comentada',
  cancelComment: 'Comentario cancelado',
  addEvidence: 'Evidencia agregada',
  withdrawImage: 'Evidencia retirada',
  addDocuments: 'Documentos agregados',
  withdrawDocument: 'Documento retirado',
  tick: 'Punto marcado',
  untick: 'Punto desmarcado',
  requestOpen: 'Solicitud pedida',
  requestAccepted: 'Solicitud aceptada',
  requestDeclined: 'Solicitud rechazada',
  requestWithdrawn: 'Solicitud retirada',
  test: 'Prueba',
};
/** An event that this release does not know is shown as it is stored. */
export const eventLabel = (act: string): string => eventLabels[act as DeliveredAct] ?? act;

export const deliveryStateLabels: Record<DeliveryState | 'other', string> = {
  waiting: 'Por enviar',
  delivered: 'Entregado',
  failed: 'No llegó',
  other: 'Otro',
};

const failureTexts: Record<WebhookFailure | 'other', string> = {
  status: 'El receptor respondió con un error.',
  redirect: 'El receptor manda a otra dirección; no se sigue.',
  timeout: 'El receptor no respondió en 15 segundos.',
  private: 'La dirección está en una red privada. WEBHOOK_ALLOWED_HOSTS puede permitirla.',
  connection: 'No se pudo conectar, o el certificado no vale.',
  unsigned: 'El servidor no pudo abrir el secreto que firma. Cambia el secreto del webhook.',
  other: 'No llegó.',
};

interface LastAnswer {
  failure: WebhookFailure | 'other' | null;
  lastStatus: number | null;
  answer: string | null;
}
/** Says why the last try failed, with the receiver's own words; null where none failed. */
export function failureSentence({ failure, lastStatus, answer }: LastAnswer): string | null {
  if (!failure) return null;
  return [failureTexts[failure], lastStatus === null ? null : `(${lastStatus})`, answer && `«${answer}»`].filter(Boolean).join(' ');
}

export const disablingTexts: Record<DisablingReason | 'other', string> = {
  gone: 'El receptor respondió que ya no existe (410).',
  failing: 'El receptor falló durante cinco días.',
  other: 'Bitácora lo desactivó.',
};

export const webhookTexts = {
  privateUrl: 'Esa dirección está en una red privada. Quien administra el servidor puede permitirla en WEBHOOK_ALLOWED_HOSTS.',
  secretOnce: 'Este secreto se muestra solo esta vez. Guárdalo en el receptor.',
  resent: (count: number) =>
    count === 1 ? '1 entrega se enviará otra vez.' : `${count.toLocaleString('es-MX')} entregas se enviarán otra vez.`,
} as const;
