/** The page where a person confirms a new email. */
export const emailChangeTexts = {
  title: 'Confirmar correo',
  lead: 'Tu nuevo correo en Bitácora',
  question: (name: string, email: string) => `${name}: ¿confirmas que tu correo en Bitácora será ${email}?`,
  effect: 'Desde que lo confirmes entrarás con este correo. Tus sesiones abiertas se cerrarán y avisaremos al correo anterior.',
  until: (instant: string) => `El enlace vale hasta el ${instant}.`,
  confirmation: { confirm: 'Confirmar mi correo', failed: 'No se pudo confirmar el correo.', done: 'Correo confirmado.' },
  incomplete: 'El enlace está incompleto. Ábrelo de nuevo desde el correo que recibiste.',
  invalid: 'Este enlace ya no sirve',
  confirmedDetail: (email: string) => `Desde ahora entras con ${email}. Tu contraseña es la misma.`,
  disownLead: 'Un cambio que no reconoces',
  disownQuestion: '¿No reconoces el cambio del correo de tu cuenta?',
  disownEffect:
    'Tu cuenta volverá a este correo. Se cerrarán todas sus sesiones, tokens y chats, tu contraseña no se podrá restablecer por correo y avisaremos a quienes administran Bitácora. Tu contraseña y tu segundo factor siguen igual.',
  disowning: { confirm: 'No lo reconozco', failed: 'No se pudo deshacer el cambio.', done: 'El cambio se deshizo.' },
  disownedDetail:
    'Entra con este correo y tu contraseña de siempre. Para restablecerla por correo, pide antes a un Desarrollador que lo permita.',
  toLogin: 'Ir a iniciar sesión',
} as const;
