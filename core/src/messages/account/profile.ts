import type { TokenScope } from '../../domain/account/account.ts';
import type { ReadChatService } from '../../domain/chat/chat.ts';
import { personFieldLabels } from '../people/users.ts';

export const profileTexts = {
  title: 'MI PERFIL',
  index: 'Secciones del perfil',
  sections: { data: 'Datos', access: 'Acceso', notices: 'Avisos', absences: 'Ausencias', connections: 'Conexiones' },

  facts: { ...personFieldLabels, name: 'Nombre' },

  personal: 'Información personal',
  personalFailed: 'No se pudo actualizar la información personal',
  personalSaved: 'Información personal actualizada.',

  password: 'Contraseña',
  currentPassword: 'Contraseña actual',
  newPassword: 'Nueva contraseña',
  newPasswordHint: 'De 8 a 12 letras, números, espacios, guiones o guiones bajos.',
  confirmation: 'Confirma la nueva contraseña',
  passwordSubmit: 'Cambiar contraseña',
  passwordFailed: 'No se pudo cambiar la contraseña.',
  passwordSaved: 'Contraseña actualizada.',
  passwordEndsAccess: 'Cerrar también mis otros accesos',
  passwordEndsAccessHint:
    'Revoca mis tokens personales, desvincula mis cuentas de chat y anula la dirección de mi calendario. Desmárcalo solo si nadie más conoce tu contraseña.',
  passwordSavedDetail: 'Tus sesiones en otros dispositivos se cerraron.',
  passwordSavedAllDetail: 'Se cerraron tus demás sesiones, tus tokens, tus cuentas de chat y tu dirección de calendario.',

  photoPreview: 'Vista previa de tu foto',
  photoChoose: 'Elegir foto',
  photoChange: 'Cambiar foto',
  photoRule: 'JPEG o PNG, máximo 5 MB',
  photoSubmit: 'Guardar foto',
  photoFailed: 'No se pudo actualizar la foto.',
  photoSaved: 'Foto actualizada.',
  photoRemove: 'Quitar foto',
  photoRemoval: {
    title: '¿Quitar tu foto?',
    body: 'En su lugar se verán tus iniciales.',
    confirm: 'Sí, quitar',
    failed: 'No se pudo quitar la foto.',
    done: 'Foto quitada.',
  },
} as const;

export const tokenTexts = {
  title: 'Tokens personales',
  lead: 'Para la aplicación de terminal y tus scripts. Un token actúa en tu nombre.',
  empty: 'No tienes tokens.',
  toDocumentation: 'Qué puede hacer un programa: documentación de la API',
  scopes: {
    read: 'Solo lectura',
    write: 'Lectura y escritura',
    assistant: 'Solo un asistente: sin veredictos',
    import_people: 'Solo cargar usuarios',
    other: 'Otro permiso',
  } satisfies Record<TokenScope | 'other', string>,
  expires: (day: string) => `vence el ${day}`,
  expired: (day: string) => `venció el ${day}`,
  lastUsed: (instant: string) => `usado el ${instant}`,
  neverUsed: 'sin usar',

  create: 'Crear token',
  creation: { title: 'Crear token personal', confirm: 'Crear token', failed: 'No se pudo crear el token.' },
  name: 'Nombre',
  nameHint: 'Para reconocerlo después: dónde o para qué lo usarás.',
  scope: 'Permiso',
  expiresOn: 'Vence',
  expiryHint: (latest: string) => `A más tardar el ${latest}.`,

  madeTitle: 'Tu token está listo',
  madeLead: 'Cópialo ahora: no se vuelve a mostrar.',
  secret: 'Token',
  copy: 'Copiar',
  copied: 'Copiado',
  ready: 'Listo',

  revoke: (name: string) => `Revocar ${name}`,
  revocation: {
    title: '¿Revocar el token?',
    body: (name: string) => `Lo que use «${name}» dejará de tener acceso de inmediato.`,
    confirm: 'Sí, revocar',
    failed: 'No se pudo revocar el token.',
    done: 'Token revocado.',
  },
} as const;

export const chatServiceNames: Record<ReadChatService, string> = {
  slack: 'Slack',
  teams: 'Teams',
  whatsapp: 'WhatsApp',
  other: 'otro chat',
};

export const chatLinkTexts = {
  title: 'Cuentas de chat',
  lead: 'Con una cuenta vinculada trabajas tus actividades desde ese chat.',
  empty: 'No tienes cuentas vinculadas.',
  entrance: (service: ReadChatService) => `Abrir Bitácora en ${chatServiceNames[service]}`,
  entranceHint: 'Ahí escribe «vincular» y abre el enlace que te responde. Si no está en tu chat, la misma dirección te lleva a agregarla.',
  noEntrance: 'Esta instalación no está en ningún chat. Quien la administra puede conectarla a Slack, Teams o WhatsApp.',
  account: (service: ReadChatService, name: string) => `${name} en ${chatServiceNames[service]}`,
  workspace: (workspace: string) => `Espacio ${workspace}`,
  linkedOn: (day: string) => `vinculada el ${day}`,

  codeMessage: (code: string) => `VINCULAR ${code}`,
  consent:
    'Al enviar el código aceptas que Bitácora te escriba por WhatsApp sobre tu trabajo y que guarde tu número y el identificador de tu cuenta.',
  leave: 'Para dejarlo, envía BAJA ahí o desvincula la cuenta aquí.',
  codeCreation: { title: 'Vincular WhatsApp', confirm: 'Ver mi código', keep: 'Cancelar', failed: 'No se pudo crear el código.' },
  codeLead: 'Envíalo a Bitácora por WhatsApp, desde el teléfono que quieres vincular. Sirve una vez y vence en 15 minutos.',
  codeLabel: 'Código',
  openWhatsApp: 'Abrir WhatsApp con el código escrito',

  linkTitle: 'Vincular cuenta de chat',
  link: (service: ReadChatService) => `Vincular ${chatServiceNames[service]}`,
  linkQuestion: 'Esta cuenta podrá ver y trabajar tus actividades. Vincúlala solo si es tuya.',
  notify: (service: ReadChatService) => `Recibir mis avisos en ${chatServiceNames[service]} en vez de por correo`,
  notifyHint: 'Puedes cambiarlo después, aviso por aviso.',
  linkFailed: 'No se pudo vincular la cuenta.',
  linked: (service: ReadChatService) => `Cuenta de ${chatServiceNames[service]} vinculada.`,

  remove: (service: ReadChatService, name: string) => `Desvincular a ${name} en ${chatServiceNames[service]}`,
  removal: {
    title: '¿Desvincular la cuenta?',
    body: (service: ReadChatService, name: string) => `${name} ya no podrá trabajar tus actividades desde ${chatServiceNames[service]}.`,
    confirm: 'Sí, desvincular',
    failed: 'No se pudo desvincular la cuenta.',
    done: 'Cuenta desvinculada.',
  },
} as const;
