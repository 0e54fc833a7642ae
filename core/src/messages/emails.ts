/** What an email says; how it looks is the API's. Paragraphs are plain text. */
export interface Letter {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** The one thing to do: a link, and the token for whoever types it instead. */
  action: { label: string; url: string };
  token: string;
  closing: string;
}

interface TokenFacts {
  firstName: string;
  url: string;
  token: string;
}

const signature = 'Bitácora: el trabajo de tu empresa, prometido, hecho, comprobado y verificado.';

/** Someone was registered and sets their first password (decisions, section 5). */
export const invitationLetter = ({ firstName, url, token }: TokenFacts): Letter => ({
  subject: 'Te damos la bienvenida a Bitácora: crea tu contraseña',
  greeting: `Hola, ${firstName}:`,
  paragraphs: [
    'Tu empresa te registró en Bitácora, donde se asignan y se siguen las actividades de trabajo.',
    'Para entrar por primera vez, crea tu contraseña con el botón o pega el token en la pantalla de inicio de sesión. Vale 7 días y se usa una sola vez.',
  ],
  action: { label: 'Crear mi contraseña', url },
  token,
  closing: signature,
});

/** Someone asked for a new password (decisions, section 5). */
export const passwordResetLetter = ({ firstName, url, token }: TokenFacts): Letter => ({
  subject: 'Tu token para restablecer la contraseña de Bitácora',
  greeting: `Hola, ${firstName}:`,
  paragraphs: [
    'Recibimos una solicitud para restablecer tu contraseña. Usa el botón o pega el token en la pantalla de inicio de sesión. Vale 30 minutos y se usa una sola vez.',
    'Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.',
  ],
  action: { label: 'Restablecer mi contraseña', url },
  token,
  closing: signature,
});
