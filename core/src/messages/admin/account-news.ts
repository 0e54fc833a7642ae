import type { AdminFacts, HeardAct } from '../../domain/admin/admin-act.ts';
import { onOneLine } from '../phrases.ts';
import { adminActLabel, writtenChanges } from './admin-history.ts';

/** Says what another person did to an account, after their name: as its person reads it, or as every Desarrollador does. */
const phrases: Record<HeardAct, string | ((subject: string) => string)> = {
  'person.edit': 'cambió los datos de tu cuenta',
  'person.editOwn': 'cambió los datos de tu cuenta',
  'person.changePhoto': 'cambió tu foto',
  'person.changePreferences': 'cambió por dónde te llegan los avisos',
  'person.activate': 'activó tu cuenta',
  'person.deactivate': 'desactivó tu cuenta',
  'person.gainPrivilege': (subject) => `dio a ${subject} acceso a toda la administración`,
  'absence.add': 'registró una ausencia tuya',
  'absence.cancel': 'canceló una ausencia tuya',
  'email.request': 'pidió cambiar tu correo',
  'email.replace': 'pidió otro correo para tu cuenta',
  'email.confirm': 'confirmó el correo nuevo de tu cuenta',
  'email.cancel': 'canceló el cambio de tu correo',
  'email.disown': () =>
    'no reconoció el cambio de su correo: su cuenta volvió al de antes y no se restablece por correo hasta que lo permitas',
  'password.change': 'cambió tu contraseña',
  'password.requestReset': 'abrió el restablecimiento de tu contraseña y cerró tus accesos',
  'password.reset': 'puso otra contraseña a tu cuenta y cerró tus accesos',
  'password.allowReset': 'permitió otra vez que restablezcas tu contraseña por correo',
  'secondFactor.add': 'activó un segundo factor en tu cuenta',
  'secondFactor.replace': 'cambió tu segundo factor',
  'secondFactor.renewCodes': 'cambió tus códigos de recuperación',
  'secondFactor.remove': 'quitó tu segundo factor',
  'secondFactor.reset': 'quitó tu segundo factor y cerró tus sesiones: para entrar basta ahora tu contraseña',
  'companyAccount.link': 'vinculó una cuenta de la empresa a la tuya',
  'companyAccount.unlink': 'desvinculó tu cuenta de la empresa y cerró tus accesos',
  'session.end': 'cerró sesiones tuyas',
  'token.revoke': 'revocó tus tokens',
  'chatLink.remove': 'desvinculó tus cuentas de chat',
  'calendarFeed.revoke': 'revocó tu dirección de calendario',
};

export interface AccountNews {
  act: string;
  /** Null where nobody is identified. */
  actorName: string | null;
  subject: string | null;
  before: AdminFacts | null;
  after: AdminFacts | null;
}

/** Says who did what: 'Ana Ruiz desactivó tu cuenta'. */
export function accountSentence({ act, actorName, subject }: AccountNews): string {
  const phrase = phrases[act as HeardAct] ?? adminActLabel(act);
  const words = typeof phrase === 'string' ? phrase : phrase(onOneLine(subject ?? 'alguien'));
  return `${onOneLine(actorName ?? 'Alguien')} ${words}`;
}

/** Says what changed, on one line; null where the act says no more. */
export const accountNote = (news: AccountNews): string | null => writtenChanges(news).join('; ') || null;
