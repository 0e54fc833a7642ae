import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { writtenInstant } from '@bitacora/core/messages/dates';
import type { DigestContent } from '@bitacora/core/messages/digest';
import { greetingTo } from '@bitacora/core/messages/phrases';
import { chatServiceNames } from '@bitacora/core/messages/profile';

interface LinkFacts {
  firstName: string;
  service: ChatService;
  /** How the chat calls that account. */
  displayName: string;
  linkedAt: Date;
  zone: string;
  url: string;
}

/** A chat account may act for the person from now on; they hear of it in case it was not them (docs/product.md, 8). */
export function chatLinkedMail({ firstName, service, displayName, linkedAt, zone, url }: LinkFacts): DigestContent {
  const chat = chatServiceNames[service];
  return {
    subject: `Se vinculó una cuenta de ${chat} a tu cuenta de Bitácora`,
    preview: 'Si no fuiste tú, desvincúlala y cambia tu contraseña.',
    greeting: greetingTo(firstName),
    title: `Cuenta de ${chat} vinculada`,
    blocks: [
      {
        kind: 'activity',
        text: `Desde esa cuenta se pueden ver y trabajar tus actividades en tu nombre.`,
        facts: [
          { label: `Cuenta de ${chat}`, value: displayName },
          { label: 'Vinculada', value: writtenInstant(linkedAt, zone) },
        ],
      },
      { kind: 'paragraph', text: 'Si fuiste tú, no hagas nada. Si no, desvincúlala en tu perfil y cambia tu contraseña.' },
      { kind: 'action', link: { label: 'Ver mis cuentas vinculadas', url } },
    ],
    reason: 'Recibes este correo por la seguridad de tu cuenta; no se puede apagar.',
  };
}
