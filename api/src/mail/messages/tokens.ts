import type { DigestContent } from '@bitacora/core/messages/digest';
import { greetingTo } from '@bitacora/core/messages/phrases';

interface TokenFacts {
  firstName: string;
  url: string;
  token: string;
}

/** Someone was registered and sets their first password (docs/product.md, 5). */
export const invitationMail = ({ firstName, url, token }: TokenFacts): DigestContent => ({
  subject: 'Te damos la bienvenida a Bitácora: crea tu contraseña',
  preview: 'Tu empresa te registró en Bitácora. El enlace vale 7 días.',
  greeting: greetingTo(firstName),
  title: 'Te damos la bienvenida a Bitácora',
  blocks: [
    { kind: 'paragraph', text: 'Tu empresa te registró en Bitácora, donde se asignan y se siguen las actividades de trabajo.' },
    {
      kind: 'paragraph',
      text: 'Para entrar por primera vez, crea tu contraseña con el botón o pega el token en la pantalla de inicio de sesión. Vale 7 días y se usa una sola vez.',
    },
    { kind: 'action', link: { label: 'Crear mi contraseña', url } },
    { kind: 'token', token },
  ],
  reason: 'Recibes este correo porque tu empresa te registró en Bitácora.',
});

/** Someone asked for a new password (docs/product.md, 5). */
export const passwordResetMail = ({ firstName, url, token }: TokenFacts): DigestContent => ({
  subject: 'Tu token para restablecer la contraseña de Bitácora',
  preview: 'Vale 30 minutos y se usa una sola vez.',
  greeting: greetingTo(firstName),
  title: 'Restablece tu contraseña',
  blocks: [
    {
      kind: 'paragraph',
      text: 'Recibimos una solicitud para restablecer tu contraseña. Usa el botón o pega el token en la pantalla de inicio de sesión. Vale 30 minutos y se usa una sola vez.',
    },
    { kind: 'action', link: { label: 'Restablecer mi contraseña', url } },
    { kind: 'token', token },
    { kind: 'paragraph', text: 'Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.' },
  ],
  reason: 'Recibes este correo porque alguien pidió restablecer la contraseña de tu cuenta.',
});
