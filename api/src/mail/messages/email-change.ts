import { writtenInstant } from '@bitacora/core/messages/dates';
import type { DigestContent } from '@bitacora/core/messages/digest';
import { greetingTo } from '@bitacora/core/messages/phrases';

interface ChangeFacts {
  firstName: string;
  /** The new email. */
  email: string;
  /** Who asked for the change, or canceled it. */
  by: string;
  /** When it was asked for, canceled or confirmed. */
  at: Date;
  zone: string;
  url: string;
}

const forSecurity = 'Recibes este correo por la seguridad de tu cuenta; no se puede apagar.';

/** To the new address: nothing changes before its owner says so. */
export const emailConfirmationMail = ({ firstName, url }: Pick<ChangeFacts, 'firstName' | 'url'>): DigestContent => ({
  subject: 'Confirma tu nuevo correo en Bitácora',
  preview: 'El enlace vale 7 días y se usa una sola vez.',
  greeting: greetingTo(firstName),
  title: 'Confirma tu nuevo correo',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Quien administra Bitácora en tu empresa pidió que tu cuenta use este correo. Confírmalo para entrar con él y recibir aquí tus avisos.',
    },
    {
      kind: 'paragraph',
      text: 'Mientras no lo confirmes, tu cuenta sigue con el correo anterior. El enlace vale 7 días y se usa una sola vez.',
    },
    { kind: 'action', link: { label: 'Confirmar mi correo', url } },
    { kind: 'paragraph', text: 'Si no sabes de qué se trata, no hagas nada.' },
  ],
  reason: 'Recibes este correo porque alguien indicó esta dirección para una cuenta de Bitácora.',
});

/** To the old address, at once. */
export const emailChangeRequestedMail = ({ firstName, email, by, at, zone, url }: ChangeFacts): DigestContent => ({
  subject: 'Se pidió cambiar el correo de tu cuenta de Bitácora',
  preview: 'Si no lo esperabas, cambia tu contraseña: el cambio queda sin efecto.',
  greeting: greetingTo(firstName),
  title: 'Se pidió cambiar tu correo',
  blocks: [
    {
      kind: 'activity',
      text: 'Tu cuenta sigue con este correo hasta que el nuevo se confirme.',
      facts: [
        { label: 'Correo nuevo', value: email },
        { label: 'Lo pidió', value: by },
        { label: 'Cuándo', value: writtenInstant(at, zone) },
      ],
    },
    {
      kind: 'paragraph',
      text: 'Si lo esperabas, no hagas nada. Si no, cambia tu contraseña ahora: el cambio de correo queda sin efecto. Avisa también a quien administra Bitácora en tu empresa.',
    },
    { kind: 'action', link: { label: 'Cambiar mi contraseña', url } },
  ],
  reason: forSecurity,
});

/** To the address that stays, once somebody canceled the change. */
export const emailChangeCanceledMail = ({ firstName, email, by, at, zone }: ChangeFacts): DigestContent => ({
  subject: 'Se canceló el cambio de correo de tu cuenta de Bitácora',
  preview: 'Tu cuenta sigue con este correo. No tienes que hacer nada.',
  greeting: greetingTo(firstName),
  title: 'Se canceló el cambio de tu correo',
  blocks: [
    {
      kind: 'activity',
      text: 'Tu cuenta sigue con este correo. El enlace que se envió al otro correo ya no sirve.',
      facts: [
        { label: 'Correo descartado', value: email },
        { label: 'Lo canceló', value: by },
        { label: 'Cuándo', value: writtenInstant(at, zone) },
      ],
    },
    {
      kind: 'paragraph',
      text: 'No tienes que hacer nada. Si tú querías este cambio, pídelo otra vez a quien administra Bitácora en tu empresa.',
    },
  ],
  reason: forSecurity,
});

/** To the old address, once the new one is confirmed. */
export const emailChangedMail = ({ firstName, email, by, at, zone }: ChangeFacts): DigestContent => ({
  subject: 'Cambió el correo de tu cuenta de Bitácora',
  preview: 'Con este correo ya no se entra. Tus sesiones se cerraron.',
  greeting: greetingTo(firstName),
  title: 'Tu correo cambió',
  blocks: [
    {
      kind: 'activity',
      text: 'El correo nuevo se confirmó: desde ahora entras con él. Tus sesiones abiertas se cerraron y este correo ya no sirve para entrar.',
      facts: [
        { label: 'Correo nuevo', value: email },
        { label: 'Lo pidió', value: by },
        { label: 'Confirmado', value: writtenInstant(at, zone) },
      ],
    },
    { kind: 'paragraph', text: 'Si no lo esperabas, avisa de inmediato a quien administra Bitácora en tu empresa.' },
  ],
  reason: forSecurity,
});
