import { pluralize } from '@bitacora/core/messages/phrases';

/** The second factor: the card of the profile, its setup, the step of the login, and its reset. */
export const factorTexts = {
  title: 'Segundo factor',
  lead: 'Al entrar con contraseña se pide también un código de tu teléfono.',
  none: 'No está activo: para entrar basta tu contraseña.',
  since: (day: string) => `Activo desde el ${day}`,
  codesLeft: (count: number) =>
    count === 0 ? 'sin códigos de recuperación: cámbialos' : pluralize(count, 'código de recuperación', 'códigos de recuperación'),
  required: 'Tu empresa lo pide para entrar con contraseña.',
  add: 'Activar',
  renew: 'Cambiar códigos',
  remove: 'Desactivar',
  replace: 'Cambiar de teléfono',

  setupTitle: 'Activar segundo factor',
  replaceTitle: 'Cambiar de teléfono',
  replaceLead: 'El teléfono de ahora y sus códigos sirven hasta que confirmes el nuevo.',
  replaced: 'Ahora los códigos salen de tu teléfono nuevo.',
  newCode: 'Código del teléfono nuevo',
  currentCode: 'Código del teléfono de ahora',
  requiredLead: 'Activa tu segundo factor: tu empresa lo pide para entrar con contraseña. Toma un minuto y necesitas tu teléfono.',
  password: 'Contraseña actual',
  next: 'Siguiente',
  scan: 'Escanea este código con una aplicación de autenticación (Google Authenticator, Microsoft Authenticator, 1Password…).',
  qr: 'Código QR para la aplicación de autenticación',
  secret: '¿No puedes escanearlo? Escribe esta clave en la aplicación:',
  confirm: 'Activar',
  setupFailed: 'No se pudo activar el segundo factor.',
  added: 'Segundo factor activado.',

  codesTitle: 'Tus códigos de recuperación',
  codesLead: 'Guárdalos fuera de este equipo: cada uno abre una vez tu cuenta si pierdes el teléfono. No se vuelven a mostrar.',
  copy: 'Copiar',
  copied: 'Copiado',
  saved: 'Ya los guardé',

  renewal: {
    title: 'Cambiar códigos de recuperación',
    body: 'Recibes diez nuevos; los anteriores dejan de servir.',
    confirm: 'Cambiar códigos',
    failed: 'No se pudieron cambiar los códigos.',
  },
  removal: {
    title: '¿Desactivar el segundo factor?',
    body: 'Para entrar bastará tu contraseña, y tus equipos de confianza se olvidan.',
    confirm: 'Desactivar',
    failed: 'No se pudo desactivar el segundo factor.',
    done: 'Segundo factor desactivado.',
  },

  code: 'Código de seis dígitos',
  codeHint: 'Lo muestra tu aplicación de autenticación.',
  eitherHint: 'El de tu aplicación de autenticación, o uno de recuperación.',
  recoveryCode: 'Código de recuperación',
  recoveryHint: 'Uno de los diez que guardaste al activarlo. Sirve una vez.',
  useRecovery: 'Usar un código de recuperación',
  useApp: 'Usar la aplicación',
  stepLead: 'Falta un paso: el código de tu segundo factor.',
  trust: 'No pedirlo en este equipo durante 30 días',
  enter: 'Entrar',
  entering: 'Entrando…',
  back: 'Volver',
  stepFailed: 'No se pudo entrar.',

  reset: {
    title: '¿Restablecer el segundo factor?',
    body: (name: string) =>
      `${name} entrará solo con su contraseña y sus sesiones se cierran. Se le avisa por correo. Confirma antes que de verdad lo pidió.`,
    confirm: 'Sí, restablecer',
    failed: 'No se pudo restablecer el segundo factor.',
    done: 'Segundo factor restablecido.',
  },
} as const;
