import { preferenceTexts } from '@bitacora/core/messages/preferences';

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
