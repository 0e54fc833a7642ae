import { PAGE_SIZE, PAGE_SIZE_MAX } from '@bitacora/core/domain/reports/report';
import type { SavedViewScreen } from '@bitacora/core/domain/reports/saved-view';
import { useApp, useSession } from '../app.ts';
import type { CurrentUser, Session } from '../session-memory.ts';
import { rowsThatFit } from './fit-rows.ts';
import { numberIn } from './use-address-state.ts';

/** Rows of a page; 'fit' fills the window. */
export type PageSize = number | 'fit';

/** Rows of a page now, and whether the window decides them. */
export interface SizedPage {
  size: number;
  isFit: boolean;
}

/** What the person chose for a list, on any device; else the specification's default. */
export function keptSize(user: CurrentUser | null, screen: SavedViewScreen): PageSize {
  const listSize = user?.listSizes.find((one) => one.screen === screen);
  return listSize ? (listSize.size ?? 'fit') : PAGE_SIZE;
}

/** The address says it before the choice of the person. */
export function sizeIn(address: URLSearchParams, kept: PageSize, path: string): SizedPage {
  const word = address.get('size') ?? kept;
  if (word === 'fit') return { size: rowsThatFit(path), isFit: true };
  return { size: numberIn(address, 'size', PAGE_SIZE_MAX, kept === 'fit' ? PAGE_SIZE : kept), isFit: false };
}

export function writeSize(address: URLSearchParams, { size, isFit }: SizedPage, kept: PageSize) {
  const sizeWord = isFit ? 'fit' : size;
  if (sizeWord !== kept) address.set('size', String(sizeWord));
}

/** The size of a list that the person chose, and how they choose another. */
export function useKeptSize(screen: SavedViewScreen): [PageSize, (size: PageSize) => void] {
  const { user } = useSession();
  const { background, session } = useApp();
  const keep = (chosen: PageSize) => {
    const listSize = { screen, size: chosen === 'fit' ? null : chosen };
    session.amend((before) => withSize(before, listSize));
    background.client.saveListSize(listSize).catch(() => {}); // ignored, because this visit has the size all the same
  };
  return [keptSize(user, screen), keep];
}

function withSize(session: Session, kept: CurrentUser['listSizes'][number]): Session {
  if (!session.user) return session;
  const others = session.user.listSizes.filter(({ screen }) => screen !== kept.screen);
  return { ...session, user: { ...session.user, listSizes: [...others, kept] } };
}
