import type { CompanyLoginProblem, ProviderState } from '../../domain/account/account.ts';

export const companyLogin = {
  failed: 'No se pudo entrar con la cuenta de tu empresa',
  or: 'o con tu contraseña',
  passwordsOff:
    'Aquí no se usan contraseñas: entra con la cuenta de tu empresa; en la terminal, con «bitacora login». Para un programa, crea un token en tu perfil y ponlo en BITACORA_TOKEN.',
  problems: {
    expired: 'El inicio de sesión tardó demasiado o empezó en otra ventana. Inténtalo de nuevo.',
    canceled: 'El inicio de sesión con la cuenta de tu empresa se canceló. Inténtalo de nuevo.',
    rejected:
      'La respuesta de la cuenta de tu empresa no es válida y no se aceptó. Inténtalo de nuevo; si sigue igual, avisa a tu administrador.',
    away: 'El servicio de cuentas de tu empresa no responde. Inténtalo de nuevo en unos minutos.',
    misconfigured: 'El servicio de cuentas de tu empresa no acepta a Bitácora. Avisa a tu administrador: debe revisar la configuración.',
    emailUnverified: 'La cuenta de tu empresa no trae un correo verificado. Avisa a tu administrador.',
    emailInDoubt:
      'Otra persona cambió hace poco el correo de tu usuario de Bitácora. Entra con tu contraseña o pide a un Desarrollador que permita restablecer por correo.',
    unknownPerson:
      'Nadie en Bitácora tiene el correo de la cuenta con la que entraste. Pide a tu administrador que te registre con ese correo.',
    otherAccount: 'Tu usuario de Bitácora ya está vinculado a otra cuenta de la empresa. Pide a tu administrador que la desvincule.',
    inactive: 'Tu usuario de Bitácora está inactivo. Por favor, contacte al administrador.',
    tooManyTries: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
  } satisfies Record<CompanyLoginProblem, string>,
} as const;

/** The sentences of `doctor` about the identity provider, with what to do. */
export const providerTexts: Record<Exclude<ProviderState, 'off'> | 'other', string> = {
  well: 'El servicio de cuentas de la empresa (OIDC_ISSUER) responde y acepta a Bitácora.',
  away: 'El servicio de cuentas de la empresa (OIDC_ISSUER) no responde: nadie entra con ellas hasta que responda.',
  misconfigured:
    'El servicio de cuentas de la empresa no acepta OIDC_CLIENT_ID y OIDC_CLIENT_SECRET: quizá el secreto venció. Crea otro allá.',
  rejected: 'OIDC_ISSUER no es el nombre del servicio de cuentas: compáralo con «issuer» de su /.well-known/openid-configuration.',
  other: 'No se sabe cómo está el servicio de cuentas de la empresa (OIDC_ISSUER).',
};
