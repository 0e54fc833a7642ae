import { createHmac } from 'node:crypto';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import type { DateRange } from '@bitacora/core/domain/calendar';
import { type ChosenKind, isChosenKind } from '@bitacora/core/domain/notifications/notification';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { type DueRows, dueRowsPath, punctualityPath, type RowsQuery, rowsQuery } from '@bitacora/core/domain/reports/list-address';
import { MANUAL_PATH } from '@bitacora/core/messages/layout';
import type { ListUrls } from '@bitacora/core/messages/notifications/digest';
import { isSame } from '@bitacora/core/server';
import type { NotifiedActivity } from '@bitacora/core/use-cases/notifications/read-notified';
import type { Settings } from '../settings/settings.ts';

/** The product's address and contact as configured, because a request could name any host. */
export interface Site extends Pick<Settings, 'publicUrl'>, Partial<Pick<Settings, 'contactUrl' | 'replyTo' | 'allowsPasswords'>> {
  /** If the company has published a privacy notice, each mail links to it. */
  hasPrivacyNotice?: boolean;
}

const at = (publicUrl: string, path: string): string => new URL(path, publicUrl).href;

/** Returns the consult page on which the reader does their part. */
export const consultUrl = (publicUrl: string, activity: NotifiedActivity['activity'], readerId: number, act?: Act): string =>
  at(publicUrl, `${readerConsultPath(activity, readerId)}${act ? `?act=${act}` : ''}`);

/** `team` are the people whose overdue work one list shows. */
export const listUrls = (publicUrl: string, team: readonly number[] = []): ListUrls => ({
  pending: at(publicUrl, '/My_Activities'),
  verify: at(publicUrl, '/Verify_Inbox'),
  assigned: at(publicUrl, '/Report_Activities_Assigned'),
  team: at(publicUrl, `/Report_All_Activities_P${rowsQuery({ urgencies: ['late'], assignees: [...new Set(team)] })}`),
  notifications: at(publicUrl, '/Notifications'),
  substituted: at(publicUrl, '/Substituted_Activities'),
  history: at(publicUrl, '/My_Historial_Activities'),
});

export const preferencesUrl = (publicUrl: string): string => at(publicUrl, '/Edit_Profile#avisos');

/** Mail programs and people switch kinds of mail off here. */
export const unsubscribeUrl = (publicUrl: string, token: string): string => at(publicUrl, `/unsubscribe/${token}`);

export const punctualityUrl = (publicUrl: string, range: DateRange): string => at(publicUrl, punctualityPath(range));

export const dueRowsUrl = (publicUrl: string, rows: DueRows, query: RowsQuery): string => at(publicUrl, dueRowsPath(rows, query));

export const PRIVACY_NOTICE_PATH = '/aviso-de-privacidad';
export const privacyNoticeUrl = (publicUrl: string): string => at(publicUrl, PRIVACY_NOTICE_PATH);

export const manualUrl = (publicUrl: string): string => at(publicUrl, MANUAL_PATH);

export const profileUrl = (publicUrl: string): string => at(publicUrl, '/Edit_Profile');

export const serverStatusUrl = (publicUrl: string): string => at(publicUrl, '/Admin_Status');

export const adminHistoryUrl = (publicUrl: string): string => at(publicUrl, '/Admin_History');

export const webhooksUrl = (publicUrl: string): string => at(publicUrl, '/Admin_Webhooks');

/** Links to the page that confirms a new email. The token stands behind the #, where no log and no referrer sees it. */
export function emailChangeUrl(publicUrl: string, token: string): string {
  const url = new URL('/Confirm_Email', publicUrl);
  url.hash = new URLSearchParams({ token }).toString();
  return url.href;
}

export function disowningUrl(publicUrl: string, token: string): string {
  const url = new URL('/Confirm_Email', publicUrl);
  url.hash = new URLSearchParams({ disown: token }).toString();
  return url.href;
}

export function tokenUrl(publicUrl: string, email: string, token: string): string {
  const url = new URL('/', publicUrl);
  url.hash = new URLSearchParams({ email, token }).toString();
  return url.href;
}

/** A link of a mail switches these kinds off, by email, for one person. */
export interface Unsubscription {
  personId: number;
  kinds: ChosenKind[];
}

const MAC_BYTES = 16;
const computeMac = (words: string, key: string) => createHmac('sha256', key).update(words).digest().subarray(0, MAC_BYTES);

/** Signs the words of a link. They open nothing else and never expire, because people keep mails. */
export function unsubscribeToken({ personId, kinds }: Unsubscription, key: string): string {
  const words = `${personId}.${[...kinds].sort().join('-')}`;
  return `${words}.${computeMac(words, key).toString('base64url')}`;
}

/** Returns null for words that we did not sign. Leaves out kinds that this release does not know. */
export function readUnsubscribeToken(token: string, key: string): Unsubscription | null {
  const [, words, personId, kinds = '', mac = ''] = /^((\d{1,9})\.([A-Za-z-]{1,400}))\.([\w-]{22})$/.exec(token) ?? [];
  if (!words || !isSame(computeMac(words, key), Buffer.from(mac, 'base64url'))) return null;
  return { personId: Number(personId), kinds: kinds.split('-').filter(isChosenKind) };
}
