import { preferenceTexts } from '@bitacora/core/messages/profile';

/** What the server answers outside of the calls of the contract. */
export const answerTexts = {
  unexpected: (requestId: string) => `Ocurrió un error inesperado. Si se repite, cita este número: ${requestId}`,
  noPrivacyNotice: 'La empresa todavía no publica su aviso de privacidad en Bitácora. Pídelo a quien administra este sitio.',
} as const;

/** The page behind the link of a mail that switches kinds of mail off. */
export const unsubscribeTexts = {
  title: '¿Dejar de recibir estos correos?',
  lead: 'Quita la marca de los que quieres seguir recibiendo. Todo se sigue viendo en los avisos de Bitácora.',
  submit: 'Dejar de recibirlos',
  none: 'Marca al menos uno, o cierra esta página si los quieres todos.',
  doneTitle: 'Ya no recibirás estos correos',
  done: 'Puedes volver a activarlos cuando quieras en tu perfil. Lo que necesita tu cuenta, como un token o un aviso de seguridad, llega siempre.',
  unknownTitle: 'Este enlace no sirve',
  unknown: 'Ábrelo otra vez desde el correo, entero. También puedes elegir tus avisos en tu perfil.',
  preferences: 'Elegir mis avisos',
  kinds: preferenceTexts.kinds,
};
